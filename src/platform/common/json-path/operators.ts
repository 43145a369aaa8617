import { canonicalJson, type JsonValue } from '../json.js';
import type { Regex } from '../regex.js';
import { sizeOf } from './reading.js';

/** Compares two values; a path that finds nothing counts as null. */
export type Operator = (left: JsonValue, right: JsonValue) => boolean;

/** The comparisons of a filter by how they are written, words in lower case. */
export const OPERATORS: Readonly<Record<string, Operator>> = {
  '==': isEqual,
  '!=': (left, right) => !isEqual(left, right),
  '<': (left, right) => ordered(left, right, (order) => order < 0),
  '<=': (left, right) => ordered(left, right, (order) => order <= 0),
  '>': (left, right) => ordered(left, right, (order) => order > 0),
  '>=': (left, right) => ordered(left, right, (order) => order >= 0),
  in: (left, right) => holdsItem(right, left),
  nin: (left, right) => !holdsItem(right, left),
  contains: (left, right) =>
    typeof left === 'string' ? typeof right === 'string' && left.includes(right) : holdsItem(left, right),
  subsetof: (left, right) => bothLists(left, right, (one, other) => one.every((item) => holdsItem(other, item))),
  anyof: (left, right) => bothLists(left, right, (one, other) => one.some((item) => holdsItem(other, item))),
  noneof: (left, right) => bothLists(left, right, (one, other) => !one.some((item) => holdsItem(other, item))),
  size: (left, right) => sizeOf(left) === right,
  empty: (left, right) => {
    const size = sizeOf(left);
    return size !== undefined && (size === 0) === right;
  },
};

/** `=~`: the pattern covers the whole text; of a list, any item. Numbers and booleans are matched as written. */
export function matchesPattern(value: JsonValue, pattern: Regex): boolean {
  if (Array.isArray(value)) return value.some((item) => !Array.isArray(item) && matchesPattern(item, pattern));
  if (value === null || typeof value === 'object') return false;
  return pattern.fullMatch(String(value));
}

/** Lists and objects by content; a number equals a text that spells it, as the 2.0.7 engine has it. */
function isEqual(left: JsonValue, right: JsonValue): boolean {
  if (left === right) return true;
  if (typeof left === 'number' && typeof right === 'string') return spells(right, left);
  if (typeof left === 'string' && typeof right === 'number') return spells(left, right);
  if (typeof left !== 'object' || typeof right !== 'object' || left === null || right === null) return false;
  return canonicalJson(left) === canonicalJson(right);
}

function spells(text: string, number: number): boolean {
  return /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i.test(text) && Number(text) === number;
}

function ordered(left: JsonValue, right: JsonValue, accept: (order: number) => boolean): boolean {
  if (typeof left === 'number' && typeof right === 'number') return accept(left - right);
  if (typeof left !== 'string' || typeof right !== 'string') return false;
  return accept(left < right ? -1 : Number(left > right));
}

function holdsItem(list: JsonValue, item: JsonValue): boolean {
  return Array.isArray(list) && list.some((candidate) => isEqual(candidate, item));
}

function bothLists(
  left: JsonValue,
  right: JsonValue,
  compare: (left: JsonValue[], right: JsonValue[]) => boolean,
): boolean {
  return Array.isArray(left) && Array.isArray(right) && compare(left, right);
}
