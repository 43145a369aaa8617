import { isJsonObject, type JsonValue } from '../../../platform/common/json.js';
import type { SchemaCheck } from '../../../platform/common/json-schema.js';
import type { SlotWords } from '../vocabulary/index.js';
import type { SlotField } from './schema-fields.js';

/** Says that a value is not in the form needed, and what the keywords of a schema demand. */
type Reasons = Pick<SlotWords['reasons'], 'form' | 'limits'>;

/** Why a value does not fit its property's schema, in the words of the language; `undefined` when it fits. */
export function fieldProblem(
  check: SchemaCheck,
  field: SlotField,
  value: JsonValue,
  { form, limits }: Reasons,
): string | undefined {
  const path = pathOf(field);
  const mismatch = check.findings(nested(field.path, value)).find((problem) => concerns(problem.path, path));
  if (!mismatch) return undefined;
  const isTechnical = mismatch.message.startsWith('must match the pattern') || mismatch.message.startsWith('fits none');
  if (isTechnical) return `${form}${hint(field)}`;
  const words = limits[mismatch.keyword];
  return words === undefined ? mismatch.message : words.replace('{{limit}}', () => String(mismatch.limit ?? ''));
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

/** Paths are written `field`, `field.inner`, `field[0]`, or `["odd name"]`. */
function concerns(path: string, prefix: string): boolean {
  return path === prefix || path.startsWith(`${prefix}.`) || path.startsWith(`${prefix}[`);
}

function pathOf({ path }: SlotField): string {
  return path.reduce((outer, name) => {
    if (!/^[\p{L}\p{N}_$-]+$/u.test(name)) return `${outer}[${JSON.stringify(name)}]`;
    return outer === '' ? name : `${outer}.${name}`;
  }, '');
}

/** The object that holds a value at the path, and nothing else. */
function nested(path: readonly string[], value: JsonValue): JsonValue {
  return path.reduceRight((inner: JsonValue, name) => Object.fromEntries([[name, inner]]), value);
}
