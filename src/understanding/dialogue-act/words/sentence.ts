/** One sentence of a message in canonical words; a comma is a word of its own. */
export interface Sentence {
  readonly words: readonly string[];
  /** What the user typed for each word: `[start, end)` in `source`. */
  readonly spans: readonly (readonly [start: number, end: number])[];
  /** True when a question mark ends it. */
  readonly question: boolean;
  readonly source: string;
}

/** The words from `from` up to, not including, `to`, as a sentence of their own. */
export function partOf(sentence: Sentence, from: number, to = sentence.words.length): Sentence {
  return { ...sentence, words: sentence.words.slice(from, to), spans: sentence.spans.slice(from, to) };
}

/** What stands between commas: "from savings, 250 to Ann". */
export function betweenCommas(words: readonly string[]): string[][] {
  const parts: string[][] = [[]];
  for (const word of words) {
    if (word === ',') parts.push([]);
    else parts.at(-1)?.push(word);
  }
  return parts.filter((part) => part.length > 0);
}

/** What the user typed for the words from `from` up to, not including, `to`. */
export function typed(sentence: Sentence, from = 0, to = sentence.words.length): string {
  const first = sentence.spans[from];
  const last = sentence.spans[to - 1];
  return first && last ? sentence.source.slice(first[0], last[1]) : '';
}

/** The canonical words of sentences, commas dropped. */
export function wordsIn(sentences: readonly Sentence[]): string[] {
  return sentences.flatMap(({ words }) => words.filter((word) => word !== ','));
}
