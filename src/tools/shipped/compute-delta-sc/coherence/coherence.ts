import { CoherenceError } from '../failures.js';
import { populationVariance, unit, type Vector } from '../vectors.js';

/** Shares of connectivity, cluster fit and consistency. */
const WEIGHTS = { connectivity: 0.4, clusterFit: 0.4, consistency: 0.2 } as const;
/** Stands for a part that nothing is known about. */
const NEUTRAL = 0.5;
const DECAY = 5;

/** The three parts of coherence; `undefined` where nothing is known. */
export interface CoherenceParts {
  readonly connectivity: number | undefined;
  readonly clusterFit: number | undefined;
  readonly consistency: number | undefined;
}

/** A part, or the neutral value for one that is unknown or not a number. */
export function orNeutral(part: number | undefined): number {
  return part === undefined || !Number.isFinite(part) ? NEUTRAL : part;
}

/** ΔC, 0…1. */
export function combine(parts: CoherenceParts): number {
  return unit(
    WEIGHTS.connectivity * orNeutral(parts.connectivity) +
      WEIGHTS.clusterFit * orNeutral(parts.clusterFit) +
      WEIGHTS.consistency * orNeutral(parts.consistency),
  );
}

/**
 * How steady earlier coherence was: 1 for no variance at all. `undefined` with fewer than two values.
 * @throws CoherenceError for a value that is not finite
 */
export function consistency(history: Vector): number | undefined {
  if (history.some((value) => !Number.isFinite(value)))
    throw new CoherenceError('the history has a value that is no number');
  return history.length < 2 ? undefined : Math.exp(-DECAY * populationVariance(history));
}
