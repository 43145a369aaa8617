import { cosine, mean, type Vector } from '../vectors.js';
import { meanOfSmallest, NEIGHBOURS, nearestCosine, unusual } from './nearest.js';

/** Which way cause and effect point, from the earlier vector to the current one. */
export type CausalDirection = 'cause-to-effect' | 'effect-to-cause' | 'same';

const DIRECTION_WEIGHT: Readonly<Record<CausalDirection, number>> = {
  'cause-to-effect': 1.2,
  'effect-to-cause': 0.8,
  same: 1,
};

/** Mean cosine distance, more for what follows from the earlier vector and less for what it follows from. */
export function causal(current: Vector, history: readonly Vector[], direction: CausalDirection = 'same'): number {
  return Math.min(1, nearestCosine(current, history) * DIRECTION_WEIGHT[direction]);
}

/** Text is the first half of a multimodal vector and image the second; both count alike. */
export function crossModal(current: Vector, history: readonly Vector[]): number {
  if (history.length === 0) return 1;
  const half = current.length / 2;
  const text = nearestCosine(
    current.slice(0, half),
    history.map((past) => past.slice(0, half)),
  );
  const image = nearestCosine(
    current.slice(half),
    history.map((past) => past.slice(half)),
  );
  return mean([text, image]);
}

/**
 * How badly head + relation leads to an earlier head (TransE): the first half of an entity vector is the entity, the
 * second the relation it is in. The distance is L2.
 */
export function translation(current: Vector, history: readonly Vector[]): number {
  if (history.length === 0) return 1;
  const half = current.length / 2;
  const distances = history.map((past) => {
    let squares = 0;
    for (let at = 0; at < half; at++) {
      squares += ((current[at] ?? 0) + (current[half + at] ?? 0) - (past[at] ?? 0)) ** 2;
    }
    return Math.sqrt(squares);
  });
  return unusual(meanOfSmallest(distances));
}

/** What a text without tokens says: nothing either way. */
const UNKNOWN = 0.5;

/** 1 − how well each token is matched by its best partner in the most similar earlier texts (late interaction). */
export function tokenMaxSim(current: readonly Vector[], history: readonly (readonly Vector[])[]): number {
  if (current.length === 0) return UNKNOWN;
  const distances = history.filter((past) => past.length > 0).map((past) => 1 - maxSim(current, past));
  return meanOfSmallest(distances, NEIGHBOURS);
}

/** Mean over the tokens of the best cosine with any other token, brought from −1…1 to 0…1. */
function maxSim(current: readonly Vector[], past: readonly Vector[]): number {
  return mean(
    current.map((token) => (Math.max(...past.map((other) => Math.min(1, cosine(token, other) ?? 0))) + 1) / 2),
  );
}
