import { type IntentExample, UNKNOWN } from './example.js';
import type { IntentCandidate, IntentPrediction } from './intent-model.js';

/** An example that means nearly what a message means. */
export interface NearExample extends Omit<IntentExample, 'utterance'> {
  /** Up to 1. */
  readonly similarity: number;
}

/** How much less an example counts that is less near than the nearest: half at .035. */
const SHARPNESS = 20;

/**
 * A prediction by words joined with the examples that mean what the message means: either counts half. A message that is
 * as near to an example as `sure` is about that example's intent, whatever its words look like.
 */
export function joinMeaning(
  prediction: IntentPrediction,
  near: readonly NearExample[],
  sure: number,
): IntentPrediction {
  const [nearest] = near;
  if (!nearest) return prediction;
  const weights = near.map(({ similarity }) => Math.exp(SHARPNESS * (similarity - nearest.similarity)));
  const sum = weights.reduce((total, one) => total + one, 0);
  const shares = new Map<string, IntentCandidate>();
  for (const [place, { intent, state }] of near.entries()) {
    const confidence = (shares.get(intent)?.confidence ?? 0) + (weights[place] ?? 0) / sum;
    shares.set(intent, { intent, state: shares.get(intent)?.state ?? state, confidence });
  }
  const byWords = new Map(prediction.candidates.map((candidate) => [candidate.intent, candidate]));
  const candidates = [...new Set([...byWords.keys(), ...shares.keys()])]
    .map((intent) => ({
      intent,
      state: (shares.get(intent) ?? byWords.get(intent))?.state ?? null,
      confidence: ((byWords.get(intent)?.confidence ?? 0) + (shares.get(intent)?.confidence ?? 0)) / 2,
    }))
    .sort((one, other) => other.confidence - one.confidence);
  if (candidates[0]?.intent === UNKNOWN) return { candidates, familiarity: 0 };
  return { candidates, familiarity: nearest.similarity >= sure ? 1 : prediction.familiarity };
}
