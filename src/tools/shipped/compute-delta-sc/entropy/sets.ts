import type { Vector } from '../vectors.js';
import { meanOfSmallest } from './nearest.js';

/** Mean share of what two index sets do not have in common (Jaccard); two empty sets are equal. */
export function nearestJaccard(current: Vector, history: readonly Vector[], k?: number): number {
  return meanOfSmallest(
    history.map((past) => jaccardDistance(current, past)),
    k,
  );
}

/** 1 − |common| / |all| of two ascending lists. */
function jaccardDistance(a: Vector, b: Vector): number {
  const common = commonCount(a, b);
  const all = a.length + b.length - common;
  return all === 0 ? 0 : 1 - common / all;
}

function commonCount(a: Vector, b: Vector): number {
  let common = 0;
  for (let left = 0, right = 0; left < a.length && right < b.length; ) {
    const difference = (a[left] ?? 0) - (b[right] ?? 0);
    if (difference === 0) common++;
    if (difference <= 0) left++;
    if (difference >= 0) right++;
  }
  return common;
}

/** A hyperdimensional vector holds bits: everything above this is a 1. */
const ONE_BIT = 0.5;

/** The smallest share of bits that differ from an earlier vector (Hamming); 1 where there is none. */
export function nearestHamming(current: Vector, history: readonly Vector[]): number {
  return Math.min(1, ...history.map((past) => hammingDistance(current, past)));
}

function hammingDistance(a: Vector, b: Vector): number {
  const differing = a.filter((x, at) => x > ONE_BIT !== (b[at] ?? 0) > ONE_BIT).length;
  return differing / a.length;
}
