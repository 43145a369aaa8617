import { alternatives } from '../language/index.js';
import type { CalendarDay, CalendarDays } from './calendar-days.js';
import { type ClockTimes, type HalfOfDay, halfAt, plain } from './clock-times.js';
import type { NumberReader } from './numbers.js';
import type { ValueWords } from './value-words.js';

/** A value as it was said, which no clock makes more of than was said. */
export type SaidValue =
  /** Minutes after midnight or noon, 0 to 719; without `half` where nothing says which. */
  | { readonly kind: 'time'; readonly minutes: number; readonly half?: HalfOfDay }
  | ({ readonly kind: 'day' } & CalendarDay)
  /** `unit` is the word behind the number. */
  | { readonly kind: 'number'; readonly value: number; readonly unit?: string };

/** A value and the part of the text that says it: `[start, end)`. */
export type ValueInText = SaidValue & { readonly start: number; readonly end: number };

/** A value and the words that say it. */
export type ValueInWords = SaidValue & {
  /** Index of its first word. */
  readonly at: number;
  /** How many words it covers. */
  readonly length: number;
};

const HALF_A_DAY = 12 * 60;
const UNIT = /^\s+(\p{L}+)(?!\S)/u;

/** Reads what a text says of times, days and numbers, so that two texts can be compared. */
export class SaidValues {
  private readonly clockTime: RegExp;
  private readonly named: RegExp;
  private readonly day: RegExp;
  private readonly sign: RegExp;
  private readonly until: RegExp;
  private readonly beforeTime: RegExp;

  constructor(
    private readonly words: ValueWords,
    private readonly numbers: NumberReader,
    private readonly clock: ClockTimes,
    private readonly days: CalendarDays,
  ) {
    this.clockTime = wholly(clock.source);
    this.named = wholly(alternatives(Object.keys(words.clock.named)));
    this.day = wholly(days.source);
    this.sign = signOf(words);
    this.beforeTime = new RegExp(`^\\s+(?:${alternatives(words.clock.at)})\\s`, 'iu');
    this.until = new RegExp(`^\\s+(?:${alternatives(words.days.until)})\\s+$`, 'iu');
  }

  /** The values in a text, left to right. */
  find(text: string): ValueInText[] {
    if (!this.sign.test(text)) return [];
    const numbers = this.numbersIn(text);
    const values: ValueInText[] = [];
    for (const { index: start } of text.matchAll(/(?<!\S)\S/g)) {
      if (start < (values.at(-1)?.end ?? 0)) continue;
      const value = this.timeAt(text, start) ?? this.dayAt(text, start) ?? numbers.find((each) => each.start === start);
      if (value) values.push(value);
    }
    return values.map((value, at) => this.dayOfSpan(value, text, values[at - 1], values[at + 1]));
  }

  /** The 4 of "4 to 7 May", the 7 of "May 4 to 7" and of "the 4th to 7": a day of the month that the other one names, if any. */
  private dayOfSpan(value: ValueInText, text: string, before?: ValueInText, next?: ValueInText): ValueInText {
    if (value.kind !== 'number' || !Number.isInteger(value.value) || value.value < 1 || value.value > 31) return value;
    const other = [before, next].find(
      (each) => each?.kind === 'day' && each.day !== undefined && this.areJoined(value, each, text),
    );
    if (other?.kind !== 'day') return value;
    const month = other.month === undefined ? {} : { month: other.month };
    return { kind: 'day', ...month, day: value.value, start: value.start, end: value.end };
  }

  private areJoined(one: ValueInText, other: ValueInText, text: string): boolean {
    const [first, last] = one.start < other.start ? [one, other] : [other, one];
    return this.until.test(text.slice(first.end, last.start));
  }

  /** The values in a text that is given as its words. */
  inWords(words: readonly string[]): ValueInWords[] {
    const starts: number[] = [];
    let text = '';
    for (const word of words) {
      starts.push(text.length);
      text += `${word} `;
    }
    return this.find(text).map(({ start, end, ...value }) => {
      const length = starts.filter((each) => each >= start && each < end).length;
      return { ...value, at: starts.indexOf(start), length };
    });
  }

  private timeAt(text: string, start: number): ValueInText | undefined {
    const named = matchAt(this.named, text, start);
    if (named) {
      const [hour = 0, minute = 0] = (this.words.clock.named[plain(named[0])] ?? '').split(':').map(Number);
      return { ...timeOf(hour, minute, halfAt(hour)), start, end: start + named[0].length };
    }
    const match = matchAt(this.clockTime, text, start);
    const time = match && this.clock.read(match.groups ?? {});
    if (!match || !time || !(time.isMarked || this.isClock(match[0]))) return undefined;
    const end = start + match[0].length;
    if (this.isCount(match.groups?.part, text.slice(end))) return undefined;
    return { ...timeOf(time.hour, time.minute, time.half), start, end };
  }

  /** "For four tonight at 7": so many of something, since the time is still to come. */
  private isCount(part: string | undefined, behind: string): boolean {
    return part !== undefined && this.words.days.relative[plain(part)] !== undefined && this.beforeTime.test(behind);
  }

  /** "19:30"; "19.30", too, where that is no number, unless it is a day. */
  private isClock(digits: string): boolean {
    if (digits.includes(':')) return true;
    const isPoint = this.words.numbers.decimal === '.';
    return !isPoint && digits.includes('.') && this.dayAt(digits, 0) === undefined;
  }

  private dayAt(text: string, start: number): ValueInText | undefined {
    const match = matchAt(this.day, text, start);
    const day = match && this.days.read(match.groups ?? {});
    return day && { kind: 'day', ...day, start, end: start + match[0].length };
  }

  /** The numbers; not the articles that are number words, too. */
  private numbersIn(text: string): ValueInText[] {
    const { articles } = this.words.numbers;
    return this.numbers.find(text).flatMap(({ value, start, valueEnd }) => {
      if (articles.includes(text.slice(start, valueEnd).toLowerCase())) return [];
      const [, unit] = UNIT.exec(text.slice(valueEnd)) ?? [];
      return [{ kind: 'number', value, ...(unit === undefined ? {} : { unit }), start, end: valueEnd }];
    });
  }
}

/** A digit, or the beginning of a word without which no value is said; most messages have none. */
function signOf({ numbers, days, clock }: ValueWords): RegExp {
  const { units, tens, scales, phrases } = numbers;
  const tables = [units, tens, scales, phrases, days.relative, days.ordinals, days.ordinalsOfMonth, clock.named];
  const words = [...tables.flatMap((table) => Object.keys(table)), ...days.months, ...days.weekdays];
  return new RegExp(`\\d|(?<!\\p{L})(?:${alternatives(words)})`, 'iu');
}

/** A sticky pattern for whole words. */
function wholly(source: string): RegExp {
  return new RegExp(`(?:${source})(?!\\S)`, 'iuy');
}

function matchAt(pattern: RegExp, text: string, start: number): RegExpExecArray | undefined {
  pattern.lastIndex = start;
  return pattern.exec(text) ?? undefined;
}

function timeOf(hour: number, minute: number, half: HalfOfDay | undefined): SaidValue {
  const minutes = (hour * 60 + minute) % HALF_A_DAY;
  return { kind: 'time', minutes, ...(half === undefined ? {} : { half }) };
}
