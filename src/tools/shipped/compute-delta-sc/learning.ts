import { sigmoid, unit, type Vector } from './vectors.js';

/** What else learning depends on; neutral where it is not known. */
export interface LearningFactors {
  /** Emotional weight, 0.5…1.5. */
  readonly emotion?: number;
  /** Phase between surprise and coherence, 0…π. */
  readonly phase?: number;
}

/** How much there is to learn from a change, 0…1: surprise that fits in. */
export function learningPotential(deltaS: number, deltaC: number, factors: LearningFactors = {}): number {
  return unit(deltaS * deltaC * factor(factors));
}

/** The same over all embedders together, brought to 0…1 by a logistic curve. */
export function multiEmbedderPotential(deltaS: Vector, deltaC: Vector, factors: LearningFactors = {}): number {
  const sum = (values: Vector) => values.reduce((total, value) => total + value, 0);
  return sigmoid(2 * sum(deltaS) * sum(deltaC) * factor(factors));
}

function factor({ emotion = 1, phase = 0 }: LearningFactors): number {
  return emotion * Math.cos(phase);
}
