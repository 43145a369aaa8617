import type { PhraseKind } from './act-file.js';
import type { ActLanguage } from './act-language.js';
import { indexOfNewValue, type ProposalWords } from './contradiction.js';
import type { Sentence } from './message.js';
import type { PhraseMatch } from './phrase-matcher.js';
import { type Asking, askingFrom } from './question.js';
import { addsSomething, isRemark, isReserved, isSmallTalk, opensRemark } from './remark.js';
import { isEcho, ordersProposal, repeatsProposal } from './repetition.js';
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
  if (reply.proposal && !sentence.question && restates(rest, reply.proposal)) {
    const orders = ordersProposal(rest, reply.proposal);
    if (agrees || orders)
      return { ...reading, agrees: true, restAt: orders ? sentence.words.length : at, rest: 'none' };
    return { ...reading, rest: 'chat' };
  }
  if (!asking && addsSomething(rest, reply)) return { ...reading, rest: 'unknown' };
  if (isRemark(rest, reply)) return { ...reading, rest: goesOn(sentence, at, reply) };
  if (isReserved(rest, asking ?? 'statement', reply.language)) return { ...reading, rest: 'reserved' };
  if (asking)
    return { ...reading, agrees: agrees && !questionsCommand(sentence.words, at, reply.language), rest: 'question' };
  const isChat = isSmallTalk(sentence, agrees ? at : 0, reply.language);
  return { ...reading, rest: isChat ? goesOn(sentence, agrees ? at : 0, reply) : 'unknown' };
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
  const { contrast } = language.words;
  if (words[at] === ',' && language.phrases.at(words, at + 1, ['report', 'feeling'])) return true;
  if (words[at] !== ',' && !contrast.has(words[at] ?? '')) return false;
  const verdict = walkAgreement(words.slice(at + 1), language);
  const start = skipFillers(language, words);
  const isRemark =
    opensRemark(words[start] ?? '', language) || language.phrases.at(words, start, ['report']) !== undefined;
  return isRemark && verdict.agrees && at + 1 + verdict.at === words.length;
}

function namesNewValue(rest: readonly string[], asking: Asking | undefined, proposal: ProposalWords): boolean {
  const opening = asking ? (proposal.language.phrases.at(rest, 0, ['inquiry'])?.length ?? 0) : 0;
  return indexOfNewValue(rest.slice(opening), proposal, asking === 'question') >= 0;
}

/** What was proposed said again, with or without a word that it is right: "7 pm works for me". */
function restates(rest: readonly string[], proposal: ProposalWords): boolean {
  if (repeatsProposal(rest, proposal)) return true;
  return rest.some((_, at) => {
    if (at === 0 || !isEcho(rest.slice(0, at), proposal)) return false;
    const verdict = walkAgreement(rest.slice(at), proposal.language);
    return verdict.agrees && verdict.at === rest.length - at;
  });
}

/** What the clauses behind a remark are: small talk as well, or a request ("they loved it, with pickles"). */
function goesOn(sentence: Sentence, from: number, reply: Reply): AgreementReading['rest'] {
  const { words, spans } = sentence;
  const opening = reply.language.phrases.at(words, from, ['report', 'feeling'])?.length ?? 0;
  const comma = words.indexOf(',', from + opening);
  if (comma < 0) return 'chat';
  const start = comma + (reply.language.words.contrast.has(words[comma + 1] ?? '') ? 2 : 1);
  const next = words.indexOf(',', start);
  const end = next < 0 ? words.length : next;
  const clause = { ...sentence, words: words.slice(start, end), spans: spans.slice(start, end) };
  const { rest } = readAgreement(clause, reply);
  const isHarmless = rest === 'none' || rest === 'question' || rest === 'chat';
  return isHarmless ? goesOn(sentence, end, reply) : rest;
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

/** "Confirm what?", "proceed with which one?": the question is about the order, which is therefore none. */
function questionsCommand(words: readonly string[], at: number, language: ActLanguage): boolean {
  const { answer, command } = language.words;
  const isAdverb = at === 1 && !answer.has(words[0] ?? '');
  return isAdverb || command.has(words[at - 1] ?? '') || words.length - at === 1;
}
