import type { ActReading, DialogueAct } from '../dialogue-act.js';
import { ordersOtherwise, PROPOSED } from '../proposal/index.js';
import { type AgreementReading, isNoAnswer, opensRemark, type Reply, skipFillers } from '../rules/index.js';
import { partOf, type Sentence } from '../words/index.js';
import {
  AGREES,
  DENIED,
  ELSEWHERE,
  featuresOf,
  HALF,
  KEEPS,
  NEW_NAME,
  NEW_THING,
  NEW_VALUE,
  NOTED,
  OTHER_DEED,
  type RulesReading,
  SOME_ONLY,
  STOPS,
  VALUE_BESIDE,
} from './reply-features.js';
import { leastHead, leastTail } from './sentence-ends.js';
import { ASKS } from './word-features.js';

/** How sure a yes is that only the second reader has heard. */
const HEARD = 0.8;

/** What the rules may take for something else where the second reader hears a yes: they have not understood it. A question is one where it has its mark. */
const NOT_UNDERSTOOD: ReadonlySet<DialogueAct> = new Set(['NEW_REQUEST', 'EDIT', 'QUESTION']);

/** A correction of which the rules are so sure is hardly something else. */
const SURE = 0.9;

/** What no reply may hold that only the second reader hears as a yes. */
const CLOSING = [ASKS, DENIED, ELSEWHERE, HALF, KEEPS, NEW_VALUE, NOTED, OTHER_DEED, SOME_ONLY, STOPS];

/** What may be another wish or a remark ("cancel it, I won't be in Poland"), and by how much the score has to be beyond the limit for each. */
const NEW = [NEW_NAME, NEW_THING, VALUE_BESIDE];
const BESIDE_NEW = 2.75;

/** One of these is there where a reply agrees, or says what is to be done. */
const SAYING = [PROPOSED, AGREES];

/** By how much the score has to be beyond the limit where the rules are sure of a correction or take its form for a question's, and where it neither agrees nor says what is to be done. */
const SURER = 1.75;

/** By how much where it orders something in a verb that the question does not have: it may be something else ("yes, crank it up" to turning it down). */
const ORDERED = 1.5;

/** By how much it may be below the limit where a part of it has an end made and all others tell something ("Yes, cancel it. My …"): beside that hardly anything else is wanted. */
const ENDED = 1.5;

/** The same where the question has what was understood confirmed: much is named there that may be another. */
const RECAP = 1;

/** Of what would be paid or done away with, a yes with a remark or a question beside it is none below this score. */
const TAKEN_BACK = { remark: -2, question: -4 };

/** Words that begin a reply and weigh less than this, or end a sentence of it, are hardly what stands before or behind a yes. */
const HEAD = -2;
const TAIL = -2.5;

/** By how much a piece by itself may be below the limit that all of the reply has reached. */
const PIECE = 1;

/** A yes with a remark beside it is less sure than this. */
const PLAINLY = 0.9;

/** A reply to a proposal as the second reader sees it. */
export interface ReplyDescription {
  /** By the rules. */
  readonly act: DialogueAct;
  readonly features: ReadonlySet<string>;
  /** What its score has to be beyond the limit to be heard as a yes; infinite for a refusal, a question, or another value. */
  readonly margin: number;
  /** Below this score a yes of the rules is none. */
  readonly least: number;
}

/**
 * What a second reader makes of it that has learned from many judged replies: where the rules understand no more than that something is
 * said, and it knows the like of replies that agree, it is a plain yes; where the rules hear a yes with something beside it that would
 * have money paid or something ended, and it knows the like of replies that do not agree, it is none.
 * @param readRules reads a reply by the rules
 */
export function readAgain(reply: Reply, text: string, readRules: (reply: Reply) => RulesReading): ActReading[] {
  const byRules = readRules(reply);
  const { acts } = byRules;
  const weights = reply.language.replyWeights;
  if (!weights || !reply.proposal || reply.sentences.length === 0) return acts;
  const least = leastOf(acts, reply);
  if (!isOpen(acts) && least === Number.NEGATIVE_INFINITY) return acts;
  const { features, margin } = describeReading(byRules, reply);
  const score = weights.score(features);
  if (score < least) return withoutYes(acts, text);
  if (score < weights.agrees + margin) return acts;
  const [first] = reply.sentences;
  const beginsWithYes = first === undefined || leastHead(first, reply, weights) >= HEAD;
  const endsWithYes = (sentence: Sentence) => leastTail(sentence, reply, weights) >= TAIL;
  const goesWithYes = (part: AgreementReading) => {
    const said = besideAgreement(part);
    if (!said) return true;
    const alone = besideYes(said, reply);
    const read = readRules(alone);
    return (
      read.acts[0]?.act === 'AFFIRM' ||
      weights.score(featuresOf(alone, read)) >= weights.agrees - PIECE + Math.min(0, margin)
    );
  };
  const isMeant =
    reply.proposal.isHandover ||
    (beginsWithYes && reply.sentences.every(endsWithYes) && byRules.parts.every(goesWithYes));
  return isMeant ? [{ act: 'AFFIRM', confidence: HEARD, evidence: text, strength: 'PLAIN' }] : acts;
}

/** What a part says beside its agreement, if it does. */
function besideAgreement({ agrees, rest, restAt, sentence }: AgreementReading): Sentence | undefined {
  if (!agrees) return sentence;
  if (rest === 'none') return undefined;
  return partOf(sentence, sentence.words[restAt] === ',' ? restAt + 1 : restAt);
}

/** "Yes. I take that back": however clear the yes of a reply is, each of its other pieces has to go with one. */
function besideYes(said: Sentence, reply: Reply): Reply {
  const [yes = ''] = reply.language.words.yes;
  const bare: Sentence = { words: [yes], spans: [[0, yes.length]], question: false, source: yes };
  return { ...reply, sentences: [bare, said] };
}

/** The question beside it, or that something is said. */
function withoutYes(acts: readonly ActReading[], text: string): ActReading[] {
  const others = acts.filter(({ act }) => act !== 'AFFIRM');
  return others.length > 0 ? others : [{ act: 'NEW_REQUEST', confidence: 0.5, evidence: text }];
}

/** What the second reader goes by for a reply: how the rules take it, what is in it, and which scores would change that. */
export function describeReading(byRules: RulesReading, reply: Reply): ReplyDescription {
  const { acts } = byRules;
  const features = featuresOf(reply, byRules);
  const act = acts[0]?.act ?? 'NEW_REQUEST';
  return { act, features, margin: marginOf(byRules, features, reply), least: leastOf(acts, reply) };
}

function leastOf([first, beside]: readonly ActReading[], { proposal, sentences, language }: Reply): number {
  const isSerious = proposal !== undefined && (proposal.isGrave || proposal.gives);
  if (first?.act !== 'AFFIRM' || !isSerious) return Number.NEGATIVE_INFINITY;
  if (beside?.act !== 'QUESTION') return first.confidence < PLAINLY ? TAKEN_BACK.remark : Number.NEGATIVE_INFINITY;
  // "Please confirm the changes: …" is often answered with a yes and what one wants to know besides.
  const says = (word: string) => word === PROPOSED || language.words.politeRequest.has(word);
  const isMeant = proposal.isRecap || sentences.some(({ words }) => words.some(says));
  return isMeant ? Number.NEGATIVE_INFINITY : TAKEN_BACK.question;
}

function marginOf({ acts, parts }: RulesReading, features: ReadonlySet<string>, reply: Reply): number {
  const { proposal } = reply;
  if (!isOpen(acts) || CLOSING.some((feature) => features.has(feature))) return Number.POSITIVE_INFINITY;
  const isOther = acts.some(({ act, confidence }) => act === 'QUESTION' || (act === 'EDIT' && confidence >= SURE));
  const isSaid = SAYING.some((feature) => features.has(feature));
  const news = BESIDE_NEW * NEW.filter((feature) => features.has(feature)).length;
  const isEnded =
    parts.some((part) => makesEnd(part, reply)) && parts.every((part) => part.rest === 'none' || tells(part, reply));
  const isOrdered = reply.sentences.some(({ words }) => ordersOtherwise(words, reply.language));
  const surer = (isOther || !isSaid ? SURER : 0) + (isOrdered ? ORDERED : 0) + (proposal?.isRecap ? RECAP : 0);
  return news + surer - (isEnded ? ENDED : 0);
}

/** "Yes, cancel it": a part that does nothing but have an end made. */
function makesEnd(part: AgreementReading, reply: Reply): boolean {
  const { agrees, rest, sentence } = part;
  if (!reply.proposal?.isEnding || !agrees || rest !== 'none' || isNoAnswer(part, reply)) return false;
  return sentence.words.includes(PROPOSED);
}

/** "My daughter is ill": about somebody or something; "the second one" may say what is meant. */
function tells({ sentence: { words } }: AgreementReading, { language }: Reply): boolean {
  return opensRemark(words[skipFillers(language, words)] ?? '', language);
}

/** True where the rules have not understood it: a refusal beside something else may be a reason ("I don't fly much any more"). */
function isOpen(acts: readonly ActReading[]): boolean {
  const [first, ...others] = acts;
  return (
    first !== undefined &&
    NOT_UNDERSTOOD.has(first.act) &&
    others.every(({ act }) => act === 'NEGATE' || NOT_UNDERSTOOD.has(act))
  );
}
