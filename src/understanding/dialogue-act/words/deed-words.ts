import type { ActFile } from './act-file.js';

/** A word for doing something: "cancel", "cancelling", "cancellation". */
export interface DeedWord {
  /** The same for all words for it. */
  readonly deed: string;
  /** True for a word that also names a thing: "the booking". */
  readonly isNoun: boolean;
  readonly weight: ActFile['deeds'][string]['weight'];
  /** The deed that this one is a kind of: an upgrade is a change. */
  readonly kindOf?: string;
}

/** The deed words of a language file, by word. */
export function deedWords(deeds: ActFile['deeds']): ReadonlyMap<string, DeedWord> {
  const words = new Map<string, DeedWord>();
  for (const [deed, { verbs, nouns, weight, kindOf }] of Object.entries(deeds)) {
    const more = kindOf === undefined ? { weight } : { weight, kindOf };
    for (const word of verbs) words.set(word, { deed, isNoun: false, ...more });
    for (const word of nouns) words.set(word, { deed, isNoun: true, ...more });
  }
  return words;
}

/** All words for a deed. */
export function formsOf({ verbs, nouns }: ActFile['deeds'][string]): string[] {
  return [...verbs, ...nouns];
}
