import type { ValueInWords } from '../values/index.js';
import type { ActLanguage } from './act-language.js';
import { PROPOSED } from './deeds.js';
import type { ProposalWords } from './proposal-words.js';

/** Words before a number that tell of what it is. */
const LEAD = 2;
/** Any year; of two days, only how far they are apart is asked. */
const A_YEAR = 2024;
const DAY_MS = 24 * 60 * 60 * 1_000;
/** The last digits of a number by which one tells it from others are four or more. */
const LEAST_ENDING = 1_000;
/** Fewer words than these stand between "the" and "one". */
const NAMED = 4;
/** So many words behind a number may say what it counts. */
const COUNTED = 3;

/**
 * The index of the first word of a value that the proposal does not hold: another time, day or number than every
 * argument it could stand for, or a yes-or-no argument named the other way round. -1 when there is none. A question
 * may also name what no argument is about: the year of a song, while a device is chosen.
 */
export function indexOfNewValue(words: readonly string[], proposal: ProposalWords, inQuestion = false): number {
  const mention = newValuesIn(words, proposal).find((each) => !(inQuestion && isOfOtherKind(each, proposal)));
  const code = words.findIndex((word) => isOtherCode(word, proposal));
  const flag = words.findIndex((word, at) => contradictsFlag(words, word, at, proposal));
  const found = [mention?.at ?? -1, code, flag].filter((index) => index >= 0);
  return found.length === 0 ? -1 : Math.min(...found);
}

/** "14C" to a proposal of "14A": letters and digits in the same order as in an argument that is another. */
function isOtherCode(word: string, { argumentWords }: ProposalWords): boolean {
  if (!/\d/.test(word) || !/\p{L}/u.test(word) || argumentWords.includes(word)) return false;
  return argumentWords.some((own) => shapeOf(own) === shapeOf(word));
}

function shapeOf(word: string): string {
  return word.replace(/\p{L}/gu, 'a').replace(/\d/g, '0');
}

/** The values in the words that the proposal does not hold. */
export function newValuesIn(words: readonly string[], proposal: ProposalWords): ValueInWords[] {
  const said = proposal.language.values.said.inWords(words);
  return said.filter((each) => !isHeld(words, each, proposal) && !isPronoun(words, each, proposal.language));
}

/** "The postbox one" is one that has a name, and no number. */
function isPronoun(
  words: readonly string[],
  { at, length }: ValueInWords,
  { words: known, values }: ActLanguage,
): boolean {
  if (length !== 1 || !values.words.numbers.pronouns.words.includes(words[at] ?? '')) return false;
  const start = words.slice(0, at).findLastIndex((word) => known.determiner.has(word) && !known.indefinite.has(word));
  const between = start < 0 ? [] : words.slice(start + 1, at);
  return between.length > 0 && between.length < NAMED && !between.some((word) => word === ',' || known.glue.has(word));
}

/**
 * The words without the values that the proposal holds as well, however they are said: "two hundred euros" for 200 EUR. The
 * unit goes with its number where an argument is named so, and what leads to a day or time ("starting") with that.
 */
export function withoutHeld(words: readonly string[], proposal: ProposalWords): readonly string[] {
  const held = heldIn(words, proposal);
  if (held.length === 0) return words;
  const covered = new Set(held.flatMap((each) => placesOf(words, each, proposal)));
  return words.filter((_, at) => !covered.has(at));
}

/** "At 3", where three o'clock is proposed and no other three. */
function isHour(value: ValueInWords, { mentions }: ProposalWords): boolean {
  const same = mentions.filter((each) => isSame(value, each));
  return same.length > 0 && same.every(({ kind }) => kind === 'time');
}

/** The values in the words that the proposal holds as well. */
export function heldIn(words: readonly string[], proposal: ProposalWords): ValueInWords[] {
  return proposal.language.values.said.inWords(words).filter((each) => isHeld(words, each, proposal));
}

function placesOf(words: readonly string[], value: ValueInWords, proposal: ProposalWords): number[] {
  const places = Array.from({ length: value.length }, (_, index) => value.at + index);
  const [before, behind] = [value.at - 1, value.at + value.length];
  if (value.kind !== 'number' || isHour(value, proposal)) {
    return proposal.language.words.dateLead.has(words[before] ?? '') ? [...places, before] : places;
  }
  const isUnit =
    ownersOf(value, proposal).length > 0 ||
    countsNights(value, proposal) ||
    proposal.language.currencyOf(words[behind] ?? '') !== undefined;
  if (isUnit) places.push(behind);
  if (proposal.language.currencyOf(words[before] ?? '') !== undefined) places.push(before);
  return places;
}

function isHeld(words: readonly string[], value: ValueInWords, proposal: ProposalWords): boolean {
  if (value.kind === 'number' && isMisplaced(words, value, proposal)) return false;
  return (
    holds(proposal, value) ||
    repeatsQuestion(words, value, proposal) ||
    countsAsAsked(words, value, proposal) ||
    isDayAsAsked(value, proposal) ||
    endsNumber(value, proposal) ||
    countsNights(value, proposal) ||
    comesFrom(words, value, proposal)
  );
}

/**
 * True for a number that the proposal has elsewhere: "at 4" to "for 4 at 7 pm", "4 tables" to "a table for 4", "250 dollars" for 250
 * EUR, "account 250" to a transfer of 250 from account 12.
 */
function isMisplaced(words: readonly string[], value: ValueInWords, proposal: ProposalWords): boolean {
  return (
    isInOtherCurrency(words, value, proposal) ||
    isOfOther(words, value, proposal) ||
    isLedElsewhere(words, value, proposal) ||
    countsOther(words, value, proposal)
  );
}

/** The question has another value behind the same word, and this one behind none such. */
function isLedElsewhere(
  words: readonly string[],
  value: ValueInWords,
  { language, question, asked }: ProposalWords,
): boolean {
  const { direction, route, dateLead } = language.words;
  const lead = words[value.at - 1] ?? '';
  if (![direction, route, dateLead].some((list) => list.has(lead))) return false;
  // "10 to 12" is a span: "to" leads to its end, and to nothing of the question.
  if (route.has(lead) && language.values.said.inWords(words).some(({ at, length }) => at + length === value.at - 1))
    return false;
  const led = asked.filter(({ at }) => question[at - 1] === lead);
  return led.length > 0 && !led.some((each) => isSame(value, each));
}

/** A word behind it is another one of the question than that which stands behind the same number there. */
function countsOther(words: readonly string[], value: ValueInWords, proposal: ProposalWords): boolean {
  const { language } = proposal;
  const unit = words[value.at + value.length] ?? '';
  const { glue, route, modal } = language.words;
  const isCounted = /^\p{L}{3,}/u.test(unit) && ![glue, route, modal].some((list) => list.has(unit));
  const isAmount = currenciesAt(words, value, language).length > 0;
  const isNamed = proposal.question.some((own) => proposal.isSameWord(unit, own));
  if (!isCounted || isAmount || !(isNamed || proposal.arguments.some(({ nameWords }) => nameWords.includes(unit))))
    return false;
  if (ownersOf(value, proposal).length > 0 || language.values.said.inWords([unit]).length > 0) return false;
  const asked = proposal.asked.filter((each) => isSame(value, each));
  const lead = words[value.at - 1] ?? '';
  const isCalled = /^\p{L}{3,}/u.test(lead) && ![glue, route, language.words.direction].some((list) => list.has(lead));
  if (isCalled && asked.some(({ at }) => proposal.question[at - 1] === lead)) return false;
  return (
    asked.length > 0 && !asked.some((each) => countedBy(each, proposal).some((own) => proposal.isSameWord(unit, own)))
  );
}

/**
 * Where no argument is a day: "tomorrow" to a question that says tomorrow; and to one that says no day "today", since it is done at once,
 * and "yesterday", when something else was.
 */
function isDayAsAsked(value: ValueInWords, { language, question, asked, mentions }: ProposalWords): boolean {
  if (value.kind !== 'day' || mentions.some(({ kind }) => kind === 'day')) return false;
  const days = asked.filter(({ kind }) => kind === 'day');
  if (days.length === 0) return (language.values.words.days.relative[value.name ?? ''] ?? 1) <= 0;
  return days.some((each) => isSame(value, each) && !language.words.route.has(question[each.at - 1] ?? ''));
}

/** "20817" for the argument "RE-20817", and 3920 for the number that ends so. */
function endsNumber(value: ValueInWords, { argumentWords }: ProposalWords): boolean {
  if (value.kind !== 'number' || value.value < LEAST_ENDING) return false;
  const digits = String(value.value);
  return argumentWords.some((word) => word.length > digits.length && word.replace(/\D/g, '').endsWith(digits));
}

/** "Three nights" to "… from 3 to 6 June?". */
function countsNights(value: ValueInWords, { mentions, asked, language }: ProposalWords): boolean {
  const { units, plurals } = language.values.words;
  if (value.kind !== 'number' || value.unit === undefined) return false;
  const nights = units.flatMap(([of, , count]) => (count === 1 ? ['', ...plurals].map((end) => `${of}${end}`) : []));
  if (!nights.includes(value.unit)) return false;
  const days = [...mentions, ...asked].flatMap((each) =>
    each.kind === 'day' && each.month && each.day ? [Date.UTC(A_YEAR, each.month - 1, each.day) / DAY_MS] : [],
  );
  return days.some((from) => days.includes(from + value.value));
}

/** "From Friday" to "… from Friday to Saturday?": what is left, behind the same word; where verbs stand last, that is glue as well. */
function comesFrom(
  words: readonly string[],
  value: ValueInWords,
  { language, question, asked }: ProposalWords,
): boolean {
  const { route, glue } = language.words;
  const lead = words[value.at - 1] ?? '';
  if (!route.has(lead) || (glue.has(lead) && !language.verbLast) || value.kind === 'number') return false;
  return asked.some((each) => isSame(value, each) && question[each.at - 1] === lead);
}

/** What a number of the question counts: "wool" and "blankets" of "2 wool blankets for 59.90 EUR". */
function countedBy({ at, length }: ValueInWords, { language, question }: ProposalWords): readonly string[] {
  const behind = question.slice(at + length, at + length + COUNTED);
  const end = behind.findIndex(
    (word) => !/^\p{L}/u.test(word) || language.words.glue.has(word) || language.words.route.has(word),
  );
  return end < 0 ? behind : behind.slice(0, end);
}

/** "The two blankets" and "for 59.90" to a question about "2 wool blankets, 59.90 EUR", which no argument holds. */
function countsAsAsked(words: readonly string[], value: ValueInWords, proposal: ProposalWords): boolean {
  if (value.kind !== 'number') return false;
  const { asked, isSameWord } = proposal;
  const unit = words[value.at + value.length] ?? '';
  const [amount, ...others] = amountsAsked(proposal);
  if (amount && others.length === 0 && isSame(value, amount)) return true;
  return asked.some((each) => isSame(value, each) && countedBy(each, proposal).some((own) => isSameWord(unit, own)));
}

/** "Account 250" to a transfer of 250 from account 12: the number of an argument that holds another. */
function isOfOther(
  words: readonly string[],
  value: ValueInWords,
  { arguments: args, language }: ProposalWords,
): boolean {
  const name = words[value.at - 1] ?? '';
  if (language.words.glue.has(name) || language.words.route.has(name)) return false;
  const named = args.filter(({ nameWords }) => nameWords.some((word) => language.stem(word) === language.stem(name)));
  const numbered = named.filter(({ mentions }) => mentions.length > 0);
  return numbered.length > 0 && !numbered.some(({ mentions }) => mentions.some((each) => isSame(value, each)));
}

/** "250 dollars" to a proposal in euros alone, and "1111 euros" where that is the number of an account. */
function isInOtherCurrency(words: readonly string[], value: ValueInWords, proposal: ProposalWords): boolean {
  const { currencies, language } = proposal;
  const said = currenciesAt(words, value, language);
  if (said.length === 0 || currencies.size === 0) return false;
  const amounts = amountsAsked(proposal);
  const isAmount = amounts.length === 0 || amounts.some((each) => isSame(value, each));
  return !isAmount || said.some((currency) => !currencies.has(currency));
}

/** The values of the question that have a currency. */
function amountsAsked({ asked, question, language }: ProposalWords): ValueInWords[] {
  return asked.filter((each) => currenciesAt(question, each, language).length > 0);
}

/** The currencies named in a number or right beside it. */
function currenciesAt(words: readonly string[], { at, length }: ValueInWords, { currencyOf }: ActLanguage): string[] {
  return words.slice(Math.max(0, at - 1), at + length + 1).flatMap((word) => currencyOf(word) ?? []);
}

/** True when some word with content stands in the question or in an argument's name or value. */
export function sharesTopic(words: readonly string[], proposal: ProposalWords): boolean {
  const { glue, modal } = proposal.language.words;
  const isContent = (word: string) => !glue.has(word) && !modal.has(word) && /^\p{L}{3,}/u.test(word);
  return words.some((word) => word === PROPOSED || (isContent(word) && proposal.isAbout(word)));
}

/** The arguments that are named as the unit of a number: "people" for "4 people". */
function ownersOf(mention: ValueInWords, { arguments: args, language: { stem, words } }: ProposalWords) {
  const unit = mention.kind === 'number' ? mention.unit : undefined;
  return unit === undefined || words.route.has(unit) || words.glue.has(unit)
    ? []
    : args.filter(({ nameWords }) => nameWords.map(stem).includes(stem(unit)));
}

/** "It took 40 minutes": so many of what nobody books, unless the question says how many of it. */
function isFact(mention: ValueInWords, { asked, language }: ProposalWords): boolean {
  if (mention.kind !== 'number' || !language.words.factUnit.has(mention.unit ?? '')) return false;
  return !asked.some((each) => each.kind === 'number' && each.unit === mention.unit && each.value !== mention.value);
}

function holds(proposal: ProposalWords, mention: ValueInWords): boolean {
  const owners = ownersOf(mention, proposal);
  if (owners.length === 0 && isFact(mention, proposal)) return true;
  const candidates = owners.length > 0 ? owners.flatMap(({ mentions }) => mentions) : proposal.mentions;
  return candidates.some((proposed) => isSame(mention, proposed));
}

/**
 * "My card ending in 7334" to "… with your card ending in 7334?": a number that no argument holds, in the question's
 * words, which lead to no other number there.
 */
function repeatsQuestion(
  words: readonly string[],
  { kind, at, length }: ValueInWords,
  { question }: ProposalWords,
): boolean {
  const lead = words.slice(Math.max(0, at - LEAD), at);
  if (kind !== 'number' || lead.length < LEAD) return false;
  const value = words.slice(at, at + length).join(' ');
  const led = question.flatMap((_, start) =>
    lead.every((word, offset) => question[start + offset] === word)
      ? [question.slice(start + LEAD, start + LEAD + length).join(' ')]
      : [],
  );
  return led.length > 0 && led.every((each) => each === value);
}

/** True for a value of a kind that nothing proposed is of: a number, say, while no argument holds one. */
function isOfOtherKind(said: ValueInWords, proposal: ProposalWords): boolean {
  if (isYear(said)) return !proposal.mentions.some(isYear);
  return !proposal.mentions.some(({ kind }) => kind === said.kind);
}

/** "2013" without a unit. */
function isYear(mention: ValueInWords): boolean {
  return mention.kind === 'number' && !mention.unit && mention.value >= 1900 && mention.value < 2100;
}

/** True when a mention can stand for the other: "7" for "19:00". */
export function isSame(said: ValueInWords, proposed: ValueInWords): boolean {
  if (said.kind === 'time' && proposed.kind === 'time') {
    return said.minutes === proposed.minutes && (!said.half || !proposed.half || said.half === proposed.half);
  }
  if (said.kind === 'day' && proposed.kind === 'day') {
    if (said.name || proposed.name) return said.name === proposed.name;
    return said.day === proposed.day && (!said.month || !proposed.month || said.month === proposed.month);
  }
  if (said.kind === 'number' && proposed.kind === 'number') return said.value === proposed.value;
  if (said.kind !== 'number' || proposed.kind !== 'time') return false;
  return minutesOf(said.value) === proposed.minutes;
}

/** What "8" and "8.15" say as a time, in minutes; undefined for what is none. */
function minutesOf(value: number): number | undefined {
  const [hour, minute] = [Math.floor(value), Math.round((value % 1) * 100)];
  return hour >= 1 && hour <= 12 && minute < 60 ? (hour % 12) * 60 + minute : undefined;
}

function contradictsFlag(words: readonly string[], word: string, at: number, proposal: ProposalWords): boolean {
  const { stem } = proposal.language;
  const { glue, negation } = proposal.language.words;
  if (glue.has(word) || word.length < 4) return false;
  const flags = proposal.arguments.filter((argument) => argument.nameWords.map(stem).includes(stem(word)));
  const around = [...words.slice(Math.max(0, at - 3), at), ...words.slice(at + 1, at + 3)];
  const said = !around.some((each) => negation.has(each));
  return flags.some((argument) => argument.flag !== undefined && argument.flag !== said);
}
