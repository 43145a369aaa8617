import { isTooLong } from '../../parts/json';

/** One argument that a field of a form can take. */
export interface Field {
  readonly name: string;
  readonly type: 'text' | 'number' | 'boolean' | 'choice';
  readonly description: string;
  readonly isRequired: boolean;
  /** Of a choice. */
  readonly choices: readonly string[];
  /** Not to be seen by who stands behind the reader. */
  readonly isHidden: boolean;
  /** What is taken where nothing is said. */
  readonly standard: string;
}

type JsonSchema = Readonly<Record<string, unknown>>;

const TYPES = { string: 'text', number: 'number', integer: 'number', boolean: 'boolean' } as const;

/** The fields of a form for arguments of this schema; undefined where a form cannot say all that the schema may want. */
export function fieldsOf(schema: JsonSchema | null): Field[] | undefined {
  const { properties = {}, required = [], additionalProperties = true } = schema ?? {};
  const named = Object.entries(properties as Record<string, JsonSchema>);
  const combines = ['anyOf', 'oneOf', 'allOf', 'if', '$ref', 'patternProperties'].some(
    (word) => word in (schema ?? {}),
  );
  if (schema === null || combines || (named.length === 0 && additionalProperties !== false)) return undefined;
  const fields = named.map(([name, property]) => fieldOf(name, property, (required as string[]).includes(name)));
  return fields.every((field) => field !== undefined) ? fields : undefined;
}

function fieldOf(name: string, schema: JsonSchema, isRequired: boolean): Field | undefined {
  const { description = '', default: standard, enum: choices } = schema;
  const isChoice = Array.isArray(choices) && choices.every((one) => typeof one === 'string');
  const type = isChoice ? 'choice' : TYPES[schema.type as keyof typeof TYPES];
  if (type === undefined || (choices !== undefined && !isChoice)) return undefined;
  return {
    name,
    type,
    description: String(description),
    isRequired,
    choices: isChoice ? choices : [],
    isHidden: schema['x-sensitive'] === true || schema.writeOnly === true || schema.format === 'password',
    standard: standard === undefined ? '' : String(standard),
  };
}

/**
 * What was typed, as arguments: what is empty is left out, and what is no number is left for the service to refuse.
 * Undefined where a number would be sent as another one.
 */
export function argumentsOf(
  fields: readonly Field[],
  typed: ReadonlyMap<string, string>,
): Record<string, unknown> | undefined {
  if (fields.some(({ name, type }) => type === 'number' && isTooLong(typed.get(name)))) return undefined;
  return Object.fromEntries(
    fields.flatMap(({ name, type }) => {
      const written = typed.get(name) ?? '';
      const text = type === 'number' ? written.trim() : written;
      return text === '' ? [] : [[name, readTyped(type, text)]];
    }),
  );
}

function readTyped(type: Field['type'], text: string): unknown {
  if (type === 'boolean') return text === 'true';
  if (type !== 'number') return text;
  const value = Number(text);
  return Number.isNaN(value) ? text : value;
}
