import { wordsOf } from './words.js';

/** What an utterance is made of, and how often. */
export interface Features {
  /** Stems, words and pairs of neighbours. */
  readonly words: ReadonlyMap<string, number>;
  /** Parts of words, of 3 and 4 letters, which also match misspelled, compound and inflected words. */
  readonly parts: ReadonlyMap<string, number>;
}

/** An utterance as numbers: places in the vocabulary, in ascending order of appearance, and their weights. */
export interface SparseVector {
  readonly places: Int32Array;
  readonly weights: Float64Array;
}

const START = '^';
const END = '$';
const PART_LENGTHS = [3, 4];
/** Longer utterances are read up to here: what is wanted stands in the first words, and time stays bounded. */
const MOST_WORDS = 200;
const MOST_LETTERS = 40;

export function featuresOf(utterance: string): Features {
  const words = new Map<string, number>();
  const parts = new Map<string, number>();
  const read = wordsOf(utterance).slice(0, MOST_WORDS);
  let before = START;
  for (const { written, stem } of read) {
    count(words, `w${stem}`);
    if (written !== stem) count(words, `r${written}`);
    count(words, `b${before} ${stem}`);
    before = stem;
    const padded = `_${written.slice(0, MOST_LETTERS)}_`;
    for (const length of PART_LENGTHS) {
      for (let at = 0; at + length <= padded.length; at++) count(parts, padded.slice(at, at + length));
    }
  }
  if (read.length > 0) count(words, `b${before} ${END}`);
  return { words, parts };
}

function count(counts: Map<string, number>, key: string): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}
