/** Any value that survives JSON unchanged. */
export type JsonValue = string | number | boolean | null | JsonValue[] | JsonObject;

/** A JSON object; the shape of `context_json`, arguments, audit payloads and the like. */
export interface JsonObject {
  [key: string]: JsonValue;
}

/** True for `{}`-like values only: not for null, arrays or class instances such as Date. */
export function isJsonObject(value: unknown): value is JsonObject {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const prototype = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

/** Parses strict JSON; `undefined` when the text is not JSON from its first to its last character. */
export function parseJson(text: string): JsonValue | undefined {
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    return undefined;
  }
}

/**
 * What a handler, a driver or a model returned, as plain JSON: class instances become their `toJSON`,
 * `undefined` disappears, functions and cycles are refused.
 * @throws TypeError where the value cannot be written as JSON
 */
export function toJson(value: unknown): JsonValue {
  const text = JSON.stringify(value);
  return text === undefined ? null : (JSON.parse(text) as JsonValue);
}

/** A copy that shares nothing with the original. */
export function copyJson<T extends JsonValue>(value: T): T {
  if (Array.isArray(value)) return value.map(copyJson) as T;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, child]) => [key, copyJson(child)])) as T;
}

/** NUL and halves of surrogate pairs as JSON text escapes them: PostgreSQL stores neither in text nor in jsonb. */
const UNSTORABLE = /\\u(0000|d[89a-f])/;

/** Whether every database stores this JSON text as it is. */
export function isStorableJson(text: string): boolean {
  return !text.includes('\\u') || !UNSTORABLE.test(text);
}

/** JSON text that every database stores: NUL characters are dropped, halves of surrogate pairs become U+FFFD. */
export function toStorableJson(value: unknown): string {
  const text = JSON.stringify(value) ?? 'null';
  if (isStorableJson(text)) return text;
  const clean = (_key: string, item: unknown) => (typeof item === 'string' ? toStorableText(item) : item);
  return JSON.stringify(value, clean) ?? 'null';
}

/** The same for plain text. */
export function toStorableText(text: string): string {
  return text.replaceAll('\0', '').toWellFormed();
}

/** JSON with object keys in code-point order: equal values give equal text, so the text can be hashed. */
export function canonicalJson(value: JsonValue): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (value !== null && typeof value === 'object') {
    const entries = Object.keys(value)
      .sort()
      .map((key) => `${JSON.stringify(key)}:${canonicalJson(value[key] ?? null)}`);
    return `{${entries.join(',')}}`;
  }
  return JSON.stringify(value);
}

/** The same in several lines, for files that people read and compare. */
export function stableJson(value: unknown): string {
  return `${JSON.stringify(sorted(value), null, 2)}\n`;
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.keys(value)
      .sort()
      .map((key) => [key, sorted(value[key])]),
  );
}

/** How deeply arrays and objects nest; 0 for a scalar. Stops counting at `limit`. */
export function jsonDepth(value: unknown, limit = 200): number {
  if (limit === 0 || typeof value !== 'object' || value === null) return 0;
  let deepest = 0;
  for (const child of Object.values(value)) deepest = Math.max(deepest, jsonDepth(child, limit - 1));
  return deepest + 1;
}
