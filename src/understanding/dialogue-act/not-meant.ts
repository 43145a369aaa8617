import type { ActLanguage } from './act-language.js';
import type { AgreementReading } from './agreement.js';
import { PROPOSED } from './deeds.js';
import { agreementOf } from './hanging-question.js';
import { heldIn } from './held-values.js';
import { betweenCommas, type Sentence, typed, wordsOf } from './message.js';
import type { ProposalWords } from './proposal-words.js';
import { namesValue } from './repetition.js';
import { fillersIn, type Reply, withoutFillers } from './reply.js';
import { restates } from './restatement.js';
import { walkAgreement } from './walk.js';

/** A remark has so many words. */
const LEAST_REMARK = 4;

/** At most so many words from a "not" to the deed that it denies. */
const DENIED_WITHIN = 4;

/** True for irony, half a sentence, the words of somebody who comes to what is called off or wants it, a hesitation behind the yes, a beginning that puts it off ("right now I am busy"), a deed done to itself, and a yes in quotation marks with words around them. */
export function isNotMeant(sentence: Sentence, reply: Reply): boolean {
  const { words, source } = sentence;
  const { language, proposal } = reply;
  const quoted = /["“”„«»][^"“”„«»]*["“”„«»]/u.exec(source)?.[0] ?? '';
  const inQuotes = wordsOf(quoted, language.spelling);
  const isAsked =
    inQuotes.every((word) => !language.words.yes.has(word) && proposal?.isAbout(word)) &&
    !walkAgreement(inQuotes, language).agrees;
  const isPart = quoted !== '' && !isAsked && quoted.length < source.replace(/[\s.!,]+$/u, '').trim().length;
  const hesitates = words.length > 1 && hesitatesBehind(words, language);
  const undoes = proposal?.isGrave === true && undoesItself(words, language);
  const defers = language.phrases.at(words, 0, ['defer', 'inquiry'])?.kind === 'defer';
  const keeps = proposal !== undefined && keepsEnded(words, proposal);
  const mocks = language.mockery.has(typed(sentence).toLowerCase());
  return (
    isPart ||
    isHalf(sentence, reply) ||
    mocks ||
    keeps ||
    isTurnedByWish(words, language) ||
    deniesAgreement(words, reply) ||
    deniesOrder(words, language) ||
    hesitates ||
    defers ||
    undoes ||
    language.phrases.indexOf(words, 'irony') >= 0
  );
}

/** "Yes hmm", "ok hmm, 8:15": a hesitation behind the word that agrees, and no order behind that. */
function hesitatesBehind(words: readonly string[], { words: { hesitation, yes, bareAssent } }: ActLanguage): boolean {
  const at = words.findLastIndex((word) => hesitation.has(word));
  const isAssent = (word: string) => word === PROPOSED || yes.has(word) || bareAssent.has(word);
  return at > 0 && words.slice(0, at).some(isAssent) && !words.slice(at).some(isAssent);
}

/** True for the words of somebody who comes to what is called off, or wants what is done away with. */
export function keepsEnded(words: readonly string[], proposal: ProposalWords): boolean {
  return proposal.isEnding && (attends(words, proposal) || wantsThing(words, proposal));
}

/** "I'll be there", "10:30 works": said by somebody who comes. */
function attends(words: readonly string[], proposal: ProposalWords): boolean {
  const { phrases } = proposal.language;
  if (phrases.indexOf(words, 'attending') >= 0) return true;
  return heldIn(words, proposal).some(
    ({ kind, at, length }) => kind === 'time' && phrases.at(words, at + length, ['fitting']) !== undefined,
  );
}

/** "I need the account, yes", "yes, I'd like my table", but not "I want the account closed" nor "ich will das Konto nicht mehr". */
function wantsThing(words: readonly string[], proposal: ProposalWords): boolean {
  const { language } = proposal;
  const { self, determiner, direction } = language.words;
  return betweenCommas(words).some((clause) =>
    clause.some((word, at) => {
      const length = (self.has(word) && language.phrases.at(clause, at, ['repetition'])?.length) || clause.length;
      const [which = '', ...wanted] = clause.slice(at + length);
      const isThing = (each: string) => proposal.isAbout(each) || direction.has(each);
      return (
        determiner.has(which) && wanted.length > 0 && wanted.every(isThing) && !clause.slice(at).includes(PROPOSED)
      );
    }),
  );
}

/** "I don't agree to that", "you don't have my approval": a clause that would agree without its no, and is no reason for an end ("I don't want it"). */
export function deniesAgreement(words: readonly string[], { language, proposal }: Reply): boolean {
  const agrees = (said: readonly string[]) => {
    const walked = walkAgreement(said, language);
    return walked.agrees && walked.at === said.length;
  };
  return betweenCommas(words).some((clause) => {
    const isDenial = (word = '') => language.words.denial.has(word);
    const said = clause.filter((word) => !isDenial(word));
    // "You do not have my approval", "you have my approval".
    const plainly = clause.filter((word, at) => !isDenial(word) && !isDenial(clause[at + 1]));
    if (said.length === clause.length || !(agrees(said) || agrees(plainly)) || agrees(clause)) return false;
    return !(proposal?.isEnding && language.phrases.indexOf(clause, 'ending') >= 0);
  });
}

/** "Hence I do not wish to pay", "it should not be paid": somebody says no to what was proposed; "don't hesitate to pay" does not. */
export function deniesDeed(words: readonly string[], { words: known, phrases }: ActLanguage): boolean {
  return betweenCommas(words).some((clause) =>
    clause.some((word, at) => {
      const isSaid = (before: string) => known.self.has(before) || known.modal.has(before);
      if (!known.denial.has(word) || !clause.slice(0, at).some(isSaid)) return false;
      const deed = clause.indexOf(PROPOSED, at);
      return deed > at && deed - at <= DENIED_WITHIN && phrases.indexOf(clause, 'idiom') < 0;
    }),
  );
}

/** "Bitte nicht mehr aufladen": an order not to do it, where the verb stands last. */
function deniesOrder(words: readonly string[], { words: { denial, politeRequest }, verbLast }: ActLanguage): boolean {
  if (!verbLast) return false;
  return words.some((word, at) => {
    const isOrder = words.slice(at + 1, at + 3).includes(PROPOSED);
    return denial.has(word) && isOrder && words.slice(0, at).some((each) => politeRequest.has(each));
  });
}

/** "Yes, but I'd like to buy it and not rent it": what is wanted is another thing, though a word for it may be one for what was proposed. */
function isTurnedByWish(words: readonly string[], { words: { yes, contrast, self } }: ActLanguage): boolean {
  const spoken = words.filter((word) => word !== ',');
  return spoken.some(
    (word, at) => contrast.has(word) && yes.has(spoken[at - 1] ?? '') && self.has(spoken[at + 1] ?? ''),
  );
}

/** "Transfer it to", "cancel my", "yes, so Friday …": half a sentence, whose other half may say anything. */
export function isHalf(sentence: Sentence, { language, proposal }: Reply): boolean {
  const { words, question } = sentence;
  const { unfinished, dangling, subject, object, determiner, self, yes, verb, answer } = language.words;
  const last = words.at(-1) ?? '';
  if (words.length < 2 || question || !proposal) return false;
  const isWhole = words.includes(PROPOSED) || walkAgreement(words, language).at === words.length;
  if (endsInDots(sentence) && !isWhole) return true;
  if (unfinished.has(last)) return true;
  if (self.has(last) && words.slice(0, -1).every((word) => word === ',' || yes.has(word))) return true;
  if (determiner.has(last) && words.at(-2) === ',') return true;
  const isFree = (word: string) => dangling.has(word) || answer.has(word);
  const about = words.findLastIndex(
    (word) => word === PROPOSED || (!isFree(word) && proposal.topic.has(language.stem(word))),
  );
  // "Plus it is" and "at Luigi's" are whole.
  const isShort = sentence.spans.at(-1)?.[0] === sentence.spans.at(-2)?.[0];
  if (verb.has(last) && (isShort || subject.has(words.at(-2) ?? ''))) return false;
  if (language.verbLast && closesRemark(sentence, about, language)) return false;
  // "The one that I asked for", "the kindest agent I have spoken to".
  const isRelated = (word: string) => self.has(word) || (subject.has(word) && !object.has(word));
  return dangling.has(last) && about >= 0 && !words.slice(about).some(isRelated);
}

/** "…, bevor der Platz weg ist", "der Nachbar nimmt es dort an": where verbs stand last, such a word ends what is said. */
function closesRemark(sentence: Sentence, about: number, { words: known, spelling }: ActLanguage): boolean {
  const { words } = sentence;
  const last = words.at(-1) ?? '';
  const from = words.lastIndexOf(',') + 1;
  const remark = words.slice(from);
  if (remark.length < LEAST_REMARK) return false;
  const opensMain = [known.determiner, known.subject, known.yes].some((list) => list.has(remark[0] ?? ''));
  if (known.verb.has(last)) return from > about || (from > 0 && !opensMain && !remark.includes(PROPOSED));
  const isVerb = (word: string, at: number) =>
    at > 0 && !spelling.known.has(word) && /^\p{Ll}{3}/u.test(typed(sentence, at, at + 1));
  return known.particle.has(last) && !remark.includes(PROPOSED) && words.some(isVerb);
}

function endsInDots({ source, spans }: Sentence): boolean {
  const end = spans.at(-1)?.[1] ?? 0;
  return /(?:\.{2,}|…)$/u.test(source.slice(0, end)) || /^\s*(?:\.{2,}|…)/u.test(source.slice(end));
}

/** "Yes... hmm." */
export function trailingOff({ sentences, language }: Reply): Sentence | undefined {
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

/** True for words that agree, and need not be meant as the answer: praise, the request said again, and whose a thing is. */
export function isNoAnswer(reading: AgreementReading, reply: Reply): boolean {
  return (
    isPraise(reading, reply) || isRequest(reading, reply) || isOwnership(reading, reply) || isKeeping(reading, reply)
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

/** "Confirm the dinner", "proceed with the dinner" to "Shall I cancel it?": what is to go on is the thing. */
function isKeeping(reading: AgreementReading, { proposal, language }: Reply): boolean {
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

/** True for an agreement in words that say more than yes: "go ahead", "please do". */
export function isExplicit(reading: AgreementReading, { phrases }: ActLanguage): boolean {
  return phrases.indexOf(agreementOf(reading), 'explicit') >= 0;
}
