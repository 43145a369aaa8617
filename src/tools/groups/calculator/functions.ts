import { Decimal } from 'decimal.js';
import { Exact, kindOf, numberOf, type Value } from './decimals.js';

/** What went wrong in a function or an operator; where, the caller knows. */
export class CalculationError extends Error {
  override readonly name = 'CalculationError';
}

interface CalculatorFunction {
  /** Fewest and most arguments. */
  readonly takes: readonly [number, number];
  readonly run: (...values: Value[]) => Value;
}

/** A list and single values alike: `sum(prices)`, `max(a, b, 3)`. */
const many = (run: (numbers: Decimal[]) => Value): CalculatorFunction => ({
  takes: [1, 100],
  run: (...values) => run(values.flat().map(number)),
});
const one = (run: (value: Decimal) => Decimal): CalculatorFunction => ({
  takes: [1, 1],
  run: (value = null) => run(number(value)),
});
const rounding = (mode: Decimal.Rounding): CalculatorFunction => ({
  takes: [1, 2],
  run: (value = null, places = new Exact(0)) => number(value).toDecimalPlaces(placesOf(places), mode),
});

/** The functions of an expression, by name. */
export const FUNCTIONS: ReadonlyMap<string, CalculatorFunction> = new Map(
  Object.entries({
    abs: one((value) => value.abs()),
    ceil: rounding(Decimal.ROUND_CEIL),
    floor: rounding(Decimal.ROUND_FLOOR),
    round: rounding(Decimal.ROUND_HALF_UP),
    roundHalfEven: rounding(Decimal.ROUND_HALF_EVEN),
    sqrt: one((value) => value.sqrt()),
    min: many((numbers) => Exact.min(...nonEmpty(numbers))),
    max: many((numbers) => Exact.max(...nonEmpty(numbers))),
    sum: many((numbers) => sumOf(numbers)),
    avg: many((numbers) => sumOf(numbers).div(nonEmpty(numbers).length)),
    count: { takes: [1, 1], run: (list = null) => new Exact(listOf(list).length) },
  }),
);

/** @throws CalculationError when a value is no number */
export function number(value: Value): Decimal {
  const found = numberOf(value);
  if (found === undefined) throw new CalculationError(`expected a number and found ${kindOf(value)}`);
  return found;
}

function sumOf(numbers: readonly Decimal[]): Decimal {
  return numbers.reduce((total, value) => total.plus(value), new Exact(0));
}

function nonEmpty(numbers: Decimal[]): Decimal[] {
  if (numbers.length === 0) throw new CalculationError('expected at least one number and found an empty list');
  return numbers;
}

function listOf(value: Value): Value[] {
  if (!Array.isArray(value)) throw new CalculationError(`expected a list and found ${kindOf(value)}`);
  return value;
}

function placesOf(value: Value): number {
  const places = number(value).toNumber();
  if (Number.isInteger(places) && places >= 0 && places <= 30) return places;
  throw new CalculationError('expected 0 to 30 decimal places');
}
