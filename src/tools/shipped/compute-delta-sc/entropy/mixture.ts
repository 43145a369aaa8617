import { cosineDistance, isZero, mean, type Vector } from '../vectors.js';

/** Variances below this are raised to it: a component of equal vectors would otherwise admit nothing else. */
const LEAST_VARIANCE = 1e-6;

/** One Gaussian with independent dimensions. */
export interface Component {
  /** Share of the vectors that belong to it. */
  readonly weight: number;
  readonly mean: Vector;
  readonly variance: Vector;
}

/**
 * A Gaussian mixture over earlier vectors: the first and then the farthest of the rest are the seeds, and every vector
 * belongs to the nearest seed. Needs no iterations, and always gives the same mixture.
 */
export function fitMixture(vectors: readonly Vector[], components: number): Component[] {
  const seeds = farthestFirst(vectors, components);
  const groups = Map.groupBy(vectors, (vector) => nearestOf(seeds, vector));
  return [...groups.values()].map((group) => componentOf(group, group.length / vectors.length));
}

function farthestFirst(vectors: readonly Vector[], count: number): Vector[] {
  const seeds = vectors.slice(0, 1);
  while (seeds.length < Math.min(count, vectors.length)) {
    const far = vectors.map((vector) => Math.min(...seeds.map((seed) => cosineDistance(vector, seed))));
    seeds.push(vectors[far.indexOf(Math.max(...far))] ?? []);
  }
  return seeds;
}

function nearestOf(seeds: readonly Vector[], vector: Vector): number {
  const distances = seeds.map((seed) => cosineDistance(vector, seed));
  return distances.indexOf(Math.min(...distances));
}

function componentOf(group: readonly Vector[], weight: number): Component {
  const average = (group[0] ?? []).map((_, at) => mean(group.map((vector) => vector[at] ?? 0)));
  const variance = average.map((middle, at) =>
    Math.max(LEAST_VARIANCE, mean(group.map((vector) => ((vector[at] ?? 0) - middle) ** 2))),
  );
  return { weight, mean: average, variance };
}

/** Squared distance from the middle of a component, in units of its spread (Mahalanobis). */
function squaredMahalanobis(vector: Vector, { mean: middle, variance }: Component): number {
  return vector.reduce((sum, x, at) => sum + (x - (middle[at] ?? 0)) ** 2 / (variance[at] ?? LEAST_VARIANCE), 0);
}

/**
 * The probability that a vector of the mixture lies at least as far out as this one; 1 in the middle of a component
 * that has all the weight.
 */
export function probability(vector: Vector, mixture: readonly Component[]): number {
  return mixture.reduce(
    (sum, component) =>
      sum + component.weight * chiSquareSurvival(squaredMahalanobis(vector, component), vector.length),
    0,
  );
}

/** Density of the mixture at a vector. */
export function density(vector: Vector, mixture: readonly Component[]): number {
  return mixture.reduce((sum, component) => {
    const spread = component.variance.reduce((total, variance) => total + Math.log(2 * Math.PI * variance), 0);
    return sum + component.weight * Math.exp(-0.5 * (spread + squaredMahalanobis(vector, component)));
  }, 0);
}

/**
 * Probability that a chi-squared variable exceeds `x`. Exact for an even number of degrees of freedom, which every dense
 * embedder has: the sum of the first terms of a Poisson distribution.
 */
export function chiSquareSurvival(x: number, degrees: number): number {
  if (x <= 0) return 1;
  const half = x / 2;
  let logTerm = -half;
  let sum = Math.exp(logTerm);
  for (let at = 1; at < degrees / 2; at++) {
    logTerm += Math.log(half / at);
    sum += Math.exp(logTerm);
  }
  return Math.min(1, sum);
}

/** Vectors that a mixture may be fitted to: those with a direction. */
export function fittable(vectors: readonly Vector[]): Vector[] {
  return vectors.filter((vector) => !isZero(vector));
}
