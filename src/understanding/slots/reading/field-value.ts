import { createRequire } from 'node:module';
import type * as phoneNumbers from 'libphonenumber-js/min';
import type { JsonValue } from '../../../platform/common/json.js';
import { readRecurrence, writeRecurrence } from '../../../platform/common/recurrence.js';
import { compileRegex } from '../../../platform/common/regex.js';
import { nameWords } from '../../language/index.js';
import { type Instant, onceAt, type TimeMention, timeValues } from '../../values/index.js';
import type { SlotField } from '../schema/index.js';
import type { SlotLanguage } from '../vocabulary/index.js';

/** A value of the field's type, or why the text is none. */
export type ValueReading = { readonly value: JsonValue } | { readonly problem: string };

const require = createRequire(import.meta.url);

/** Characters of 19:00:00 and of 19:00. */
const ISO_TIME = 8;
const CLOCK_TIME = 5;
const EMAIL = /^[^\s@,;<>]+@[^\s@,;<>]+\.[^\s@,;<>.]{2,}$/u;

/** Turns the text of a value into the field's type. Whether it fits the schema is asked elsewhere. */
export function readValue(field: SlotField, raw: string, language: SlotLanguage, now: Instant): ValueReading {
  const text = tidy(raw, language);
  const { reasons } = language.words;
  switch (field.kind) {
    case 'number':
      return readNumber(text, field.type === 'integer', language);
    case 'boolean':
      return readBoolean(text, language);
    case 'enum':
      return readOption(field, text, language);
    case 'currency':
      return readCurrency(field, text, language);
    case 'email':
      return EMAIL.test(text) ? { value: text } : { problem: reasons.email };
    case 'phone':
      return readPhone(field, text, reasons.phone);
    case 'uri':
      return URL.canParse(text) && text.includes('://') ? { value: text } : { problem: reasons.uri };
    case 'date':
    case 'time':
    case 'date-time':
      return readTime(field, text, language, now);
    case 'schedule':
      return readSchedule(text, language, now);
    case 'list':
      return readList(field, text, language, now);
    case 'object':
      return { problem: reasons.oneSentence };
    default:
      return text === '' ? { problem: reasons.empty } : { value: text };
  }
}

/** A value without what people write around it: quotes, a leading colon, a final full stop, a "please". */
export function tidy(raw: string, { phrases }: SlotLanguage): string {
  return raw
    .trim()
    .replace(/^[=:,\s"'“”‘’([]+|["'“”‘’)\]]+$/gu, '')
    .replace(phrases.courtesy, '')
    .replace(/[\s,;.?!"'“”’]+$/u, '');
}

/** What a mention says for a date, a time or both: text of the field's form, or why it cannot be used. */
export function readMention(
  field: SlotField,
  mention: TimeMention,
  language: SlotLanguage,
  now: Instant,
): ValueReading {
  const { reasons } = language.words;
  const missing = { date: reasons.date, time: reasons.time, 'date-time': reasons.dateTime };
  const kind = field.kind as keyof typeof missing;
  if (mention.ambiguous === 'dayOrMonth' && kind !== 'time') return { problem: reasons.dayOrMonth };
  if (mention.ambiguous === 'halfOfDay' && kind !== 'date') return { problem: reasons.halfOfDay };
  const values = timeValues(kind, mention, now);
  const value = values.find((each) => hasForm(field, each)) ?? values[0];
  return value === undefined ? { problem: missing[kind] } : { value };
}

/** A `format: time` has an offset; without a format the pattern or the example says how a time is written. */
function hasForm(field: SlotField, value: string): boolean {
  if (field.kind !== 'time' || field.format === 'time') return true;
  if (field.pattern !== undefined) return compileRegex(field.pattern).test(value);
  const length = field.format === 'iso-time' ? ISO_TIME : (field.example?.length ?? CLOCK_TIME);
  return length > ISO_TIME || value.length === length;
}

/** The dates and times in a text; not "an hour later", which is counted from what is known and not from now. */
export function findTimes(text: string, { values, phrases }: SlotLanguage, now: Instant): TimeMention[] {
  return values.times.find(text, now).filter((mention) => !phrases.differenceLast.test(mention.text));
}

function readTime(field: SlotField, text: string, language: SlotLanguage, now: Instant): ValueReading {
  const mentions = findTimes(text, language, now);
  const [mention] = mentions;
  const { reasons } = language.words;
  const lead = language.phrases.beforeDay.exec(text)?.[0].length ?? 0;
  if (!mention || mentions.length > 1 || (mention.start > 0 && mention.start !== lead) || mention.end < text.length) {
    return { problem: field.kind === 'date' ? reasons.date : field.kind === 'time' ? reasons.time : reasons.dateTime };
  }
  return readMention(field, mention, language, now);
}

/** As RFC 5545 writes it, or in words that say nothing else. */
function readSchedule(text: string, language: SlotLanguage, now: Instant): ValueReading {
  const { values, words } = language;
  const given = readRecurrence(text);
  if (given) return { value: writeRecurrence(given) };
  const said = values.schedules.find(text, now);
  if (said)
    return 'problem' in said ? { problem: words.reasons[said.problem] } : { value: writeRecurrence(said.recurrence) };
  const mentions = values.times.find(text, now);
  const [mention] = mentions;
  if (mention?.ambiguous) return { problem: words.reasons[mention.ambiguous] };
  const once = mention && mentions.length === 1 ? onceAt(mention, now) : undefined;
  return once ? { value: writeRecurrence(once) } : { problem: words.reasons.schedule };
}

function readNumber(text: string, whole: boolean, { values: { numbers }, words }: SlotLanguage): ValueReading {
  const value = numbers.parse(text);
  if (value === undefined || !Number.isFinite(value)) return { problem: words.reasons.number };
  return whole && !Number.isInteger(value) ? { problem: words.reasons.whole } : { value };
}

function readBoolean(text: string, { words }: SlotLanguage): ValueReading {
  const word = text.toLowerCase().replaceAll('’', "'");
  if (words.answer.yes.includes(word)) return { value: true };
  return words.answer.no.includes(word) ? { value: false } : { problem: words.reasons.boolean };
}

function readOption(field: SlotField, text: string, { values: { numbers }, words }: SlotLanguage): ValueReading {
  const said = nameWords(text).join(' ');
  const number = numbers.parse(text);
  const option = field.options.find((each) => {
    return each === number || (said !== '' && nameWords(String(each)).join(' ') === said);
  });
  if (option !== undefined) return { value: option };
  return { problem: words.reasons.option.replace('{{options}}', () => field.options.join(', ')) };
}

/** "euros" is EUR, in the way the options write it. */
function readCurrency(field: SlotField, text: string, language: SlotLanguage): ValueReading {
  const said = text.toLowerCase();
  const codes = Object.entries(language.values.words.currencies);
  const code = codes.find(([code, words]) => code.toLowerCase() === said || words.includes(said))?.[0];
  if (field.options.length > 0) return readOption(field, code ?? text, language);
  return code === undefined ? { problem: language.words.reasons.form } : { value: code };
}

/**
 * An international number is told by the numbering plans of the world and written as they say; a national one keeps
 * its digits, because nothing says of which country it is.
 */
function readPhone(field: SlotField, text: string, problem: string): ValueReading {
  const digits = text.replace(/[\s()./-]+/g, '');
  if (!/^\+?\d{3,15}$/.test(digits)) return { problem };
  const asTyped = field.pattern !== undefined && compileRegex(field.pattern).test(text);
  if (asTyped || !text.startsWith('+')) return { value: asTyped ? text : digits };
  // Loaded where it is needed: the numbering plans are large, and few flows ask for international numbers.
  const { parsePhoneNumberFromString } = require('libphonenumber-js/min') as typeof phoneNumbers;
  const number = parsePhoneNumberFromString(text);
  return number?.isPossible() ? { value: number.number } : { problem };
}

function readList(field: SlotField, text: string, language: SlotLanguage, now: Instant): ValueReading {
  const { reasons } = language.words;
  if (!field.items || field.items.kind === 'object' || field.items.kind === 'list')
    return { problem: reasons.oneSentence };
  const values: JsonValue[] = [];
  for (const part of text.split(language.phrases.listSeparator).filter((each) => each.trim() !== '')) {
    const reading = readValue(field.items, part, language, now);
    if ('problem' in reading) return { problem: `${part} ${reading.problem}` };
    values.push(reading.value);
  }
  return values.length > 0 ? { value: values } : { problem: reasons.empty };
}
