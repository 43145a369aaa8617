import type { JsonValue } from '../../../platform/common/json.js';
import type { ValueInWords } from '../../values/index.js';
import { type ActLanguage, wordsOf } from '../words/index.js';

/** Minutes. */
const AN_HOUR = 60;

/** The value of an argument in the words of a reply: "2027-05-05T14:00" has a date and a time. */
export function valueWords(value: JsonValue, { spelling }: ActLanguage): string[] {
  return wordsOf(String(value).replace(/(?<=\d)T(?=\d)/g, ' '), spelling);
}

/** The times, days and numbers that it says. */
export function valuesSaid(value: JsonValue, language: ActLanguage): ValueInWords[] {
  if (typeof value === 'number') return [{ kind: 'number', value, at: 0, length: 1 }];
  return language.values.said.inWords(valueWords(value, language)).map((mention) => atHourOfDay(mention, value));
}

/** "06:00" of an argument is in the morning, and "12:30" after noon, where somebody who says "at 6" may mean either. */
function atHourOfDay(mention: ValueInWords, value: JsonValue): ValueInWords {
  const isOfDay = /(?:^|[T\s])\d\d:\d\d(?::\d\d)?$/.test(String(value).trim());
  if (mention.kind !== 'time' || mention.half !== undefined || !isOfDay) return mention;
  return { ...mention, half: mention.minutes < AN_HOUR ? 'pm' : 'am' };
}
