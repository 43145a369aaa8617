import { indexOfNewValue, isEcho } from './contradiction.js';
import type { ActReading } from './dialogue-act.js';
import { ENGLISH } from './english.js';
import type { PhraseKind } from './lexicon.js';
import type { Sentence } from './message.js';
import { typed } from './message.js';
import { type Asking, askingFrom } from './question.js';
import { evidenceFrom, PHRASES, type Reply } from './reply.js';

/**
 * How a message agrees. `clear`: yes, with at most thanks, questions or small talk beside it. `conditional`: a yes
 * with a reservation or another value, which is an amendment and no consent. `unclear`: a yes beside words that the
 * rules do not understand.
 */
export interface Consent {
  readonly kind: 'clear' | 'conditional' | 'unclear';
  readonly confidence: number;
  readonly evidence: string;
  /** The question asked beside it. */
  readonly question?: ActReading;
}

/** What one sentence contributes. */
interface SentenceReading {
  readonly agrees: boolean;
  readonly rest: 'none' | 'question' | 'chat' | 'reserved' | 'unknown';
  readonly sentence: Sentence;
  /** Where the words after the agreement start. */
  readonly restAt: number;
}

/** A contrast that leads into a question takes nothing back: "yes, but what does it cost?" */
const CONTRASTS = new Set(['but', 'however']);
const SUBJECTS = new Set([
  'i',
  'we',
  'you',
  'he',
  'she',
  'they',
  'it',
  'this',
  'that',
  'there',
  'my',
  'our',
  'his',
  'her',
]);
const COMMANDS = new Set(['confirm', 'proceed', 'continue', 'ahead', 'on', 'with', 'book', 'do']);
const { reservation, statementReservation } = ENGLISH.words;
/** The words that take a yes back, by what they stand in. */
const RESERVATIONS = {
  question: new Set(reservation),
  inquiry: new Set([...reservation, 'first', 'before']),
  statement: new Set([...reservation, ...statementReservation]),
};
/** What is an answer on its own, also with a question right behind it: "okay what is the cost". */
const ANSWERS = new Set(['yes', 'okay', 'sure', 'alright', 'confirmed', 'agreed']);
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

/**
 * Looks for agreement. A yes counts only when every other word of the message is understood and harmless: this is
 * the reading that has something done, so what it does not understand is no consent.
 */
export function readConsent(reply: Reply): Consent | undefined {
  if (isBarePlea(reply)) return { kind: 'clear', confidence: 0.9, evidence: evidenceFrom(first(reply), 0) };
  const readings = reply.sentences.map((sentence) => readSentence(sentence, reply));
  const agreeing = readings.find((reading) => reading.agrees);
  if (!agreeing) return undefined;
  const evidence = typed(agreeing.sentence, 0, agreeing.restAt) || typed(agreeing.sentence);
  const reserved = readings.find((reading) => reading.rest === 'reserved');
  if (reserved) return { kind: 'conditional', confidence: 0.85, evidence: evidenceFrom(reserved.sentence, 0) };
  const unknown = readings.find((reading) => reading.rest === 'unknown');
  if (unknown) return { kind: 'unclear', confidence: 0.5, evidence: evidenceFrom(unknown.sentence, 0) };
  const asking = readings.find((reading) => reading.rest === 'question');
  const chats = readings.some((reading) => reading.rest === 'chat');
  return {
    kind: 'clear',
    confidence: chats ? 0.85 : 0.95,
    evidence,
    ...(asking ? { question: questionOf(asking) } : {}),
  };
}

function questionOf(asking: SentenceReading): ActReading {
  return { act: 'QUESTION', confidence: 0.7, evidence: evidenceFrom(asking.sentence, asking.restAt) };
}

function readSentence(sentence: Sentence, reply: Reply): SentenceReading {
  const { agrees, at } = readAgreement(sentence.words);
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
function readAgreement(words: readonly string[]): { agrees: boolean; at: number } {
  let agrees = false;
  let at = 0;
  while (at < words.length) {
    if (words[at] === ',') {
      at++;
      continue;
    }
    if (CONTRASTS.has(words[at] ?? '') && PHRASES.at(words, at + 1, ['question', 'inquiry'])) {
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
  const isAdverb = at === 1 && !ANSWERS.has(words[0] ?? '');
  return isAdverb || COMMANDS.has(words[at - 1] ?? '') || words.length - at === 1;
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
  if (ENGLISH.words.imperative.includes(rest[0] ?? '')) return false;
  if (at === 0) return rest.length >= 3 || (rest.length === 2 && SUBJECTS.has(rest[0] ?? ''));
  return sentence.words[at - 1] === ',' && SUBJECTS.has(rest[0] ?? '');
}

/** "Please." as the whole answer to an open proposal. */
function isBarePlea(reply: Reply): boolean {
  const words = reply.sentences.flatMap((sentence) => sentence.words);
  return (
    reply.proposal !== undefined &&
    words.length > 0 &&
    reply.sentences.every((sentence) => !sentence.question) &&
    words.every((word) => ENGLISH.words.politeRequest.includes(word))
  );
}

function first(reply: Reply): Sentence {
  const [sentence] = reply.sentences;
  if (!sentence) throw new Error('A reply without words agrees to nothing.');
  return sentence;
}
