import type { QuestionWord } from './question.js';

/** What one word of a question says about places, or about groups of them. */
export interface Evidence {
  /** How much the word says at all: less where it fits nearly everything. 0 to 1. */
  readonly weight: number;
  /** How well it fits each place that it fits, 0 to 1. */
  readonly hits: ReadonlyMap<number, number>;
  /** The best of these by group. */
  readonly groups: ReadonlyMap<number, number>;
}

/** A small catalogue is weighed as if it had this many groups: in one of three, a word that fits two is not idle. */
const LEAST_GROUPS = 50;
const LEAST_WEIGHT = 0.05;

/**
 * Weighs each word by how few groups it fits (inverse document frequency, partial fits counting in part). A word that
 * fits nothing keeps its whole weight, so that questions about other things score low.
 * @param groupOf the group of a place
 * @param groupCount how many groups there are
 */
export function weigh(
  words: readonly QuestionWord[],
  matches: readonly ReadonlyMap<number, number>[],
  groupOf: (place: number) => number,
  groupCount: number,
): Evidence[] {
  return matches.map((hits, index) => {
    const groups = new Map<number, number>();
    for (const [place, strength] of hits) raise(groups, groupOf(place), strength);
    const rarity = groups.size === 0 ? 1 : Math.max(rarityOf([...groups.values()], groupCount), LEAST_WEIGHT);
    return { weight: (words[index]?.weight ?? 0) * rarity, hits, groups };
  });
}

/** The sum of all weights: what something would score that every word fits wholly. */
export function fullScore(evidence: readonly Evidence[]): number {
  return evidence.reduce((sum, { weight }) => sum + weight, 0);
}

/** Keeps the larger value under a key. */
export function raise(values: Map<number, number>, key: number, value: number): void {
  if (value > (values.get(key) ?? 0)) values.set(key, value);
}

/** Adds to the value under a key. */
export function increase(values: Map<number, number>, key: number, value: number): void {
  values.set(key, (values.get(key) ?? 0) + value);
}

function rarityOf(strengths: readonly number[], groupCount: number): number {
  const best = Math.max(...strengths);
  const fitting = strengths.reduce((sum, strength) => sum + strength, 0) / best;
  const all = Math.max(groupCount, LEAST_GROUPS);
  return Math.log(1 + (all - fitting + 0.5) / (fitting + 0.5)) / Math.log(1 + (all + 0.5) / 0.5);
}
