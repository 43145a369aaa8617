import type { ActFile } from './act-file.js';
import type { ActLanguage } from './act-language.js';
import type { Sentence } from './message.js';

/** Stands in a sentence for any word for what was proposed. */
export const PROPOSED = '<deed>';

/** A word for doing something: "cancel", "cancelling", "cancellation". */
export interface DeedWord {
  /** The same for all words for it. */
  readonly deed: string;
  /** True for a word that also names a thing: "the booking". */
  readonly isNoun: boolean;
  readonly weight: ActFile['deeds'][string]['weight'];
}

/** The deed words of a language file, by word. */
export function deedWords(deeds: ActFile['deeds']): ReadonlyMap<string, DeedWord> {
  const words = new Map<string, DeedWord>();
  for (const [deed, { verbs, nouns, weight }] of Object.entries(deeds)) {
    for (const word of verbs) words.set(word, { deed, isNoun: false, weight });
    for (const word of nouns) words.set(word, { deed, isNoun: true, weight });
  }
  return words;
}

/**
 * What the sentences of a question propose to do. Words for things count only where there is no other: "proceed with
 * the booking" proposes to book, "cancel the booking" does not.
 */
export function deedsOf(sentences: readonly (readonly string[])[], language: ActLanguage): Set<string> {
  const found = sentences.flatMap((words) => deedsIn(words, language));
  const done = found.filter(({ isThing }) => !isThing);
  return new Set((done.length > 0 ? done : found).map(({ deed }) => deed));
}

function deedsIn(words: readonly string[], language: ActLanguage): { deed: string; isThing: boolean }[] {
  const { determiner, clauseOpener, command, modal } = language.words;
  let isAfterDeed = false;
  return words.flatMap((word, at) => {
    const known = language.deeds.get(word);
    const before = words[at - 1] ?? '';
    const isOrdered = command.has(words[at - 2] ?? '');
    const isGoal = isOrdered && command.has(words[at - 3] ?? '');
    if (!known || (known.isNoun && isAfterDeed && !isGoal && !clauseOpener.has(before) && !modal.has(before)))
      return [];
    isAfterDeed = true;
    return [{ deed: known.deed, isThing: known.isNoun && determiner.has(before) && !isOrdered }];
  });
}

/** The sentence with PROPOSED in the place of every word for what was proposed; anything usual where that is unknown. */
export function markProposed(sentence: Sentence, deeds: ReadonlySet<string>, language: ActLanguage): Sentence {
  const { route, modal } = language.words;
  const words = sentence.words.map((word, at) => {
    const known = language.deeds.get(word);
    const before = sentence.words[at - 1] ?? '';
    const isVerb = !known?.isNoun || (!language.verbLast && (route.has(before) || modal.has(before)));
    const isProposed = known && (deeds.size > 0 ? deeds.has(known.deed) : known.weight === 'usual' && isVerb);
    return isProposed ? PROPOSED : word;
  });
  return { ...sentence, words };
}

/**
 * True when the words have something else done than was proposed: "book it" and "proceed with the booking" to "Shall I
 * cancel it?", but not "cancel the booking".
 */
export function namesOtherDeed(
  words: readonly string[],
  proposed: ReadonlySet<string>,
  language: ActLanguage,
): boolean {
  const { determiner, command } = language.words;
  const restates = words.includes(PROPOSED) || proposed.size === 0;
  return words.some((word, at) => {
    const known = language.deeds.get(word);
    if (!known || proposed.has(known.deed)) return false;
    const before = words[at - 1] ?? '';
    return !known.isNoun || (!restates && (determiner.has(before) || command.has(before)));
  });
}

/** The words without the things that are only spoken of: "the order" in "the order is correct", not in "proceed with the order". */
export function withoutThings(
  words: readonly string[],
  { deeds, words: { determiner, command } }: ActLanguage,
): string[] {
  return words.filter((word, at) => {
    const isThing = deeds.get(word)?.isNoun === true && determiner.has(words[at - 1] ?? '');
    return !isThing || command.has(words[at - 2] ?? '');
  });
}
