import type { ValueInWords } from '../../values/index.js';
import { lastDaysOf, monthEndAt, type ProposalWords } from '../proposal/index.js';
import type { ActLanguage, Sentence } from '../words/index.js';
import { amountOf, type Form } from './asked-amounts.js';
import { codeOf } from './asked-codes.js';

const MONTHS = 12;
const MINUTES = 60;
const HALF_A_DAY = 12 * MINUTES;
/** One o'clock in digits alone, "100". */
const LEAST_CLOCK = 100;
const SLASH_DATE = /^(\d{1,2})\/(\d{1,2})(?:\/(\d{4}))?$/;
/** "8.04", which is a day in German. */
const POINTED_CLOCK = /^(\d{1,2})\.([0-5]\d)$/;

/** A sentence with the values of the proposal written as the proposal writes them; another value stays as it is. */
export function withAskedForms(sentence: Sentence, proposal: ProposalWords): Sentence {
  const words: string[] = [];
  const spans: (readonly [number, number])[] = [];
  let isOther = false;
  for (let at = 0; at < sentence.words.length; ) {
    const form = formAt(sentence.words, at, proposal);
    const { to, words: meant } = form ?? { to: at + 1, words: sentence.words.slice(at, at + 1) };
    const span = [sentence.spans[at]?.[0] ?? 0, sentence.spans[to - 1]?.[1] ?? 0] as const;
    words.push(...meant);
    spans.push(...meant.map(() => span));
    isOther ||= form !== undefined;
    at = to;
  }
  return isOther ? { ...sentence, words, spans } : sentence;
}

function formAt(words: readonly string[], at: number, proposal: ProposalWords): Form | undefined {
  return (
    codeOf(words, at, proposal) ??
    rateOf(words, at, proposal) ??
    groupOf(words, at, proposal) ??
    amountOf(words, at, proposal) ??
    clockOf(words, at, proposal) ??
    pointedClockOf(words, at, proposal) ??
    minutesBeside(words, at, proposal) ??
    slashDateOf(words, at, proposal) ??
    ordinalDayOf(words, at, proposal) ??
    monthEndOf(words, at, proposal)
  );
}

/** "Zu viert" are the 4 of the proposal. */
function groupOf(words: readonly string[], at: number, { language, mentions }: ProposalWords): Form | undefined {
  const [lead = '', group = ''] = words.slice(at, at + 2);
  const count = language.values.words.days.ordinals[`${group}e`];
  const isHeld = mentions.some((value) => value.kind === 'number' && value.value === count);
  return isHeld && language.words.direction.has(lead) ? { to: at + 2, words: [`${count}`] } : undefined;
}

/** "A month" and "monthly" behind an amount say no more than the "monthly" of the question. */
function rateOf(words: readonly string[], at: number, { question, language }: ProposalWords): Form | undefined {
  const { numbers, schedules } = language.values.words;
  const [word = '', unit = ''] = words.slice(at, at + 2);
  const isRate = (['day', 'week', 'month'] as const).some((period) => {
    const said = schedules.alone[period];
    const isSaid = said.includes(word) || (numbers.articles.includes(word) && schedules.units[period].includes(unit));
    return isSaid && said.some((own) => question.includes(own));
  });
  if (!isRate || at === 0 || question.includes(words[at - 1] ?? '')) return undefined;
  return { to: question.includes(word) ? at + 1 : at + 2, words: [] };
}

/** "330", "three thirty", "three-thirty" and "3 30" are the 3:30 pm that the proposal holds; "three fifteen" is another time. */
function clockOf(
  words: readonly string[],
  at: number,
  { language, mentions, argumentWords, question }: ProposalWords,
): Form | undefined {
  const spelled = (word = '') => spelledNumber(word, language);
  const numberOf = (word = '') => (/^\d{1,4}$/.test(word) ? Number(word) : spelled(word));
  const isHeld = (word = '') => argumentWords.includes(word) || question.includes(word);
  const isMinute = (value: number) => value >= 10 && value < 60;
  const joined = (words[at] ?? '').split('-');
  const [hourWord, minuteWord] = joined.length === 2 ? joined : words.slice(at, at + 2);
  const [first, second] = [numberOf(hourWord), numberOf(minuteWord)];
  const alone = first >= LEAST_CLOCK && !isHeld(words[at]) ? [Math.floor(first / 100), first % 100, 1] : [];
  const both = first <= 24 && isMinute(second) ? [first, second, joined.length === 2 ? 1 : 2] : alone;
  const [hour = 0, minute = 0, length = 0] = both;
  const isAsked = holdsTime(mentions, (hour % 12) * MINUTES + minute);
  const isOther =
    mentions.some(({ kind }) => kind === 'time') && spelled(hourWord) <= 12 && isMinute(spelled(minuteWord));
  return length > 0 && (isAsked || isOther) ? { to: at + length, words: [clockOfDay(hour, minute)] } : undefined;
}

/** "8.04" is the 8:04 that the proposal holds, but behind what leads to a day alone. */
function pointedClockOf(words: readonly string[], at: number, { mentions, language }: ProposalWords): Form | undefined {
  const [, hour, minute] = POINTED_CLOCK.exec(words[at] ?? '')?.map(Number) ?? [];
  const lead = words[at - 1] ?? '';
  const isDay = language.words.dateLead.has(lead) && !language.values.words.clock.at.includes(lead);
  if (hour === undefined || minute === undefined || isDay) return undefined;
  const isAsked = holdsTime(mentions, (hour % 12) * MINUTES + minute);
  return isAsked ? { to: at + 1, words: [clockOfDay(hour, minute)] } : undefined;
}

/** @param minutes after midnight or noon */
function holdsTime(mentions: readonly ValueInWords[], minutes: number): boolean {
  return mentions.some((value) => value.kind === 'time' && value.minutes === minutes);
}

/** A number of one word; NaN for any other word. */
function spelledNumber(word: string, { values }: ActLanguage): number {
  const { units, tens } = values.words.numbers;
  return units[word] ?? tens[word] ?? Number.NaN;
}

function clockOfDay(hour: number, minute: number): string {
  return `${hour}:${`${minute}`.padStart(2, '0')}`;
}

/** "20 past 3", "eight minutes to eight" and "8 Uhr 4" are the time that the proposal holds. */
function minutesBeside(words: readonly string[], at: number, { language, mentions }: ProposalWords): Form | undefined {
  const { clock, units } = language.values.words;
  const numberOf = (word = '') => (/^\d{1,2}$/.test(word) ? Number(word) : spelledNumber(word, language));
  const isMinutes = (word = '') => units.some(([, part, count]) => count === MINUTES && word.startsWith(part));
  const [first, second] = [numberOf(words[at]), words[at + 1] ?? ''];
  const isMarked = clock.marks.includes(second);
  const lead = isMinutes(second) ? at + 2 : at + 1;
  const sides = Object.entries(clock.fractions).filter(
    ([name]) => name.split(' ').length > 1 && name.endsWith(` ${words[lead]}`),
  );
  const side = Math.sign(sides[0]?.[1] ?? 0);
  const to = isMarked ? at + 2 : lead + 1;
  const last = numberOf(words[to]);
  const said = isMarked ? first * MINUTES + last : last * MINUTES + side * first;
  if (Number.isNaN(said) || (!isMarked && side === 0)) return undefined;
  const isAsked = holdsTime(mentions, (said + HALF_A_DAY) % HALF_A_DAY);
  return isAsked ? { to: to + 1, words: [clockOfDay(Math.floor(said / MINUTES), said % MINUTES)] } : undefined;
}

/** "19/5" and "5/19" are the 19 May that the proposal holds; "5/6" may be one of two days, and is none. */
function slashDateOf(
  words: readonly string[],
  at: number,
  { language, mentions, argumentWords }: ProposalWords,
): Form | undefined {
  const [, one = 0, other = 0, year] = SLASH_DATE.exec(words[at] ?? '')?.map(Number) ?? [];
  if (one !== other && Math.max(one, other) <= MONTHS) return undefined;
  if (year && !argumentWords.some((word) => word.startsWith(`${year}`))) return undefined;
  const { months } = language.values.words.days;
  const [meant] = mentions.flatMap((value) => {
    if (value.kind !== 'day' || value.day === undefined || value.month === undefined) return [];
    const isDay = [one, other].includes(value.day) && [one, other].includes(value.month);
    return isDay ? [[`${value.day}`, months[value.month - 1] ?? '']] : [];
  });
  return meant && { to: at + 1, words: meant };
}

/** "October the first" and "as of the first" are the 1 October that the proposal holds; "the first" alone is more often said of order. */
function ordinalDayOf(words: readonly string[], at: number, proposal: ProposalWords): Form | undefined {
  const { mentions, language } = proposal;
  const { months, ordinalsOfMonth, the, links, endings } = language.values.words.days;
  const month = months.indexOf(words[at] ?? '') + 1;
  const behindMonth = the.includes(words[at + 1] ?? '') ? at + 2 : at + 1;
  const ordinalAt = month === 0 ? at : behindMonth;
  const day = ordinalsOfMonth[words[ordinalAt] ?? ''];
  // "The first of April" is read as it stands.
  const isWhole = month === 0 && links.includes(words[at + 1] ?? '');
  if (day === undefined || isWhole || (month === 0 && !leadsToDay(words, at, day, proposal))) return undefined;
  const [meant] = mentions.flatMap((value) => {
    if (value.kind !== 'day' || value.day !== day || (month > 0 && value.month !== month)) return [];
    const ofAnyMonth = `${day}${endings[day - 1] ?? ''}`;
    return value.month === undefined ? [[ofAnyMonth]] : [[`${day}`, months[value.month - 1] ?? '']];
  });
  return meant && { to: ordinalAt + 1, words: meant };
}

/** "As of the", "on the" and "am" before a day; the question may lead to it by another word than days mostly have. */
function leadsToDay(words: readonly string[], at: number, day: number, { question, language }: ProposalWords): boolean {
  const { dateLead } = language.words;
  const { the } = language.values.words.days;
  const isLedTo = (lead: string) =>
    question.some((word, index) => {
      const behind = question.slice(index + 1, index + 3);
      return word === lead && (the.includes(behind[0] ?? '') ? behind[1] : behind[0])?.startsWith(`${day}`);
    });
  const [lead, article] = [words[at - 2] ?? '', words[at - 1] ?? ''];
  return the.includes(article) && (dateLead.has(lead) || dateLead.has(article) || isLedTo(lead));
}

/** "The end of June" and "Juniende" are the 30 June that the proposal holds. */
function monthEndOf(words: readonly string[], at: number, { language, mentions }: ProposalWords): Form | undefined {
  const { months } = language.values.words.days;
  const apart = monthEndAt(words, at, language);
  const isJoined = (name: string) => language.joinsNouns && isMonthEnd(words[at] ?? '', name, language);
  const month = apart?.month ?? months.findIndex(isJoined) + 1;
  if (month === 0) return undefined;
  const lastDays = lastDaysOf(month);
  const [meant] = mentions.flatMap((value) =>
    value.kind === 'day' && value.month === month && lastDays.includes(value.day ?? 0) ? [`${value.day}`] : [],
  );
  if (meant === undefined) return undefined;
  return apart ? { to: apart.monthAt, words: [meant] } : { to: at + 1, words: [meant, months[month - 1] ?? ''] };
}

/** "Oktoberende". */
function isMonthEnd(word: string, month: string, { phrases }: ActLanguage): boolean {
  return word.startsWith(month) && phrases.at([word.slice(month.length)], 0, ['monthEnd']) !== undefined;
}
