import { PROPOSED, type ProposalWords } from '../proposal/index.js';
import { heldIn } from '../value-comparison/index.js';
import { type ActLanguage, betweenCommas, type Sentence, typed, walkAgreement, wordsOf } from '../words/index.js';
import type { Reply } from './reply.js';

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
  const undoes = proposal !== undefined && undoesItself(sentence, proposal);
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
  const { unfinished, dangling, subject, object, determiner, pair, self, yes, verb, answer } = language.words;
  const last = words.at(-1) ?? '';
  if (words.length < 2 || question || !proposal) return false;
  const isWhole = words.includes(PROPOSED) || walkAgreement(words, language).at === words.length;
  if (endsInDots(sentence) && !isWhole) return true;
  if (unfinished.has(last)) return true;
  if (self.has(last) && words.slice(0, -1).every((word) => word === ',' || yes.has(word))) return true;
  if (determiner.has(last) && !pair.has(last) && words.at(-2) === ',') return true;
  const isFree = (word: string) => [dangling, answer, verb].some((list) => list.has(word));
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

/** "Cancel the cancellation", "die Kündigung bitte löschen": what is to be done is done to itself. */
export function undoesItself(sentence: Sentence, { isGrave, language }: ProposalWords): boolean {
  if (!isGrave) return false;
  const { words } = sentence;
  const { determiner, subject, politeRequest } = language.words;
  const isFree = (word: string) => word === ',' || [determiner, subject, politeRequest].some((list) => list.has(word));
  const isNoun = (at: number) =>
    determiner.has(words[at - 1] ?? '') || language.deeds.get(typed(sentence, at, at + 1).toLowerCase())?.isNoun;
  const places = [...words.keys()].filter((at) => words[at] === PROPOSED);
  return places.slice(1).some((next, index) => {
    const at = places[index] ?? next;
    const between = words.slice(at + 1, next);
    if (!between.every(isFree)) return false;
    // A noun joined to its thing ("Bestellstornierung") is not among the words for deeds.
    if (isNoun(next) === false) return language.verbLast && isNoun(at) !== false;
    return isNoun(at) !== true && between.some((word) => determiner.has(word));
  });
}
