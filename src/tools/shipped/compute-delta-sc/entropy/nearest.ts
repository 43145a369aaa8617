import { cosineDistance, type Distance, mean, sigmoid, type Vector } from '../vectors.js';

/** How many of the nearest earlier vectors count. */
export const NEIGHBOURS = 5;
/** Distance and spread that count as usual. */
const USUAL_DISTANCE = 0.5;
const SPREAD = Math.sqrt(0.1);

/** Mean of the `k` smallest of some distances; 1 where there are none, since nothing like it is known. */
export function meanOfSmallest(distances: Vector, k = NEIGHBOURS): number {
  if (distances.length === 0) return 1;
  return mean(distances.toSorted((a, b) => a - b).slice(0, k));
}

/** Mean cosine distance to the nearest earlier vectors. */
export function nearestCosine(
  current: Vector,
  history: readonly Vector[],
  distance: Distance = cosineDistance,
): number {
  return meanOfSmallest(history.map((past) => distance(current, past)));
}

/** How unusual a distance is: 0.17 for none at all, 0.5 for the usual one, 0.83 for a right angle. */
export function unusual(distance: number): number {
  return sigmoid((distance - USUAL_DISTANCE) / SPREAD);
}
