import { z } from 'zod';
import { hasLanguageData, type LanguageChoice, readLanguageData } from '../language/index.js';

/** `reply-weights.json`. */
const PART = 'reply-weights';

/** A list that is checked at once: each of so many entries for itself would take as long as reading the file. */
function listOf<T>(type: 'string' | 'number') {
  return z.custom<readonly T[]>(
    (list) => Array.isArray(list) && list.every((each) => typeof each === type),
    `expected a list of ${type}s`,
  );
}

/** `reply-weights.json` of a language: what was learned from judged replies (`npm run train:replies`). */
const weightsSchema = z
  .strictObject({
    /** The score of a reply without features. */
    bias: z.number(),
    /** From this score on, a reply agrees that the rules have not understood. */
    agrees: z.number(),
    /** Two lists, since an object of so many keys takes five times as long at each start. */
    features: listOf<string>('string'),
    /** What each feature of a reply adds to its score. */
    weights: listOf<number>('number'),
  })
  .refine(({ features, weights }) => features.length === weights.length, {
    path: ['weights'],
    message: 'expected one for each feature',
  });

/** What a second reader goes by, a logistic regression: above 0, a judged reply was more often a yes than none. */
export interface ReplyWeights {
  readonly agrees: number;
  /** The sum of what the features of a reply weigh. */
  score(features: Iterable<string>): number;
}

/**
 * Undefined for a language that has none: its replies are read by the rules alone. What comes with the package is read with the first
 * reply that needs it; what is somebody's own at once, so that a start finds what is wrong with it.
 * @throws EngineError CONFIGURATION_INVALID where the file is wrong
 */
export function readReplyWeights(choice: LanguageChoice): ReplyWeights | undefined {
  if (!hasLanguageData(choice, PART)) return undefined;
  let known: ReplyWeights | undefined;
  const weights = () => {
    known ??= readWeights(choice);
    return known;
  };
  if (choice.languageDirectory !== '') return weights();
  return {
    get agrees() {
      return weights().agrees;
    },
    score: (features) => weights().score(features),
  };
}

function readWeights(choice: LanguageChoice): ReplyWeights {
  const data = readLanguageData(choice, PART, weightsSchema);
  if (!data) throw new Error(`${PART} of ${choice.language} is not there any more.`);
  const { bias, agrees } = data;
  const weights = new Map<string, number>();
  for (const [place, feature] of data.features.entries()) weights.set(feature, data.weights[place] ?? 0);
  const score = (features: Iterable<string>) => {
    let sum = bias;
    for (const feature of features) sum += weights.get(feature) ?? 0;
    return sum;
  };
  return { agrees, score };
}
