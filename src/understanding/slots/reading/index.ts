export { readMention, readValue, tidy } from './field-value.js';
export type { RejectedValue, SlotInput } from './slot-input.js';
export { isTemporal, SlotReading, WORDS_BETWEEN } from './slot-reading.js';
