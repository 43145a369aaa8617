import type { Json, JsonObject } from './manifest.js';

/** A schema as programs of others can use it. */
export interface PublishedSchema {
  readonly schema: JsonObject;
  /** Patterns that had to be left out: what they ask for is checked when the tool is called, and not before. */
  readonly leftOut: readonly string[];
}

/**
 * The schema with patterns that validators of clients compile: ECMAScript's, with the flag `u`. One pattern that they
 * cannot compile makes some of them refuse the whole list of tools. A pattern that only escapes too much is mended; any
 * other is left out.
 */
export function publishedSchema(schema: JsonObject): PublishedSchema {
  const leftOut: string[] = [];
  return { schema: publish(schema, leftOut) as JsonObject, leftOut };
}

/** Keywords that hold a schema, a list of schemas, or schemas by name. */
const ONE = ['items', 'additionalProperties', 'contains', 'propertyNames', 'unevaluatedItems', 'unevaluatedProperties'];
const LISTS = ['allOf', 'anyOf', 'prefixItems'];
const NAMED = ['properties', '$defs', 'definitions', 'dependentSchemas'];
/** Where a schema that allows more makes the whole allow less: they are left out with a pattern of theirs. */
const TURNING = ['not', 'oneOf', 'if', 'then', 'else'];

function publish(schema: Json, leftOut: string[]): Json {
  if (!isObject(schema)) return schema;
  const published: Record<string, Json> = { ...schema };
  for (const key of ONE) if (key in schema) published[key] = publishAll(schema[key] as Json, leftOut);
  for (const key of LISTS) if (key in schema) published[key] = publishAll(schema[key] as Json, leftOut);
  for (const key of NAMED) if (key in schema) published[key] = publishNamed(schema[key] as Json, leftOut);
  publishTurning(schema, published, leftOut);
  publishPattern(schema, published, leftOut);
  publishPatternProperties(schema, published, leftOut);
  return published;
}

function publishAll(value: Json, leftOut: string[]): Json {
  return Array.isArray(value) ? value.map((one) => publish(one, leftOut)) : publish(value, leftOut);
}

function publishNamed(value: Json, leftOut: string[]): Json {
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, publish(one, leftOut)]));
}

function publishTurning(schema: JsonObject, published: Record<string, Json>, leftOut: string[]): void {
  const found: string[] = [];
  for (const key of TURNING) if (key in schema) published[key] = publishAll(schema[key] as Json, found);
  if (found.length === 0) return;
  leftOut.push(...found);
  for (const key of TURNING) delete published[key];
}

function publishPattern(schema: JsonObject, published: Record<string, Json>, leftOut: string[]): void {
  const { pattern } = schema;
  if (typeof pattern !== 'string') return;
  const mended = ecmaPattern(pattern);
  if (mended !== undefined) published.pattern = mended;
  else {
    delete published.pattern;
    leftOut.push(pattern);
  }
}

function publishPatternProperties(schema: JsonObject, published: Record<string, Json>, leftOut: string[]): void {
  const { patternProperties } = schema;
  if (!isObject(patternProperties)) return;
  const kept: Record<string, Json> = {};
  for (const [pattern, one] of Object.entries(patternProperties)) {
    const mended = ecmaPattern(pattern);
    if (mended === undefined) leftOut.push(pattern);
    else kept[mended] = publish(one, leftOut);
  }
  published.patternProperties = kept;
  // What such a pattern allowed, nothing else may forbid.
  if (Object.keys(kept).length < Object.keys(patternProperties).length) {
    delete published.additionalProperties;
    delete published.unevaluatedProperties;
  }
}

/** A pattern with the same meaning that ECMAScript compiles with the flag `u`; undefined where there is none. */
export function ecmaPattern(pattern: string): string | undefined {
  return [pattern, withFewerEscapes(pattern)].find(isCompiled);
}

function isCompiled(pattern: string): boolean {
  try {
    new RegExp(pattern, 'u');
    return true;
  } catch {
    return false;
  }
}

/** Without the backslashes before signs that mean nothing else: `\:` as `:`, and `\-` as `-` where it is no range. */
function withFewerEscapes(pattern: string): string {
  let isInClass = false;
  return pattern.replaceAll(/\\([\s\S])|[[\]]/g, (text, escaped?: string) => {
    if (escaped === undefined) {
      isInClass = text === '[' || (isInClass && text !== ']');
      return text;
    }
    const isNeeded = /[\w^$\\.*+?()[\]{}|/]/.test(escaped) || (isInClass && escaped === '-');
    return isNeeded && escaped !== '_' ? text : escaped;
  });
}

function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
