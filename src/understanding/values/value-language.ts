import { type LanguageChoice, readLanguageFile } from '../language/index.js';
import { CalendarDays } from './calendar-days.js';
import { ClockTimes } from './clock-times.js';
import { NumberReader } from './numbers.js';
import { SaidValues } from './said-values.js';
import { ScheduleReader } from './schedule-reader.js';
import { TimeReader } from './time-reader.js';
import { type ValueWords, valueWords } from './value-words.js';

/** The readers of a language for numbers, days and times, and the words that they read by. */
export interface ValueLanguage {
  readonly words: ValueWords;
  readonly numbers: NumberReader;
  /** Days and times counted from a clock. */
  readonly times: TimeReader;
  /** Times that come again and again. */
  readonly schedules: ScheduleReader;
  /** Values as they were said, to be compared. */
  readonly said: SaidValues;
}

/**
 * Reads the words of a language for values from `values.yaml`, and prepares them.
 * @throws EngineError CONFIGURATION_INVALID where the file is missing or wrong
 */
export function readValueLanguage(choice: LanguageChoice): ValueLanguage {
  const words = withHours(readLanguageFile(choice, 'values', valueWords), choice);
  const numbers = new NumberReader(words);
  const clock = new ClockTimes(words);
  const times = new TimeReader(choice.language, words, clock);
  return {
    words,
    numbers,
    times,
    schedules: new ScheduleReader(words, times),
    said: new SaidValues(words, numbers, clock, new CalendarDays(words)),
  };
}

/** Where hours are said from 0 to 24, "9:30" is in the morning and nobody is asked. */
function withHours(words: ValueWords, { clockHours = 'LANGUAGE' }: LanguageChoice): ValueWords {
  return clockHours === 'LANGUAGE' ? words : { ...words, clock: { ...words.clock, hours: clockHours } };
}
