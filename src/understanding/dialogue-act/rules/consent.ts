import type { ActReading, ConsentStrength } from '../dialogue-act.js';
import { namesOtherDeed, PROPOSED, type ProposalWords, withoutThings } from '../proposal/index.js';
import { namesSomeOnly } from '../value-comparison/index.js';
import { partOf, type Sentence, typed } from '../words/index.js';
import type { AgreementReading } from './agreement.js';
import { readApproval } from './approval.js';
import { excuseReasons, readConclusion } from './conclusion.js';
import { asksForIt, endsOther, goesToSpeaker, namesOtherValue, reverses } from './distortion.js';
import { isDoneOtherwise } from './done-otherwise.js';
import { agreementOf, hangsOn } from './hanging-question.js';
import { isExplicit, isNoAnswer, isNoted, isRecalled, isYesBehind } from './no-answer.js';
import { isNotMeant, trailingOff } from './not-meant.js';
import { saysOpposite } from './opposites.js';
import { stopsBehind } from './refusal.js';
import { opensRemark } from './remark.js';
import { evidenceFrom, type Reply, skipFillers, withoutFillers } from './reply.js';
import { splitRemarks } from './split-remarks.js';

/**
 * How a message agrees. `clear`: yes, with at most thanks, questions or glad remarks beside it. `conditional`: a yes
 * with a reservation or another value, which is an amendment and no consent. `asking`: a yes that hangs on the answer
 * to the question beside it. `unclear`: a yes beside words that the rules do not understand.
 */
export interface Consent {
  readonly kind: 'clear' | 'conditional' | 'asking' | 'unclear';
  readonly confidence: number;
  readonly evidence: string;
  readonly strength: ConsentStrength;
  /** The question asked beside it. */
  readonly question?: ActReading;
}

/**
 * Looks for agreement. A yes counts only when every other word of the message is understood and harmless: this is
 * the reading that has something done, so what it does not understand is no consent.
 *
 * @param readings what `readParts` has read
 */
export function readConsent(reply: Reply, readings: readonly AgreementReading[]): Consent | undefined {
  if (isBarePlea(reply)) return consentOf('clear', 0.9, evidenceFrom(first(reply), 0));
  const agreeing = readings.filter((reading) => reading.agrees);
  const asking = readings.find(({ rest }) => rest === 'question' || rest === 'doubt');
  const question = asking ? { question: questionOf(asking) } : {};
  const [main] = agreeing;
  if (!main) {
    const approval = readApproval(reply, readings);
    return approval ? { ...consentOf('clear', 0.8, approval), ...question } : undefined;
  }
  const evidence = typed(main.sentence, 0, main.restAt) || typed(main.sentence);
  const against = readAgainst(readings, agreeing, reply);
  if (against) return { ...against, ...question };
  const chats = readings.some((reading) => reading.rest === 'chat');
  const isStrong = !chats && !asking && agreeing.some((reading) => isExplicit(reading, reply.language));
  return { ...consentOf('clear', chats ? 0.85 : 0.95, evidence, isStrong ? 'STRONG' : 'PLAIN'), ...question };
}

/** What beside the agreement makes it no consent. */
function readAgainst(
  readings: readonly AgreementReading[],
  agreeing: readonly AgreementReading[],
  reply: Reply,
): Consent | undefined {
  const reserved = readings.find((reading) => reading.rest === 'reserved');
  if (reserved) return consentOf('conditional', 0.85, evidenceFrom(reserved.sentence, 0));
  const unknown = readings.find((reading) => reading.rest === 'unknown' || hasOtherDone(reading, reply));
  if (unknown) return consentOf('unclear', 0.5, evidenceFrom(unknown.sentence, 0));
  if (isForSome(readings, reply)) return consentOf('unclear', 0.5, evidenceFrom(first(reply), 0));
  const isAsked = readings.find((reading) => hangsOn(reading, agreeing, reply));
  if (isAsked) return consentOf('asking', 0.7, evidenceFrom(isAsked.sentence, isAsked.restAt));
  const doubtful =
    stopsBehind(reply) ?? reply.sentences.find((sentence) => isNotMeant(sentence, reply)) ?? trailingOff(reply);
  const isNone =
    agreeing.every((reading) => isNoAnswer(reading, reply)) ||
    isRecalled(readings, reply) ||
    isNoted(reply) ||
    isYesBehind(readings, reply);
  const mere = doubtful ?? (isNone ? first(reply) : undefined);
  return mere && consentOf('unclear', 0.5, evidenceFrom(mere, 0));
}

/** "Yes, cancel the 19th" to three days: what it agrees to, or says again, is some of what is proposed. */
function isForSome(readings: readonly AgreementReading[], { proposal }: Reply): boolean {
  if (!proposal) return false;
  const said = readings.flatMap((reading) =>
    reading.rest === 'none' ? [',', ...reading.sentence.words] : [',', ...agreementOf(reading)],
  );
  return namesSomeOnly(said, proposal);
}

function consentOf(
  kind: Consent['kind'],
  confidence: number,
  evidence: string,
  strength: ConsentStrength = 'PLAIN',
): Consent {
  return { kind, confidence, evidence, strength };
}

/** A "but" at the start of a sentence takes back what stands before it; where that is a remark, it leaves the yes alone. */
export function readParts(reply: Reply): AgreementReading[] {
  const { language } = reply;
  const readings: AgreementReading[] = [];
  for (const sentence of reply.sentences.flatMap((whole) => splitRemarks(whole, reply))) {
    const { words } = sentence;
    const isTurn = language.words.contrast.has(words[0] ?? '') && readings.at(-1)?.rest === 'chat';
    const speaks = opensRemark(words[skipFillers(language, words, 1)] ?? '', language);
    const said = isTurn && speaks ? partOf(sentence, 1) : sentence;
    readings.push(...readConclusion(said, reply));
  }
  return excuseReasons(readings, reply);
}

/** "Book it", or "cancel the hotel", to "Shall I cancel your flight?". */
function hasOtherDone(reading: AgreementReading, { proposal, language }: Reply): boolean {
  const { sentence } = reading;
  if (proposal && (asksForIt(sentence, proposal) || reverses(sentence.words, proposal))) return true;
  if (!reading.agrees || !proposal) return false;
  const said = withoutFillers(agreementOf(reading), language);
  const told = proposal.isGrave
    ? said
    : proposal.isRecap
      ? withoutThings(said, language)
      : withoutJudged(said, proposal);
  const { words } = sentence;
  if (goesToSpeaker(words, proposal) || namesOtherValue(words, proposal)) return true;
  if ([endsOther, isDoneOtherwise, saysOpposite].some((isOther) => isOther(sentence, proposal))) return true;
  const { particular, direction, route } = language.words;
  // "Everything is in order": behind a bare preposition it is no thing.
  const isLed = (word: string) => direction.has(word) && !route.has(word);
  const isOther = (word: string, at: number) =>
    particular.has(word) && !proposal.isAbout(word) && !isLed(said[at - 1] ?? '');
  return namesOtherDeed(told, proposal.deeds, language) || (said.includes(PROPOSED) && said.some(isOther));
}

/** The words of a plain yes without the things of the question that are only called right: "yes, the order is fine", "yes, that is my order". */
function withoutJudged(said: readonly string[], { topic, language }: ProposalWords): readonly string[] {
  const { yes, determiner, subject, verb } = language.words;
  if (!yes.has(said[0] ?? '')) return said;
  return said.filter((word, at) => {
    if (!determiner.has(said[at - 1] ?? '') || !topic.has(language.stem(word))) return true;
    const isCalled = subject.has(said[at - 3] ?? '') && verb.has(said[at - 2] ?? '');
    return !isCalled && (language.phrases.at(said, at - 1, ['consent'])?.length ?? 0) <= 2;
  });
}

function questionOf(asking: AgreementReading): ActReading {
  return { act: 'QUESTION', confidence: 0.7, evidence: evidenceFrom(asking.sentence, asking.restAt) };
}

/** "Please." as the whole answer to an open proposal. */
function isBarePlea(reply: Reply): boolean {
  const words = reply.sentences.flatMap((sentence) => sentence.words);
  return (
    reply.proposal !== undefined &&
    words.length > 0 &&
    reply.sentences.every((sentence) => !sentence.question) &&
    words.every((word) => reply.language.words.politeRequest.has(word))
  );
}

function first(reply: Reply): Sentence {
  const [sentence] = reply.sentences;
  if (!sentence) throw new Error('A reply without words agrees to nothing.');
  return sentence;
}
