import type { JsonObject, JsonValue } from '../../../platform/common/json.js';

/** A text, number or yes-or-no value somewhere in arguments. */
export interface Scalar {
  /** The name it has, with its place in a list: "seats 1". */
  readonly name: string;
  readonly value: string | number | boolean;
  /** All values of its list, where it stands in one. */
  readonly list?: readonly JsonValue[];
}

/** All values of the arguments, at any depth. */
export function scalarsOf(value: JsonObject): Scalar[] {
  return Object.entries(value).flatMap(([name, inner]): Scalar[] => {
    if (inner === null) return [];
    if (Array.isArray(inner)) {
      const isPlain = inner.every((each) => typeof each !== 'object');
      const each = inner.flatMap((one, index) => scalarsOf({ [`${name} ${index}`]: one }));
      return isPlain ? each.map((scalar) => ({ ...scalar, list: inner })) : each;
    }
    return typeof inner === 'object' ? scalarsOf(inner) : [{ name, value: inner }];
  });
}

/** The lists among the arguments that have more than one entry, at any depth. */
export function listsIn(value: JsonValue): (readonly JsonValue[])[] {
  if (value === null || typeof value !== 'object') return [];
  const inner = Object.values(value).flatMap(listsIn);
  return Array.isArray(value) && value.length > 1 ? [value, ...inner] : inner;
}
