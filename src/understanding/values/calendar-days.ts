import { alternatives } from '../language/index.js';
import { plain } from './clock-times.js';
import type { ValueWords } from './value-words.js';

/** A day as it was said: a day of a month, or of any month, or a name. */
export interface CalendarDay {
  /** Missing where it was not said in digits with the day. */
  readonly year?: number;
  /** 1 to 12. */
  readonly month?: number;
  readonly day?: number;
  /** "friday", "day after tomorrow". */
  readonly name?: string;
}

type Groups = Readonly<Record<string, string | undefined>>;

const ISO = '(?<isoYear>\\d{4})-(?<isoMonth>\\d\\d)-(?<isoDay>\\d\\d)';
const DOTTED = '(?<dotDay>\\d{1,2})\\.(?<dotMonth>\\d{1,2})(?:\\.(?<dotYear>\\d{4}|\\d{2})?)?';

/** Reads days without a clock: "friday", "the 13th of March", "March 13", "2019-03-13", "tomorrow". */
export class CalendarDays {
  /** A regular expression without flags; its groups go to {@link CalendarDays.read}. */
  readonly source: string;

  constructor(private readonly words: Pick<ValueWords, 'days'>) {
    const { months, weekdays, relative, ordinals, ordinalsOfMonth, counted, endings, links, dotted } = words.days;
    const month = alternatives(months);
    const ordinal = `\\d{1,2}(?:${alternatives(endings)})|${alternatives(Object.keys(ordinals))}`;
    this.source = [
      `(?<name>${alternatives([...Object.keys(relative), ...weekdays])})`,
      ISO,
      ...(dotted ? [DOTTED] : []),
      `(?<monthBefore>${month})\\s+(?<dayBehind>${ordinal}|\\d{1,2}(?![\\d:.,]))`,
      `(?<plainDay>\\d{1,2}|${alternatives(Object.keys(ordinalsOfMonth))})\\s+(?:(?:${alternatives(links)})\\s+)?(?<monthBehind>${month})`,
      `(?<day>${ordinal})(?!\\s+(?:${alternatives(counted)})(?!\\p{L}))(?:\\s+(?:(?:${alternatives(links)})\\s+)?(?<month>${month}))?`,
    ].join('|');
  }

  /** The day that a match of {@link CalendarDays.source} says; undefined where there is no such day. */
  read(groups: Groups): CalendarDay | undefined {
    if (groups.name !== undefined) return { name: plain(groups.name) };
    const day = this.dayOf(groups.isoDay ?? groups.dotDay ?? groups.dayBehind ?? groups.plainDay ?? groups.day ?? '');
    const month = this.monthOf(groups);
    if (day < 1 || day > 31 || (month !== undefined && (month < 1 || month > 12))) return undefined;
    if (month === undefined) return { day };
    const year = yearOf(groups);
    return { month, day, ...(year !== undefined && { year }) };
  }

  private dayOf(said: string): number {
    const { ordinals, ordinalsOfMonth } = this.words.days;
    return ordinals[plain(said)] ?? ordinalsOfMonth[plain(said)] ?? Number.parseInt(said, 10);
  }

  private monthOf({ isoMonth, dotMonth, monthBefore, monthBehind, month }: Groups): number | undefined {
    const digits = isoMonth ?? dotMonth;
    if (digits !== undefined) return Number(digits);
    const name = monthBefore ?? monthBehind ?? month;
    return name === undefined ? undefined : this.words.days.months.indexOf(plain(name)) + 1;
  }
}

/** Two digits are those of this century. */
function yearOf({ isoYear, dotYear }: Groups): number | undefined {
  const digits = isoYear ?? dotYear;
  return digits === undefined ? undefined : Number(digits) + (digits.length === 2 ? 2_000 : 0);
}
