import { alternatives } from '../language/index.js';
import { hourWords, minuteWords } from './number-words.js';
import type { ValueWords } from './value-words.js';

/** The morning (before noon) or the afternoon (from noon on). */
export type HalfOfDay = 'am' | 'pm';

/** A time of the clock as it was said. */
export interface ClockTime {
  /** 0 to 23; of the first half of the day where nothing says which half. */
  readonly hour: number;
  readonly minute: number;
  /** Missing where the time could be in the morning or in the afternoon. */
  readonly half?: HalfOfDay;
  /** False for digits alone ("7", "19:30"), which only what is around them makes a time. */
  readonly isMarked: boolean;
}

type Groups = Readonly<Record<string, string | undefined>>;
type Words = Pick<ValueWords, 'clock' | 'numbers'>;

/** "At night" is after midnight up to this hour. */
const LAST_OF_NIGHT = 5;

/** Reads times of the clock: "half past six in the evening", "five o'clock", "morning 11:45", "7pm", "halb acht". */
export class ClockTimes {
  /** A regular expression without flags; its groups go to {@link ClockTimes.read}. */
  readonly source: string;
  private readonly hours: ReadonlyMap<string, number>;
  private readonly minutes: ReadonlyMap<string, number>;
  private readonly halves: ReadonlyMap<string, 'morning' | 'afternoon' | 'night'>;

  constructor(private readonly words: Words) {
    const { clock, numbers } = words;
    this.hours = hourWords(numbers);
    this.minutes = minuteWords(numbers);
    const parts = [clock, clock.leading];
    this.halves = new Map(
      (['morning', 'afternoon', 'night'] as const).flatMap((half) =>
        parts.flatMap((part) => part[half]).map((said) => [said, half] as const),
      ),
    );
    const any = ({ morning, afternoon, night }: ValueWords['clock']['leading']) =>
      alternatives([...morning, ...afternoon, ...night]);
    const minutes = `(?:[0-5]\\d(?![\\d:.,])|(?:${alternatives(this.minutes.keys())})(?!\\p{L}))`;
    const past = clock.hours === 24 ? `(?:\\s+(?<past>${minutes}))?` : '';
    this.source =
      `(?:(?<lead>${any(clock.leading)})\\s+)?` +
      `(?:(?<fraction>${alternatives(Object.keys(clock.fractions))})\\s+)?` +
      `(?<hour>\\d{1,2}|${alternatives(this.hours.keys())})(?:[:.](?<minute>\\d\\d))?` +
      `(?:\\s*(?<mark>${alternatives(clock.marks)})(?!\\p{L})${past})?` +
      `(?:\\s*(?<part>${any(clock)}))?`;
  }

  /** The time that a match of {@link ClockTimes.source} says; undefined where there is no such time. */
  read({ lead = '', fraction, hour = '', minute, mark, past, part = '' }: Groups): ClockTime | undefined {
    const said = this.hours.get(plain(hour)) ?? Number(hour);
    const minutes = this.minutes.get(plain(past ?? '')) ?? Number(minute ?? past ?? 0);
    if (said > 24 || minutes > 59) return undefined;
    const shift = fraction === undefined ? 0 : (this.words.clock.fractions[plain(fraction)] ?? 0);
    const isFull = said > 12 || said === 0;
    const half = isFull ? undefined : this.halfOf(said, plain(lead) || plain(part));
    const isMarked = lead + part !== '' || fraction !== undefined || mark !== undefined;
    const within = (inHalf(said, half) * 60 + minutes + shift + 24 * 60) % (24 * 60);
    const time = { hour: Math.floor(within / 60), minute: within % 60, isMarked };
    const told = isFull ? halfAt(time.hour) : half;
    return told === undefined ? time : { ...time, half: told };
  }

  private halfOf(hour: number, said: string): HalfOfDay | undefined {
    const part = this.halves.get(said);
    if (part === undefined) return undefined;
    if (part === 'night') return hour % 12 <= LAST_OF_NIGHT ? 'am' : 'pm';
    return part === 'morning' ? 'am' : 'pm';
  }
}

/** Which half of the day an hour from 0 to 23 is in. */
export function halfAt(hour: number): HalfOfDay {
  return hour < 12 ? 'am' : 'pm';
}

function inHalf(hour: number, half: HalfOfDay | undefined): number {
  if (half === undefined || hour > 12) return hour;
  return (hour % 12) + (half === 'pm' ? 12 : 0);
}

/** Words as the language file writes them: small letters, one space, straight apostrophes. */
export function plain(said: string): string {
  return said.toLowerCase().replace(/\s+/g, ' ').replaceAll('’', "'");
}
