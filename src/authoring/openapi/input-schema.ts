import { isJsonObject, type JsonObject, type JsonValue } from '../../platform/common/json.js';
import { checkRegex } from '../../platform/common/regex.js';

/** Keywords that say something about values; what else OpenAPI allows is left out. */
const KEPT = new Set([
  'type',
  'description',
  'enum',
  'const',
  'default',
  'format',
  'pattern',
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'multipleOf',
  'minLength',
  'maxLength',
  'items',
  'minItems',
  'maxItems',
  'uniqueItems',
  'properties',
  'required',
  'additionalProperties',
  'minProperties',
  'maxProperties',
  'allOf',
  'anyOf',
  'oneOf',
  'not',
  'title',
  'examples',
  // What hides an argument in questions and records.
  'writeOnly',
  'x-sensitive',
]);

/** A schema of OpenAPI as JSON Schema: nullable types, boolean limits and references that could not be followed. */
export function cleanSchema(schema: JsonValue | undefined): JsonObject {
  if (!isJsonObject(schema)) return {};
  const clean: JsonObject = {};
  for (const [key, value] of Object.entries(schema)) {
    if (KEPT.has(key) && isUsable(key, value)) clean[key] = cleanKeyword(key, value);
  }
  for (const [flag, limit] of [
    ['exclusiveMinimum', 'minimum'],
    ['exclusiveMaximum', 'maximum'],
  ] as const) {
    if (typeof clean[flag] !== 'boolean') continue;
    const isExclusive = clean[flag] && clean[limit] !== undefined;
    delete clean[flag];
    if (!isExclusive) continue;
    clean[flag] = clean[limit] ?? 0;
    delete clean[limit];
  }
  const { example, properties } = schema;
  if (Array.isArray(clean.required) && isJsonObject(properties))
    clean.required = clean.required.filter((name) => !isReadOnly(properties[String(name)]));
  if (example !== undefined && typeof example !== 'object' && clean.examples === undefined) clean.examples = [example];
  if (schema.nullable === true && typeof clean.type === 'string') clean.type = [clean.type, 'null'];
  return clean;
}

/** A pattern that only other engines run (with look-around) is left to the server. */
function isUsable(key: string, value: JsonValue): boolean {
  return key !== 'pattern' || (typeof value === 'string' && checkRegex(value) === undefined);
}

function cleanKeyword(key: string, value: JsonValue): JsonValue {
  if (key === 'properties' && isJsonObject(value)) {
    const written = Object.entries(value).filter(([, property]) => !isReadOnly(property));
    return Object.fromEntries(written.map(([name, property]) => [name, cleanSchema(property)]));
  }
  if (key === 'items' || key === 'not') return cleanSchema(value);
  if (key === 'additionalProperties') return typeof value === 'boolean' ? value : cleanSchema(value);
  if (['allOf', 'anyOf', 'oneOf'].includes(key) && Array.isArray(value)) return value.map(cleanSchema);
  return value;
}

/** Whether only the server gives it. */
function isReadOnly(property: JsonValue | undefined): boolean {
  return isJsonObject(property) && property.readOnly === true;
}

interface Fields {
  readonly properties: JsonObject;
  readonly required: string[];
}

/** An object's own properties and those of its `allOf`; undefined where it is no plain object. */
export function propertiesOf(schema: JsonObject): Fields | undefined {
  const fields = fieldsOf(schema);
  if (!fields || Object.keys(fields.properties).length === 0) return undefined;
  const { properties, required } = fields;
  return { properties, required: [...new Set(required)].filter((name) => Object.hasOwn(properties, name)) };
}

/** Undefined where it, or one of its parts, is a choice of several. */
function fieldsOf({ properties, required, allOf, anyOf, oneOf }: JsonObject): Fields | undefined {
  if (anyOf !== undefined || oneOf !== undefined) return undefined;
  const own: Fields = {
    properties: isJsonObject(properties) ? properties : {},
    required: Array.isArray(required) ? required.map(String) : [],
  };
  const parts = [own, ...(Array.isArray(allOf) ? allOf.filter(isJsonObject).map(fieldsOf) : [])];
  if (!parts.every((part) => part !== undefined)) return undefined;
  return {
    properties: Object.assign({}, ...parts.map((part) => part.properties)),
    required: parts.flatMap((part) => part.required),
  };
}
