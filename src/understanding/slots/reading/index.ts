export { readMention, readValue, tidy } from './field-value.js';
export type { RejectedValue, SlotInput } from './slot-input.js';
export { isTemporal, SlotReading } from './slot-reading.js';
