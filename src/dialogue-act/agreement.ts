import type { PhraseKind, WordKind } from './act-file.js';
import type { ActLanguage } from './act-language.js';
import { indexOfNewValue, isEcho } from './contradiction.js';
import type { Sentence } from './message.js';
import { type Asking, askingFrom } from './question.js';
import type { Reply } from './reply.js';

/**
 * What one sentence contributes to a yes. `rest` is what stands beside the agreement: nothing, a question, small talk, a
 * reservation, or words that are not understood.
 */
export interface AgreementReading {
  readonly agrees: boolean;
  readonly rest: 'none' | 'question' | 'chat' | 'reserved' | 'unknown';
  readonly sentence: Sentence;
  /** Where the words after the agreement start. */
  readonly restAt: number;
}

/** The words that take a yes back, by what they stand in. */
const RESERVATIONS: Readonly<Record<Asking | 'statement', readonly WordKind[]>> = {
  question: ['reservation'],
  inquiry: ['reservation', 'inquiryReservation'],
  statement: ['reservation', 'statementReservation'],
};
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

/** Reads one sentence of a reply for agreement and for what stands beside it. */
export function readAgreement(sentence: Sentence, reply: Reply): AgreementReading {
  const { agrees, at } = walkAgreement(sentence.words, reply.language);
  const rest = sentence.words.slice(at);
  const reading = { agrees, sentence, restAt: at };
  if (rest.length === 0) {
    return sentence.question
      ? { ...reading, agrees: false, restAt: 0, rest: 'question' }
      : { ...reading, rest: 'none' };
  }
  if (reply.proposal && indexOfNewValue(rest, reply.proposal) >= 0) return { ...reading, rest: 'reserved' };
  if (agrees && reply.proposal && !sentence.question && isEcho(rest, reply.proposal))
    return { ...reading, rest: 'none' };
  const asking = askingFrom(sentence, at, reply.language);
  if (isReserved(rest, asking, reply.language)) return { ...reading, rest: 'reserved' };
  if (asking)
    return { ...reading, agrees: agrees && !questionsCommand(sentence.words, at, reply.language), rest: 'question' };
  return { ...reading, rest: isSmallTalk(sentence, at, reply.language) ? 'chat' : 'unknown' };
}

/** Walks over the agreeing, praising and filling phrases at the start of a sentence. */
function walkAgreement(words: readonly string[], language: ActLanguage): { agrees: boolean; at: number } {
  let agrees = false;
  let at = 0;
  while (at < words.length) {
    if (words[at] === ',') {
      at++;
      continue;
    }
    if (language.words.contrast.has(words[at] ?? '') && language.phrases.at(words, at + 1, ['question', 'inquiry'])) {
      at++;
      continue;
    }
    const match = language.phrases.at(words, at, WALK);
    if (!match || !PASSING.has(match.kind)) break;
    agrees ||= match.kind === 'consent';
    at += match.length;
  }
  return { agrees, at };
}

/** "Confirm what?", "proceed with which one?": the question is about the order, which is therefore none. */
function questionsCommand(words: readonly string[], at: number, language: ActLanguage): boolean {
  const { answer, command } = language.words;
  const isAdverb = at === 1 && !answer.has(words[0] ?? '');
  return isAdverb || command.has(words[at - 1] ?? '') || words.length - at === 1;
}

function isReserved(words: readonly string[], asking: Asking | undefined, language: ActLanguage): boolean {
  const { phrases } = language;
  const idiom = phrases.indexOf(words, 'idiom');
  if (idiom >= 0) {
    const length = phrases.at(words, idiom, ['idiom'])?.length ?? 1;
    return isReserved([...words.slice(0, idiom), ...words.slice(idiom + length)], asking, language);
  }
  if (phrases.indexOf(words, 'correction', asking ? ['question'] : []) >= 0) return true;
  if (!asking && phrases.indexOf(words, 'defer') >= 0) return true;
  return words.some((word) => RESERVATIONS[asking ?? 'statement'].some((kind) => language.words[kind].has(word)));
}

/** A remark that asks for nothing: a sentence of its own, or a clause after a comma, with a subject. */
function isSmallTalk(sentence: Sentence, at: number, language: ActLanguage): boolean {
  const { imperative, subject } = language.words;
  const rest = sentence.words.slice(at);
  if (imperative.has(rest[0] ?? '')) return false;
  if (at === 0) return rest.length >= 3 || (rest.length === 2 && subject.has(rest[0] ?? ''));
  return sentence.words[at - 1] === ',' && subject.has(rest[0] ?? '');
}
