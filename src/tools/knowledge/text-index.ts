import type { Lexicon } from './lexicon.js';
import type { QuestionWord } from './question.js';
import { Vocabulary } from './vocabulary.js';

/** A text of one place: how much a hit in it says, and how much less where it has other words beside the hit. */
export interface TextField {
  readonly text: string;
  /** 0 to 1. */
  readonly weight: number;
  /** Share of the weight that is divided by the number of words, 0 to 1. */
  readonly dilution: number;
}

interface Posting {
  readonly place: number;
  weight: number;
}

/** Terms and the places they stand in, found by what the words of a question may mean. */
export class TextIndex {
  private readonly postings: ReadonlyMap<string, readonly Posting[]>;
  private readonly vocabulary: Vocabulary;

  /** @param places the texts of each place, by its number */
  constructor(places: readonly (readonly TextField[])[], lexicon: Lexicon) {
    this.postings = collect(places, lexicon);
    this.vocabulary = new Vocabulary(this.postings.keys(), lexicon);
  }

  /** For each word of a question, the places it hits and how well, 0 to 1. */
  match(words: readonly QuestionWord[]): Map<number, number>[] {
    return words.map((word, index) => this.hitsOf(this.meaningsOf(word, words[index - 1], words[index + 1])));
  }

  private hitsOf(meanings: Iterable<readonly [string, number]>): Map<number, number> {
    const hits = new Map<number, number>();
    for (const [term, strength] of meanings) {
      for (const { place, weight } of this.postings.get(term) ?? []) {
        const value = strength * weight;
        if (value > (hits.get(place) ?? 0)) hits.set(place, value);
      }
    }
    return hits;
  }

  /** Two words that stand side by side may be one in a name: `high schooler` is in `highschooler`. */
  private meaningsOf(word: QuestionWord, before?: QuestionWord, after?: QuestionWord): Map<string, number> {
    const meanings = this.vocabulary.meaningsOf(word);
    for (const compound of [before && before.term + word.term, after && word.term + after.term]) {
      if (compound !== undefined && this.postings.has(compound)) meanings.set(compound, 1);
    }
    return meanings;
  }
}

function collect(places: readonly (readonly TextField[])[], lexicon: Lexicon): Map<string, Posting[]> {
  const postings = new Map<string, Posting[]>();
  for (const [place, fields] of places.entries()) {
    for (const field of fields) {
      const terms = new Set(lexicon.termsOf(field.text));
      const weight = field.weight * (1 - field.dilution + field.dilution / Math.max(terms.size, 1));
      for (const term of terms) put(postings, term, place, weight);
    }
  }
  return postings;
}

/** Places come in order, so that a term's last posting is the only one that can be of the same place. */
function put(postings: Map<string, Posting[]>, term: string, place: number, weight: number): void {
  const list = postings.get(term);
  const last = list?.at(-1);
  if (!list) postings.set(term, [{ place, weight }]);
  else if (last?.place === place) last.weight = Math.max(last.weight, weight);
  else list.push({ place, weight });
}
