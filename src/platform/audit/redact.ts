import { isJsonObject, type JsonValue, parseJson } from '../common/json.js';

/** What stands in the place of a secret. */
const REDACTED = '[redacted]';

const TOO_DEEP = '[nested too deeply]';
const MAX_DEPTH = 64;

/**
 * A copy of `value` in which everything under one of `keys` is blacked out, at any depth and in any case, and also
 * inside strings that are themselves JSON text. The copy shares nothing with the original, so that what is recorded
 * does not change with what is worked on. It can always be stored: it stops at a depth of 64, and characters that
 * PostgreSQL refuses (U+0000, half a surrogate pair) become U+FFFD.
 * @param keys names of fields, compared whole and without regard to case
 */
export function redact(value: JsonValue, keys: readonly string[]): JsonValue {
  return redacted(value, new Set(keys.map((key) => key.toLowerCase())), 0);
}

function redacted(value: JsonValue, keys: ReadonlySet<string>, depth: number): JsonValue {
  if (typeof value === 'string') return redactedText(storable(value), keys, depth);
  if (typeof value !== 'object' || value === null) return value;
  if (depth === MAX_DEPTH) return TOO_DEEP;
  if (Array.isArray(value)) return value.map((item) => redacted(item, keys, depth + 1));
  const entries = Object.entries(value).map(([key, child]): [string, JsonValue] => [
    storable(key),
    keys.has(key.toLowerCase()) ? REDACTED : redacted(child, keys, depth + 1),
  ]);
  return Object.fromEntries(entries);
}

function storable(text: string): string {
  return text.toWellFormed().replaceAll('\u0000', '\ufffd');
}

/** JSON text is rewritten only where it holds one of the keys; any other text stays as it is. */
function redactedText(text: string, keys: ReadonlySet<string>, depth: number): string {
  const first = text.trimStart()[0];
  if (depth === MAX_DEPTH || (first !== '{' && first !== '[')) return text;
  const value = parseJson(text);
  if (!isJsonObject(value) && !Array.isArray(value)) return text;
  const clean = JSON.stringify(redacted(value, keys, depth + 1));
  return clean === JSON.stringify(value) ? text : clean;
}
