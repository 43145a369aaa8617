import { isJsonObject, type JsonObject, type JsonValue } from '../../platform/common/json.js';

/** The properties of a schema, by name in code-point order; undefined where it has no map of them. */
export function propertiesOf(schema: JsonValue): readonly (readonly [string, JsonValue])[] | undefined {
  const properties = isJsonObject(schema) ? schema.properties : undefined;
  if (!isJsonObject(properties)) return undefined;
  return Object.entries(properties).sort(([left], [right]) => Buffer.compare(Buffer.from(left), Buffer.from(right)));
}

/** A description that says something; undefined for an absent or empty one, or one that is no text. */
export function descriptionOf(schema: JsonValue): string | undefined {
  const description = isJsonObject(schema) ? schema.description : undefined;
  return typeof description === 'string' && description !== '' ? description : undefined;
}

/** The names that `type` allows: one or several. */
export function typesOf(schema: JsonValue): JsonValue[] {
  const type = isJsonObject(schema) ? schema.type : undefined;
  return Array.isArray(type) ? type : [type ?? null];
}

/**
 * The schema and what it is composed of: what its `$ref` points to, and the branches of anyOf, oneOf and allOf.
 * @param root where `#/…` begins
 */
export function branchesOf(schema: JsonValue, root: JsonValue, seen = new Set<JsonValue>()): JsonObject[] {
  if (!isJsonObject(schema) || seen.has(schema)) return [];
  seen.add(schema);
  const parts = [schema.anyOf, schema.oneOf, schema.allOf].flatMap((branches) =>
    Array.isArray(branches) ? branches : [],
  );
  if (typeof schema.$ref === 'string') parts.push(pointedTo(schema.$ref, root));
  return [schema, ...parts.flatMap((part) => branchesOf(part, root, seen))];
}

function pointedTo(ref: string, root: JsonValue): JsonValue {
  if (!ref.startsWith('#/')) return null;
  const keys = ref.slice(2).split('/');
  return keys.reduce<JsonValue>((value, key) => {
    const name = key.replaceAll('~1', '/').replaceAll('~0', '~');
    return isJsonObject(value) && Object.hasOwn(value, name) ? (value[name] ?? null) : null;
  }, root);
}
