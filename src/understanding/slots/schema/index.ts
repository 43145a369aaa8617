export { fieldProblem, isMeaningful } from './field-check.js';
export { type FieldKind, has } from './field-kind.js';
export { fieldNamed, findLabels, type LabelMatch } from './labels.js';
export { placed, valueAtPath } from './paths.js';
export { isReservedKey, RESERVED_KEYS } from './reserved-keys.js';
export { type SlotField, schemaFields } from './schema-fields.js';
export { type FieldDetails, type SchemaStatus, schemaStatus } from './schema-status.js';
export { type SlotSchema, slotSchema } from './slot-schema.js';
