import type { JsonObject, JsonValue } from '../../../platform/common/json.js';
import type { SlotWords } from '../vocabulary/index.js';

/** What kind of value a field takes; decides how it is looked for in a message. */
export type FieldKind =
  | 'email'
  | 'phone'
  | 'uri'
  | 'number'
  | 'boolean'
  | 'enum'
  | 'identifier'
  | 'date'
  | 'time'
  | 'date-time'
  | 'schedule'
  | 'currency'
  | 'text'
  | 'list'
  | 'object';

/** Words in the names of properties. */
export type Names = SlotWords['names'];

const ISO_DAY = /^\d{4}-\d\d-\d\d$/;
const CLOCK_TIME = /^\d\d:\d\d(?::\d\d)?(?:Z|[+-]\d\d:\d\d)?$/;

const BY_FORMAT: ReadonlyMap<JsonValue | undefined, FieldKind> = new Map([
  ['email', 'email'],
  ['idn-email', 'email'],
  ['date', 'date'],
  ['time', 'time'],
  ['iso-time', 'time'],
  ['date-time', 'date-time'],
  ['iso-date-time', 'date-time'],
  ['schedule', 'schedule'],
  ['uri', 'uri'],
  ['url', 'uri'],
  ['phone', 'phone'],
  ['tel', 'phone'],
  ['uuid', 'identifier'],
]);

/** The kind of a property: by type, options, format and examples, else by the words of its labels. */
export function kindOf(
  type: string,
  property: JsonObject,
  words: readonly string[],
  options: readonly JsonValue[],
  names: Names,
): FieldKind {
  if (type === 'object') return 'object';
  if (type === 'array') return 'list';
  if (type === 'boolean') return 'boolean';
  if (options.length > 0) return has(words, names.currency) ? 'currency' : 'enum';
  if (type === 'number' || type === 'integer') return 'number';
  return BY_FORMAT.get(property.format) ?? kindByExample(property) ?? kindByName(words, names);
}

function kindByExample({ examples }: JsonObject): FieldKind | undefined {
  const list = strings(examples);
  if (list.length === 0) return undefined;
  if (list.every((example) => ISO_DAY.test(example))) return 'date';
  return list.every((example) => CLOCK_TIME.test(example)) ? 'time' : undefined;
}

function kindByName(words: readonly string[], names: Names): FieldKind {
  if (has(words, names.email)) return 'email';
  if (has(words, names.phone)) return 'phone';
  if (has(words, names.currency)) return 'currency';
  const last = words.at(-1) ?? '';
  if (names.date.includes(last)) return 'date';
  if (names.time.includes(last)) return 'time';
  if (names.uri.includes(last)) return 'uri';
  if (names.identifier.includes(last)) return 'identifier';
  return words.some((word) => ['id', 'number', 'reference'].includes(word)) ? 'identifier' : 'text';
}

/** True when one of the words is wanted. */
export function has(words: readonly string[], wanted: readonly string[]): boolean {
  return words.some((word) => wanted.includes(word));
}

/** The texts of a list. */
export function strings(value: JsonValue | undefined): string[] {
  return Array.isArray(value) ? value.filter((each) => typeof each === 'string') : [];
}
