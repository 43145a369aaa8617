import { isJsonObject, type JsonObject, type JsonValue } from '../../../../platform/common/json.js';

/** Keywords of OpenAPI that JSON Schema does not have, and that say nothing about what is valid. */
const DROPPED = new Set(['nullable', 'example', 'discriminator', 'xml', 'externalDocs', 'readOnly', 'writeOnly']);

/** What hides an argument in questions and records. */
const MARKS_OF_SECRETS: ReadonlySet<string> = new Set(['writeOnly', 'x-sensitive']);

/** Formats that validators know; others are names that only the service understands. */
const FORMATS = new Set([
  ...[
    'date',
    'date-time',
    'time',
    'duration',
    'email',
    'hostname',
    'ipv4',
    'ipv6',
    'uri',
    'uri-reference',
    'uuid',
    'regex',
  ],
  ...['int32', 'int64', 'float', 'double', 'byte', 'binary', 'password', 'json-pointer'],
]);

/** What a reference within the document leads to, also where that is a reference. */
export function dereference(document: JsonObject, value: JsonValue | undefined, depth = 0): JsonObject {
  if (!isJsonObject(value)) return {};
  if (typeof value.$ref !== 'string' || depth > 20) return value;
  if (!value.$ref.startsWith('#/')) throw new SyntaxError(`refers to another document (${value.$ref})`);
  let found: JsonValue | undefined = document;
  for (const key of keysOf(value.$ref)) {
    const owner: JsonValue | undefined = found;
    found = Array.isArray(owner) ? owner[Number(key)] : isJsonObject(owner) ? owner[key] : undefined;
  }
  if (found === undefined) throw new SyntaxError(`refers to what is not there (${value.$ref})`);
  return dereference(document, found, depth + 1);
}

/** The keys of a JSON Pointer within the document. */
function keysOf(reference: string): string[] {
  const keys = reference.slice(2).split('/');
  return keys.map((key) => decodeURIComponent(key).replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** Who reads a schema: what only the other side gives is left out. */
export type Side = 'input' | 'output';

/**
 * A schema of an OpenAPI document as JSON Schema 2020-12 that stands for itself: the schemas it refers to become `$defs`.
 * Objects of an output take properties they do not name, as OpenAPI means it.
 * @throws SyntaxError for a reference to another document, or to nothing
 */
export function standAlone(document: JsonObject, schema: JsonObject, side: Side): JsonObject {
  const used = new Map<string, JsonValue>();
  const names = new Map<string, string>();
  /** Those that hold themselves are put together once, and referred to within. */
  const joining = new Set<JsonObject>();
  const join = (value: JsonObject): JsonObject => {
    if (side === 'output' || joining.has(value)) return converted(value, undefined, convert, side);
    joining.add(value);
    const result = converted(joined(document, value), undefined, convert, side);
    joining.delete(value);
    return result;
  };
  const convert = (value: JsonValue): JsonValue => {
    if (Array.isArray(value)) return value.map(convert);
    if (!isJsonObject(value)) return value;
    if (typeof value.$ref !== 'string') return join(value);
    const name = names.get(value.$ref) ?? freeName(used, value.$ref, side);
    names.set(value.$ref, name);
    if (!used.has(name)) {
      used.set(name, true);
      used.set(name, convert(dereference(document, value)));
    }
    return converted(value, name, convert, side);
  };
  const own = convert(schema) as JsonObject;
  return used.size === 0 ? own : { ...own, $defs: Object.fromEntries(used) };
}

/** What else an object may say that can be put together with another one. */
const JOINABLE = new Set([
  ...['required', 'title', 'description', 'deprecated', 'example', 'examples', 'default'],
  ...['discriminator', 'xml', 'externalDocs'],
]);

/** An object that `allOf` puts together of others, as one: only then can it be closed, as no part knows the properties of another. */
export function joined(document: JsonObject, schema: JsonObject, depth = 0): JsonObject {
  const { allOf, nullable, ...own } = schema;
  if (!Array.isArray(allOf) || depth > 20) return schema;
  const parts = [...allOf.map((part) => joined(document, dereference(document, part), depth + 1)), own];
  const properties: JsonObject = Object.assign({}, ...parts.map((part) => part.properties ?? {}));
  if (!parts.every(isJoinable) || Object.keys(properties).length === 0) return schema;
  const required = new Set(parts.flatMap((part) => (Array.isArray(part.required) ? part.required : [])));
  return { ...own, ...(nullable !== undefined && { nullable }), type: 'object', properties, required: [...required] };
}

function isJoinable(part: JsonObject): boolean {
  const { type = 'object', additionalProperties = false, properties = {}, ...rest } = part;
  const isKnown = (key: string) => JOINABLE.has(key) || (key.startsWith('x-') && !MARKS_OF_SECRETS.has(key));
  return (
    type === 'object' && additionalProperties === false && isJsonObject(properties) && Object.keys(rest).every(isKnown)
  );
}

/** Named by the last key; the sides of one schema are not the same. */
function freeName(used: ReadonlyMap<string, unknown>, reference: string, side: Side): string {
  const last = (keysOf(reference).at(-1) ?? '').replace(/[^\w.-]+/g, '_') || side;
  let name = last;
  for (let number = 2; used.has(name); number += 1) name = `${last}_${number}`;
  return name;
}

function converted(
  value: JsonObject,
  ref: string | undefined,
  convert: (v: JsonValue) => JsonValue,
  side: Side,
): JsonObject {
  const kept = Object.entries(value).filter(
    ([key]) => (side === 'input' && MARKS_OF_SECRETS.has(key)) || (!DROPPED.has(key) && !key.startsWith('x-')),
  );
  const result: JsonObject = {};
  for (const [key, child] of kept) {
    if (key === 'format' && typeof child === 'string' && !FORMATS.has(child)) continue;
    if (key === 'properties' && isJsonObject(child)) {
      const own = Object.entries(child).filter(([, inner]) => !isOfOtherSide(inner, side));
      result.properties = Object.fromEntries(own.map(([name, inner]) => [name, convert(inner)]));
    } else {
      result[key] = ['enum', 'const', 'default', 'examples', 'required'].includes(key) ? child : convert(child);
    }
  }
  if (ref !== undefined) result.$ref = `#/$defs/${ref}`;
  if (value.example !== undefined && result.examples === undefined) result.examples = [value.example];
  oldLimits(result);
  if (Array.isArray(result.required)) result.required = withoutOtherSide(result.required, value.properties, side);
  const isObject = [value.type].flat().includes('object') || isJsonObject(value.properties);
  if (side === 'output' && isObject && result.additionalProperties === undefined) result.additionalProperties = true;
  return value.nullable === true ? orNull(result) : result;
}

/** Whether only the service gives it, or only its users. */
export function isOfOtherSide(property: JsonValue | undefined, side: Side): boolean {
  return isJsonObject(property) && property[side === 'input' ? 'readOnly' : 'writeOnly'] === true;
}

function withoutOtherSide(required: JsonValue[], properties: JsonValue | undefined, side: Side): JsonValue[] {
  const known = isJsonObject(properties) ? properties : {};
  return required.filter((name) => !isOfOtherSide(known[String(name)], side));
}

/** OpenAPI 3.0 marks a limit as exclusive where 2020-12 has a limit of its own. */
function oldLimits(schema: JsonObject): void {
  for (const [exclusive, limit] of [
    ['exclusiveMinimum', 'minimum'],
    ['exclusiveMaximum', 'maximum'],
  ] as const) {
    const old = schema[exclusive];
    if (typeof old !== 'boolean') continue;
    delete schema[exclusive];
    if (!old || schema[limit] === undefined) continue;
    schema[exclusive] = schema[limit];
    delete schema[limit];
  }
}

function orNull(schema: JsonObject): JsonObject {
  if (schema.type === undefined) return { anyOf: [schema, { type: 'null' }] };
  const choices: JsonObject = Array.isArray(schema.enum) ? { enum: [...schema.enum, null] } : {};
  return { ...schema, ...choices, type: [...[schema.type].flat(), 'null'] };
}
