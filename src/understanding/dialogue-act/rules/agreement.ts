import { PROPOSED, type ProposalWords } from '../proposal/index.js';
import { indexOfNewValue, likesLeft } from '../value-comparison/index.js';
import { type ActLanguage, partOf, type Sentence, walkAgreement } from '../words/index.js';
import { type Asking, askingFrom, requestsAction, wavers } from './question.js';
import { cannotKeepLeft, isReason } from './reason.js';
import { addsSomething, isAside, isAware, isEnding, isHarmless, isRemark, isReserved, opensRemark } from './remark.js';
import { hasCondition, isAllProposed, ordersProposal } from './repetition.js';
import { consistsOf, type Reply, skipFillers } from './reply.js';
import {
  answersAsAsked,
  asksForProposal,
  restates,
  restatesWithYes,
  saysProposed,
  wishesProposed,
} from './restatement.js';

/**
 * What one sentence contributes to a yes. `rest` is what stands beside the agreement: nothing, a question, a remark, a
 * reservation, a question that doubts the decision itself, or words that are not understood.
 */
export interface AgreementReading {
  readonly agrees: boolean;
  readonly rest: 'none' | 'question' | 'chat' | 'reserved' | 'doubt' | 'unknown';
  readonly sentence: Sentence;
  /** Where the words after the agreement start. */
  readonly restAt: number;
}

/** The words of a sentence behind its agreement, and how they ask, where they do. */
interface Rest {
  readonly words: readonly string[];
  readonly asking: Asking | undefined;
}

/** Reads one sentence of a reply for agreement and for what stands beside it. */
export function readAgreement(sentence: Sentence, reply: Reply): AgreementReading {
  if (!sentence.question && consistsOf(reply.language, sentence.words, ['greeting'])) {
    return { agrees: false, sentence, restAt: sentence.words.length, rest: 'none' };
  }
  if (!sentence.question && reply.proposal && likesLeft(sentence.words, reply.proposal)) {
    return { agrees: false, sentence, restAt: 0, rest: 'unknown' };
  }
  if (!sentence.question && reply.proposal && answersAsAsked(sentence.words, reply.proposal)) {
    return { agrees: true, sentence, restAt: sentence.words.length, rest: 'none' };
  }
  const { agrees, at } = walkAgreement(sentence.words, reply.language);
  const words = sentence.words.slice(at);
  const reading: AgreementReading = { agrees, sentence, restAt: at, rest: 'none' };
  if (words.length === 0) {
    const isQuestion = sentence.question && !(agrees && orders(sentence, reply));
    return isQuestion ? { ...reading, agrees: false, restAt: 0, rest: 'question' } : reading;
  }
  const rest = { words, asking: askingFrom(sentence, at, reply.language) };
  return readProposed(reading, rest, reply) ?? readRemark(reading, rest, reply) ?? readOther(reading, rest, reply);
}

/** Where the words behind the agreement are about what is proposed: another value for it, or the same once more. */
function readProposed(reading: AgreementReading, rest: Rest, reply: Reply): AgreementReading | undefined {
  const { agrees, sentence, restAt: at } = reading;
  const { proposal } = reply;
  if (proposal && namesNewValue(rest.words, rest.asking, proposal)) return { ...reading, rest: 'reserved' };
  const isTold = proposal !== undefined && !sentence.question;
  if (isTold && saysProposed(rest.words, proposal)) return { ...reading, agrees: true };
  if (isTold && restates(sentence.words, at, proposal)) {
    const orders = ordersProposal(sentence.words, at, proposal);
    if (agrees || orders || restatesWithYes(rest.words, proposal))
      return { ...reading, agrees: true, restAt: orders ? sentence.words.length : at };
    return { ...reading, rest: 'chat' };
  }
  if (asksForProposal(sentence, at, reply)) return reading;
  if (proposal && agrees && isAllProposed(rest.words, proposal)) return reading;
  if (wishesProposed(sentence, at, reply)) return { ...reading, rest: agrees ? 'none' : 'chat' };
  return undefined;
}

/** Where they are a remark, a reason, or something to do besides. */
function readRemark(reading: AgreementReading, { words, asking }: Rest, reply: Reply): AgreementReading | undefined {
  const { agrees, sentence, restAt: at } = reading;
  if (!sentence.question && isEnding(words, reply)) return { ...reading, rest: 'chat' };
  if (!asking && isAware(words, reply)) return { ...reading, rest: 'chat' };
  if (agrees && (isFactToo(sentence, at, reply) || isOthersDeed(words, reply))) return { ...reading, rest: 'unknown' };
  if (!asking && reply.proposal && cannotKeepLeft(words, reply.proposal)) return { ...reading, rest: 'chat' };
  if (agrees && !asking && isReason(sentence, at, reply)) return { ...reading, rest: goesOn(sentence, at, reply) };
  if (!asking && addsSomething(words, reply)) return { ...reading, rest: 'unknown' };
  if (isRemark(words, reply)) return { ...reading, rest: goesOn(sentence, at, reply) };
  return undefined;
}

/** Where they are anything else: a reservation, a question, or words that are harmless or not understood. */
function readOther(reading: AgreementReading, { words, asking }: Rest, reply: Reply): AgreementReading {
  const { agrees, sentence, restAt: at } = reading;
  // "Fee of £25 is ok, …, if my wife agrees" opens like a question.
  const isTied = asking !== undefined && !sentence.question && hasCondition(words, reply.language);
  if (isTied || isReserved(words, asking ?? 'statement', reply.language)) return { ...reading, rest: 'reserved' };
  if (asking) {
    const isDoubt = wavers(sentence, at, reply.language);
    const isOrder = agrees && !questionsCommand(sentence.words, at, reply.language);
    return { ...reading, agrees: isOrder, rest: isDoubt ? 'doubt' : 'question' };
  }
  const from = agrees ? at : 0;
  return { ...reading, rest: isHarmless(sentence, from, reply) ? goesOn(sentence, from, reply) : 'unknown' };
}

/** "Yes, can you book it?", "could you please do that?": the question mark belongs to the request. */
function orders({ words }: Sentence, { language }: Reply): boolean {
  const { yes, politeRequest } = language.words;
  const at = words.findIndex((_, index) => requestsAction(words, index, language));
  const isWished = yes.has(words[0] ?? '') && words.indexOf(PROPOSED) > at;
  return at >= 0 && (isWished || words.some((word) => politeRequest.has(word)));
}

function namesNewValue(rest: readonly string[], asking: Asking | undefined, proposal: ProposalWords): boolean {
  const opening = asking ? (proposal.language.phrases.at(rest, 0, ['inquiry'])?.length ?? 0) : 0;
  return indexOfNewValue(rest.slice(opening), proposal, asking === 'question') >= 0;
}

/** What the clauses behind a remark are: small talk as well, or a request ("they loved it, with pickles"). */
function goesOn(sentence: Sentence, from: number, reply: Reply): AgreementReading['rest'] {
  const { words } = sentence;
  const opening = reply.language.phrases.at(words, from, ['report', 'feeling'])?.length ?? 0;
  const comma = words.indexOf(',', from + opening);
  if (comma < 0) return 'chat';
  const start = comma + (reply.language.words.contrast.has(words[comma + 1] ?? '') ? 2 : 1);
  const next = words.indexOf(',', start);
  const end = next < 0 ? words.length : next;
  const clause = partOf(sentence, start, end);
  const { rest } = readAgreement(clause, reply);
  const isFine = rest === 'none' || rest === 'question' || rest === 'chat' || isAside(clause, reply);
  return isFine ? goesOn(sentence, end, reply) : rest;
}

/**
 * "Yes I have been there", "yes that was delicious": a remark right behind the bare word answers another question; behind a
 * comma it stands beside the yes.
 */
function isFactToo({ words, question }: Sentence, at: number, { language }: Reply): boolean {
  const isBare = at === 1 && language.words.yes.has(words[0] ?? '');
  return isBare && !question && opensRemark(words[at] ?? '', language) && !language.phrases.at(words, at, ['feeling']);
}

/** "Yes, my brother moved to Premium as well": what somebody else has done is not what is to be done. */
function isOthersDeed(words: readonly string[], { language }: Reply): boolean {
  const { possessive, clauseOpener } = language.words;
  const start = skipFillers(language, words);
  const deed = words.indexOf(PROPOSED);
  return (
    possessive.has(words[start] ?? '') &&
    deed > start &&
    !words.slice(start, deed).some((word) => clauseOpener.has(word))
  );
}

/** "Go ahead, tell me more", "go ahead and tell me": the one who may go ahead is to speak; with a yes or a please there are two wishes. */
function isTold(words: readonly string[], at: number, { words: known, phrases }: ActLanguage): boolean {
  const { command, clauseOpener, politeRequest, yes } = known;
  const isJoined = words[at - 1] !== ',' && clauseOpener.has(words[at - 1] ?? '');
  const said = words.slice(0, isJoined ? at - 1 : at).filter((word) => word !== ',');
  const isWished = said.some((word) => politeRequest.has(word) || yes.has(word) || word === PROPOSED);
  const leads = isJoined ? !isWished : words[at - 1] === ',';
  return leads && said.some((word) => command.has(word)) && phrases.at(words, at, ['inquiry']) !== undefined;
}

/** "Confirm what?", "proceed with which one?": the question is about the order, which is therefore none. */
function questionsCommand(words: readonly string[], at: number, language: ActLanguage): boolean {
  const { answer, command } = language.words;
  const isAdverb = at === 1 && !answer.has(words[0] ?? '');
  return isAdverb || command.has(words[at - 1] ?? '') || isTold(words, at, language) || words.length - at === 1;
}
