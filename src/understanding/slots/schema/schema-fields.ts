import { isJsonObject, type JsonObject, type JsonValue } from '../../../platform/common/json.js';
import { nameWords } from '../../language/index.js';
import { englishSlots, type SlotWords } from '../vocabulary/index.js';
import { type FieldKind, has, kindOf, type Names, strings } from './field-kind.js';
import { isReservedKey } from './reserved-keys.js';
import { resolveProperty } from './resolve-property.js';

/** One property of a schema, as the rules that read messages see it. */
export interface SlotField {
  readonly name: string;
  /** Where its value is: the name, or the names of the objects around it and the name. */
  readonly path: readonly string[];
  readonly kind: FieldKind;
  /** The JSON type: the first one that is not null; `string` where the schema says nothing. */
  readonly type: string;
  readonly required: boolean;
  /** Name, title and `x-labels` as lower-case words. */
  readonly labels: readonly (readonly string[])[];
  /** Words of the labels that no other field has; each can stand for the field when a fitting value follows. */
  readonly ownWords: readonly string[];
  readonly direction?: 'source' | 'target';
  /** Whether it begins or ends a span of time. */
  readonly side?: 'start' | 'end';
  /** True where the value is running text, such as notes. */
  readonly prose: boolean;
  readonly options: readonly JsonValue[];
  /** Patterns whose first group is the value. */
  readonly extract: readonly string[];
  readonly pattern?: string;
  readonly format?: string;
  readonly description?: string;
  readonly example?: string;
  /** How a list's items are read. */
  readonly items?: SlotField;
  /** The properties of an object that are read on their own. */
  readonly inner: readonly SlotField[];
}

/** Objects within objects are read down to here. */
const MAX_DEPTH = 3;
/**
 * The fields of an object schema: the required ones in the order of `required`, then the others by name. The order of
 * `properties` does not count, because PostgreSQL does not keep it. Reserved keys are left out.
 */
export function schemaFields(schema: JsonObject, { names }: SlotWords = englishSlots().words): SlotField[] {
  return fieldsOf(schema, schema, names, []);
}

function fieldsOf(object: JsonObject, root: JsonObject, names: Names, path: readonly string[]): SlotField[] {
  const properties = isJsonObject(object.properties) ? object.properties : {};
  const required = Array.isArray(object.required) ? object.required : [];
  const rank = (name: string) => (required.includes(name) ? required.indexOf(name) : required.length);
  const fields = Object.entries(properties)
    .sort(([a], [b]) => rank(a) - rank(b) || (a < b ? -1 : 1))
    .filter(([name]) => !isReservedKey(name))
    .map(([name, property]) =>
      toField({
        name,
        path: [...path, name],
        property: resolveProperty(root, property),
        required: required.includes(name),
        root,
        names,
      }),
    );
  return fields.map((field) => ({ ...field, ownWords: ownWords(field, fields, names.weak) }));
}

interface Declaration {
  readonly name: string;
  readonly path: readonly string[];
  readonly property: JsonObject;
  readonly required: boolean;
  readonly root: JsonObject;
  readonly names: Names;
}

function toField(declaration: Declaration): SlotField {
  const { name, path, property, required, names } = declaration;
  const type = typeOf(property);
  const labels = labelsOf(name, property);
  const options = property.const !== undefined ? [property.const] : Array.isArray(property.enum) ? property.enum : [];
  const [example] = Array.isArray(property.examples) ? property.examples : [];
  const words = labels.flat();
  const direction = sideOf(words, names.source, names.target);
  const side = sideOf(words, names.start, names.end);
  return {
    name,
    path,
    type,
    kind: kindOf(type, property, words, options, names),
    required,
    labels,
    ownWords: [],
    options: options.filter((option) => option !== null),
    extract: strings(property['x-extract']),
    prose: type === 'string' && has(words, names.prose),
    ...(direction ? { direction: direction === 'first' ? ('source' as const) : ('target' as const) } : {}),
    ...(side ? { side: side === 'first' ? ('start' as const) : ('end' as const) } : {}),
    ...(typeof property.pattern === 'string' ? { pattern: property.pattern } : {}),
    ...(typeof property.format === 'string' ? { format: property.format } : {}),
    ...(typeof property.description === 'string' ? { description: property.description } : {}),
    ...(typeof example === 'string' || typeof example === 'number' ? { example: String(example) } : {}),
    ...(type === 'array' ? { items: itemsOf(declaration) } : {}),
    inner: type === 'object' ? innerOf(declaration, labels) : [],
  };
}

function itemsOf({ name, path, property, root, names }: Declaration): SlotField {
  return toField({ name, path, property: resolveProperty(root, property.items), required: false, root, names });
}

/** The properties of an object; each is also named by the object's label and its own: "billing city". */
function innerOf({ path, property, root, names }: Declaration, outer: readonly (readonly string[])[]): SlotField[] {
  if (path.length >= MAX_DEPTH) return [];
  return fieldsOf(property, root, names, path).map((field) => ({
    ...field,
    labels: [...field.labels, ...outer.flatMap((label) => field.labels.map((own) => [...label, ...own]))],
  }));
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

function sideOf(
  words: readonly string[],
  first: readonly string[],
  second: readonly string[],
): 'first' | 'second' | undefined {
  const isFirst = has(words, first);
  return isFirst === has(words, second) ? undefined : isFirst ? 'first' : 'second';
}

function ownWords(field: SlotField, fields: readonly SlotField[], weak: readonly string[]): string[] {
  const others = new Set(fields.filter((other) => other !== field).flatMap((other) => other.labels.flat()));
  return [...new Set(field.labels.flat())].filter(
    (word) => word.length > 2 && !others.has(word) && !weak.includes(word),
  );
}
