import type { JsonObject } from '../../platform/common/json.js';
import { momentsOf, type Recurrence, type RepeatRule, readRecurrence } from '../../platform/common/recurrence.js';
import { renderTemplate } from '../../platform/common/template.js';
import type { Replies } from './replies.js';

type Words = Pick<Replies, 'schedule'>;

/** More times than can be agreed to are not counted. */
const MOST_TIMES = 10_001;

/** When something is to be done, in words: "every Monday at 09:00 (Europe/Berlin), 14 times, from … to …". The text as it is, where it says no such thing. */
export function spokenSchedule(rule: string, replies: Words): string {
  const recurrence = readRecurrence(rule);
  return recurrence ? inWords(recurrence, replies) : rule;
}

/** Arguments with what says when in words. */
export function schedulesInWords(args: JsonObject, replies: Words): JsonObject {
  const entries = Object.entries(args).map(([name, value]) => {
    const recurrence = typeof value === 'string' && value.startsWith('DTSTART') ? readRecurrence(value) : undefined;
    return [name, recurrence ? inWords(recurrence, replies) : value] as const;
  });
  return Object.fromEntries(entries);
}

/** A point in time in words, with its zone: "Sunday, 29 November 2026, 20:20 UTC". `epochMs`: milliseconds since 1970 UTC. */
export function spokenMoment(epochMs: number, timeZone: string, { schedule: words }: Words): string {
  const clock = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZoneName: 'short', timeZone } as const;
  const parts = new Intl.DateTimeFormat(words.locale, clock).formatToParts(epochMs);
  const [hour, minute, zone] = (['hour', 'minute', 'timeZoneName'] as const).map(
    (name) => parts.find(({ type }) => type === name)?.value ?? '',
  );
  return `${dayInWords(epochMs, timeZone, words)}, ${hour}:${minute?.padStart(2, '0')} ${zone}`;
}

function inWords(recurrence: Recurrence, { schedule: words }: Words): string {
  const { start, zone, rule } = recurrence;
  const moments = momentsUpTo(recurrence, MOST_TIMES);
  const spokenDay = (at: number | undefined) => (at === undefined ? '–' : dayInWords(at, zone, words));
  const pad = (number: number) => String(number).padStart(2, '0');
  const values: JsonObject = {
    time: `${pad(start.hour)}:${pad(start.minute)}`,
    zone,
    times: moments.length,
    first: spokenDay(moments[0]),
    last: spokenDay(moments.at(-1)),
  };
  if (!rule) return fill(words.once, values);
  const text = moments.length === 1 ? words.onlyOnce : words.again;
  return fill(text, { ...values, rule: spokenRule(rule, words) });
}

function momentsUpTo(recurrence: Recurrence, most: number): number[] {
  const moments: number[] = [];
  for (const at of momentsOf(recurrence)) {
    if (moments.push(at) === most) break;
  }
  return moments;
}

/** Put together here: the marks between the parts differ from one release of Node.js to another. */
function dayInWords(at: number, timeZone: string, words: Words['schedule']): string {
  const parts = [{ weekday: 'long' }, { month: 'long' }, { day: 'numeric' }, { year: 'numeric' }] as const;
  const values = parts.map((part) => {
    const [name = ''] = Object.keys(part);
    const found = new Intl.DateTimeFormat(words.locale, { ...part, timeZone }).formatToParts(at);
    return [name, found.find(({ type }) => type === name)?.value ?? ''] as const;
  });
  return fill(words.date, Object.fromEntries(values));
}

function spokenRule({ unit, every, weekdays, monthDays }: RepeatRule, words: Words['schedule']): string {
  const list = new Intl.ListFormat(words.locale, { type: 'conjunction' });
  const [each, everyFew] = { DAILY: words.daily, WEEKLY: words.weekly, MONTHLY: words.monthly }[unit];
  const weekday = new Intl.DateTimeFormat(words.locale, { weekday: 'long', timeZone: 'UTC' });
  const days = {
    DAILY: [],
    // The 5th of January 1970 was a Monday.
    WEEKLY: weekdays.map((day) => weekday.format(Date.UTC(1970, 0, 4 + day))),
    MONTHLY: monthDays.map((day) => (day === -1 ? words.lastDay : fill(words.day, { day }))),
  }[unit];
  return fill(every === 1 ? each : everyFew, { n: every, days: list.format(days) });
}

function fill(template: string, values: JsonObject): string {
  return renderTemplate(template, (path) => values[path]).text;
}
