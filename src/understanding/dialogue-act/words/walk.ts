import type { PhraseKind } from './act-file.js';
import type { ActLanguage } from './act-language.js';
import type { PhraseMatch } from './phrase-matcher.js';

/** What agreement is made of, and what ends it; on a draw the kind named first counts. */
const PASSING = new Set<PhraseKind>(['consent', 'praise', 'filler']);
const WALK: readonly PhraseKind[] = [
  'refusal',
  'objection',
  'idiom',
  'consent',
  'question',
  'praise',
  'filler',
  'correction',
];

/** Walks over the agreeing, praising and filling phrases at the start of a sentence; `at` is the first word behind them. */
export function walkAgreement(words: readonly string[], language: ActLanguage): { agrees: boolean; at: number } {
  let agrees = false;
  let at = 0;
  while (at < words.length) {
    if (words[at] === ',') {
      at++;
      continue;
    }
    if (
      language.words.contrast.has(words[at] ?? '') &&
      language.phrases.at(words, at + 1, ['question', 'inquiry', 'consent'])
    ) {
      at++;
      continue;
    }
    const match = language.phrases.at(words, at, WALK);
    const isPassing = match && (PASSING.has(match.kind) || isEmpty(match, words, at, language));
    if (!match || !isPassing) break;
    const isReservedPraise =
      match.kind === 'praise' &&
      words
        .slice(at, at + match.length)
        .some((word) => language.words.reservation.has(word) || language.words.statementReservation.has(word));
    if (isReservedPraise) break;
    agrees ||= match.kind === 'consent';
    at += match.length;
  }
  return { agrees, at };
}

/** "No problem, go ahead": an idiom that is a filler as well says nothing. */
function isEmpty({ kind, length }: PhraseMatch, words: readonly string[], at: number, language: ActLanguage): boolean {
  return kind === 'idiom' && language.phrases.at(words, at, ['filler'])?.length === length;
}
