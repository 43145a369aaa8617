import { UNKNOWN } from './example.js';
import type { IntentCandidate, IntentPrediction } from './intent-model.js';

/** From where on a prediction counts. */
export interface JudgeSettings {
  /** Share of the right answers that may be given up so that messages about something else are seen as that, 0 to 1. */
  readonly outOfScopeShare: number;
  /** From this confidence on, the likeliest intent is the intent, 0 to 1. */
  readonly minConfidence: number;
  /** Where none is that sure, the two likeliest are named in the question, and a third that is this likely, 0 to 1. */
  readonly candidateConfidence: number;
}

export const JUDGE_DEFAULTS: JudgeSettings = { outOfScopeShare: 0.025, minConfidence: 0.6, candidateConfidence: 0.15 };
const MOST_CANDIDATES = 3;

/** What is to be made of a prediction. */
export type IntentJudgement =
  | { readonly outcome: 'SURE'; readonly candidate: IntentCandidate }
  | { readonly outcome: 'UNSURE'; readonly candidates: readonly IntentCandidate[] }
  | { readonly outcome: 'OUT_OF_SCOPE' };

/** Sure of one intent, unsure between a few, or about none of them. */
export function judge(prediction: IntentPrediction, settings: JudgeSettings = JUDGE_DEFAULTS): IntentJudgement {
  const [best] = prediction.candidates;
  if (!best || prediction.familiarity <= settings.outOfScopeShare) return { outcome: 'OUT_OF_SCOPE' };
  if (best.confidence >= settings.minConfidence) return { outcome: 'SURE', candidate: best };
  const candidates = prediction.candidates
    .filter(({ intent }) => intent !== UNKNOWN)
    .filter(({ confidence }, place) => place < 2 || confidence >= settings.candidateConfidence)
    .slice(0, MOST_CANDIDATES);
  return candidates.length < 2 ? { outcome: 'OUT_OF_SCOPE' } : { outcome: 'UNSURE', candidates };
}
