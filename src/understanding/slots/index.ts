export { acceptExtracted } from './accept-extracted.js';
export { type Correction, correctsOther, readCorrection } from './correction/index.js';
export { type ReadValues, readSlots, type SlotValues } from './read-slots.js';
export { type RejectedValue, type SlotInput, WORDS_BETWEEN } from './reading/index.js';
export {
  type FieldDetails,
  type FieldKind,
  isReservedKey,
  RESERVED_KEYS,
  type SchemaStatus,
  type SlotField,
  schemaFields,
  schemaStatus,
} from './schema/index.js';
export { type SlotSettings, slotSettings } from './vocabulary/index.js';
