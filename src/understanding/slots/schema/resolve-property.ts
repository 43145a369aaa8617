import { isJsonObject, type JsonObject, type JsonValue } from '../../../platform/common/json.js';

const MAX_REFERENCES = 10;

/** Follows local references and takes the first branch of a union that is not null. */
export function resolveProperty(root: JsonObject, property: JsonValue | undefined, depth = 0): JsonObject {
  if (!isJsonObject(property) || depth > MAX_REFERENCES) return {};
  if (typeof property.$ref === 'string' && property.$ref.startsWith('#/')) {
    const { $ref, ...rest } = property;
    return { ...resolveProperty(root, lookUp(root, property.$ref), depth + 1), ...rest };
  }
  const union = property.anyOf ?? property.oneOf;
  const branch = Array.isArray(union) && union.find((each) => isJsonObject(each) && each.type !== 'null');
  return branch ? { ...resolveProperty(root, branch, depth + 1), ...property } : property;
}

function lookUp(root: JsonObject, reference: string): JsonValue | undefined {
  let value: JsonValue | undefined = root;
  for (const key of reference.slice(2).split('/')) {
    if (!isJsonObject(value) || !Object.hasOwn(value, key)) return undefined;
    value = value[key];
  }
  return value;
}
