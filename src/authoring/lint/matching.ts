/** How the rules read names and descriptions. */
export interface Matching {
  /** True for the results of mcp-gateway 2.10, flaws included. */
  readonly isCompat: boolean;
  /** The first of `terms` that is in the text. */
  find(text: string, terms: readonly string[]): string | undefined;
  /** The same, for verbs: also "searches", "searching", "searched". */
  findVerb(text: string, verbs: readonly string[]): string | undefined;
  length(text: string): number;
}

/** Whole words; case does not matter; lengths in characters. */
export const byWords: Matching = {
  isCompat: false,
  find: (text, terms) => firstOf(wordsOf(text), terms, (word) => [word]),
  findVerb: (text, verbs) => firstOf(wordsOf(text), verbs, formsOf),
  length: (text) => [...text].length,
};

/** Parts of words too, lengths in bytes: "use" is found in "user", "all" in "calling". */
export const bySubstrings: Matching = {
  isCompat: true,
  find: (text, terms) => terms.find((term) => text.toLowerCase().includes(term)),
  findVerb: (text, verbs) => bySubstrings.find(text, verbs),
  length: (text) => Buffer.byteLength(text),
};

/** The words of a text or name in lower case: `getUser_data` has three. */
function wordsOf(text: string): string[] {
  const words = text.replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2').match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.map((word) => word.toLowerCase());
}

function firstOf(
  words: readonly string[],
  terms: readonly string[],
  forms: (word: string) => readonly string[],
): string | undefined {
  const text = ` ${words.join(' ')} `;
  return terms.find((term) => forms(wordsOf(term).join(' ')).some((form) => text.includes(` ${form} `)));
}

/** "summarize" → summarizes, summarized, summarizing. Forms that no one writes do no harm. */
function formsOf(verb: string): string[] {
  const stem = verb.replace(/e$/, '');
  const endings = [`${verb}s`, `${verb}es`, `${stem}ed`, `${stem}ing`];
  return verb.endsWith('y')
    ? [verb, ...endings, verb.replace(/y$/, 'ies'), verb.replace(/y$/, 'ied')]
    : [verb, ...endings];
}
