import type { ActLanguage } from './act-language.js';
import { PROPOSED } from './deeds.js';

/** The word before the one at `at`, or before its determiners: "to" of "to the garden"; empty where none is. */
export function leadBefore(words: readonly string[], at: number, { words: { determiner } }: ActLanguage): string {
  return words.slice(0, at).findLast((word) => !determiner.has(word)) ?? '';
}

/** The word of direction that leads to the one at `at`, which may be the second of a name: "to" of "to Anna Lind". */
export function wayTo(words: readonly string[], at: number, language: ActLanguage): string | undefined {
  const { route, direction, dateLead, glue } = language.words;
  const lead = leadBefore(words, at, language);
  if (route.has(lead)) return language.stem(lead);
  const isName = [words[at], words[at - 1]].every(
    (word = ',') => word !== ',' && word !== PROPOSED && ![glue, direction, dateLead].some((list) => list.has(word)),
  );
  return isName ? wayTo(words, at - 1, language) : undefined;
}
