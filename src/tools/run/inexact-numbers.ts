import { isJsonObject, type JsonValue } from '../../platform/common/json.js';
import type { SchemaProblem } from '../../platform/common/json-schema.js';

const PROBLEM = 'has more digits than a JSON number keeps exactly: pass it as text';

/**
 * Whole numbers from 2^53 on: what was written may have been another one ("9007199254740993" is read as …992), so that nobody
 * could consent to exactly it.
 */
export function inexactNumbers(value: JsonValue, path = ''): SchemaProblem[] {
  if (typeof value === 'number')
    return Number.isInteger(value) && !Number.isSafeInteger(value) ? [{ path, message: PROBLEM }] : [];
  if (Array.isArray(value)) return value.flatMap((item, index) => inexactNumbers(item, `${path}[${index}]`));
  if (!isJsonObject(value)) return [];
  return Object.entries(value).flatMap(([name, item]) => inexactNumbers(item, path === '' ? name : `${path}.${name}`));
}
