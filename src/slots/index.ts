export { acceptExtracted } from './accept-extracted.js';
export { type Correction, readCorrection } from './correction.js';
export type { FieldKind } from './field-kind.js';
export { readSlots, type SlotValues } from './read-slots.js';
export { isReservedKey } from './reserved-keys.js';
export { nameWords, type SlotField, schemaFields, singular } from './schema-fields.js';
export { type FieldDetails, type SchemaStatus, schemaStatus } from './schema-status.js';
export { type SlotSettings, slotSettings } from './settings.js';
export type { RejectedValue, SlotInput } from './slot-input.js';
