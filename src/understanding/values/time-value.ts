import { TZDate } from '@date-fns/tz';
import { localTimeIn, momentIn, type Recurrence } from '../../platform/common/recurrence.js';
import { type Day, dayIn, type Instant, shownAt, type TimeMention, type TimeOfDay } from './time-reader.js';

/** The ISO texts that a mention can be as a date, a time or both, the better first; none when it does not say enough. */
export function timeValues(kind: 'date' | 'time' | 'date-time', mention: TimeMention, now: Instant): string[] {
  const { day, time } = mention;
  if (kind === 'date') return day ? [isoDay(day)] : [];
  if (!time || (kind === 'date-time' && !day)) return [];
  const shown = onClock(day ?? dayIn(now), time, mention, now);
  if (kind === 'date-time') return [`${isoDay(shown.day)}T${isoTime(shown.time)}${shown.offset}`];
  return [isoTime(shown.time) + shown.offset, isoTime(time).slice(0, 5), isoTime(time)];
}

/** What comes once, at the day and time of a mention; undefined where it says less, or where that is over. */
export function onceAt(mention: TimeMention, now: Instant): Recurrence | undefined {
  const { day, time, offset } = mention;
  if (!day || !time) return undefined;
  const said = { ...day, hour: time.hour, minute: time.minute };
  const at =
    offset === undefined
      ? momentIn(now.timeZone, said)
      : Date.UTC(day.year, day.month - 1, day.day, time.hour, time.minute) - offset * 60_000;
  return at > now.epochMs ? { start: localTimeIn(now.timeZone, at), zone: now.timeZone, rule: null } : undefined;
}

/** What a known ISO date and time says, so that "make it 8pm" keeps its day. */
export function parseKnown(value: unknown, timeZone: string): Required<Pick<TimeMention, 'day' | 'time'>> | undefined {
  const date = typeof value === 'string' && /^\d{4}-\d\d-\d\dT/.test(value) ? new TZDate(value, timeZone) : undefined;
  return date && !Number.isNaN(date.getTime())
    ? { day: dayIn({ epochMs: date.getTime(), timeZone }), time: timeIn(date) }
    : undefined;
}

function timeIn(date: TZDate): TimeOfDay {
  return { hour: date.getHours(), minute: date.getMinutes(), second: date.getSeconds() };
}

function isoDay({ year, month, day }: Day): string {
  return `${pad(year, 4)}-${pad(month)}-${pad(day)}`;
}

function isoTime({ hour, minute, second }: TimeOfDay): string {
  return `${pad(hour)}:${pad(minute)}:${pad(second)}`;
}

/** A day and time as a clock there shows them, with its offset: a time that it leaves out in spring is that much later. */
function onClock(day: Day, time: TimeOfDay, mention: TimeMention, now: Instant) {
  if (mention.offset !== undefined) return { day, time, offset: isoOffset(mention.offset) };
  const at = momentIn(now.timeZone, { ...day, hour: time.hour, minute: time.minute });
  const { offset, ...shown } = shownAt(at + time.second * 1_000, now);
  return { ...shown, offset: isoOffset(offset) };
}

function isoOffset(minutes: number): string {
  if (minutes === 0) return 'Z';
  const size = Math.abs(minutes);
  return `${minutes < 0 ? '-' : '+'}${pad(Math.floor(size / 60))}:${pad(size % 60)}`;
}

function pad(number: number, length = 2): string {
  return String(number).padStart(length, '0');
}
