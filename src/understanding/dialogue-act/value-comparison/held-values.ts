import type { ValueInWords } from '../../values/index.js';
import { isSame, PROPOSED, type ProposalWords, placesIn } from '../proposal/index.js';
import type { ActLanguage } from '../words/index.js';
import { amountsAsked, countedBy, isMisplaced, ownersOf } from './misplaced-values.js';

/** Words before a number that tell of what it is. */
const LEAD = 2;
/** Any year; of two days, only how far they are apart is asked. */
const A_YEAR = 2024;
const MINUTES = 60;
const HALF_A_DAY = 12 * MINUTES;
/** Since noon. */
const EVENING = 5 * MINUTES;
const DAY_MS = 24 * 60 * 60 * 1_000;
const ISO_DAY = /^\d{4}-\d\d-\d\d/;
/** The last digits of a number by which one tells it from others are four or more. */
const LEAST_ENDING = 1_000;
/** All digits of a code may be fewer. */
const LEAST_CODE = 100;
/** Fewer words than these stand between "the" and "one". */
const NAMED = 4;

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
  const start = words.slice(0, at).findLastIndex((word) => known.determiner.has(word));
  const between = start < 0 ? [] : words.slice(start + 1, at);
  return between.length > 0 && between.length < NAMED && !between.some((word) => word === ',' || known.glue.has(word));
}

/** The values in the words that the proposal holds as well. */
export function heldIn(words: readonly string[], proposal: ProposalWords): ValueInWords[] {
  return proposal.language.values.said.inWords(words).filter((each) => isHeld(words, each, proposal));
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

function placesOf(words: readonly string[], value: ValueInWords, proposal: ProposalWords): number[] {
  const places = [...placesIn([value])];
  const [before, behind] = [value.at - 1, value.at + value.length];
  if (value.kind === 'day' && isPartOfDay(words[behind] ?? '', proposal)) places.push(behind);
  if (endsStay(words, value, proposal) || endsHours(words, value, proposal)) return [...places, before];
  if (value.kind !== 'number' || isHour(value, proposal)) {
    const { dateLead, determiner } = proposal.language.words;
    const isNamed = value.kind === 'day' && determiner.has(words[before] ?? '');
    const lead = isNamed ? before - 1 : before;
    return dateLead.has(words[lead] ?? '') ? [...places, lead, before] : places;
  }
  const isUnit =
    ownersOf(value, proposal).length > 0 ||
    countsNights(value, proposal) ||
    proposal.language.currencyOf(words[behind] ?? '') !== undefined;
  if (isUnit) places.push(behind);
  if (proposal.language.currencyOf(words[before] ?? '') !== undefined) places.push(before);
  return places;
}

/** "Afternoon" of "Thursday afternoon", where a time after noon is proposed and none before; an evening begins at five. */
function isPartOfDay(word: string, { mentions, askedLeft, language }: ProposalWords): boolean {
  const { morning, afternoon } = language.values.words.clock;
  const half = morning.includes(word) ? 'am' : afternoon.includes(word) ? 'pm' : undefined;
  if (half === undefined) return false;
  const kept = mentions.filter((value) => ![...askedLeft].some((left) => isSame(value, left)));
  const times = kept.flatMap((value) => (value.kind === 'time' ? [value] : []));
  const isEvening = language.words.evening.has(word);
  return times.length > 0 && times.every((each) => each.half === half && (!isEvening || each.minutes >= EVENING));
}

/** "At 3", where three o'clock is proposed and no other three. */
function isHour(value: ValueInWords, { mentions }: ProposalWords): boolean {
  const same = mentions.filter((each) => isSame(value, each));
  return same.length > 0 && same.every(({ kind }) => kind === 'time');
}

function isHeld(words: readonly string[], value: ValueInWords, proposal: ProposalWords): boolean {
  if (value.kind === 'number' && isMisplaced(words, value, proposal)) return false;
  return (
    holds(proposal, value) ||
    repeatsQuestion(words, value, proposal) ||
    countsAsAsked(words, value, proposal) ||
    isDayAsAsked(words, value, proposal) ||
    isYearOfDay(value, proposal) ||
    endsNumber(value, words, proposal) ||
    countsNights(value, proposal) ||
    countsList(words, value, proposal) ||
    endsStay(words, value, proposal) ||
    endsHours(words, value, proposal) ||
    isSince(words, value.at, proposal.language) ||
    comesFrom(words, value, proposal) ||
    isThankedFor(words, value, proposal) ||
    isPastOfSpeaker(words, value, proposal)
  );
}

/**
 * Where no argument is a day: "tomorrow" to a question that says tomorrow; and to one that says no day "today", since it is done at once,
 * and "yesterday", when something else was.
 */
function isDayAsAsked(words: readonly string[], value: ValueInWords, proposal: ProposalWords): boolean {
  const { language, question, asked, mentions } = proposal;
  if (value.kind !== 'day' || mentions.some(({ kind }) => kind === 'day')) return false;
  const days = asked.filter(({ kind }) => kind === 'day');
  const isByNow = (language.values.words.days.relative[value.name ?? ''] ?? 1) <= 0;
  if (days.length === 0) return isByNow && !namesMonth(proposal) && !isPutOff(words, value, language);
  return days.some((each) => isSame(value, each) && !language.words.route.has(question[each.at - 1] ?? ''));
}

/** "At the end of January": it says when, and not on which day. */
function namesMonth({ question, language: { phrases, values, words } }: ProposalWords): boolean {
  const isMonth = (word: string) => values.words.days.months.includes(word) && !words.modal.has(word);
  return question.some(isMonth) || phrases.indexOf(question, 'monthEnd') >= 0;
}

/** "Yes, tonight": at once it is only what is told beside ("she should have it by tonight"). */
function isPutOff(words: readonly string[], { at, length, ...value }: ValueInWords, language: ActLanguage): boolean {
  const { evening, yes, bareAssent, politeRequest, object, dateLead } = language.words;
  if (value.kind !== 'day' || !evening.has(value.name ?? '')) return false;
  const isFree = (word: string) =>
    word === ',' ||
    word === PROPOSED ||
    [yes, bareAssent, politeRequest, object, dateLead].some((list) => list.has(word));
  return words.every((word, place) => isFree(word) || (place >= at && place < at + length));
}

/** The 2026 of "March 31, 2026". */
function isYearOfDay(value: ValueInWords, { argumentWords }: ProposalWords): boolean {
  return (
    value.kind === 'number' && argumentWords.some((word) => word.startsWith(`${value.value}-`) && ISO_DAY.test(word))
  );
}

/** "Thanks for your help today" beside a question about another day. */
function isThankedFor(words: readonly string[], value: ValueInWords, { language }: ProposalWords): boolean {
  if (value.kind !== 'day' || language.values.words.days.relative[value.name ?? ''] !== 0) return false;
  const before = words.slice(0, value.at);
  const clause = before.slice(before.lastIndexOf(',') + 1);
  return !clause.includes(PROPOSED) && clause.some((word) => language.words.thanking.has(word));
}

/** "I handed the keys in yesterday": when something else was. */
function isPastOfSpeaker(words: readonly string[], value: ValueInWords, { language }: ProposalWords): boolean {
  if (value.kind !== 'day' || (language.values.words.days.relative[value.name ?? ''] ?? 0) >= 0) return false;
  const start = words.slice(0, value.at).lastIndexOf(',') + 1;
  const end = words.indexOf(',', value.at);
  const clause = words.slice(start, end < 0 ? words.length : end);
  return clause.some((word) => language.words.self.has(word)) && !clause.includes(PROPOSED);
}

/** "20817" for the argument "RE-20817", "3920" for the code that ends so, and 217 for "B-217"; not "2,000" for the number 12,000. */
function endsNumber(value: ValueInWords, words: readonly string[], proposal: ProposalWords): boolean {
  if (value.kind !== 'number' || value.value < LEAST_CODE) return false;
  const said = String(value.value);
  const isWhole = words.slice(value.at, value.at + value.length).some((word) => word.includes(said));
  if (!isWhole) return false;
  return proposal.codeWords.some((word) => {
    const digits = word.replace(/\D/g, '');
    const isEnd = value.value >= LEAST_ENDING ? digits.endsWith(said) : digits === said && /^\p{L}/u.test(word);
    return word.length > said.length && isEnd;
  });
}

/** "Three nights" to "… from 3 to 6 June?". */
function countsNights(value: ValueInWords, proposal: ProposalWords): boolean {
  if (!isNights(value, proposal)) return false;
  const days = daysOf(proposal);
  return days.some((from) => days.includes(from + value.value));
}

/** "All three" and "three items" to a list of three items; not "three nights". */
function countsList(words: readonly string[], value: ValueInWords, proposal: ProposalWords): boolean {
  if (value.kind !== 'number') return false;
  const owners = ownersOf(value, proposal);
  const before = words[value.at - 1] ?? PROPOSED;
  const isAll = before === PROPOSED ? value.unit === undefined : proposal.language.words.determiner.has(before);
  const counted = owners.length > 0 || !isAll ? owners : proposal.arguments;
  return counted.some(({ list }) => list?.length === value.value);
}

/** "3 to 6 June" to "… for three nights from 3 June?". */
function endsStay(words: readonly string[], value: ValueInWords, proposal: ProposalWords): boolean {
  const isEnd = proposal.language.values.words.days.until.includes(words[value.at - 1] ?? '');
  const end = isEnd ? dayOf(value) : undefined;
  const [nights, ...others] = proposal.asked.filter((each) => isNights(each, proposal));
  const [start, ...more] = new Set(daysOf(proposal));
  if (end === undefined || nights?.kind !== 'number' || start === undefined) return false;
  return others.length === 0 && more.length === 0 && start + nights.value === end;
}

/** "Until 13:30" to "… from 8:30 for five hours?". */
function endsHours(
  words: readonly string[],
  value: ValueInWords,
  { mentions, asked, language }: ProposalWords,
): boolean {
  const { days, units, plurals } = language.values.words;
  if (value.kind !== 'time' || !days.until.includes(words[value.at - 1] ?? '')) return false;
  const isHours = (unit?: string) =>
    units.some(([of, , count]) => count === MINUTES && ['', ...plurals].some((end) => unit === of + end));
  const [hours, ...others] = asked.flatMap((each) =>
    each.kind === 'number' && isHours(each.unit) ? [each.value] : [],
  );
  const starts = mentions.flatMap((each) => (each.kind === 'time' ? [each.minutes] : []));
  const [start, ...more] = new Set(starts);
  if (hours === undefined || start === undefined || others.length > 0 || more.length > 0) return false;
  return (start + hours * MINUTES) % HALF_A_DAY === value.minutes;
}

/** "He has been waiting since Saturday", "since Christmas": what somebody has done or known since then. */
export function isSince(words: readonly string[], at: number, language: ActLanguage): boolean {
  const since = words.slice(0, at).findLastIndex((word) => language.words.since.has(word));
  if (since < 0 || at > since + LEAD) return false;
  const clause = words.slice(words.slice(0, since).lastIndexOf(',') + 1, since);
  return clause.length >= LEAD && !clause.includes(PROPOSED);
}

function isNights(value: ValueInWords, { language }: ProposalWords): value is ValueInWords & { kind: 'number' } {
  const { units, plurals } = language.values.words;
  if (value.kind !== 'number' || value.unit === undefined) return false;
  return units.some(([of, , count]) => count === 1 && ['', ...plurals].some((end) => value.unit === of + end));
}

function daysOf({ mentions, asked }: ProposalWords): number[] {
  return [...mentions, ...asked].flatMap((each) => dayOf(each) ?? []);
}

/** Of a day that has a month, which one of a year. */
function dayOf(value: ValueInWords): number | undefined {
  return value.kind === 'day' && value.month && value.day
    ? Date.UTC(A_YEAR, value.month - 1, value.day) / DAY_MS
    : undefined;
}

/**
 * "From Friday" to "… from Friday to Saturday?": what is left, behind the same word; where verbs stand last, that is glue as well. What the
 * question names beside the arguments is left, too: "from the 9th" to "Your booking is for the 9th. Shall I move it to the 10th?".
 */
function comesFrom(
  words: readonly string[],
  value: ValueInWords,
  { language, question, asked, mentions, isEnding }: ProposalWords,
): boolean {
  const { route, glue, origin, determiner } = language.words;
  const lead = words[value.at - 1] ?? '';
  const start = determiner.has(lead) ? (words[value.at - 2] ?? '') : lead;
  const isNamed = value.kind === 'day' && asked.some((each) => isSame(value, each));
  if (!isEnding && isNamed && origin.has(start) && !mentions.some((each) => isSame(value, each))) return true;
  const isLed = value.kind === 'number' ? origin.has(lead) : route.has(lead) && (!glue.has(lead) || language.verbLast);
  if (!isLed) return false;
  return asked.some((each) => isSame(value, each) && question[each.at - 1] === lead);
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

function holds(proposal: ProposalWords, mention: ValueInWords): boolean {
  const owners = ownersOf(mention, proposal);
  if (owners.length === 0 && isFact(mention, proposal)) return true;
  const candidates = owners.length > 0 ? owners.flatMap(({ mentions }) => mentions) : proposal.mentions;
  return candidates.some((proposed) => isSame(mention, proposed));
}

/** "It took 40 minutes": so many of what nobody books, unless the question says how many of it. */
function isFact(mention: ValueInWords, { asked, language }: ProposalWords): boolean {
  if (mention.kind !== 'number' || !language.words.factUnit.has(mention.unit ?? '')) return false;
  return !asked.some((each) => each.kind === 'number' && each.unit === mention.unit && each.value !== mention.value);
}
