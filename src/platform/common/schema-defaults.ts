import { isJsonObject, type JsonObject, type JsonValue } from './json.js';

/** Arguments with what the properties of their schema say for those that are left out. */
export function withDefaults(schema: JsonObject | null, args: JsonObject): JsonObject {
  const properties = schema && isJsonObject(schema.properties) ? Object.entries(schema.properties) : [];
  const defaults = properties.flatMap(([name, property]): [string, JsonValue][] =>
    isJsonObject(property) && property.default !== undefined ? [[name, property.default]] : [],
  );
  return { ...args, ...Object.fromEntries(defaults.filter(([name]) => !Object.hasOwn(args, name))) };
}
