import type { PhraseKind, WordKind } from './act-file.js';
import type { ActLanguage } from './act-language.js';
import { indexOfNewValue, type ProposalWords, sharesTopic } from './contradiction.js';
import type { Sentence } from './message.js';
import { type Asking, askingFrom } from './question.js';
import { repeatsProposal } from './repetition.js';
import { type Reply, skipFillers } from './reply.js';

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
const RESERVATIONS: Readonly<Record<Asking | 'statement' | 'report', readonly WordKind[]>> = {
  question: ['reservation'],
  inquiry: ['reservation', 'inquiryReservation'],
  statement: ['reservation', 'statementReservation'],
  report: ['reservation'],
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
  const asking = askingFrom(sentence, at, reply.language);
  if (reply.proposal && namesNewValue(rest, asking, reply.proposal)) return { ...reading, rest: 'reserved' };
  if (reply.proposal && !sentence.question && repeatsProposal(rest, reply.proposal))
    return { ...reading, rest: agrees ? 'none' : 'chat' };
  if (!asking && reply.language.phrases.indexOf(rest, 'information') >= 0) return { ...reading, rest: 'unknown' };
  if (isRemark(rest, reply)) return { ...reading, rest: 'chat' };
  if (isReserved(rest, asking ?? 'statement', reply.language)) return { ...reading, rest: 'reserved' };
  if (asking)
    return { ...reading, agrees: agrees && !questionsCommand(sentence.words, at, reply.language), rest: 'question' };
  return { ...reading, rest: isSmallTalk(sentence, agrees ? at : 0, reply.language) ? 'chat' : 'unknown' };
}

/** "Yes, I have never been there, so book it": remarks and the verdict at the end, each as a sentence of its own. */
export function splitRemarks(sentence: Sentence, reply: Reply): Sentence[] {
  const { words, spans } = sentence;
  const at = sentence.question ? -1 : words.findIndex((_, index) => index > 0 && startsClause(words, index, reply));
  if (at < 0) return [sentence];
  const part = (from: number, to?: number) => ({
    ...sentence,
    words: words.slice(from, to),
    spans: spans.slice(from, to),
  });
  return [part(0, at), ...splitRemarks(part(at + 1), reply)];
}

/** True where a comma or a "but" leads into a remark, or from a remark into agreement up to the end. */
function startsClause(words: readonly string[], at: number, { language }: Reply): boolean {
  const { contrast, subject } = language.words;
  if (words[at] === ',' && language.phrases.at(words, at + 1, ['report', 'feeling'])) return true;
  if (words[at] !== ',' && !contrast.has(words[at] ?? '')) return false;
  const verdict = walkAgreement(words.slice(at + 1), language);
  const opensRemark = subject.has(words[skipFillers(language, words)] ?? '');
  return opensRemark && verdict.agrees && at + 1 + verdict.at === words.length;
}

function namesNewValue(rest: readonly string[], asking: Asking | undefined, proposal: ProposalWords): boolean {
  const opening = asking ? (proposal.language.phrases.at(rest, 0, ['inquiry'])?.length ?? 0) : 0;
  return indexOfNewValue(rest.slice(opening), proposal, asking === 'question') >= 0;
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
    if (
      language.words.contrast.has(words[at] ?? '') &&
      language.phrases.at(words, at + 1, ['question', 'inquiry', 'consent'])
    ) {
      at++;
      continue;
    }
    const match = language.phrases.at(words, at, WALK);
    if (!match || !PASSING.has(match.kind)) break;
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

/** "Confirm what?", "proceed with which one?": the question is about the order, which is therefore none. */
function questionsCommand(words: readonly string[], at: number, language: ActLanguage): boolean {
  const { answer, command } = language.words;
  const isAdverb = at === 1 && !answer.has(words[0] ?? '');
  return isAdverb || command.has(words[at - 1] ?? '') || words.length - at === 1;
}

/**
 * A report or a feeling that wants nothing ("I have never been there", "I do not want to go to that wedding, but it is
 * family"), as long as the feeling is about nothing that was proposed; what follows a "but" must hold no reservation at all.
 */
function isRemark(words: readonly string[], { language, proposal }: Reply): boolean {
  const opening = language.phrases.at(words, 0, ['report', 'feeling']);
  if (!opening) return false;
  const { contrast } = language.words;
  const turn = words.findIndex((word) => contrast.has(word));
  const report = turn < 0 ? words : words.slice(0, turn);
  if (opening.kind === 'feeling' && proposal && sharesTopic(report, proposal)) return false;
  return (
    !isReserved(report, 'report', language) && (turn < 0 || !isReserved(words.slice(turn + 1), 'statement', language))
  );
}

function isReserved(words: readonly string[], kind: keyof typeof RESERVATIONS, language: ActLanguage): boolean {
  const { phrases } = language;
  const isAsking = kind === 'question' || kind === 'inquiry';
  const idiom = phrases.indexOf(words, 'idiom');
  if (idiom >= 0) {
    const length = phrases.at(words, idiom, ['idiom'])?.length ?? 1;
    return isReserved([...words.slice(0, idiom), ...words.slice(idiom + length)], kind, language);
  }
  if (phrases.indexOf(words, 'correction', isAsking ? ['question', 'inquiry'] : []) >= 0) return true;
  if (!isAsking && phrases.indexOf(words, 'defer') >= 0) return true;
  return words.some((word) => RESERVATIONS[kind].some((reserving) => language.words[reserving].has(word)));
}

/**
 * A remark that asks for nothing: a sentence of its own, or a clause after a comma, with a subject. Before a question
 * mark it speaks of neither of the two speakers: "I get a window seat?" is a wish.
 */
function isSmallTalk(sentence: Sentence, at: number, language: ActLanguage): boolean {
  const { imperative, self, subject, verb, you } = language.words;
  const rest = sentence.words.slice(at);
  const opening = rest[0] ?? '';
  if (imperative.has(opening)) return false;
  if (sentence.question) {
    const asker = sentence.words[skipFillers(language, sentence.words)] ?? '';
    return at === 0 && subject.has(asker) && !self.has(asker) && !you.has(asker);
  }
  if (at > 0) return sentence.words[at - 1] === ',' && subject.has(opening);
  if (rest.length === 2) return subject.has(opening);
  return rest.length >= 3 && rest.some((word) => subject.has(word) || verb.has(word));
}
