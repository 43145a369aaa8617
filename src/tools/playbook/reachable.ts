import { isJsonObject, type JsonObject, type JsonValue } from '../../platform/common/json.js';
import type { Condition } from './playbook.js';

const MAX_COMBINATIONS = 256;

/**
 * Whether some inputs that the schema allows let a condition hold. It is tried out where the condition looks at inputs
 * alone and each of them has few values (`enum`, `const`, boolean); elsewhere it may.
 */
export function canHold({ references, holds }: Condition, inputs: JsonObject | null): boolean {
  let scopes: JsonObject[] = [{}];
  const names = new Set<string>();
  for (const { root, path } of references) {
    const [first] = path;
    if (root !== 'inputs' || typeof first !== 'object' || !('key' in first)) return true;
    names.add(first.key);
  }
  for (const name of names) {
    const values = valuesOf(name, inputs);
    if (!values || values.length * scopes.length > MAX_COMBINATIONS) return true;
    scopes = scopes.flatMap((scope) =>
      values.map((value) => (value === undefined ? scope : { ...scope, [name]: value })),
    );
  }
  return scopes.some((scope) => holds({ inputs: scope }));
}

/** Every value that an input may have, `undefined` for none; nothing where there are too many. */
function valuesOf(name: string, inputs: JsonObject | null): (JsonValue | undefined)[] | undefined {
  const properties = isJsonObject(inputs?.properties) ? inputs.properties : {};
  const property = Object.hasOwn(properties, name) ? properties[name] : undefined;
  if (!isJsonObject(property)) return undefined;
  const values = listedValues(property);
  const isAlwaysThere =
    property.default !== undefined || (Array.isArray(inputs?.required) && inputs.required.includes(name));
  return values && (isAlwaysThere ? values : [...values, undefined]);
}

function listedValues(property: JsonObject): JsonValue[] | undefined {
  if (Array.isArray(property.enum)) return property.enum;
  if (property.const !== undefined) return [property.const];
  return property.type === 'boolean' ? [true, false] : undefined;
}
