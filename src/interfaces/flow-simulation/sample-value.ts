import { isJsonObject, type JsonObject, type JsonValue } from '../../platform/common/json.js';
import { fits, textsOf } from './text-of-pattern.js';

const BY_FORMAT: Readonly<Record<string, string>> = {
  date: '2031-05-17',
  time: '14:30',
  'date-time': '2031-05-17T14:30:00Z',
  email: 'ann@example.com',
  uri: 'https://example.com/a',
  uuid: '7b6e2b0a-3c1d-4e5f-8a9b-0c1d2e3f4a5b',
};
/** What texts are mostly about whose name holds one of these, as forms of English, German and Spanish name them. */
const BY_NAME: readonly (readonly [name: RegExp, value: string])[] = [
  [/e?mail|correo/i, 'ann@example.com'],
  [/phone|mobile|telefon|tel[eé]fono/i, '+49 30 1234567'],
  [/date|datum|fecha|day$/i, '2031-05-17'],
  [/time|uhrzeit|hora/i, '14:30'],
  [/city|town|stadt|ciudad|place|ort$/i, 'Madrid'],
  [/name/i, 'Ann Miller'],
  [/id$|number|nummer|code|no$|n[uú]mero/i, '4711'],
];
const USUAL = 3;

/** A value that a property of a schema takes, as a person would say it. */
export function sampleValue(name: string, property: JsonValue | undefined, random: () => number): string {
  const schema: JsonObject = isJsonObject(property) ? property : {};
  const { enum: options, examples, minimum, maximum, format, pattern } = schema;
  for (const given of [options, examples]) {
    if (Array.isArray(given) && given.length > 0) return String(given[Math.floor(random() * given.length)]);
  }
  if (schema.const !== undefined || schema.default !== undefined) return String(schema.const ?? schema.default);
  const type = Array.isArray(schema.type) ? schema.type.find((one) => one !== 'null') : schema.type;
  if (type === 'integer' || type === 'number') {
    const least = typeof minimum === 'number' ? minimum : 1;
    return String(typeof maximum === 'number' ? Math.min(maximum, least + USUAL) : least + USUAL);
  }
  const likely = BY_FORMAT[String(format)] ?? BY_NAME.find(([about]) => about.test(name))?.[1] ?? 'Delta';
  if (typeof pattern !== 'string' || fits(pattern, likely)) return likely;
  return textsOf(pattern, random).find((text) => fits(pattern, text)) ?? likely;
}
