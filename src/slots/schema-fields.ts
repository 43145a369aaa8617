import { isJsonObject, type JsonObject, type JsonValue } from '../common/json.js';
import { ENGLISH } from './english.js';
import { isReservedKey } from './reserved-keys.js';
import { resolveProperty } from './resolve-property.js';

/** What kind of value a field takes; decides how it is looked for in a message. */
export type FieldKind =
  | 'email'
  | 'phone'
  | 'number'
  | 'boolean'
  | 'enum'
  | 'identifier'
  | 'date'
  | 'text'
  | 'list'
  | 'object';

/** One property of a schema, as the rules that read messages see it. */
export interface SlotField {
  readonly name: string;
  readonly kind: FieldKind;
  /** The JSON type: the first one that is not null; `string` where the schema says nothing. */
  readonly type: string;
  readonly required: boolean;
  /** Name, title and `x-labels` as lower-case words. */
  readonly labels: readonly (readonly string[])[];
  /** Words of the labels that no other field has; each can stand for the field when a fitting value follows. */
  readonly ownWords: readonly string[];
  readonly direction?: 'source' | 'target';
  readonly options: readonly JsonValue[];
  /** Patterns whose first group is the value. */
  readonly extract: readonly string[];
  readonly pattern?: string;
  readonly description?: string;
  readonly example?: string;
  /** How a list's items are read. */
  readonly items?: SlotField;
}

/**
 * The fields of an object schema: the required ones in the order of `required`, then the others by name. The order of
 * `properties` does not count, because PostgreSQL does not keep it. Reserved keys are left out.
 */
export function schemaFields(schema: JsonObject): SlotField[] {
  const properties = isJsonObject(schema.properties) ? schema.properties : {};
  const required = Array.isArray(schema.required) ? schema.required : [];
  const rank = (name: string) => (required.includes(name) ? required.indexOf(name) : required.length);
  const fields = Object.entries(properties)
    .sort(([a], [b]) => rank(a) - rank(b) || (a < b ? -1 : 1))
    .filter(([name]) => !isReservedKey(name))
    .map(([name, property]) => toField(name, resolveProperty(schema, property), schema, required.includes(name)));
  return fields.map((field) => ({ ...field, ownWords: ownWords(field, fields) }));
}

/** A camelCase, snake_case or spaced name as lower-case words. */
export function nameWords(name: string): string[] {
  return name
    .replace(/(?<=[\p{Ll}\p{N}])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/gu, ' ')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
}

/** "months" and "month" are the same unit. */
export function singular(word: string): string {
  return word.length > 3 ? word.replace(/(?<=[^s])s$/, '') : word;
}

function toField(name: string, property: JsonObject, root: JsonObject, required: boolean): SlotField {
  const type = typeOf(property);
  const labels = labelsOf(name, property);
  const options = property.const !== undefined ? [property.const] : Array.isArray(property.enum) ? property.enum : [];
  const [example] = Array.isArray(property.examples) ? property.examples : [];
  const words = labels.flat();
  const direction = directionOf(words);
  return {
    name,
    type,
    kind: kindOf(type, property, words, options),
    required,
    labels,
    ownWords: [],
    options: options.filter((option) => option !== null),
    extract: strings(property['x-extract']),
    ...(direction ? { direction } : {}),
    ...(typeof property.pattern === 'string' ? { pattern: property.pattern } : {}),
    ...(typeof property.description === 'string' ? { description: property.description } : {}),
    ...(typeof example === 'string' || typeof example === 'number' ? { example: String(example) } : {}),
    ...(type === 'array' ? { items: toField(name, resolveProperty(root, property.items), root, false) } : {}),
  };
}

function typeOf(property: JsonObject): string {
  const declared = [property.type].flat().find((type) => typeof type === 'string' && type !== 'null');
  if (typeof declared === 'string') return declared;
  if (isJsonObject(property.properties)) return 'object';
  const options = Array.isArray(property.enum) ? property.enum : [];
  return options.length > 0 && options.every((option) => typeof option === 'number') ? 'number' : 'string';
}

function labelsOf(name: string, property: JsonObject): string[][] {
  const title = typeof property.title === 'string' ? [property.title] : [];
  const labels = [name, ...title, ...strings(property['x-labels'])].map(nameWords);
  const distinct = new Map(labels.filter((label) => label.length > 0).map((label) => [label.join(' '), label]));
  return [...distinct.values()];
}

function kindOf(
  type: string,
  property: JsonObject,
  words: readonly string[],
  options: readonly JsonValue[],
): FieldKind {
  if (type === 'object') return 'object';
  if (type === 'array') return 'list';
  if (type === 'boolean') return 'boolean';
  if (options.length > 0) return 'enum';
  if (type === 'number' || type === 'integer') return 'number';
  if (property.format === 'email' || has(words, ENGLISH.email)) return 'email';
  if (property.format === 'date') return 'date';
  if (property.format === 'phone' || property.format === 'tel' || has(words, ENGLISH.phone)) return 'phone';
  if (property.format === 'uuid' || ENGLISH.identifier.includes(words.at(-1) ?? '')) return 'identifier';
  return nameWordsIdentify(words) ? 'identifier' : 'text';
}

function nameWordsIdentify(words: readonly string[]): boolean {
  return words.some((word) => ['id', 'number', 'reference'].includes(word));
}

function directionOf(words: readonly string[]): 'source' | 'target' | undefined {
  const isSource = has(words, ENGLISH.source);
  return isSource === has(words, ENGLISH.target) ? undefined : isSource ? 'source' : 'target';
}

function has(words: readonly string[], wanted: readonly string[]): boolean {
  return words.some((word) => wanted.includes(word));
}

function strings(value: JsonValue | undefined): string[] {
  return Array.isArray(value) ? value.filter((each) => typeof each === 'string') : [];
}

function ownWords(field: SlotField, fields: readonly SlotField[]): string[] {
  const others = new Set(fields.filter((other) => other !== field).flatMap((other) => other.labels.flat()));
  return [...new Set(field.labels.flat())].filter(
    (word) => word.length > 2 && !others.has(word) && !ENGLISH.weak.includes(word),
  );
}
