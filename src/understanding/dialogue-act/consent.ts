import type { ActLanguage } from './act-language.js';
import { type AgreementReading, splitRemarks } from './agreement.js';
import { readApproval } from './approval.js';
import { excuseReasons, readConclusion } from './conclusion.js';
import { namesOtherDeed, PROPOSED, withoutThings } from './deeds.js';
import type { ActReading, ConsentStrength } from './dialogue-act.js';
import { agreementOf, hangsOn } from './hanging-question.js';
import { type Sentence, typed, wordsOf } from './message.js';
import type { ProposalWords } from './proposal-words.js';
import { opensRemark } from './remark.js';
import { evidenceFrom, type Reply, skipFillers } from './reply.js';

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
 */
export function readConsent(reply: Reply): Consent | undefined {
  if (isBarePlea(reply)) return consentOf('clear', 0.9, evidenceFrom(first(reply), 0));
  const readings = readSentences(reply);
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
  const isAsked = readings.find((reading) => hangsOn(reading, agreeing, reply));
  if (isAsked) return consentOf('asking', 0.7, evidenceFrom(isAsked.sentence, isAsked.restAt));
  const doubtful = reply.sentences.find((sentence) => isNotMeant(sentence, reply)) ?? trailingOff(reply);
  const isMere = agreeing.every((reading) =>
    [isPraise, isRequest, isOwnership].some((isNoAnswer) => isNoAnswer(reading, reply)),
  );
  const mere = doubtful ?? (isMere ? first(reply) : undefined);
  return mere && consentOf('unclear', 0.5, evidenceFrom(mere, 0));
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
function readSentences(reply: Reply): AgreementReading[] {
  const { language } = reply;
  const readings: AgreementReading[] = [];
  for (const sentence of reply.sentences.flatMap((whole) => splitRemarks(whole, reply))) {
    const { words, spans } = sentence;
    const isTurn = language.words.contrast.has(words[0] ?? '') && readings.at(-1)?.rest === 'chat';
    const speaks = opensRemark(words[skipFillers(language, words, 1)] ?? '', language);
    const said = isTurn && speaks ? { ...sentence, words: words.slice(1), spans: spans.slice(1) } : sentence;
    readings.push(...readConclusion(said, reply));
  }
  return excuseReasons(readings, reply);
}

/** "Book it", or "cancel the hotel", to "Shall I cancel your flight?". */
function hasOtherDone(reading: AgreementReading, { proposal, language }: Reply): boolean {
  if (!reading.agrees || !proposal) return false;
  const said = agreementOf(reading);
  const told = proposal.isGrave
    ? said
    : proposal.isRecap
      ? withoutThings(said, language)
      : withoutJudged(said, proposal);
  const isOther = (word: string) => language.words.particular.has(word) && !proposal.isAbout(word);
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

/** True for irony, a hesitation behind the yes, a beginning that puts it off ("right now I am busy"), a deed done to itself, and a yes in quotation marks with words around them. */
function isNotMeant({ words, source, ...rest }: Sentence, { language, proposal }: Reply): boolean {
  const quoted = /["“”„«»][^"“”„«»]*["“”„«»]/u.exec(source)?.[0] ?? '';
  const isAsked = wordsOf(quoted, language.spelling).every(
    (word) => !language.words.yes.has(word) && proposal?.isAbout(word),
  );
  const isPart = quoted !== '' && !isAsked && quoted.length < source.replace(/[\s.!,]+$/u, '').trim().length;
  const hesitates = words.length > 1 && language.words.hesitation.has(words.at(-1) ?? '');
  const undoes = proposal?.isGrave === true && undoesItself(words, language);
  const defers = language.phrases.at(words, 0, ['defer', 'inquiry'])?.kind === 'defer';
  const mocks = language.mockery.has(typed({ words, source, ...rest }).toLowerCase());
  return isPart || mocks || hesitates || defers || undoes || language.phrases.indexOf(words, 'irony') >= 0;
}

/** "Yes... hmm." */
function trailingOff({ sentences, language }: Reply): Sentence | undefined {
  const last = sentences.at(-1);
  return sentences.length > 1 && last?.words.every((word) => language.words.hesitation.has(word)) ? last : undefined;
}

/** "Cancel the cancellation" to "Shall I cancel …?". */
function undoesItself(words: readonly string[], { words: { determiner, subject }, verbLast }: ActLanguage): boolean {
  const deed = words.indexOf(PROPOSED);
  const length = words.slice(deed + 1).indexOf(PROPOSED);
  if (verbLast && deed > 0 && length === 0) return determiner.has(words[deed - 1] ?? '');
  const between = deed >= 0 && length > 0 ? words.slice(deed + 1, deed + 1 + length) : [];
  return (
    between.some((word) => determiner.has(word)) && between.every((word) => determiner.has(word) || subject.has(word))
  );
}

/** "That's great" to "Shall I cancel your order?" may be meant in any way. */
function isPraise(reading: AgreementReading, { proposal, language }: Reply): boolean {
  const agreement = agreementOf(reading);
  const isLiking = agreement.some((word) => language.words.liking.has(word));
  return proposal?.isGrave === true && !proposal.isRecap && isLiking && !isExplicit(reading, language);
}

/** "Cancel my order" to "Shall I cancel your order?" is the request said again, or calls the question off; "cancel it" and "please" agree. */
function isRequest(reading: AgreementReading, { proposal, language }: Reply): boolean {
  const { phrases, words } = language;
  const said = agreementOf(reading);
  if (proposal?.isGrave !== true || !said.includes(PROPOSED)) return false;
  const others = said.filter((word) => word !== PROPOSED);
  if (others.some((word) => words.object.has(word))) return false;
  return (
    phrases.indexOf(others, 'explicit') < 0 &&
    !said.some((word) => words.politeRequest.has(word) || words.answer.has(word))
  );
}

/** "Yes, that is my account" to "Shall I delete it?" says whose it is. */
function isOwnership({ sentence }: AgreementReading, { proposal, language }: Reply): boolean {
  const { yes, subject, verb, possessive, fresh } = language.words;
  const said = sentence.words.filter((word) => word !== ',');
  const [word = '', about = '', is = '', whose = ''] = said;
  const isSaid = yes.has(word) && subject.has(about) && verb.has(is) && possessive.has(whose);
  const isUndone = proposal?.isGrave === true && !proposal.isRecap;
  return isUndone && isSaid && !said.some((each) => each === PROPOSED || fresh.has(each));
}

function isExplicit(reading: AgreementReading, { phrases }: ActLanguage): boolean {
  return phrases.indexOf(agreementOf(reading), 'explicit') >= 0;
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
