/** A dense embedding. */
export type Vector = readonly number[];

/** A distance between two vectors of one length; 0 for equal ones. */
export type Distance = (a: Vector, b: Vector) => number;

/** Vectors shorter than this have no direction. */
export const ZERO_NORM = 1e-15;

/** Cosine of the angle over the shorter of two lengths; `undefined` where a vector has no direction. */
export function cosine(a: Vector, b: Vector): number | undefined {
  const length = Math.min(a.length, b.length);
  let dot = 0;
  let normA = 0;
  let normB = 0;
  for (let at = 0; at < length; at++) {
    const x = a[at] as number;
    const y = b[at] as number;
    dot += x * y;
    normA += x * x;
    normB += y * y;
  }
  const norms = Math.sqrt(normA) * Math.sqrt(normB);
  if (!Number.isFinite(dot) || !Number.isFinite(norms)) return cosine(scaled(a), scaled(b));
  return Math.sqrt(normA) < ZERO_NORM || Math.sqrt(normB) < ZERO_NORM ? undefined : dot / norms;
}

/** The same direction, with 1 as its largest number: squares of large ones are beyond what numbers can hold. */
function scaled(vector: Vector): Vector {
  const largest = vector.reduce((most, x) => Math.max(most, Math.abs(x)), 0);
  return largest > 0 ? vector.map((x) => x / largest) : vector;
}

/** The length of a vector; Infinity beyond what numbers can hold. */
export function norm(vector: Vector): number {
  return Math.sqrt(vector.reduce((sum, x) => sum + x * x, 0));
}

/** 1 − cosine within 0…1; two vectors without direction are equal, one without is as far away as can be. */
export function cosineDistance(a: Vector, b: Vector): number {
  const similarity = cosine(a, b);
  if (similarity === undefined) return isZero(a) && isZero(b) ? 0 : 1;
  return unit(1 - similarity);
}

/** Root of the sum of squared differences. */
export function euclideanDistance(a: Vector, b: Vector): number {
  return Math.sqrt(a.reduce((sum, x, at) => sum + (x - (b[at] ?? 0)) ** 2, 0));
}

/** Sum of the absolute differences. */
export function manhattanDistance(a: Vector, b: Vector): number {
  return a.reduce((sum, x, at) => sum + Math.abs(x - (b[at] ?? 0)), 0);
}

/** True where no number of it is large enough to give it a direction. */
export function isZero(vector: Vector): boolean {
  return vector.every((x) => Math.abs(x) < ZERO_NORM);
}

/** Within 0…1. */
export function unit(x: number): number {
  return Math.min(1, Math.max(0, x));
}

/** The arithmetic mean; NaN of no numbers. */
export function mean(numbers: Vector): number {
  return numbers.reduce((sum, x) => sum + x, 0) / numbers.length;
}

/** Variance of a whole population. */
export function populationVariance(numbers: Vector): number {
  const average = mean(numbers);
  return mean(numbers.map((x) => (x - average) ** 2));
}

/** The logistic function: from all numbers into 0…1, and 0 to one half. */
export function sigmoid(x: number): number {
  return 1 / (1 + Math.exp(-x));
}
