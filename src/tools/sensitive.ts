import { isJsonObject, type JsonObject, type JsonValue } from '../common/json.js';

const HIDDEN = '[hidden]';

/**
 * Arguments as they may be shown and recorded: what the schema marks with `x-sensitive: true`, `writeOnly: true` or
 * `format: password` is hidden, at any depth of its `properties` and `items`.
 */
export function maskSensitive(schema: JsonObject | null, args: JsonObject): JsonObject {
  return schema ? (masked(schema, args) as JsonObject) : args;
}

function masked(schema: JsonValue | undefined, value: JsonValue): JsonValue {
  if (!isJsonObject(schema)) return value;
  if (isSensitive(schema)) return HIDDEN;
  if (Array.isArray(value)) return value.map((item) => masked(schema.items, item));
  if (!isJsonObject(value) || !isJsonObject(schema.properties)) return value;
  const { properties } = schema;
  return Object.fromEntries(Object.entries(value).map(([name, child]) => [name, masked(properties[name], child)]));
}

function isSensitive(schema: JsonObject): boolean {
  return schema['x-sensitive'] === true || schema.writeOnly === true || schema.format === 'password';
}
