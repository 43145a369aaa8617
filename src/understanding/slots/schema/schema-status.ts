import type { JsonObject, JsonValue } from '../../../platform/common/json.js';
import { englishSlots } from '../vocabulary/index.js';
import { fieldProblem, isMeaningful } from './field-check.js';
import type { SlotField } from './schema-fields.js';
import { type SlotSchema, slotSchema } from './slot-schema.js';

/** What a field is, for prompts and replies. */
export interface FieldDetails {
  readonly description: string;
  readonly type: string;
  readonly enumOptions: JsonValue[];
}

/** How far the values fill a schema. */
export interface SchemaStatus {
  /** True when every required property is there and valid against its own schema. */
  readonly complete: boolean;
  readonly hasAnyValue: boolean;
  /** The required properties that are absent or invalid, in the order of schemaFields. */
  readonly missing: string[];
  /** The options of those missing ones that have some. */
  readonly missingOptions: Record<string, JsonValue[]>;
  readonly details: Record<string, FieldDetails>;
}

/**
 * The one rule for completeness: every required property is present (not null, not blank) and valid.
 * @throws SyntaxError when the schema is none
 */
export function schemaStatus(document: JsonObject, values: JsonObject): SchemaStatus {
  const schema = slotSchema(document, englishSlots());
  const { fields } = schema;
  const missing = fields.filter((field) => field.required && !isGiven(schema, field, values[field.name]));
  const undeclared = undeclaredRequired(document, fields).filter((name) => !isMeaningful(values[name]));
  return {
    complete: missing.length === 0 && undeclared.length === 0,
    hasAnyValue: fields.some((field) => isMeaningful(values[field.name])),
    missing: [...missing.map((field) => field.name), ...undeclared],
    missingOptions: Object.fromEntries(missing.filter(hasOptions).map((field) => [field.name, [...optionsOf(field)]])),
    details: Object.fromEntries(fields.map((field) => [field.name, detailsOf(field)])),
  };
}

/** A boolean false and the number 0 are values; an empty list or object is one where the schema allows it. */
function isGiven({ check }: SlotSchema, field: SlotField, value: JsonValue | undefined): boolean {
  if (value === undefined || value === null || (typeof value === 'string' && value.trim() === '')) return false;
  return fieldProblem(check, field, value, { form: '', limits: {} }) === undefined;
}

function undeclaredRequired(schema: JsonObject, fields: readonly SlotField[]): string[] {
  const required = Array.isArray(schema.required) ? schema.required : [];
  return required
    .filter((name) => typeof name === 'string' && !fields.some((field) => field.name === name))
    .map(String);
}

function hasOptions(field: SlotField): boolean {
  return optionsOf(field).length > 0;
}

function optionsOf(field: SlotField): readonly JsonValue[] {
  return field.items ? field.items.options : field.options;
}

function detailsOf(field: SlotField): FieldDetails {
  return { description: field.description ?? '', type: field.type, enumOptions: [...optionsOf(field)] };
}
