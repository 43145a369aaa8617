import { PROPOSED } from '../proposal/index.js';
import { heldIn } from '../value-comparison/index.js';
import type { ActLanguage, Sentence } from '../words/index.js';
import type { AgreementReading } from './agreement.js';
import { agreementOf } from './hanging-question.js';
import { namesValue } from './repetition.js';
import { fillersIn, type Reply, withoutFillers } from './reply.js';
import { restates } from './restatement.js';

/** True for words that agree, and need not be meant as the answer: praise, the request said again, whose a thing is, and what was told before the question. */
export function isNoAnswer(reading: AgreementReading, reply: Reply): boolean {
  return (
    isPraise(reading, reply) ||
    isRequest(reading, reply) ||
    isOwnership(reading, reply) ||
    isDescribed(reading, reply) ||
    isKeeping(reading, reply) ||
    isOfTold(reading, reply)
  );
}

/** "Yes, I saw that", "yes, I have heard of it": beside no more than the bare word for it, the yes may be to that. */
export function isRecalled(readings: readonly AgreementReading[], { language }: Reply): boolean {
  const { yes, bareAssent, politeRequest, liking } = language.words;
  const said = readings.filter(({ agrees }) => agrees).flatMap(agreementOf);
  if (said.some((word) => politeRequest.has(word))) return false;
  if (readings.some(({ sentence }) => sentence.words.some((word) => liking.has(word)))) return false;
  const isAssent = (word: string) => yes.has(word) || bareAssent.has(word);
  const opens = (words: readonly string[]) => words.every((word) => word === ',' || isAssent(word));
  const recalls = ({ sentence: { words } }: AgreementReading) =>
    words.some((_, at) => opens(words.slice(0, at)) && language.phrases.at(words, at, ['recalling']) !== undefined);
  return withoutFillers(said, language).every(isAssent) && readings.some(recalls);
}

/** "Okay, thanks" to what would be paid or done away with: somebody has heard it, and says no more than that. */
export function isNoted({ proposal, sentences, language }: Reply): boolean {
  const { thanking, noting, noted, politeRequest } = language.words;
  if (!proposal || !(proposal.isGrave || proposal.gives)) return false;
  const words = sentences.flatMap((sentence) => sentence.words);
  const isHeard = (word: string) => thanking.has(word) || noted.has(word);
  const isThanks = (sentence: Sentence, at: number) =>
    sentence.words.slice(0, at + 1).some((word) => thanking.has(word));
  const said = sentences.flatMap((sentence) => {
    const fillers = fillersIn(sentence.words, language);
    return sentence.words.filter((word, at) => word !== ',' && !(fillers.has(at) && isThanks(sentence, at)));
  });
  return (
    words.some(isHeard) &&
    !words.some((word) => politeRequest.has(word)) &&
    said.every((word) => isHeard(word) || noting.has(word))
  );
}

/** "She's fully vaccinated, yes": behind what somebody tells, a bare yes may be to that; "I like that, yes" and "the 5th at two, yes" agree. */
export function isYesBehind(readings: readonly AgreementReading[], { proposal, language }: Reply): boolean {
  const { yes, liking } = language.words;
  const at = readings.findIndex(({ agrees }) => agrees);
  const [told, said] = [readings[at - 1], readings[at]];
  if (!proposal || !told || !said || readings.filter(({ agrees }) => agrees).length > 1) return false;
  const { source, spans } = said.sentence;
  const between = source.slice(told.sentence.spans.at(-1)?.[1], spans[0]?.[0]);
  const isBare = said.sentence.words.every((word) => yes.has(word)) && !/[.!?\n]/u.test(between);
  const { words } = told.sentence;
  const isWished =
    words.some((word) => liking.has(word)) ||
    (['feeling', 'repetition', 'fitting'] as const).some((kind) => language.phrases.indexOf(words, kind) >= 0);
  return isBare && told.rest === 'chat' && !isWished && !restates(words, 0, proposal);
}

/** "That's great" to "Shall I cancel your order?" may be meant in any way. */
function isPraise(reading: AgreementReading, { proposal, language }: Reply): boolean {
  const agreement = agreementOf(reading);
  const isLiking = agreement.some((word) => language.words.liking.has(word));
  if (proposal?.isGrave !== true || proposal.isRecap || !isLiking) return false;
  // "Super, then Thursday 14:30" says what is to be.
  const isNamed = !proposal.isEnding && heldIn(reading.sentence.words.slice(reading.restAt), proposal).length > 0;
  return !isNamed && !isExplicit(reading, language);
}

/**
 * "Cancel!" and "cancel my order" to "Shall I cancel your order 7017?" may call the question off, or have been sent before it was read;
 * "cancel it", "cancel my order 7017" and "please" agree.
 */
function isRequest(reading: AgreementReading, { proposal, language }: Reply): boolean {
  const { phrases, words } = language;
  const said = agreementOf(reading);
  if (proposal?.isGrave !== true || !said.includes(PROPOSED)) return false;
  const others = said.filter((word) => word !== PROPOSED);
  const named = reading.rest === 'none' ? reading.sentence.words.filter((word) => word !== PROPOSED) : others;
  if (others.some((word) => words.object.has(word)) || heldIn(named, proposal).length > 0) return false;
  if (namesValue(named, proposal)) return false;
  return (
    phrases.indexOf(others, 'explicit') < 0 &&
    !said.some((word) => words.politeRequest.has(word) || words.answer.has(word))
  );
}

/** "Yes it is" to "It is in size M. Should I change it to L?": the answer to a question with that verb, which nobody asked. */
function isOfTold({ sentence }: AgreementReading, { proposal, language }: Reply): boolean {
  const { yes, subject, self, verb } = language.words;
  const [word = '', about = '', is = '', ...more] = sentence.words.filter((each) => each !== ',');
  const isThird = subject.has(about) && !self.has(about);
  if (!proposal || proposal.isRecap || more.length > 0 || !yes.has(word) || !isThird || !verb.has(is)) return false;
  return proposal.told.includes(is) && !proposal.asking.includes(is);
}

/** "Confirm the dinner", "proceed with the dinner" to "Shall I cancel it?": what is to go on is the thing. */
export function isKeeping(reading: AgreementReading, { proposal, language }: Reply): boolean {
  const { command, determiner, direction, particular } = language.words;
  const said = agreementOf(reading);
  if (proposal?.isEnding !== true || said.includes(PROPOSED)) return false;
  const words = reading.sentence.words.filter((word) => !direction.has(word));
  return words.some((word, at) => {
    const isOrdered = command.has(words[at - 2] ?? '') && determiner.has(words[at - 1] ?? '');
    return isOrdered && (proposal.isAbout(word) || particular.has(word));
  });
}

/** "Yes, that is my account" and "yes, 4471 is my account" to "Shall I delete it?" say whose it is; "yes, that is my wish" agrees. */
function isOwnership({ sentence, restAt }: AgreementReading, { proposal, language }: Reply): boolean {
  const { yes, bareAssent, you, subject, verb, possessive, fresh } = language.words;
  const said = sentence.words.filter((word) => word !== ',');
  const [word = '', about = '', is = '', whose = '', thing = '', ...more] = said;
  if (!proposal || proposal.isRecap) return false;
  if (restAt === sentence.words.length) return false;
  const isAssent = yes.has(word) || (bareAssent.has(word) && !you.has(about));
  const isNamed = subject.has(about) || proposal.isAbout(about);
  const isSaid = isAssent && isNamed && verb.has(is) && possessive.has(whose);
  // Of what only gives something the yes may also be to a wish ("that is my wish").
  const isThing = proposal.isGrave || (proposal.gives && more.length === 0 && proposal.isAbout(thing));
  return isThing && isSaid && !said.some((each) => each === PROPOSED || fresh.has(each));
}

/** "Yes, my flight is the AX 233" to "Shall I rebook your flight AX 233 …?" says which one it is; "yes, my new address is …" says what is to be. */
function isDescribed({ sentence }: AgreementReading, { proposal, language }: Reply): boolean {
  const { yes, verb, possessive, fresh } = language.words;
  const [word = '', whose = '', ...said] = sentence.words.filter((each) => each !== ',');
  if (proposal?.isGrave !== true || proposal.isRecap || !yes.has(word) || !possessive.has(whose)) return false;
  const is = said.findIndex((each) => verb.has(each));
  const isThing = is > 0 && said.slice(0, is).every((each) => proposal.isAbout(each));
  return isThing && !said.some((each) => each === PROPOSED || fresh.has(each));
}

/** True for an agreement in words that say more than yes: "go ahead", "please do". */
export function isExplicit(reading: AgreementReading, { phrases }: ActLanguage): boolean {
  return phrases.indexOf(agreementOf(reading), 'explicit') >= 0;
}
