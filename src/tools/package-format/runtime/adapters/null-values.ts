import type { Json, JsonObject } from './manifest.js';

/**
 * An input without the nulls that stand for what was not given: strict mode of OpenAI has models write every property.
 * A null stays where its property is required.
 */
export function withoutNulls(schema: Json | undefined, value: Json): Json {
  if (Array.isArray(value)) return value.map((item) => withoutNulls(child(schema, 'items'), item));
  if (typeof value !== 'object' || value === null) return value;
  const required = child(schema, 'required');
  const properties = child(schema, 'properties');
  const isGiven = ([name, item]: [string, Json]) =>
    item !== null || (Array.isArray(required) && required.includes(name));
  const kept = Object.entries(value).filter(isGiven);
  return Object.fromEntries(kept.map(([name, item]) => [name, withoutNulls(child(properties, name), item)]));
}

function child(schema: Json | undefined, key: string): Json | undefined {
  const isObject = typeof schema === 'object' && schema !== null && !Array.isArray(schema);
  return isObject && Object.hasOwn(schema, key) ? (schema as JsonObject)[key] : undefined;
}
