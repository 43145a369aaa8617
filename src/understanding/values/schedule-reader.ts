import {
  endOfDay,
  type LocalTime,
  localTimeIn,
  momentsOf,
  type Recurrence,
  type RepeatRule,
  weekdayOf,
} from '../../platform/common/recurrence.js';
import { alternatives, wholeWord } from '../language/index.js';
import { plain } from './clock-times.js';
import { hourWords } from './number-words.js';
import type { Day, Instant, TimeMention, TimeReader } from './time-reader.js';
import type { ValueWords } from './value-words.js';

/** A part of a text. */
interface Part {
  readonly start: number;
  readonly end: number;
}

/** A time that comes again and again, said in a text. `parts` is where; `problem` is why it cannot be used as it is. */
export type ScheduleMention = { readonly parts: readonly Part[] } & (
  | { readonly recurrence: Recurrence }
  | { readonly problem: 'schedule' | 'scheduleDay' | 'scheduleEnd' | 'halfOfDay' | 'dayOrMonth' }
);

type Rule = Pick<RepeatRule, 'unit' | 'every' | 'weekdays'>;
type Units = ValueWords['schedules']['units'];

const UNIT_OF = { day: 'DAILY', week: 'WEEKLY', month: 'MONTHLY' } as const;

/** What is read of a text so far: what was found is blanked out in it. */
interface Reading {
  text: string;
  readonly now: Instant;
  readonly parts: Part[];
}

/** Finds times such as "every Monday at 9 am until March" and "monthly on the 1st at noon, 12 times" in messages of one language. */
export class ScheduleReader {
  private readonly head: RegExp;
  private readonly weekday: RegExp;
  private readonly until: RegExp;
  private readonly from: RegExp;
  private readonly times: RegExp;
  private readonly lastDay: RegExp;
  private readonly monthDay: RegExp;
  private readonly month: RegExp;
  private readonly weekdays: ReadonlyMap<string, number>;
  private readonly numbers: ReadonlyMap<string, number>;

  constructor(
    private readonly words: Pick<ValueWords, 'days' | 'numbers' | 'schedules'>,
    private readonly clock: TimeReader,
  ) {
    const { schedules, days } = words;
    this.numbers = hourWords(words.numbers);
    const all = schedules.weekdays.map((own, index) => [days.weekdays[index] ?? '', ...own]);
    this.weekdays = new Map(all.flatMap((names, index) => names.map((name) => [name, index + 1] as const)));
    const day = alternatives(this.weekdays.keys());
    const list = `(?:${day})(?:\\s*(?:,|${alternatives(schedules.and)})\\s*(?:(?:${alternatives([...schedules.on, ...schedules.every])})\\s+)?(?:${day}))*`;
    const unit = alternatives(Object.values(schedules.units).flat());
    const number = `\\d{1,3}|${alternatives(this.numbers.keys())}`;
    this.head = whole(
      [
        `(?<workdays>${alternatives(schedules.workdays)})`,
        `(?<other>${alternatives(schedules.other)})\\s+(?:(?<otherDays>${list})|(?<otherUnit>${unit}))`,
        `(?:${alternatives(schedules.every)})\\s+(?:(?<days>${list})|(?:(?<number>${number})\\s+)?(?<unit>${unit}))`,
        `(?<alone>${alternatives(Object.values(schedules.alone).flat())})`,
        `(?:(?:${alternatives(schedules.on)})\\s+)?(?<plural>${alternatives(schedules.weekdays.flat())})(?:\\s*(?:,|${alternatives(schedules.and)})\\s*(?:${alternatives(schedules.weekdays.flat())}))*`,
      ].join('|'),
    );
    this.weekday = new RegExp(wholeWord(this.weekdays.keys()), 'giu');
    this.until = whole(`(?:${alternatives(schedules.until)})\\s+`, false);
    this.from = whole(`(?:${alternatives(schedules.from)})\\s+`, false);
    this.times = whole(
      `(?<number>\\d{1,4}|${alternatives(this.numbers.keys())})[\\s-]*(?:${alternatives(schedules.times)}|x)`,
    );
    this.lastDay = whole(`(?:(?:${alternatives(schedules.monthDay)})\\s+)?(?:${alternatives(schedules.lastDay)})`);
    const ordinal = `\\d{1,2}(?:${alternatives(days.endings)})?`;
    this.monthDay = whole(
      `(?:${alternatives(schedules.monthDay)})\\s+(?<days>${ordinal}(?:\\s*(?:,|${alternatives(schedules.and)})\\s*(?:(?:${alternatives(schedules.monthDay)})\\s+)?${ordinal})*)`,
      false,
    );
    this.month = new RegExp(`^(?<month>${alternatives(days.months)})(?:\\s+(?<year>\\d{4}))?(?!\\p{L}|\\s*\\d)`, 'iu');
  }

  /** The first in a text; undefined where there is none. */
  find(text: string, now: Instant): ScheduleMention | undefined {
    const reading: Reading = { text: text.slice(0, 2_000), now, parts: [] };
    const head = this.head.exec(reading.text);
    if (!head) return undefined;
    const rule = this.ruleOf(head.groups ?? {}, head[0]);
    use(reading, head);
    return { ...this.complete(rule, reading), parts: reading.parts };
  }

  private complete(
    rule: Rule,
    reading: Reading,
  ): { recurrence: Recurrence } | { problem: 'schedule' | 'scheduleDay' | 'scheduleEnd' | 'halfOfDay' | 'dayOrMonth' } {
    const untilMs = this.readUntil(reading);
    if (untilMs === 'unclear') return { problem: 'scheduleEnd' };
    const times = this.readTimes(reading);
    const from = this.readFrom(reading);
    if (from === 'unclear') return { problem: 'schedule' };
    const monthDays = rule.unit === 'MONTHLY' ? this.readMonthDays(reading) : [];
    const mentions = this.clock.find(reading.text, reading.now);
    const time = mentions.find((mention) => mention.time);
    if (time) use(reading, { index: time.start, 0: time.text });
    if (time?.ambiguous) return { problem: time.ambiguous };
    if (!time?.time) return { problem: 'schedule' };
    // A weekday behind "weekly".
    const weekdays =
      rule.unit === 'WEEKLY' && rule.weekdays.length === 0 ? this.readWeekdays(reading, mentions) : rule.weekdays;
    if (rule.unit === 'MONTHLY' && monthDays.length === 0 && !from) return { problem: 'scheduleDay' };
    if (rule.unit === 'WEEKLY' && weekdays.length === 0 && !from) return { problem: 'scheduleDay' };
    if (times !== null && untilMs !== null) return { problem: 'scheduleEnd' };
    const { hour, minute } = time.time;
    const start = { ...(from ?? localTimeIn(reading.now.timeZone, reading.now.epochMs)), hour, minute };
    const full = {
      ...rule,
      weekdays: rule.unit === 'WEEKLY' && weekdays.length === 0 ? [weekdayOf(start)] : weekdays,
      monthDays: rule.unit === 'MONTHLY' && monthDays.length === 0 ? [start.day] : monthDays,
      times,
      untilMs,
    };
    return begun({ start, zone: reading.now.timeZone, rule: full }, reading.now.epochMs);
  }

  private ruleOf(groups: Readonly<Record<string, string | undefined>>, said: string): Rule {
    const { workdays, other, otherDays, otherUnit, days, number, unit, alone } = groups;
    if (workdays !== undefined) return { unit: 'WEEKLY', every: 1, weekdays: [1, 2, 3, 4, 5] };
    const every = other === undefined ? this.numberOf(number ?? '1') : 2;
    const period = unit ?? otherUnit;
    const { units, alone: single } = this.words.schedules;
    if (period !== undefined) return { unit: unitOf(period, units), every, weekdays: [] };
    if (alone !== undefined) return { unit: unitOf(alone, single), every, weekdays: [] };
    return { unit: 'WEEKLY', every, weekdays: this.weekdaysIn(otherDays ?? days ?? said) };
  }

  /** A day is the last one; of a month alone, the day before it begins. */
  private readUntil(reading: Reading): number | null | 'unclear' {
    const { text, now } = reading;
    const word = this.until.exec(text);
    if (!word) return null;
    const after = text.slice(word.index + word[0].length);
    const month = this.month.exec(after);
    if (month) {
      use(reading, { index: word.index, 0: word[0] + month[0] });
      const today = localTimeIn(now.timeZone, now.epochMs);
      const number = this.words.days.months.indexOf(plain(month.groups?.month ?? '')) + 1;
      const year = month.groups?.year ?? (number > today.month ? today.year : today.year + 1);
      return endOfDay(now.timeZone, { year: Number(year), month: number, day: 0 });
    }
    const day = this.dayBehind(after, now);
    if (!day) return 'unclear';
    use(reading, { index: word.index, 0: word[0] + after.slice(0, day.end) });
    return endOfDay(now.timeZone, day.day);
  }

  private readFrom(reading: Reading): Day | undefined | 'unclear' {
    const word = this.from.exec(reading.text);
    if (!word) return undefined;
    const after = reading.text.slice(word.index + word[0].length);
    const found = this.dayBehind(after, reading.now);
    // "from my account" says no day.
    if (!found) return undefined;
    if (found.ambiguous) return 'unclear';
    use(reading, { index: word.index, 0: word[0] + after.slice(0, found.end) });
    return found.day;
  }

  /** A day that stands right behind a word. A time that is said with it belongs to the whole. */
  private dayBehind(after: string, now: Instant) {
    const [mention] = this.clock.find(after.slice(0, 60), now);
    if (!mention?.day || after.slice(0, mention.start).trim().length > 4 || mention.ambiguous === 'dayOrMonth')
      return undefined;
    const onlyDay = mention.time ? this.clock.find(after.slice(0, dayEnd(mention, after)), now)[0] : mention;
    const end = onlyDay?.day && !onlyDay.time ? onlyDay.end : mention.end;
    return { day: mention.day, end, ambiguous: mention.ambiguous };
  }

  private readTimes(reading: Reading): number | null {
    const match = this.times.exec(reading.text);
    if (!match) return null;
    use(reading, match);
    return this.numberOf(match.groups?.number ?? '');
  }

  private readMonthDays(reading: Reading): number[] {
    const last = this.lastDay.exec(reading.text);
    if (last) {
      use(reading, last);
      return [-1];
    }
    const match = this.monthDay.exec(reading.text);
    if (!match) return [];
    use(reading, match);
    const days = (match.groups?.days?.match(/\d{1,2}/g) ?? []).map(Number).filter((day) => day >= 1 && day <= 31);
    return [...new Set(days)].sort((a, b) => a - b);
  }

  private readWeekdays(reading: Reading, mentions: readonly TimeMention[]): number[] {
    const mention = mentions.find(({ day, text }) => day && this.weekdaysIn(text).length > 0);
    if (mention) use(reading, { index: mention.start, 0: mention.text });
    return this.weekdaysIn(mention?.text ?? '');
  }

  private weekdaysIn(text: string): number[] {
    const found = [...text.matchAll(this.weekday)].flatMap(([name]) => this.weekdays.get(plain(name)) ?? []);
    return [...new Set(found)].sort((a, b) => a - b);
  }

  private numberOf(said: string): number {
    return this.numbers.get(plain(said)) ?? Number(said);
  }
}

/** From its first time that is still to come on. */
function begun(recurrence: Recurrence, nowMs: number): { recurrence: Recurrence } | { problem: 'scheduleEnd' } {
  const { zone, rule } = recurrence;
  // What was over before it was said does not count.
  for (const at of momentsOf({ ...recurrence, rule: rule && { ...rule, times: null } })) {
    if (at > nowMs) return { recurrence: { ...recurrence, start: dayAt(zone, at, recurrence.start) } };
  }
  return { problem: 'scheduleEnd' };
}

/** The day of a moment, with the time as it was said: where a clock leaves it out, it is shown later. */
function dayAt(zone: string, at: number, { hour, minute }: LocalTime): LocalTime {
  return { ...localTimeIn(zone, at), hour, minute };
}

/** Where the time begins in a mention of a day and a time. */
function dayEnd({ start, end, text }: TimeMention, after: string): number {
  const time = /\s+\D{0,8}\d{1,2}(?::\d\d)?(?!\d)\D{0,12}$/u.exec(text);
  return time && time.index > 0 ? Math.min(start + time.index, after.length) : end;
}

function use(reading: Reading, { index, 0: said }: { readonly index: number; readonly 0: string }): void {
  const end = index + said.length;
  reading.parts.push({ start: index, end });
  reading.text = reading.text.slice(0, index) + ' '.repeat(said.length) + reading.text.slice(end);
}

function unitOf(said: string, units: Units): Rule['unit'] {
  const [name = 'day'] = Object.entries(units).find(([, words]) => words.includes(plain(said))) ?? [];
  return UNIT_OF[name as keyof Units];
}

function whole(source: string, endsWord = true): RegExp {
  return new RegExp(`(?<![\\p{L}\\p{N}])(?:${source})${endsWord ? '(?![\\p{L}\\p{N}])' : ''}`, 'iu');
}
