import { tzOffset } from '@date-fns/tz';
import { isTimeZone } from './time-zone.js';

/** A day of the calendar and a time of the clock, wherever that is; month 1 to 12. */
export interface LocalTime {
  readonly year: number;
  readonly month: number;
  readonly day: number;
  readonly hour: number;
  readonly minute: number;
}

/** How a time comes again. */
export interface RepeatRule {
  readonly unit: 'DAILY' | 'WEEKLY' | 'MONTHLY';
  /** Every how many of them: 2 for every other week. */
  readonly every: number;
  /** Of WEEKLY: 1 for Monday to 7 for Sunday, in order; never empty. */
  readonly weekdays: readonly number[];
  /** Of MONTHLY: 1 to 31, or -1 for the last day; never empty. A month that does not have the day is left out. */
  readonly monthDays: readonly number[];
  /** How often, the first time included; null where nothing says so. */
  readonly times: number | null;
  /** The last moment that it can be, in milliseconds since 1970 UTC; null where nothing says so. */
  readonly untilMs: number | null;
}

/** A time that comes once, or again and again: what RFC 5545 calls DTSTART and RRULE, as far as it is taken. */
export interface Recurrence {
  readonly start: LocalTime;
  /** IANA name. */
  readonly zone: string;
  /** Null for what comes once. */
  readonly rule: RepeatRule | null;
}

/** How often something may come at most. */
export interface RecurrenceLimit {
  readonly times: number;
  /** From the first time to the last. */
  readonly days: number;
}

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
const CODES: readonly string[] = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'];
const FORM =
  /^DTSTART(?:;TZID=(?<zone>[\w+\-/]{1,60}))?:(?<day>\d{8})T(?<time>\d{4})00(?<utc>Z)?(?:\s+RRULE:(?<rule>[\w=;,-]{1,200}))?$/;
const UNTIL = /^(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)(\d\d)Z)?$/;
/** Nothing is looked for beyond so many days, weeks or months. */
const MOST_PERIODS = 50_000;
const LAST_YEAR = 2200;

/** Reads a text in the form of RFC 5545; undefined where it is none, or says more than is taken (docs/schedules.md). */
export function readRecurrence(text: string): Recurrence | undefined {
  const { zone, day = '', time = '', utc, rule } = FORM.exec(text.trim())?.groups ?? {};
  if ((zone === undefined) === (utc === undefined) || !isTimeZone(zone ?? 'UTC')) return undefined;
  const start = {
    year: Number(day.slice(0, 4)),
    month: Number(day.slice(4, 6)),
    day: Number(day.slice(6)),
    hour: Number(time.slice(0, 2)),
    minute: Number(time.slice(2)),
  };
  if (!isTime(start)) return undefined;
  const once = { start, zone: zone ?? 'UTC', rule: null };
  if (rule === undefined) return once;
  const read = readRule(rule, once);
  return read && { ...once, rule: read };
}

/** The one way to write it: equal recurrences are equal texts. */
export function writeRecurrence({ start, zone, rule }: Recurrence): string {
  const { year, month, day, hour, minute } = start;
  const begin = `DTSTART;TZID=${zone}:${pad(year, 4)}${pad(month)}${pad(day)}T${pad(hour)}${pad(minute)}00`;
  if (!rule) return begin;
  const { unit, every, weekdays, monthDays, times, untilMs } = rule;
  const parts = [
    `FREQ=${unit}`,
    ...(every > 1 ? [`INTERVAL=${every}`] : []),
    ...(unit === 'WEEKLY' ? [`BYDAY=${weekdays.map((each) => CODES[each - 1]).join(',')}`] : []),
    ...(unit === 'MONTHLY' ? [`BYMONTHDAY=${monthDays.join(',')}`] : []),
    ...(times === null ? [] : [`COUNT=${times}`]),
    ...(untilMs === null ? [] : [`UNTIL=${new Date(untilMs).toISOString().replace(/[-:]|\.\d+/g, '')}`]),
  ];
  return `${begin}\nRRULE:${parts.join(';')}`;
}

/** The moments, in milliseconds since 1970 UTC, the earliest first. A time that a clock leaves out in spring is that much later; of one that it shows twice, the first counts. */
export function* momentsOf({ start, zone, rule }: Recurrence): Generator<number> {
  let count = 0;
  for (const day of rule ? daysOf(start, rule) : [dayNumber(start)]) {
    const at = momentIn(zone, { ...start, ...dateOf(day) });
    if (rule?.untilMs != null && at > rule.untilMs) return;
    if (rule?.times != null && count >= rule.times) return;
    count += 1;
    yield at;
  }
}

/**
 * With an end: what comes more often than the limit, or for ever, comes as often as that.
 * @returns undefined where it never comes
 */
export function limited(recurrence: Recurrence, { times, days }: RecurrenceLimit): Recurrence | undefined {
  const { rule } = recurrence;
  const moments: number[] = [];
  for (const at of momentsOf(recurrence)) {
    if (moments.length === times || at - (moments[0] ?? at) > days * DAY_MS)
      return rule ? { ...recurrence, rule: { ...rule, times: moments.length, untilMs: null } } : recurrence;
    moments.push(at);
  }
  return moments.length === 0 ? undefined : recurrence;
}

/** The moment that a clock in a zone shows a time, in milliseconds since 1970 UTC. */
export function momentIn(zone: string, { year, month, day, hour, minute }: LocalTime): number {
  const shown = Date.UTC(year, month - 1, day, hour, minute);
  const before = tzOffset(zone, new Date(shown - DAY_MS));
  const after = tzOffset(zone, new Date(shown + DAY_MS));
  const found = [before, after]
    .map((offset) => ({ at: shown - offset * MINUTE_MS, offset }))
    .filter(({ at, offset }) => tzOffset(zone, new Date(at)) === offset)
    .map(({ at }) => at);
  return found.length > 0 ? Math.min(...found) : shown - before * MINUTE_MS;
}

/** What a clock in a zone shows at a moment. */
export function localTimeIn(zone: string, epochMs: number): LocalTime {
  const shown = new Date(epochMs + tzOffset(zone, new Date(epochMs)) * MINUTE_MS);
  return {
    year: shown.getUTCFullYear(),
    month: shown.getUTCMonth() + 1,
    day: shown.getUTCDate(),
    hour: shown.getUTCHours(),
    minute: shown.getUTCMinutes(),
  };
}

/** 1 for Monday to 7 for Sunday. */
export function weekdayOf({ year, month, day }: Pick<LocalTime, 'year' | 'month' | 'day'>): number {
  return weekdayAt(Date.UTC(year, month - 1, day) / DAY_MS);
}

function readRule(text: string, { start, zone }: Recurrence): RepeatRule | undefined {
  const parts = new Map(text.split(';').map((part) => part.split('=', 2) as [string, string | undefined]));
  const known = ['FREQ', 'INTERVAL', 'BYDAY', 'BYMONTHDAY', 'COUNT', 'UNTIL'];
  if (parts.size !== text.split(';').length || [...parts.keys()].some((name) => !known.includes(name)))
    return undefined;
  const unit = (['DAILY', 'WEEKLY', 'MONTHLY'] as const).find((each) => each === parts.get('FREQ'));
  const every = wholeOf(parts.get('INTERVAL') ?? '1', 1, 999);
  const times = parts.has('COUNT') ? wholeOf(parts.get('COUNT'), 1, 100_000) : null;
  const untilMs = parts.has('UNTIL') ? momentOfEnd(parts.get('UNTIL') ?? '', zone) : null;
  const weekdays = listOf(parts.get('BYDAY'), (code) => CODES.indexOf(code) + 1 || undefined);
  const monthDays = listOf(parts.get('BYMONTHDAY'), (day) => (day === '-1' ? -1 : wholeOf(day, 1, 31)));
  if (!unit || every === undefined || times === undefined || untilMs === undefined) return undefined;
  if (!weekdays || !monthDays || (times !== null && untilMs !== null)) return undefined;
  if ((weekdays.length > 0 && unit !== 'WEEKLY') || (monthDays.length > 0 && unit !== 'MONTHLY')) return undefined;
  return {
    unit,
    every,
    times,
    untilMs,
    weekdays: unit === 'WEEKLY' && weekdays.length === 0 ? [weekdayOf(start)] : weekdays,
    monthDays: unit === 'MONTHLY' && monthDays.length === 0 ? [start.day] : monthDays,
  };
}

/** A list without doubles, in order; undefined where one of it cannot be read. */
function listOf(text: string | undefined, read: (part: string) => number | undefined): number[] | undefined {
  if (text === undefined) return [];
  const values = text.split(',').map(read);
  const found = values.filter((value) => value !== undefined);
  return found.length < values.length ? undefined : [...new Set(found)].sort((a, b) => a - b);
}

/** A day alone is meant as a whole. */
function momentOfEnd(text: string, zone: string): number | undefined {
  const [, year, month, day, hour, minute, second] = (UNTIL.exec(text) ?? []).map(Number);
  if (year === undefined || month === undefined || day === undefined) return undefined;
  if (!isTime({ year, month, day, hour: 0, minute: 0 })) return undefined;
  if (hour !== undefined && minute !== undefined && second !== undefined && !Number.isNaN(hour))
    return Date.UTC(year, month - 1, day, hour, minute, second);
  return endOfDay(zone, { year, month, day });
}

/** The last second of a day there. */
export function endOfDay(zone: string, { year, month, day }: Pick<LocalTime, 'year' | 'month' | 'day'>): number {
  const next = dateOf(Date.UTC(year, month - 1, day) / DAY_MS + 1);
  return momentIn(zone, { ...next, hour: 0, minute: 0 }) - 1_000;
}

/** Days, counted from 1970-01-01, from the start on. */
function* daysOf(start: LocalTime, rule: RepeatRule): Generator<number> {
  const first = dayNumber(start);
  for (let period = 0; period < MOST_PERIODS; period += 1) {
    for (const day of daysIn(period * rule.every, start, rule)) {
      if (dateOf(day).year > LAST_YEAR) return;
      if (day >= first) yield day;
    }
  }
}

function daysIn(ahead: number, start: LocalTime, { unit, weekdays, monthDays }: RepeatRule): number[] {
  const first = dayNumber(start);
  if (unit === 'DAILY') return [first + ahead];
  const monday = first - weekdayOf(start) + 1;
  if (unit === 'WEEKLY') return weekdays.map((weekday) => monday + ahead * 7 + weekday - 1);
  const month = start.year * 12 + start.month - 1 + ahead;
  const [year, inYear] = [Math.floor(month / 12), month % 12];
  const last = new Date(Date.UTC(year, inYear + 1, 0)).getUTCDate();
  const days = monthDays.map((day) => (day === -1 ? last : day)).filter((day) => day <= last);
  return [...new Set(days)].sort((a, b) => a - b).map((day) => Date.UTC(year, inYear, day) / DAY_MS);
}

function dayNumber({ year, month, day }: LocalTime): number {
  return Date.UTC(year, month - 1, day) / DAY_MS;
}

function weekdayAt(day: number): number {
  return ((((day + 3) % 7) + 7) % 7) + 1;
}

function dateOf(day: number): Pick<LocalTime, 'year' | 'month' | 'day'> {
  const date = new Date(day * DAY_MS);
  return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() };
}

function isTime({ year, month, day, hour, minute }: LocalTime): boolean {
  const date = new Date(Date.UTC(year, month - 1, day));
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day && year >= 1970 && hour < 24 && minute < 60;
}

function wholeOf(text: string | undefined, least: number, most: number): number | undefined {
  const value = /^\d{1,6}$/.test(text ?? '') ? Number(text) : Number.NaN;
  return value >= least && value <= most ? value : undefined;
}

function pad(number: number, length = 2): string {
  return String(number).padStart(length, '0');
}
