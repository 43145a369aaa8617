export type { NumberMatch } from './numbers.js';
export type { ValueInWords } from './said-values.js';
export type { Instant, TimeMention } from './time-reader.js';
export { parseKnown, timeValues } from './time-value.js';
export { readValueLanguage, type ValueLanguage } from './value-language.js';
export type { ValueWords } from './value-words.js';
