import type { JsonValue } from '../common/json.js';
import { compileRegex } from '../common/regex.js';
import { ENGLISH } from './english.js';
import { parseNumber } from './numbers.js';
import { nameWords, type SlotField } from './schema-fields.js';

/** A value of the field's type, or why the text is none. */
export type ValueReading = { readonly value: JsonValue } | { readonly problem: string };

const EMAIL = /^[^\s@,;<>]+@[^\s@,;<>]+\.[^\s@,;<>.]{2,}$/u;

/** Turns the text of a value into the field's type. Whether it fits the schema is asked elsewhere. */
export function readValue(field: SlotField, raw: string): ValueReading {
  const text = tidy(raw);
  switch (field.kind) {
    case 'number':
      return readNumber(text, field.type === 'integer');
    case 'boolean':
      return readBoolean(text);
    case 'enum':
      return readOption(field, text);
    case 'email':
      return EMAIL.test(text) ? { value: text } : { problem: 'must be an e-mail address' };
    case 'phone':
      return readPhone(field, text);
    case 'list':
      return readList(field, text);
    case 'object':
      return { problem: 'cannot be given in one sentence' };
    default:
      return text === '' ? { problem: 'must not be empty' } : { value: text };
  }
}

/** A value without what people write around it: quotes, a leading colon, a final full stop, a "please". */
export function tidy(raw: string): string {
  return raw
    .trim()
    .replace(/^[=:,\s"'“”‘’([]+|["'“”‘’)\]]+$/gu, '')
    .replace(new RegExp(`[\\s,]+${ENGLISH.courtesy}[.!?]*$`, 'i'), '')
    .replace(/[\s,;.?!"'“”’]+$/u, '');
}

function readNumber(text: string, whole: boolean): ValueReading {
  const value = parseNumber(text);
  if (value === undefined || !Number.isFinite(value)) return { problem: 'must be a number' };
  return whole && !Number.isInteger(value) ? { problem: 'must be a whole number' } : { value };
}

function readBoolean(text: string): ValueReading {
  const word = text.toLowerCase();
  if (ENGLISH.yes.includes(word)) return { value: true };
  return ENGLISH.no.includes(word) ? { value: false } : { problem: 'must be yes or no' };
}

function readOption(field: SlotField, text: string): ValueReading {
  const said = nameWords(text).join(' ');
  const number = parseNumber(text);
  const option = field.options.find((each) => {
    return each === number || (said !== '' && nameWords(String(each)).join(' ') === said);
  });
  return option === undefined ? { problem: `must be one of ${field.options.join(', ')}` } : { value: option };
}

function readPhone(field: SlotField, text: string): ValueReading {
  const digits = text.replace(/[\s().-]+/g, '');
  if (!/^\+?\d{3,15}$/.test(digits)) return { problem: 'must be a phone number' };
  const asTyped = field.pattern !== undefined && compileRegex(field.pattern).test(text);
  return { value: asTyped ? text : digits };
}

function readList(field: SlotField, text: string): ValueReading {
  if (!field.items) return { problem: 'cannot be given in one sentence' };
  const values: JsonValue[] = [];
  for (const part of text.split(/\s*(?:[,;\n]|\band\b)\s*/i).filter((each) => each !== '')) {
    const reading = readValue(field.items, part);
    if ('problem' in reading) return { problem: `${part} ${reading.problem}` };
    values.push(reading.value);
  }
  return values.length > 0 ? { value: values } : { problem: 'must not be empty' };
}
