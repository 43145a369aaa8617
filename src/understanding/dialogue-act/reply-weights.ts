import { z } from 'zod';
import { type LanguageChoice, readLanguageData } from '../language/index.js';

/** `reply-weights.json` of a language: what was learned from judged replies (`npm run train:replies`). */
const weightsSchema = z
  .strictObject({
    /** The score of a reply without features. */
    bias: z.number(),
    /** From this score on, a reply agrees that the rules have not understood. */
    agrees: z.number(),
    /** Two lists, since an object of so many keys takes five times as long at each start. */
    features: z.array(z.string()),
    /** What each feature of a reply adds to its score. */
    weights: z.array(z.number()),
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
 * Undefined for a language that has none: its replies are read by the rules alone.
 * @throws EngineError CONFIGURATION_INVALID where the file is wrong
 */
export function readReplyWeights(choice: LanguageChoice): ReplyWeights | undefined {
  const data = readLanguageData(choice, 'reply-weights', weightsSchema);
  if (!data) return undefined;
  const { bias, agrees } = data;
  const weights = new Map(data.features.map((feature, place) => [feature, data.weights[place]]));
  const score = (features: Iterable<string>) => {
    let sum = bias;
    for (const feature of features) sum += weights.get(feature) ?? 0;
    return sum;
  };
  return { agrees, score };
}
