import { createRequire } from 'node:module';
import { TZDate, tzOffset } from '@date-fns/tz';
import type * as chrono from 'chrono-node';
import { localTimeIn } from '../../platform/common/recurrence.js';
import { alternatives, wholeWord } from '../language/index.js';
import type { ClockTimes } from './clock-times.js';
import { timeParsers } from './time-parsers.js';
import type { ValueWords } from './value-words.js';

/** A day of the calendar, month 1 to 12. */
export interface Day {
  readonly year: number;
  readonly month: number;
  readonly day: number;
}

/** A time of the day. */
export interface TimeOfDay {
  readonly hour: number;
  readonly minute: number;
  readonly second: number;
}

/** A date, a time or both, said in a text. */
export interface TimeMention {
  readonly start: number;
  readonly end: number;
  readonly text: string;
  readonly day?: Day;
  readonly time?: TimeOfDay;
  /** What is said elsewhere in the message and belongs to it. */
  readonly withDay?: Day;
  readonly withTime?: TimeOfDay;
  /** Minutes east of UTC, where the text says so. */
  readonly offset?: number;
  /** Which end of "from … to …" it is. */
  readonly side?: 'start' | 'end';
  /** Why it cannot be used as it is: "5/6", "at 5". */
  readonly ambiguous?: 'dayOrMonth' | 'halfOfDay';
}

/** What "tomorrow" is counted from. */
export interface Instant {
  readonly epochMs: number;
  /** IANA name. */
  readonly timeZone: string;
}

/** Dates and times are looked for in this many characters; reading them costs more than all else. */
const MAX_TEXT = 2_000;
const DIGITS_ALONE = /^(\d{1,2})([/.-])(\d{1,2})(?:\2\d{2,4})?$/;
const ISO_DAY = /^\d{4}-(\d\d)-\d\d/;
/** "sat", "So": a word of its own in most languages. */
const SHORT_WEEKDAY = /^\p{L}{2,3}(?!\p{L})/u;
const require = createRequire(import.meta.url);
/** The mark of "in two hours", which is as long wherever clocks are put forward or back meanwhile. */
const SO_LONG_FROM_NOW = 'result/relativeDateAndTime';
const BY_PART_OF_DAY = /casualReference\/(?:morning|afternoon|evening|night|tonight|noon|midnight)/;

/** Finds dates and times in messages of one language. */
export class TimeReader {
  /** Made with the first text: a service whose flows ask for no dates does not even load the library. */
  private parser: chrono.Chrono | undefined;
  private readonly partial: RegExp;
  private readonly partialAfter: RegExp;
  private readonly ignored: RegExp;
  private readonly span: RegExp;
  private readonly severalDays: RegExp;
  private readonly partialLead: RegExp;
  private readonly betweenHours: RegExp;
  private readonly onDay: RegExp;
  private readonly week: RegExp;

  /** @param code a language of chrono (en, de, fr, …); in another one only ISO dates are found */
  constructor(
    private readonly code: string,
    private readonly words: ValueWords,
    private readonly clock: ClockTimes,
  ) {
    this.partial = new RegExp(`(?<!\\p{L})(?:${alternatives(words.passing.partial)})\\s*$`, 'iu');
    this.ignored = new RegExp(`^(?:${alternatives(words.passing.ignored)})$`, 'iu');
    this.severalDays = new RegExp(wholeWord(words.passing.severalDays), 'iu');
    this.span = new RegExp(`^(?:${alternatives(words.passing.spans)})(?!\\p{L})`, 'iu');
    this.partialAfter = new RegExp(`^\\s*(?:${alternatives(words.passing.partialAfter)})(?!\\p{L})`, 'iu');
    this.partialLead = new RegExp(`^(?:${alternatives(words.passing.partial)})\\s`, 'iu');
    this.betweenHours = new RegExp(`(?<![\\p{L}\\d:.])\\d{1,2}\\s+(?:${alternatives(words.schedules.and)})\\s+$`, 'iu');
    const onDay = `(?:${alternatives(words.schedules.on)})\\s+`;
    this.onDay = new RegExp(`(?<!\\p{L})${onDay}$|^${onDay}\\S`, 'iu');
    this.week = new RegExp(`^\\p{L}+\\s+(?:${alternatives(words.schedules.units.week)})$`, 'iu');
  }

  /** What the text says of dates and times, left to right; what could not be understood as a whole is left out. */
  find(text: string, now: Instant): TimeMention[] {
    const said = text.slice(0, MAX_TEXT);
    if (!/\p{L}{3}|\d/u.test(said)) return [];
    this.parser ??= parserOf(this.code, timeParsers(this.words, this.clock));
    const reference = { instant: new Date(now.epochMs), timezone: tzOffset(now.timeZone, new Date(now.epochMs)) };
    return (this.parser?.parse(said, reference) ?? [])
      .filter((result, index, all) => this.isWhole(said, result) && !this.endsAnother(said, result, all[index - 1]))
      .flatMap((result) => this.mentionsOf(result, now));
  }

  /**
   * Not for "now" in passing, "for 2 days", the friday of "a week from friday", "next week", nor the beginning of a longer word: "früher" begins like a friday.
   */
  private isWhole(text: string, result: chrono.ParsedResult): boolean {
    const { index, text: said, start } = result;
    const [before, behind] = [text.slice(Math.max(0, index - 40), index), text.slice(index + said.length)];
    if (this.ignored.test(said) && said.length < text.trim().length) return false;
    if (this.span.test(said) || /^\p{L}/u.test(behind) || Number(ISO_DAY.exec(said)?.[1]) > 12) return false;
    if (this.week.test(said)) return false;
    if (start.isCertain('weekday') && (this.partialLead.test(said) || !this.isWeekday(said, before, behind)))
      return false;
    return !this.partial.test(before) && !this.partialAfter.test(behind);
  }

  /** The "in einer Woche" of "Freitag in einer Woche", and the 8 pm of "between 7 and 8 pm", but not of "march 5 and 8 pm". */
  private endsAnother(
    text: string,
    { index, start }: chrono.ParsedResult,
    last: chrono.ParsedResult | undefined,
  ): boolean {
    const end = last ? last.index + last.text.length : 0;
    const between = text.slice(end, index);
    if (start.isCertain('hour') && this.betweenHours.test(between)) return true;
    const after = last ? (this.partialAfter.exec(text.slice(end))?.[0] ?? '') : '';
    return after.length > between.length;
  }

  /** "sat" where it stands alone, behind "on" or before a number; not in "we sat outside", and "so" not in "so many" in German. */
  private isWeekday(said: string, before: string, behind: string): boolean {
    if (!SHORT_WEEKDAY.test(said) || /\d/.test(said) || this.onDay.test(before) || this.onDay.test(said)) return true;
    return /(?:^|[,;.!?\n])\s*$/.test(before) && /^\.?\s*(?:$|[,;!?\n])/.test(behind);
  }

  private mentionsOf(result: chrono.ParsedResult, now: Instant): TimeMention[] {
    const today = dayIn(now);
    const span = { start: result.index, end: result.index + result.text.length, text: result.text };
    const sides = result.end ? ([result.start, result.end] as const) : ([result.start] as const);
    const isOneDay = !this.severalDays.test(result.text);
    const begin = dayOf(result.start, isOneDay, today);
    return sides.flatMap((side, index) => {
      const [day, time] = [index === 0 ? begin : dayOf(side, isOneDay, begin ?? today), timeOf(side)];
      if (!day && !time) return [];
      const ambiguous = this.ambiguityOf(side, result.text);
      return [
        {
          ...span,
          ...(day ? { day } : {}),
          ...(time ? { time } : {}),
          ...(side.isCertain('timezoneOffset') && /\d/.test(result.text) ? offsetOf(side) : {}),
          ...(side.tags().has(SO_LONG_FROM_NOW) ? shownAt(side.date().getTime(), now) : {}),
          ...(result.end ? { side: index === 0 ? ('start' as const) : ('end' as const) } : {}),
          ...(ambiguous ? { ambiguous } : {}),
        },
      ];
    });
  }

  private ambiguityOf(side: chrono.ParsedComponents, text: string): TimeMention['ambiguous'] {
    const [, first, mark, second] = DIGITS_ALONE.exec(text.trim()) ?? [];
    const isDotted = mark === '.' && this.words.days.dotted;
    if (first && first !== second && !isDotted && Number(first) <= 12 && Number(second) <= 12) return 'dayOrMonth';
    const hour = side.get('hour') ?? 0;
    if (this.words.clock.hours === 24 || !side.isCertain('hour') || side.isCertain('meridiem')) return undefined;
    if (hour < 1 || hour > 11 || /(?<!\d)0\d:|T\d\d:/.test(text)) return undefined;
    if ([...side.tags()].some((tag) => BY_PART_OF_DAY.test(tag))) return undefined;
    return 'halfOfDay';
  }
}

function parserOf(code: string, parsers: readonly chrono.Parser[]): chrono.Chrono | undefined {
  const locales = require('chrono-node') as Record<string, { readonly casual?: chrono.Chrono } | undefined>;
  const parser = locales[code.split(/[-_]/)[0] ?? '']?.casual?.clone();
  if (parser) parser.parsers = [...parsers, ...parser.parsers.map(fromTheWordOn)];
  return parser;
}

/** What is found begins with a word: with the blank before it, chrono takes ", morgen" for the time of the day, and not for the day. */
function fromTheWordOn(parser: chrono.Parser): chrono.Parser {
  return {
    pattern: (context) => parser.pattern(context),
    extract: (context, match) => {
      const found = parser.extract(context, match);
      const word = match[0].trimStart();
      match.index = (match.index ?? 0) + match[0].length - word.length;
      match[0] = word;
      return found;
    },
  };
}

/**
 * The day, where the text says one: not for "next month", nor for "next weekend", which has two. A weekday, and a day
 * without a year, is the next such day.
 */
function dayOf(side: chrono.ParsedComponents, isOneDay: boolean, today: Day): Day | undefined {
  const isWeekday = side.isCertain('weekday') && !side.isCertain('day');
  const isSaid = side.isCertain('day') || (isWeekday && isOneDay);
  const [year, month, day] = [side.get('year'), side.get('month'), side.get('day')];
  if (!isSaid || year === null || month === null || day === null) return undefined;
  const said = { year, month, day };
  if (isWeekday) return isBefore(said, today) ? later(said, 7) : said;
  if (side.isCertain('year')) return said;
  const thisYear = { ...said, year: today.year };
  return isBefore(thisYear, today) ? { ...said, year: today.year + 1 } : thisYear;
}

function isBefore(left: Day, right: Day): boolean {
  return Date.UTC(left.year, left.month, left.day) < Date.UTC(right.year, right.month, right.day);
}

function later({ year, month, day }: Day, days: number): Day {
  const date = new Date(Date.UTC(year, month - 1, day + days));
  return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() };
}

/** The day that it is there. */
export function dayIn({ epochMs, timeZone }: Instant): Day {
  const date = new TZDate(epochMs, timeZone);
  return { year: date.getFullYear(), month: date.getMonth() + 1, day: date.getDate() };
}

function timeOf(side: chrono.ParsedComponents): TimeOfDay | undefined {
  const hour = side.get('hour');
  if (hour === null || !side.isCertain('hour')) return undefined;
  return { hour, minute: side.get('minute') ?? 0, second: side.isCertain('second') ? (side.get('second') ?? 0) : 0 };
}

/** What a clock of the time zone shows at a moment, in milliseconds since 1970 UTC, and its offset, which may be another one than now. */
export function shownAt(
  epochMs: number,
  { timeZone }: Pick<Instant, 'timeZone'>,
): Required<Pick<TimeMention, 'day' | 'time' | 'offset'>> {
  const date = new Date(epochMs);
  const { year, month, day, hour, minute } = localTimeIn(timeZone, epochMs);
  return {
    day: { year, month, day },
    time: { hour, minute, second: date.getUTCSeconds() },
    offset: tzOffset(timeZone, date),
  };
}

function offsetOf(side: chrono.ParsedComponents): { offset: number } | undefined {
  const offset = side.get('timezoneOffset');
  return offset === null ? undefined : { offset };
}
