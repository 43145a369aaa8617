import { cosine, unit, type Vector } from '../vectors.js';
import { dense, type EntropyMethod, sparse, tokens } from './methods.js';
import { density, fitMixture } from './mixture.js';
import { nearestCosine, unusual } from './nearest.js';
import { nearestHamming, nearestJaccard } from './sets.js';
import { tokenMaxSim, translation } from './structured.js';

/**
 * The methods as the reference implementation computes them, where they differ from what is specified: to compare
 * numbers with those it has stored.
 */
const knn = dense((current, history) => unusual(nearestReference(current, history)));

/** In the order of EMBEDDERS. */
export const REFERENCE_METHODS: readonly EntropyMethod[] = [
  dense(nearestReference),
  knn,
  knn,
  knn,
  dense(nearestReference),
  sparse((current, history) => nearestJaccard(current, history)),
  dense(hybrid),
  knn,
  dense(prototypeHamming),
  dense(modalityWeighted),
  dense(translation),
  tokens(tokenMaxSim),
  sparse(smoothedJaccard),
];

/** A vector without direction is at no distance from anything. */
function referenceDistance(a: Vector, b: Vector): number {
  const similarity = cosine(a, b);
  return similarity === undefined ? 0 : unit(1 - similarity);
}

function nearestReference(current: Vector, history: readonly Vector[]): number {
  return nearestCosine(current, history, referenceDistance);
}

const LEAST_PROBABILITY = 0.01;
const COMPONENTS = 5;

/** A density is taken for a probability, and a mixture is fitted to a single vector. */
function hybrid(current: Vector, history: readonly Vector[]): number {
  const likely = Math.max(LEAST_PROBABILITY, Math.min(1, density(current, fitMixture(history, COMPONENTS))));
  return 0.5 * (1 - likely) + 0.5 * unusual(nearestReference(current, history));
}

const LEAST_PROTOTYPES = 5;

/** The distance to one of five earlier vectors; with fewer, everything is new. */
function prototypeHamming(current: Vector, history: readonly Vector[]): number {
  if (history.length < LEAST_PROTOTYPES) return 1;
  const step = Math.floor(history.length / LEAST_PROTOTYPES);
  const prototypes = history.filter((_, at) => at % step === 0).slice(0, LEAST_PROTOTYPES);
  return nearestHamming(current, prototypes);
}

/** Distances count less the more the two vectors differ in which half of them carries the energy. */
function modalityWeighted(current: Vector, history: readonly Vector[]): number {
  const own = upperShare(current);
  const distance = nearestCosine(current, history, (a, b) => {
    const apart = Math.min(0.7, Math.max(0.3, Math.abs(own - upperShare(b))));
    return referenceDistance(a, b) * (1 - apart);
  });
  return unusual(distance);
}

/** Share of the energy in the upper half; a half where there is none. */
function upperShare(vector: Vector): number {
  const energy = (part: Vector) => part.reduce((sum, x) => sum + x * x, 0);
  const total = energy(vector);
  return total < 1e-8 ? 0.5 : energy(vector.slice(vector.length / 2)) / total;
}

/** Two empty sets are nearly the same. */
function smoothedJaccard(current: Vector, history: readonly Vector[]): number {
  if (current.length === 0 && history.every((past) => past.length === 0)) return LEAST_PROBABILITY;
  return nearestJaccard(current, history);
}
