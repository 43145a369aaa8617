import { isJsonObject, type JsonObject, type JsonValue } from '../../common/json.js';

/** Keywords of OpenAPI that JSON Schema does not have, and that say nothing about what is valid. */
const DROPPED = new Set(['nullable', 'example', 'discriminator', 'xml', 'externalDocs', 'readOnly', 'writeOnly']);
const COMPONENT = /^#\/components\/schemas\/([^/]+)$/;

/** What a reference within the document leads to, also where that is a reference. */
export function dereference(document: JsonObject, value: JsonValue | undefined, depth = 0): JsonObject {
  if (!isJsonObject(value)) return {};
  if (typeof value.$ref !== 'string' || depth > 20) return value;
  if (!value.$ref.startsWith('#/')) throw new SyntaxError(`refers to another document (${value.$ref})`);
  let found: JsonValue | undefined = document;
  for (const key of value.$ref.slice(2).split('/')) {
    found = isJsonObject(found) ? found[key.replaceAll('~1', '/').replaceAll('~0', '~')] : undefined;
  }
  return dereference(document, found, depth + 1);
}

/**
 * A schema of an OpenAPI document as JSON Schema 2020-12 that stands for itself: the components it uses become `$defs`.
 * @param isOpen whether objects take properties they do not name, as OpenAPI means it
 * @throws SyntaxError for a reference to another document
 */
export function standAlone(document: JsonObject, schema: JsonObject, isOpen: boolean): JsonObject {
  const used = new Map<string, JsonValue>();
  const convert = (value: JsonValue): JsonValue => {
    if (Array.isArray(value)) return value.map(convert);
    if (!isJsonObject(value)) return value;
    const [, name] = COMPONENT.exec(String(value.$ref ?? '')) ?? [];
    if (value.$ref !== undefined && name === undefined)
      throw new SyntaxError(`has a reference that is not supported: ${value.$ref}`);
    if (name !== undefined && !used.has(name)) {
      used.set(name, true);
      used.set(name, convert(dereference(document, value)));
    }
    return converted(value, name, convert, isOpen);
  };
  const own = convert(schema) as JsonObject;
  return used.size === 0 ? own : { ...own, $defs: Object.fromEntries(used) };
}

function converted(
  value: JsonObject,
  ref: string | undefined,
  convert: (v: JsonValue) => JsonValue,
  isOpen: boolean,
): JsonObject {
  const kept = Object.entries(value).filter(([key]) => !DROPPED.has(key) && !key.startsWith('x-'));
  const result: JsonObject = {};
  for (const [key, child] of kept) {
    if (key === 'properties' && isJsonObject(child)) {
      result.properties = Object.fromEntries(Object.entries(child).map(([name, inner]) => [name, convert(inner)]));
    } else {
      result[key] = ['enum', 'const', 'default', 'examples', 'required'].includes(key) ? child : convert(child);
    }
  }
  if (ref !== undefined) result.$ref = `#/$defs/${ref}`;
  if (value.example !== undefined && result.examples === undefined) result.examples = [value.example];
  oldLimits(result);
  const isObject = [value.type].flat().includes('object') || isJsonObject(value.properties);
  if (isOpen && isObject && result.additionalProperties === undefined) result.additionalProperties = true;
  return value.nullable === true ? orNull(result) : result;
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
