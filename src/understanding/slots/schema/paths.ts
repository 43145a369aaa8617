import { isJsonObject, type JsonObject, type JsonValue } from '../../../platform/common/json.js';

/** The value at a path; undefined where there is none. */
export function valueAtPath(values: JsonObject, path: readonly string[]): JsonValue | undefined {
  let value: JsonValue | undefined = values;
  for (const name of path) {
    if (!isJsonObject(value) || !Object.hasOwn(value, name)) return undefined;
    value = value[name];
  }
  return value;
}

/** What is known with the value at its place. */
export function placed(known: JsonValue | undefined, path: readonly string[], value: JsonValue): JsonValue {
  const [name, ...rest] = path;
  if (name === undefined) return value;
  const object = isJsonObject(known) ? known : {};
  return Object.fromEntries([...Object.entries(object), [name, placed(object[name], rest, value)]]);
}
