import { isJsonObject, type JsonObject, type JsonValue } from '../common/json.js';
import { compileSchema } from '../common/json-schema.js';
import type { SlotField } from './schema-fields.js';

/**
 * Why a value does not fit its property's schema, in words for the user; `undefined` when it fits.
 * @throws SyntaxError when the schema is none
 */
export function fieldProblem(schema: JsonObject, field: SlotField, value: JsonValue): string | undefined {
  const mismatch = compileSchema(schema)
    .check({ [field.name]: value })
    .find((problem) => concerns(problem.path, field.name));
  if (!mismatch) return undefined;
  const isTechnical = mismatch.message.startsWith('must match the pattern') || mismatch.message.startsWith('fits none');
  return isTechnical ? `is not in the form that is needed${hint(field)}` : mismatch.message;
}

/** True when there is something in the value: not null, no blank text, no empty list or object. */
export function isMeaningful(value: JsonValue | undefined): value is JsonValue {
  if (value === undefined || value === null) return false;
  if (typeof value === 'string') return value.trim() !== '';
  if (Array.isArray(value)) return value.length > 0;
  return !isJsonObject(value) || Object.keys(value).length > 0;
}

function hint(field: SlotField): string {
  if (field.example) return `, such as ${field.example}`;
  return field.description ? ` (${field.description})` : '';
}

/** Paths name a field as `field`, `field.inner`, `field[0]`, or `["odd name"]`. */
function concerns(path: string, name: string): boolean {
  return [name, `[${JSON.stringify(name)}]`].some(
    (prefix) => path === prefix || path.startsWith(`${prefix}.`) || path.startsWith(`${prefix}[`),
  );
}
