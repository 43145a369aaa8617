import { Ajv, type Options, type ValidateFunction } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import ajvFormats from 'ajv-formats';
import { messageOf } from './errors.js';
import { canonicalJson, copyJson, isJsonObject, type JsonObject, jsonDepth } from './json.js';
import { describeProblems, type SchemaFinding, type SchemaProblem } from './json-schema-problems.js';
import { LruCache } from './lru-cache.js';
import { readRecurrence } from './recurrence.js';
import { checkRegex, compileRegex, MAX_REGEX_TEXT } from './regex.js';

export type { SchemaProblem } from './json-schema-problems.js';

/** Characters of a schema document, written as JSON. */
const MAX_SCHEMA = 200_000;
/** Levels of objects and lists in a schema document. */
const MAX_SCHEMA_DEPTH = 100;
/** Characters of a text that a `format` is checked on; a longer one has no format. Some formats take quadratic time. */
const MAX_FORMAT_TEXT = 4_000;

/** A compiled schema. */
export interface SchemaCheck {
  /** What is wrong with a value; an empty list when nothing is. The value is not changed: no coercion, no defaults. */
  check(value: unknown): SchemaProblem[];
  /** The same with the keywords that are broken. */
  findings(value: unknown): SchemaFinding[];
}

const compiled = new LruCache<SchemaCheck>(2_000);
/** The same once more by the document itself, which spares writing it out each time. */
const compiledDocuments = new WeakMap<JsonObject, SchemaCheck>();

/**
 * Compiles a JSON Schema: 2020-12, or draft-07 where `$schema` says so. Keywords and formats it does not know are
 * ignored; `pattern` runs on the linear-time engine of `regex.ts`. Compiled schemas are kept by document and by content,
 * so a document must not be changed after it was compiled.
 * @throws SyntaxError with the words of `checkSchemaDocument`
 */
export function compileSchema(schema: JsonObject | boolean): SchemaCheck {
  const known = typeof schema === 'object' ? compiledDocuments.get(schema) : undefined;
  if (known) return known;
  refuseShape(schema);
  const made = compiled.get(canonicalJson(schema), () => build(schema));
  if (typeof schema === 'object') compiledDocuments.set(schema, made);
  return made;
}

/** Why a document cannot serve as a schema, in words for the person who wrote it; `undefined` when it can. */
export function checkSchemaDocument(schema: unknown): string | undefined {
  try {
    compileSchema(schema as JsonObject);
    return undefined;
  } catch (error) {
    return messageOf(error);
  }
}

function refuseShape(schema: unknown): void {
  if (!isJsonObject(schema) && typeof schema !== 'boolean') throw new SyntaxError('is not a JSON object');
  if (jsonDepth(schema, MAX_SCHEMA_DEPTH + 1) > MAX_SCHEMA_DEPTH) {
    throw new SyntaxError(`nests more than ${MAX_SCHEMA_DEPTH} levels deep`);
  }
  if (JSON.stringify(schema).length > MAX_SCHEMA) throw new SyntaxError(`is longer than ${MAX_SCHEMA} characters`);
}

function build(schema: JsonObject | boolean): SchemaCheck {
  const dialect = dialectOf(schema);
  refuseMalformed(schema, dialect);
  const validate = compileWith(dialect, schema);
  return {
    check: (value) => run(validate, value).map(({ path, message }) => ({ path, message })),
    findings: (value) => run(validate, value),
  };
}

/** A version of JSON Schema. */
interface Dialect {
  readonly metaschema: string;
  readonly create: (options: Options) => Ajv;
}

const DRAFT_07: Dialect = {
  metaschema: 'http://json-schema.org/draft-07/schema',
  create: (options) => new Ajv(options),
};
const DRAFT_2020: Dialect = {
  metaschema: 'https://json-schema.org/draft/2020-12/schema',
  create: (options) => new Ajv2020(options),
};

function dialectOf(schema: JsonObject | boolean): Dialect {
  const named = isJsonObject(schema) ? schema.$schema : undefined;
  if (named === undefined) return DRAFT_2020;
  const dialect = [DRAFT_2020, DRAFT_07].find(({ metaschema }) => bareUri(metaschema) === bareUri(String(named)));
  if (dialect !== undefined) return dialect;
  throw new SyntaxError(`names the version ${JSON.stringify(named)} in $schema; 2020-12 and draft-07 can be used`);
}

/** People write the scheme and the final "#" either way. */
function bareUri(uri: string): string {
  return uri.replace(/^https?:/, '').replace(/#$/, '');
}

const OPTIONS: Options = {
  allErrors: true,
  strict: false,
  strictNumbers: true,
  validateSchema: false,
  ownProperties: true,
  multipleOfPrecision: 9,
  logger: false,
  code: { regExp: Object.assign(linearPattern, { code: 'linearPattern' }) },
};

/** Stands in for RegExp in the code that ajv generates, which tells patterns apart by toString(). */
function linearPattern(pattern: string): { test: (text: string) => boolean; toString: () => string } {
  const refusal = checkRegex(pattern);
  if (refusal !== undefined) throw new SyntaxError(`holds a pattern that cannot be used: "${pattern}" ${refusal}`);
  const regex = compileRegex(pattern);
  return {
    test: (text) => (text.length <= MAX_REGEX_TEXT ? regex.test(text) : refuseOverlong()),
    toString: () => pattern,
  };
}

/** Neither a match nor a mismatch would be right: `not` would turn one into the other. */
function refuseOverlong(): never {
  throw new RangeError(`holds a text of more than ${MAX_REGEX_TEXT} characters, too long to be checked by a pattern`);
}

function refuseMalformed(schema: JsonObject | boolean, dialect: Dialect): void {
  const metaschema = metaschemaOf(dialect);
  if (metaschema(schema)) return;
  const [problem] = describeProblems(metaschema.errors ?? [], schema);
  throw new SyntaxError(`is not a schema: ${problem?.path} ${problem?.message}`);
}

const metaschemas = new Map<Dialect, ValidateFunction>();

function metaschemaOf(dialect: Dialect): ValidateFunction {
  const known = metaschemas.get(dialect);
  if (known !== undefined) return known;
  const validator = dialect.create(OPTIONS);
  ajvFormats.default(validator);
  // A pattern is refused with its reason when it is compiled; here it would be "not a regex".
  validator.addFormat('regex', true);
  const metaschema = validator.compile({ $ref: dialect.metaschema });
  metaschemas.set(dialect, metaschema);
  return metaschema;
}

/** Compiles with a validator of its own, so that the `$id`s of two schemas never meet. */
function compileWith(dialect: Dialect, schema: JsonObject | boolean): ValidateFunction {
  const validator = dialect.create({ ...OPTIONS, meta: refersToMetaschema(schema) });
  ajvFormats.default(validator);
  boundFormats(validator);
  const validate = translateErrors(() => validator.compile(copyJson(schema)));
  if ('$async' in validate) throw new SyntaxError('is marked "$async", which is not supported');
  return validate;
}

/** Few schemas do, and to have the metaschemas there takes a third of compiling any other. */
function refersToMetaschema(schema: JsonObject | boolean): boolean {
  return isJsonObject(schema) && JSON.stringify({ ...schema, $schema: undefined }).includes('json-schema.org/');
}

function boundFormats(validator: Ajv): void {
  for (const [name, format] of Object.entries(validator.formats)) {
    if (!(format instanceof RegExp)) continue;
    validator.addFormat(name, (text: string) => text.length <= MAX_FORMAT_TEXT && format.test(text));
  }
  validator.addFormat('regex', (text: string) => checkRegex(text) === undefined);
  validator.addFormat('schedule', (text: string) => readRecurrence(text) !== undefined);
}

function translateErrors<T>(compile: () => T): T {
  try {
    return compile();
  } catch (error) {
    throw error instanceof SyntaxError
      ? error
      : new SyntaxError(`is not a schema: ${messageOf(error)}`, { cause: error });
  }
}

function run(validate: ValidateFunction, value: unknown): SchemaFinding[] {
  try {
    return validate(value) ? [] : describeProblems(validate.errors ?? [], value);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return [{ path: '', message: error.message, keyword: 'pattern' }];
  }
}
