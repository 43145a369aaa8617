import { isDeepStrictEqual } from 'node:util';
import { isJsonObject, type JsonObject, type JsonValue } from '../../platform/common/json.js';
import { escapeRegex } from '../../platform/common/regex.js';
import { schemasOf, type ValueSchemas } from './value-schemas.js';

/** What stands in the place of what is secret. */
export const HIDDEN = '[hidden]';

/**
 * Arguments as they may be shown and recorded: what the schema marks with `x-sensitive: true`, `writeOnly: true` or
 * `format: password` is hidden, at any depth, also behind a reference, and where only one branch of several marks it.
 */
export function maskSensitive(schema: JsonObject | null, args: JsonObject): JsonObject {
  return schema && marksAny(schema) ? (masked(schemasOf(schema), args) as JsonObject) : args;
}

/** The texts and numbers that `maskSensitive` hides, as texts. */
export function sensitiveValues(schema: JsonValue | undefined, value: JsonValue): string[] {
  return isJsonObject(schema) && marksAny(schema) ? sensitiveScalars(schemasOf(schema), value) : [];
}

/** Whether a schema marks anything that must be hidden. */
export function hasSensitive(schema: JsonValue | undefined): boolean {
  if (Array.isArray(schema)) return schema.some(hasSensitive);
  return isJsonObject(schema) && (isSensitive(schema) || Object.values(schema).some(hasSensitive));
}

/** Of schemas that were asked for before: each turn asks for those of its flow. */
const known = new WeakMap<JsonObject, boolean>();

function marksAny(schema: JsonObject): boolean {
  const before = known.get(schema);
  if (before !== undefined) return before;
  const marks = hasSensitive(schema);
  known.set(schema, marks);
  return marks;
}

/** The texts and numbers in a value, as texts. */
export function scalarsIn(value: JsonValue): string[] {
  if (Array.isArray(value)) return value.flatMap(scalarsIn);
  if (isJsonObject(value)) return Object.values(value).flatMap(scalarsIn);
  return typeof value === 'string' || typeof value === 'number' ? [String(value)] : [];
}

/**
 * A text without values, wherever they stand in it, also in JSON or in a text within JSON. One or two characters are no
 * value: half the text would be gone.
 */
export function hideValues(text: string, values: readonly string[]): string {
  const long = values.filter(isLong).flatMap(spellings);
  if (long.length === 0) return text;
  const longestFirst = [...new Set(long)].sort((a, b) => b.length - a.length);
  // In "the pin is [hidden]" nothing is hidden once more, whatever its words are read as.
  return text.replace(new RegExp([HIDDEN, ...longestFirst].map(escapeRegex).join('|'), 'g'), HIDDEN);
}

/** The same in every text of a value, and for a number that is one of them. */
export function hideInTexts(value: JsonValue, values: readonly string[]): JsonValue {
  if (values.length === 0) return value;
  if (typeof value === 'number') return isHidden(String(value), values) ? HIDDEN : value;
  if (typeof value === 'string') return hideValues(value, values);
  if (Array.isArray(value)) return value.map((item) => hideInTexts(item, values));
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, child]) => [name, hideInTexts(child, values)]));
}

function isHidden(text: string, values: readonly string[]): boolean {
  return isLong(text) && values.includes(text);
}

function isLong(text: string): boolean {
  return text.length > 2;
}

/** The texts and numbers of an action's arguments that are shown as something else; none where nothing is (null). */
export function hiddenTexts(args: JsonObject, shown: JsonObject | null): string[] {
  return shown === null ? [] : differing(args, shown);
}

/** Whether a value has a place in it where one was hidden: whoever gives it back has not seen what it stands for. */
export function hasHidden(value: JsonValue): boolean {
  return scalarsIn(value).some((text) => text.includes(HIDDEN));
}

function differing(value: JsonValue | undefined, shown: JsonValue | undefined): string[] {
  if (value === undefined || isDeepStrictEqual(value, shown)) return [];
  if (Array.isArray(value))
    return value.flatMap((item, at) => differing(item, Array.isArray(shown) ? shown[at] : undefined));
  if (isJsonObject(value)) {
    return Object.entries(value).flatMap(([name, child]) =>
      differing(child, isJsonObject(shown) ? shown[name] : undefined),
    );
  }
  return typeof value === 'string' || typeof value === 'number' ? [String(value)] : [];
}

/** A value as it is, and as JSON writes what it has of quotation marks and line breaks. */
function spellings(value: string): string[] {
  const inJson = escaped(value);
  return inJson === value ? [value] : [value, inJson, escaped(inJson)];
}

function escaped(value: string): string {
  return JSON.stringify(value).slice(1, -1);
}

function masked(schemas: ValueSchemas, value: JsonValue): JsonValue {
  if (schemas.isEmpty) return value;
  if (schemas.some(isSensitive)) return HIDDEN;
  if (Array.isArray(value)) return value.map((item, at) => masked(schemas.ofItem(at), item));
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, child]) => [name, masked(schemas.ofProperty(name), child)]),
  );
}

function sensitiveScalars(schemas: ValueSchemas, value: JsonValue): string[] {
  if (schemas.isEmpty) return [];
  if (schemas.some(isSensitive)) return scalarsIn(value);
  if (Array.isArray(value)) return value.flatMap((item, at) => sensitiveScalars(schemas.ofItem(at), item));
  if (!isJsonObject(value)) return [];
  return Object.entries(value).flatMap(([name, child]) => sensitiveScalars(schemas.ofProperty(name), child));
}

function isSensitive(schema: JsonObject): boolean {
  return schema['x-sensitive'] === true || schema.writeOnly === true || schema.format === 'password';
}
