import type { Component, Parser, ParsingContext } from 'chrono-node';
import { alternatives } from '../language/index.js';
import { type ClockTimes, plain } from './clock-times.js';
import type { ValueWords } from './value-words.js';

type Components = { [component in Component]?: number };
type Extract = (groups: Readonly<Record<string, string | undefined>>, today: Date) => Components | null;

/** What people say of dates and times and chrono does not know: "half past six", "the 4th", "day after tomorrow". */
export function timeParsers(words: ValueWords, clock: ClockTimes): Parser[] {
  return [
    daysFromToday(words),
    clockTime(words, clock),
    dayOfMonth(words),
    ...(words.days.dotted ? [dottedDate()] : []),
  ];
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
      const found = extract(match.groups ?? {}, context.reference.getDateWithAdjustedTimezone());
      if (found?.hour === undefined) return found;
      // Without a half of the day of its own, chrono takes it for the one that it is now: "tomorrow 10:00" for 22:00.
      return context.createParsingComponents(found).imply('meridiem', found.hour < 12 ? 0 : 1);
    },
  };
}

/** Days that are further away than yesterday and tomorrow, which chrono knows. */
function daysFromToday({ days }: ValueWords): Parser {
  const far = Object.keys(days.relative).filter((said) => Math.abs(days.relative[said] ?? 0) > 1);
  return parser(`(?<said>${alternatives(far)})`, ({ said = '' }, today) => {
    return components(today, days.relative[plain(said)] ?? 0);
  });
}

/**
 * Times that more than digits say, with the day that may stand before them; chrono reads "19:30" itself. In "heute Abend um 19 Uhr" and
 * "tonight at 7 pm" the part of the day belongs to both, so that one of them would be lost where each is read by itself.
 */
function clockTime({ days }: ValueWords, clock: ClockTimes): Parser {
  const near = Object.keys(days.relative);
  return parser(`(?:(?<near>${alternatives(near)})\\s+)?${clock.source}`, (groups, today) => {
    const time = clock.read(groups);
    if (!time?.isMarked) return null;
    const said = plain(groups.near ?? groups.lead ?? '');
    const day = near.find((one) => said === one || said.startsWith(`${one} `));
    const { hour, minute, half } = time;
    return {
      ...(day === undefined ? {} : components(today, days.relative[day] ?? 0)),
      hour,
      minute,
      ...(half === undefined ? {} : { meridiem: half === 'am' ? 0 : 1 }),
    };
  });
}

/** "the 4th", "on the 4th of next month": the next such day. */
function dayOfMonth({ days, numbers }: ValueWords): Parser {
  const source =
    `(?:(?<the>${alternatives(days.the)})\\s+)?(?<day>\\d{1,2})(?:${alternatives(days.endings)})` +
    `(?:(?:\\s+(?<of>${alternatives(Object.keys(days.ofMonth))}))|` +
    `(?=\\s*(?:$|[,;!?\\n])|\\.(?:\\s|$)|\\s+(?:${alternatives([...numbers.after, ...days.after])})(?!\\p{L})))`;
  return parser(source, ({ the, day: said = '', of }, today) => {
    const day = Number(said);
    if ((the === undefined && of === undefined) || day < 1 || day > 31) return null;
    const months = of === undefined ? Number(day < today.getDate()) : (days.ofMonth[plain(of)] ?? 0);
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
