import type { Reply } from '../rules/index.js';
import type { ReplyWeights, Sentence } from '../words/index.js';
import {
  ASKS,
  addWords,
  eachToken,
  isRepeated,
  kindsAt,
  kindsIn,
  openingFeature,
  wordFeatures,
} from './word-features.js';

/** What takes a yes back before it is said is told in so many words. */
const MOST_OPENING = 8;

/**
 * How little the words of a sentence go with a yes where the first of them are left out: "yes, book it | wait for my call". They weigh what
 * they would in a sentence behind a yes, without what the rules make of them; from one word to the next, only what is new is added.
 * @returns the least that any tail of two words or more weighs; infinite where there is none
 */
export function leastTail({ words, question }: Sentence, reply: Reply, weights: ReplyWeights): number {
  const { proposal, language } = reply;
  if (!proposal) return Number.POSITIVE_INFINITY;
  const bias = weights.score([]);
  const weigh = (features: readonly string[]) => weights.score(features) - bias;
  const each = eachToken(words, proposal, language);
  const tokens = [question ? ASKS : '.'];
  const features = new Set<string>();
  let weight = 0;
  let least = Number.POSITIVE_INFINITY;
  for (let at = words.length - 1; at > 0; at -= 1) {
    if (!isRepeated(each, at)) tokens.unshift(each[at] ?? '');
    const own = [...wordFeatures(tokens, 0, language), ...kindsAt(words, at, language)];
    const fresh = own.filter((name) => !features.has(name));
    for (const name of fresh) features.add(name);
    weight += weigh(fresh);
    const isTail = at < words.length - 1 && words[at] !== ',';
    if (isTail) least = Math.min(least, weight + weigh([openingFeature(tokens)]));
  }
  return least;
}

/**
 * The same of what a sentence begins with where its last words are left out: "my son told me to write | yes, book it".
 * @returns the least that any of its first words weigh, up to so many; infinite where it has but one
 */
export function leastHead({ words }: Sentence, reply: Reply, weights: ReplyWeights): number {
  const { proposal, language } = reply;
  if (!proposal) return Number.POSITIVE_INFINITY;
  const bias = weights.score([]);
  const each = eachToken(words, proposal, language);
  const weightOf = (length: number) => {
    const head = words.slice(0, length);
    const features = new Set<string>();
    const tokens = each.slice(0, length).filter((_, at) => !isRepeated(each, at));
    addWords(features, tokens, true, language);
    for (const kind of kindsIn(head, language)) features.add(kind);
    return weights.score(features) - bias;
  };
  const most = Math.min(MOST_OPENING, words.length - 1);
  const lengths = Array.from({ length: most }, (_, index) => index + 1);
  return Math.min(...lengths.map(weightOf));
}
