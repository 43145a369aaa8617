import type { ValueInWords } from '../../values/index.js';
import { isSame, PROPOSED, type ProposalWords } from '../proposal/index.js';
import { isReserved, namesSomethingNew, opensRemark, type Reply, skipFillers, withoutIdioms } from '../rules/index.js';
import { heldIn, indexOfNewValue, newValuesIn } from '../value-comparison/index.js';
import type { ActLanguage, Sentence, WordKind } from '../words/index.js';

/** Things of which there may be one less are so few. */
const FEW = 20;

/** The years of who may be asked. */
const ADULT = /^(?:[2-9]\d|10\d)$/;

/** At most so many words from a "not" or "no" to the deed that it denies. */
const DENIED_WITHIN = 3;

/** What is said of something has so many words. */
const TOLD = 4;

/** A word that tells one thing from another of its kind has so many letters. */
const TELLING = 3;

/** Words that are counted by no number before them: "205 all in", "113 stimmt". */
const UNCOUNTED: readonly WordKind[] = [
  'glue',
  'verb',
  'subject',
  'clauseOpener',
  'route',
  'determiner',
  'whole',
  'bareAssent',
  'noting',
  'particle',
];

/** A part of a sentence: its words `[from, to)`. */
export interface Clause {
  readonly sentence: Sentence;
  readonly from: number;
  readonly to: number;
}

/** What a clause says that the proposal does not. */
export interface News {
  readonly value: boolean;
  /** A value beside what is proposed: told of something else, or of a kind that nothing proposed has. */
  readonly valueBeside: boolean;
  readonly name: boolean;
  readonly deed: boolean;
}

/** The clauses of a sentence, by its commas and the words that open one. */
export function clausesOf(sentence: Sentence, { words: { clauseOpener } }: ActLanguage): Clause[] {
  const ends = sentence.words.flatMap((word, at) => (clauseOpener.has(word) ? [at] : []));
  const bounds = [-1, ...ends, sentence.words.length];
  return bounds
    .slice(1)
    .map((to, index) => ({ sentence, from: (bounds[index] ?? -1) + 1, to }))
    .filter(({ from, to }) => from < to);
}

/** Another value, a name, or a grave deed; none of those that a clause tells which is about something else. */
export function newsIn(clause: Clause, reply: Reply, proposal: ProposalWords): News {
  const { sentence, from, to } = clause;
  const { language } = reply;
  const words = withoutIdioms(sentence.words.slice(from, to), language);
  const isElse = isAboutElse(words, reply, proposal);
  const isNamed = !language.nounsAreCapitalized && namesSomethingNew(sentence, from, reply, to);
  const isNew = indexOfNewValue(withoutAge(withoutOne(words, proposal), language), proposal) >= 0;
  const isWanted = isNew && (asksFor(words, language) || countsAnew(words, proposal));
  const isOther = isNew && !isWanted && hasOtherKinds(words, proposal);
  const isBeside = isNew && !isWanted && (isElse || isOther || isTold(words, reply) || isAsked(words, proposal));
  return {
    value: isNew && !isBeside,
    valueBeside: isBeside && !(isElse && isOther),
    name: isNamed && !isElse,
    deed:
      words.some(
        (word, at) =>
          !isThingAsked(words, at, proposal) &&
          !isDenied(words, at, language) &&
          isOtherGrave(word, isElse || isPast(words, at, proposal), proposal, language),
      ) ||
      words.some((_, at) => isGoneOnWith(words, at, proposal, language)) ||
      isGoingOn(words, proposal, language),
  };
}

/** Without the "one" of "one account is enough" and "I need one", where nothing is counted that it could be one of. */
function withoutOne(words: readonly string[], proposal: ProposalWords): readonly string[] {
  const { language } = proposal;
  const { glue, verb, modal } = language.words;
  const { pronouns, units } = language.values.words.numbers;
  if (countsFew(proposal)) return words;
  const isCounting = (next = ',') =>
    next !== ',' && !proposal.isAbout(next) && ![glue, verb, modal].some((list) => list.has(next));
  return words.filter((word, at) => !(pronouns.words.includes(word) && units[word] === 1) || isCounting(words[at + 1]));
}

/** "I'm 81" tells how old somebody is. */
function withoutAge(words: readonly string[], { words: { self, verb, clauseOpener } }: ActLanguage): readonly string[] {
  const isAge = (at: number) =>
    ADULT.test(words[at] ?? '') &&
    verb.has(words[at - 1] ?? '') &&
    self.has(words[at - 2] ?? '') &&
    (at === words.length - 1 || clauseOpener.has(words[at + 1] ?? ''));
  return words.filter((_, at) => !isAge(at));
}

/** "There are four of us" to a table for two, "all 300 of it" to 250 dollars: a number that could stand for another of the proposal. */
function countsAnew(words: readonly string[], proposal: ProposalWords): boolean {
  const { mentions, asked, language } = proposal;
  const hasNumbers = [...mentions, ...asked].some(({ kind }) => kind === 'number');
  const isFew = countsFew(proposal);
  return newValuesIn(words, proposal).some(
    (value) => value.kind === 'number' && hasNumbers && ((isFew && value.value <= FEW) || !isCounted(value, language)),
  );
}

/** "Three weeks": what it counts is said, and that is no money. */
function isCounted({ unit = '' }: ValueInWords & { kind: 'number' }, language: ActLanguage): boolean {
  const { words, phrases, currencyOf } = language;
  const isFitting = phrases.at([unit], 0, ['fitting', 'praise', 'consent']) !== undefined;
  const isWord = unit.length > 2 && !isFitting && !UNCOUNTED.some((kind) => words[kind].has(unit));
  return isWord && currencyOf(unit) === undefined;
}

/** True for "a table for 4". */
function countsFew({ mentions, asked }: ProposalWords): boolean {
  return [...mentions, ...asked].some((value) => value.kind === 'number' && value.value <= FEW);
}

/** "No changes", "I haven't changed my mind": a deed that is denied is not to be done. */
function isDenied(words: readonly string[], at: number, language: ActLanguage): boolean {
  const { denial, negation } = language.words;
  const isNoun = language.deeds.get(words[at] ?? '')?.isNoun === true;
  const before = words.slice(Math.max(0, at - DENIED_WITHIN), at);
  return before.some((word) => denial.has(word) || (isNoun && negation.has(word)));
}

/** "My daughter lives in Spain": it tells of somebody or something, wants nothing, and says no word of the proposal. */
function isAboutElse(words: readonly string[], { language }: Reply, proposal: ProposalWords): boolean {
  const { subject, possessive, determiner, verb, glue, you, modal } = language.words;
  const start = startOf(words, language);
  const opening = words[start] ?? '';
  const tells = opensRemark(opening, language) || (determiner.has(opening) && words.some((word) => verb.has(word)));
  if (!tells || words.length - start < 3 || words.some((word) => you.has(word))) return false;
  if (opensWithValue(words.slice(start), language)) return false;
  const isPlain = (word: string) =>
    word.length < 3 || [subject, possessive, determiner, verb, glue, modal].some((list) => list.has(word));
  if (words.some((word) => word === PROPOSED || (!isPlain(word) && proposal.isAbout(word)))) return false;
  if (heldIn(words, proposal).length > 0 || isReserved(words, 'statement', language)) return false;
  return language.phrases.at(words, start, ['repetition', 'defer']) === undefined;
}

/** "Rent goes out on the 28th": it is said of something, and neither wants nor orders anything. A value first in it may be what is wanted ("5 of us", "the 23rd is perfect"). */
function isTold(words: readonly string[], { language }: Reply): boolean {
  const { you, direction, dateLead, route, modal } = language.words;
  const start = startOf(words, language);
  const said = words.slice(start);
  const isLead = (word = '') => [direction, dateLead, route].some((list) => list.has(word));
  const hasValue = language.values.said.inWords(said).length > 0;
  if (said.length < TOLD || isLead(said[0]) || !hasValue || opensWithValue(said, language)) return false;
  if (said.some((word) => you.has(word) || modal.has(word)) || isReserved(words, 'statement', language)) return false;
  return language.phrases.indexOf(said, 'desire') < 0;
}

/** "5 of us", "the 23rd is perfect"; "my two dogs" are no value. */
function opensWithValue(said: readonly string[], language: ActLanguage): boolean {
  const [first] = language.values.said.inWords(said);
  if (first?.at !== 1 || !language.words.determiner.has(said[0] ?? '')) return first?.at === 0;
  return first.kind !== 'number' || !isCounted(first, language);
}

/** "I want 2 blankets": a wish or an order. */
function asksFor(words: readonly string[], language: ActLanguage): boolean {
  return language.phrases.indexOf(words, 'repetition') >= 0 || words.some((_, at) => isOrderAt(words, at, language));
}

/** True where every new value is one that could not stand for a proposed one: "two labs", and "on Sunday" where no day is proposed. */
function hasOtherKinds(words: readonly string[], proposal: ProposalWords): boolean {
  const { language, mentions, asked } = proposal;
  const values = newValuesIn(words, proposal);
  const isDated = [...mentions, ...asked].some(({ kind }) => kind !== 'number');
  return (
    values.length > 0 &&
    values.every((value) =>
      value.kind === 'number' ? isCounted(value, language) && !proposal.isAbout(value.unit ?? '') : !isDated,
    )
  );
}

/** True where the question says every new value, as one that would be left: "I have school on Tuesday" to a move from Tuesday to Friday. */
function isAsked(words: readonly string[], proposal: ProposalWords): boolean {
  const values = newValuesIn(words, proposal);
  return values.length > 0 && values.every((value) => proposal.asked.some((each) => isSame(value, each)));
}

/** "I have moved", "plans have changed", and where an end is proposed "we move out that day": what was done or comes about, and nobody is told to do. */
function isPast(words: readonly string[], at: number, { isEnding, language }: ProposalWords): boolean {
  const { self, verb, you, modal, route, determiner, object } = language.words;
  const isDoneTo = [route, determiner, object].some((list) => list.has(words[at + 1] ?? ''));
  if (isEnding && self.has(words[at - 1] ?? '') && !isDoneTo) return true;
  if (!verb.has(words[at - 1] ?? '')) return false;
  const isTold = at === words.length - 1 && !words.some((word) => you.has(word) || modal.has(word));
  return isTold || self.has(words[at - 2] ?? '');
}

/** "The refund" to "Shall I cancel it, with a refund of …?". */
function isThingAsked(words: readonly string[], at: number, { question, language }: ProposalWords): boolean {
  const word = words[at] ?? '';
  const isNoun = language.deeds.get(word)?.isNoun === true;
  return isNoun && question.includes(word) && language.words.determiner.has(words[at - 1] ?? '');
}

/** Who tells that something else was changed may still agree; that something was done away with may be why not. */
function isOtherGrave(word: string, isElse: boolean, proposal: ProposalWords, language: ActLanguage): boolean {
  const deed = language.deeds.get(word)?.deed;
  if (deed === undefined || proposal.deeds.has(deed)) return false;
  return isElse ? language.endingDeeds.has(deed) : language.graveDeeds.has(deed);
}

/** "I hereby charge you with the renewal" to "Shall I cancel it?". */
function isGoneOnWith(words: readonly string[], at: number, proposal: ProposalWords, language: ActLanguage): boolean {
  const { determiner, direction } = language.words;
  const [word = '', lead = '', before = ''] = [words[at], words[at - 1], words[at - 2]];
  const known = language.deeds.get(word);
  if (!proposal.isEnding || !known?.isNoun || language.endingDeeds.has(known.deed) || proposal.isAbout(word))
    return false;
  return determiner.has(lead) && direction.has(before) && !words.includes(PROPOSED);
}

/** "Send it off" to "Shall I cancel it?", but not "send the cancellation off". */
function isGoingOn(words: readonly string[], { isEnding }: ProposalWords, language: ActLanguage): boolean {
  const known = language.deeds.get(words[startOf(words, language)] ?? '');
  const isCarried = words.some((word, at) => word === PROPOSED && language.words.determiner.has(words[at - 1] ?? ''));
  return isEnding && known !== undefined && !known.isNoun && !language.endingDeeds.has(known.deed) && !isCarried;
}

/** Where a clause says something of its own, behind a yes and what says nothing. */
export function startOf(clause: readonly string[], language: ActLanguage): number {
  const { yes, answer } = language.words;
  let at = skipFillers(language, clause);
  while (yes.has(clause[at] ?? '') || answer.has(clause[at] ?? '')) at = skipFillers(language, clause, at + 1);
  return at;
}

/** True for a word that gives an order where it stands: one for what was proposed, or a verb at the start, or behind "please", "you", "and". */
export function isOrderAt(clause: readonly string[], at: number, language: ActLanguage): boolean {
  const { you, politeRequest, clauseOpener, modal, imperative } = language.words;
  const word = clause[at] ?? '';
  if (word === PROPOSED) return true;
  const before = clause[at - 1] ?? '';
  const isAsked = modal.has(before) && you.has(clause[at - 2] ?? '');
  const isLed = isAsked || [you, politeRequest, clauseOpener].some((list) => list.has(before));
  return imperative.has(word) && (isLed || at <= startOf(clause, language));
}

/** "The bedroom speaker" to a question for "the kitchen speaker": another thing of the kind that is proposed. */
export function namesAnother(words: readonly string[], { question, topic, language }: ProposalWords): boolean {
  const { determiner, glue } = language.words;
  const tells = (word = '') =>
    word.length >= TELLING && /^\p{L}+$/u.test(word) && !glue.has(word) && !determiner.has(word);
  const isKind = (word: string) =>
    tells(word) && question.some((own, at) => own === word && tells(question[at - 1]) && question[at - 1] !== PROPOSED);
  return words.some((word, at) => {
    const other = words[at - 1] ?? '';
    const isNew = tells(other) && !language.spelling.known.has(other) && !topic.has(language.stem(other));
    return isNew && isKind(word);
  });
}

/** "The cheaper one", "nehmen Sie die andere Karte": another one is wanted; "the other day it rained" and "the sooner the better" tell. */
export function choosesOther(clause: readonly string[], { words: known }: ActLanguage): boolean {
  const { determiner, reservation, verb, self, possessive } = known;
  const isTold = (word: string) => [verb, self, possessive].some((list) => list.has(word));
  return clause.some(
    (word, at) =>
      determiner.has(word) &&
      reservation.has(clause[at + 1] ?? '') &&
      !determiner.has(clause[at + 2] ?? '') &&
      !clause.some(isTold),
  );
}
