import type { Component, Parser, ParsingContext } from 'chrono-node';
import { alternatives } from './alternatives.js';
import type { SlotWords } from './words.js';

type Components = { [component in Component]?: number };
type Extract = (groups: Readonly<Record<string, string | undefined>>, today: Date) => Components | null;

/** What people say of dates and times and chrono does not know: "half past six", "the 4th", "day after tomorrow". */
export function timeParsers(words: SlotWords): Parser[] {
  return [daysFromToday(words), clockTime(words), dayOfMonth(words), ...(words.times.dotted ? [dottedDate()] : [])];
}

/** A parser for whole words only; chrono runs a pattern on what is left of the text, so that a lookbehind cannot tell. */
function parser(source: string, extract: Extract): Parser {
  const pattern = new RegExp(`(?:${source})(?![\\p{L}\\p{N}])`, 'iu');
  return {
    pattern: () => pattern,
    extract: (context: ParsingContext, match: RegExpMatchArray) => {
      const before = context.text[(match.index ?? 0) - 1] ?? ' ';
      if (/[\p{L}\p{N}.,:/]/u.test(before) && !/[,.]\s/.test(`${before} `)) return null;
      if (/[\p{L}\p{N}:/]/u.test(before)) return null;
      return extract(match.groups ?? {}, context.reference.getDateWithAdjustedTimezone());
    },
  };
}

function daysFromToday({ times }: SlotWords): Parser {
  return parser(`(?<said>${alternatives(Object.keys(times.days))})`, ({ said = '' }, today) => {
    return components(today, times.days[plain(said)] ?? 0);
  });
}

/** "half past six in the evening", "five o'clock in the afternoon", "morning 11:45", "halb acht". */
function clockTime({ times, numbers }: SlotWords): Parser {
  const hours = Object.entries(numbers.units).filter(([, value]) => value >= 1 && value <= 12);
  const hourOf = new Map(hours);
  const { morning, afternoon, leading, fractions } = times;
  const source =
    `(?:(?<lead>${alternatives([...leading.morning, ...leading.afternoon])})\\s+)?` +
    `(?:(?<fraction>${alternatives(Object.keys(fractions))})\\s+)?` +
    `(?<hour>\\d{1,2}|${alternatives(hourOf.keys())})(?:[:.](?<minute>\\d\\d))?` +
    `(?:\\s*(?<sharp>${alternatives(times.hours)})(?!\\p{L}))?` +
    `(?:\\s*(?<part>${alternatives([...morning, ...afternoon])}))?`;
  return parser(source, ({ lead = '', fraction, hour = '', minute = '0', sharp, part = '' }) => {
    if (lead + part === '' && fraction === undefined && sharp === undefined) return null;
    const shift = fraction === undefined ? 0 : (times.fractions[plain(fraction)] ?? 0);
    const said = hourOf.get(plain(hour)) ?? Number(hour);
    const half = halfOf(plain(lead), times.leading) ?? halfOf(plain(part), times);
    if (said > 24 || Number(minute) > 59) return null;
    return clock(inHalf(said, half) * 60 + Number(minute) + shift, half);
  });
}

function halfOf(said: string, { morning, afternoon }: { morning: string[]; afternoon: string[] }): 0 | 1 | undefined {
  if (morning.includes(said)) return 0;
  return afternoon.includes(said) ? 1 : undefined;
}

function inHalf(hour: number, half: 0 | 1 | undefined): number {
  if (half === undefined || hour > 12) return hour;
  return (hour % 12) + half * 12;
}

function clock(minutes: number, half: 0 | 1 | undefined): Components {
  const within = (minutes + 24 * 60) % (24 * 60);
  const hour = Math.floor(within / 60);
  return { hour, minute: within % 60, ...(half !== undefined || hour > 12 ? { meridiem: hour < 12 ? 0 : 1 } : {}) };
}

/** "the 4th", "on the 4th of next month": the next such day. */
function dayOfMonth({ times, numbers }: SlotWords): Parser {
  const source =
    `(?:(?<the>${alternatives(times.the)})\\s+)?(?<day>\\d{1,2})(?:${alternatives(times.ordinals)})` +
    `(?:(?:\\s+(?<of>${alternatives(Object.keys(times.dayOf))}))|` +
    `(?=\\s*(?:$|[,;!?\\n])|\\.(?:\\s|$)|\\s+(?:${alternatives([...numbers.after, ...times.beside.flatMap(({ said }) => said)])})(?!\\p{L})))`;
  return parser(source, ({ the, day: said = '', of }, today) => {
    const day = Number(said);
    if ((the === undefined && of === undefined) || day < 1 || day > 31) return null;
    const months = of === undefined ? Number(day < today.getDate()) : (times.dayOf[plain(of)] ?? 0);
    return components(new Date(today.getFullYear(), today.getMonth() + months, day), 0);
  });
}

/** "5.6." and "5.6.2026", the day first. */
function dottedDate(): Parser {
  return parser('(?<day>\\d{1,2})\\.\\s?(?<month>\\d{1,2})\\.(?<year>\\d{4}|\\d{2}(?!\\d))?', (groups, today) => {
    const [day, month] = [Number(groups.day), Number(groups.month)];
    if (day < 1 || day > 31 || month < 1 || month > 12) return null;
    if (groups.year !== undefined) return { day, month, year: (Number(groups.year) % 2000) + 2000 };
    const hasPassed = month * 100 + day < (today.getMonth() + 1) * 100 + today.getDate();
    return { day, month, year: today.getFullYear() + Number(hasPassed) };
  });
}

function components(from: Date, days: number): Components {
  const date = new Date(from.getFullYear(), from.getMonth(), from.getDate() + days);
  return { year: date.getFullYear(), month: date.getMonth() + 1, day: date.getDate() };
}

function plain(said: string): string {
  return said.toLowerCase().replace(/\s+/g, ' ').replaceAll('’', "'");
}
