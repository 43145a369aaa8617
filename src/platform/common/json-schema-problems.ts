import type { ErrorObject } from 'ajv';

/** One thing that is wrong with a value; `path` and `message` read as a sentence: `order.items[0].qty must be …`. */
export interface SchemaProblem {
  /** Where, such as `order.items[0].qty`; empty for the value itself. A missing field is named by its own path. */
  readonly path: string;
  readonly message: string;
}

/** The same with what tells it in another language: the keyword that is broken, and what it demands, such as 8. */
export interface SchemaFinding extends SchemaProblem {
  readonly keyword: string;
  readonly limit?: unknown;
}

const MAX_PROBLEMS = 50;
const MAX_FINDINGS = 200;
const MAX_LISTED = 20;

type Params = Record<string, unknown>;

/** The validator's findings about `value` in words for whoever sent it, each once, at most 50. */
export function describeProblems(findings: readonly ErrorObject[], value: unknown): SchemaFinding[] {
  const errors = findings.slice(0, MAX_FINDINGS);
  const typed = new Map<string, Set<string>>();
  for (const error of errors) if (error.keyword === 'type') noteTypes(typed, error);
  const problems = new Map<string, SchemaFinding>();
  for (const error of errors) {
    if (isEcho(error, errors)) continue;
    const problem = describe(error, value, typed.get(error.instancePath));
    problems.set(`${problem.path} ${problem.message}`, problem);
  }
  return [...problems.values()].slice(0, MAX_PROBLEMS);
}

function noteTypes(typed: Map<string, Set<string>>, error: ErrorObject): void {
  const types = typed.get(error.instancePath) ?? new Set<string>();
  for (const type of [error.params.type].flat()) types.add(TYPE_NAMES[String(type)] ?? String(type));
  typed.set(error.instancePath, types);
}

/** A finding that only repeats others: about a field's name, an `if`, or a union that fails by type alone. */
function isEcho(error: ErrorObject, errors: readonly ErrorObject[]): boolean {
  if (error.propertyName !== undefined || error.keyword === 'if') return true;
  if (!isUnion(error) || Array.isArray(error.params.passingSchemas)) return false;
  const below = errors.filter((other) => `${other.instancePath}/`.startsWith(`${error.instancePath}/`));
  const details = below.filter((other) => !isUnion(other));
  return (
    details.length > 0 &&
    details.every((other) => other.keyword === 'type' && other.instancePath === error.instancePath)
  );
}

function isUnion(error: ErrorObject): boolean {
  return error.keyword === 'anyOf' || error.keyword === 'oneOf';
}

function describe(error: ErrorObject, root: unknown, types: ReadonlySet<string> | undefined): SchemaFinding {
  const { path, value } = locate(root, error.instancePath);
  const field = FIELD_PARAMS.map((name) => error.params[name]).find((name) => typeof name === 'string');
  const words = WORDS[error.keyword];
  return {
    path: typeof field === 'string' && !Array.isArray(value) ? childPath(path, field) : path,
    message:
      error.keyword === 'type'
        ? typeMessage([...(types ?? [])], value)
        : (words?.(error.params) ?? error.message ?? 'is not valid'),
    keyword: error.keyword,
    ...limitOf(error.params),
  };
}

function limitOf({ limit, multipleOf, allowedValue, allowedValues }: Params): { limit?: unknown } {
  const demanded =
    limit ?? multipleOf ?? allowedValue ?? (Array.isArray(allowedValues) ? listed(allowedValues) : undefined);
  return demanded === undefined ? {} : { limit: demanded };
}

/** Parameters that name the field a finding is about. */
const FIELD_PARAMS = ['missingProperty', 'additionalProperty', 'unevaluatedProperty', 'propertyName'];

const TYPE_NAMES: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  integer: 'a whole number',
  boolean: 'true or false',
  object: 'an object',
  array: 'a list',
  null: 'null',
};

const FORMATS: Readonly<Record<string, string>> = {
  date: 'a date such as 2026-03-31',
  time: 'a time such as 14:30:00Z',
  'date-time': 'a date and time such as 2026-03-31T14:30:00Z',
  duration: 'a duration such as P3D or PT2H',
  email: 'an e-mail address',
  uri: 'an absolute address such as https://example.com/a',
  url: 'an absolute address such as https://example.com/a',
  uuid: 'a UUID',
  regex: 'a regular expression without lookahead and backreferences',
};

const unknownField = () => 'is not a known field';
const requiredWith = (params: Params) => `is required when ${params.property} is given`;
const tooManyItems = (params: Params) => `must have at most ${count(params.limit ?? params.len, 'item')}`;

const WORDS: Readonly<Record<string, (params: Params) => string>> = {
  required: () => 'is required',
  dependentRequired: requiredWith,
  dependencies: requiredWith,
  additionalProperties: unknownField,
  unevaluatedProperties: unknownField,
  propertyNames: () => 'is not an allowed name for a field',
  'false schema': () => 'is not allowed',
  not: () => 'has a value that is not allowed',
  enum: (params) => `must be one of ${listed(params.allowedValues)}`,
  const: (params) => `must be ${JSON.stringify(params.allowedValue)}`,
  anyOf: () => 'fits none of its allowed forms',
  oneOf: (params) => `fits ${params.passingSchemas === null ? 'none' : 'more than one'} of its allowed forms`,
  minimum: (params) => `must be at least ${params.limit}`,
  maximum: (params) => `must be at most ${params.limit}`,
  exclusiveMinimum: (params) => `must be more than ${params.limit}`,
  exclusiveMaximum: (params) => `must be less than ${params.limit}`,
  multipleOf: (params) => `must be a multiple of ${params.multipleOf}`,
  minLength: (params) =>
    params.limit === 1 ? 'must not be empty' : `must have at least ${count(params.limit, 'character')}`,
  maxLength: (params) => `must have at most ${count(params.limit, 'character')}`,
  pattern: (params) => `must match the pattern ${params.pattern}`,
  format: (params) => `must be ${FORMATS[String(params.format)] ?? `a valid ${params.format}`}`,
  minItems: (params) => `must have at least ${count(params.limit, 'item')}`,
  maxItems: tooManyItems,
  items: tooManyItems,
  additionalItems: tooManyItems,
  unevaluatedItems: tooManyItems,
  uniqueItems: (params) => `must not hold the same item twice, as [${params.j}] and [${params.i}] are`,
  contains: (params) => `must hold at least ${count(params.minContains, 'item')} of the required kind`,
  minProperties: (params) => `must have at least ${count(params.limit, 'field')}`,
  maxProperties: (params) => `must have at most ${count(params.limit, 'field')}`,
};

function count(number: unknown, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}

function listed(values: unknown): string {
  const texts = Array.isArray(values) ? values.map((value) => JSON.stringify(value)) : [];
  return texts.slice(0, MAX_LISTED).join(', ') + (texts.length > MAX_LISTED ? ', …' : '');
}

function typeMessage(wanted: readonly string[], value: unknown): string {
  const isWantedNumber = typeof value === 'number' && wanted.some((name) => name.endsWith('number'));
  return `must be ${wanted.join(' or ')}, not ${isWantedNumber ? value : kindOf(value)}`;
}

function kindOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  return TYPE_NAMES[typeof value] ?? 'missing';
}

/** The value a JSON pointer leads to, and that pointer as a path. */
function locate(root: unknown, pointer: string): { path: string; value: unknown } {
  let path = '';
  let value = root;
  for (const token of pointer.split('/').slice(1)) {
    const key = token.replaceAll('~1', '/').replaceAll('~0', '~');
    path = Array.isArray(value) ? `${path}[${key}]` : childPath(path, key);
    value = Object(value)[key];
  }
  return { path, value };
}

function childPath(path: string, key: string): string {
  if (!/^[\p{L}\p{N}_$-]+$/u.test(key)) return `${path}[${JSON.stringify(key)}]`;
  return path === '' ? key : `${path}.${key}`;
}
