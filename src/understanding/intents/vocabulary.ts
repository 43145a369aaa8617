import type { Features, SparseVector } from './features.js';

/** How much word parts count beside words. */
const PARTS_WEIGHT = 0.7;
/** How much more telling a feature without an example is than the rarest one with. */
const UNSEEN = 1.5;

/** In how many examples each feature occurs. */
export class FeatureCounts {
  readonly counts = new Map<string, number>();
  examples = 0;

  add({ words, parts }: Features): void {
    this.examples += 1;
    for (const word of words.keys()) this.count(word);
    for (const part of parts.keys()) this.count(partKey(part));
  }

  private count(key: string): void {
    this.counts.set(key, (this.counts.get(key) ?? 0) + 1);
  }
}

/** The features of all examples, and how telling each is: the rarer, the more (TF-IDF). */
export class Vocabulary {
  private readonly places = new Map<string, number>();
  private readonly rarity: number[] = [];
  /** How many examples have the feature of a place. */
  private readonly among: number[] = [];
  /** The rarity of what no example has. */
  private readonly unseen: number;

  constructor({ counts, examples }: FeatureCounts) {
    for (const [key, among] of counts) {
      this.places.set(key, this.rarity.length);
      this.among.push(among);
      this.rarity.push(1 + Math.log((examples + 1) / (among + 1)));
    }
    this.unseen = UNSEEN * (1 + Math.log(examples + 1));
  }

  get size(): number {
    return this.rarity.length;
  }

  /**
   * An utterance in this vocabulary. Words and parts have a fixed length together, unseen ones included: an utterance
   * that is mostly unknown comes out short, and so looks like nothing that was learned.
   * @param fewest features that fewer examples have count as unseen; with 2, an example itself looks as it would
   *   have looked if it were not one
   */
  vectorOf({ words, parts }: Features, fewest = 1): SparseVector {
    const places: number[] = [];
    const weights: number[] = [];
    const scale = Math.sqrt(1 + PARTS_WEIGHT ** 2);
    const into = { fewest, places, weights };
    this.add(words, (word) => word, 1 / scale, into);
    this.add(parts, partKey, PARTS_WEIGHT / scale, into);
    return { places: Int32Array.from(places), weights: Float64Array.from(weights) };
  }

  private add(
    features: ReadonlyMap<string, number>,
    keyOf: (feature: string) => string,
    length: number,
    { fewest, places, weights }: { fewest: number; places: number[]; weights: number[] },
  ): void {
    const begin = weights.length;
    let squares = 0;
    for (const [feature, times] of features) {
      const place = this.places.get(keyOf(feature)) ?? -1;
      const isSeen = (this.among[place] ?? 0) >= fewest;
      const weight = (1 + Math.log(times)) * (isSeen ? (this.rarity[place] ?? 0) : this.unseen);
      squares += weight * weight;
      if (!isSeen) continue;
      places.push(place);
      weights.push(weight);
    }
    const norm = length / Math.sqrt(squares || 1);
    for (let i = begin; i < weights.length; i++) weights[i] = (weights[i] ?? 0) * norm;
  }
}

function partKey(part: string): string {
  return `c${part}`;
}
