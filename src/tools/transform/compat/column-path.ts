import { isJsonObject, type JsonObject, type JsonValue } from '../../../platform/common/json.js';
import type { Path, PathStep } from '../path.js';

/**
 * Reads a path the way mcp-gateway does: empty parts count for nothing, a part has one bracket at most, what is no
 * number in it is dropped, and dots cannot be escaped.
 * @throws SyntaxError for a part that ends in `[`, on which mcp-gateway itself ends
 */
export function parseColumnPath(text: string): Path {
  return text.split('.').flatMap((part): PathStep[] => {
    if (part.endsWith('[]')) return [...keyStep(part.slice(0, -2)), 'each'];
    const bracket = part.indexOf('[');
    if (bracket < 0) return keyStep(part);
    if (bracket === part.length - 1) throw new SyntaxError(`"${text}" is not a path: "${part}" ends in "["`);
    const index = part.slice(bracket + 1, -1);
    return [...keyStep(part.slice(0, bracket)), ...(/^\+?\d+$/.test(index) ? [{ index: Number(index) }] : [])];
  });
}

function keyStep(key: string): PathStep[] {
  return key === '' ? [] : [{ key }];
}

/** What a path finds: one value as it is, several as a list; undefined where there is none. */
export function resolveColumn(value: JsonValue, path: Path): JsonValue | undefined {
  const found = path.reduce<JsonValue[]>((values, step) => values.flatMap((one) => childrenAt(one, step)), [value]);
  return found.length > 1 ? found : found[0];
}

function childrenAt(value: JsonValue, step: PathStep): JsonValue[] {
  if (step === 'each') return Array.isArray(value) ? value : [];
  if ('index' in step) return Array.isArray(value) ? value.slice(step.index, step.index + 1) : [];
  return isJsonObject(value) && Object.hasOwn(value, step.key) ? [value[step.key] ?? null] : [];
}

/** A value inside a text: null and what is missing is nothing, lists and objects are JSON with sorted keys. */
export function columnText(value: JsonValue | undefined): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'string' ? value : sortedJson(value);
}

function sortedJson(value: JsonValue): string {
  if (typeof value === 'number') return String(value).replace('e+', 'e');
  if (Array.isArray(value)) return `[${value.map(sortedJson).join(',')}]`;
  if (!isJsonObject(value)) return JSON.stringify(value);
  return `{${sortedEntries(value)
    .map(([key, child]) => `${JSON.stringify(key)}:${sortedJson(child)}`)
    .join(',')}}`;
}

/** In the order of their keys. */
export function sortedEntries(value: JsonObject): [string, JsonValue][] {
  return Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
}
