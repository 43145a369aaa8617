import { Decimal } from 'decimal.js';
import type { JsonValue } from '../../../platform/common/json.js';

/** Decimal numbers as money wants them: 34 significant digits, halves rounded away from zero, no binary fractions. */
export const Exact = Decimal.clone({
  defaults: true,
  precision: 34,
  rounding: Decimal.ROUND_HALF_UP,
  toExpPos: 40,
  toExpNeg: -40,
  maxE: 300,
  minE: -300,
});

/** What an expression can hold: decimal numbers, and JSON for the rest. */
export type Value = Decimal | string | boolean | null | Value[] | { readonly [key: string]: Value };

const DECIMAL_TEXT = /^\s*[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d{1,3})?\s*$/i;

/** A JSON value with its numbers as decimals. Text stays text, until something is calculated with it. */
export function toValue(json: JsonValue): Value {
  if (typeof json === 'number') return new Exact(json);
  if (Array.isArray(json)) return json.map(toValue);
  if (json === null || typeof json !== 'object') return json;
  return Object.fromEntries(Object.entries(json).map(([key, child]) => [key, toValue(child)]));
}

/** The number of a value, which may be written as text (`"19.90"`); undefined where it is none. */
export function numberOf(value: Value): Decimal | undefined {
  if (Decimal.isDecimal(value)) return value;
  return typeof value === 'string' && DECIMAL_TEXT.test(value) ? new Exact(value.trim()) : undefined;
}

/** A value as JSON; decimals become numbers, which may round them to 15 digits or so. */
export function toPlainJson(value: Value): JsonValue {
  if (Decimal.isDecimal(value)) return value.toNumber();
  if (Array.isArray(value)) return value.map(toPlainJson);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([key, child]) => [key, toPlainJson(child)]));
}

/** What a value is, for messages. */
export function kindOf(value: Value): string {
  if (value === null) return 'null';
  if (Decimal.isDecimal(value)) return 'a number';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'string') return `the text ${JSON.stringify(value.slice(0, 40))}`;
  return typeof value === 'boolean' ? String(value) : 'an object';
}
