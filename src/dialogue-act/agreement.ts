import { indexOfNewValue, isEcho } from './contradiction.js';
import { ENGLISH } from './english.js';
import type { PhraseKind } from './lexicon.js';
import type { Sentence } from './message.js';
import { type Asking, askingFrom } from './question.js';
import { PHRASES, type Reply } from './reply.js';

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

const { reservation, statementReservation, inquiryReservation, contrast, subject, command, answer, imperative } =
  ENGLISH.words;
/** The words that take a yes back, by what they stand in. */
const RESERVATIONS = {
  question: new Set(reservation),
  inquiry: new Set([...reservation, ...inquiryReservation]),
  statement: new Set([...reservation, ...statementReservation]),
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
  const { agrees, at } = walkAgreement(sentence.words);
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
  const asking = askingFrom(sentence, at);
  if (isReserved(rest, asking)) return { ...reading, rest: 'reserved' };
  if (asking) return { ...reading, agrees: agrees && !questionsCommand(sentence.words, at), rest: 'question' };
  return { ...reading, rest: isSmallTalk(sentence, at) ? 'chat' : 'unknown' };
}

/** Walks over the agreeing, praising and filling phrases at the start of a sentence. */
function walkAgreement(words: readonly string[]): { agrees: boolean; at: number } {
  let agrees = false;
  let at = 0;
  while (at < words.length) {
    if (words[at] === ',') {
      at++;
      continue;
    }
    if (contrast.includes(words[at] ?? '') && PHRASES.at(words, at + 1, ['question', 'inquiry'])) {
      at++;
      continue;
    }
    const match = PHRASES.at(words, at, WALK);
    if (!match || !PASSING.has(match.kind)) break;
    agrees ||= match.kind === 'consent';
    at += match.length;
  }
  return { agrees, at };
}

/** "Confirm what?", "proceed with which one?": the question is about the order, which is therefore none. */
function questionsCommand(words: readonly string[], at: number): boolean {
  const isAdverb = at === 1 && !answer.includes(words[0] ?? '');
  return isAdverb || command.includes(words[at - 1] ?? '') || words.length - at === 1;
}

function isReserved(words: readonly string[], asking: Asking | undefined): boolean {
  const idiom = PHRASES.indexOf(words, 'idiom');
  if (idiom >= 0) {
    const length = PHRASES.at(words, idiom, ['idiom'])?.length ?? 1;
    return isReserved([...words.slice(0, idiom), ...words.slice(idiom + length)], asking);
  }
  if (PHRASES.indexOf(words, 'correction', asking ? ['question'] : []) >= 0) return true;
  if (!asking && PHRASES.indexOf(words, 'defer') >= 0) return true;
  return words.some((word) => RESERVATIONS[asking ?? 'statement'].has(word));
}

/** A remark that asks for nothing: a sentence of its own, or a clause after a comma, with a subject. */
function isSmallTalk(sentence: Sentence, at: number): boolean {
  const rest = sentence.words.slice(at);
  if (imperative.includes(rest[0] ?? '')) return false;
  if (at === 0) return rest.length >= 3 || (rest.length === 2 && subject.includes(rest[0] ?? ''));
  return sentence.words[at - 1] === ',' && subject.includes(rest[0] ?? '');
}
