import { type IntentClass, UNKNOWN } from './example.js';
import { featuresOf } from './features.js';
import type { Vocabulary } from './vocabulary.js';

/** How likely one intent is, among those that have examples. */
export interface IntentCandidate extends IntentClass {
  /** 0 to 1; all candidates together are 1. */
  readonly confidence: number;
}

/** What the examples say about a message. */
export interface IntentPrediction {
  /** Every intent once, with its likeliest state, the likeliest intent first. */
  readonly candidates: readonly IntentCandidate[];
  /**
   * How much the message looks like any of the examples: the share of rightly recognised examples, held out while
   * learning, that looked no more like it, 0 to 1. Near 0 for what no intent is about.
   */
  readonly familiarity: number;
}

/** What was learned from examples. */
export interface LearnedParts {
  readonly classes: readonly IntentClass[];
  readonly vocabulary: Vocabulary;
  /** For each place of the vocabulary, a weight for each class. */
  readonly weights: Float32Array;
  /** What each class scores before any word is seen. */
  readonly origins: Float64Array;
  readonly sharpness: number;
  /** Scores of held-out examples that were rightly recognised, in ascending order. */
  readonly rightScores: Float64Array;
  readonly accuracy: number;
  readonly examples: number;
}

/** A classifier learned from examples: the same examples in the same order make the same one. */
export class IntentModel {
  constructor(private readonly parts: LearnedParts) {}

  /** The share of examples that were recognised while they were held out, 0 to 1. */
  get accuracy(): number {
    return this.parts.accuracy;
  }

  get examples(): number {
    return this.parts.examples;
  }

  get classes(): readonly IntentClass[] {
    return this.parts.classes;
  }

  predict(utterance: string): IntentPrediction {
    const scores = this.scoresOf(utterance);
    const best = Math.max(...scores);
    const isStrange = this.parts.classes[scores.indexOf(best)]?.intent === UNKNOWN;
    return {
      candidates: this.candidatesOf(scores, best),
      familiarity: isStrange ? 0 : shareUpTo(this.parts.rightScores, best),
    };
  }

  private scoresOf(utterance: string): Float64Array {
    const { vocabulary, weights, origins } = this.parts;
    const scores = Float64Array.from(origins);
    const vector = vocabulary.vectorOf(featuresOf(utterance));
    for (let i = 0; i < vector.places.length; i++) {
      const row = (vector.places[i] as number) * scores.length;
      const weight = vector.weights[i] as number;
      for (let c = 0; c < scores.length; c++) scores[c] = (scores[c] as number) + weight * (weights[row + c] as number);
    }
    return scores;
  }

  private candidatesOf(scores: Float64Array, best: number): IntentCandidate[] {
    const { classes, sharpness } = this.parts;
    const likely = scores.map((score) => Math.exp(sharpness * (score - best)));
    const sum = likely.reduce((total, one) => total + one, 0);
    const found = classes.map((one, index) => ({ ...one, confidence: (likely[index] as number) / sum }));
    const byIntent = Map.groupBy(found, ({ intent }) => intent);
    return [...byIntent.values()].map(oneOf).sort((a, b) => b.confidence - a.confidence);
  }
}

/** One candidate for all states of an intent: as likely as they are together, in the likeliest of them. */
function oneOf(states: readonly IntentCandidate[]): IntentCandidate {
  const likeliest = states.reduce((best, one) => (one.confidence > best.confidence ? one : best));
  return { ...likeliest, confidence: states.reduce((sum, { confidence }) => sum + confidence, 0) };
}

/**
 * The share of ascending values that are not above a limit: 0 where that is the smallest one alone, which may be an
 * outlier. Without values, what is nearer to the inside than to the outside counts.
 */
function shareUpTo(values: Float64Array, limit: number): number {
  if (values.length === 0) return limit > 0 ? 1 : 0;
  let low = 0;
  let high = values.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((values[middle] as number) <= limit) low = middle + 1;
    else high = middle;
  }
  return low > 1 ? low / values.length : 0;
}
