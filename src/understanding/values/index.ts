export type { NumberMatch } from './numbers.js';
export type { ValueInWords } from './said-values.js';
export type { ScheduleMention } from './schedule-reader.js';
export type { Instant, TimeMention } from './time-reader.js';
export { onceAt, parseKnown, timeValues } from './time-value.js';
export { readValueLanguage, type ValueLanguage } from './value-language.js';
export type { ValueWords } from './value-words.js';
