import type { ErrorObject } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import ajvFormats from 'ajv-formats';
import { RE2JS } from 're2js';
import type { Json, JsonObject } from './manifest.js';

/** Characters of a text of the input whose schema sets no limit. */
const MAX_TEXT = 4096;
const MAX_PROBLEMS = 20;

/** One thing that is wrong with a value. Never holds the value. */
export interface Problem {
  /** JSON Pointer; empty for the value itself. */
  readonly field: string;
  readonly reason: string;
}

/** Finds what is wrong with a value; an empty list when nothing is. */
export type Check = (value: unknown) => Problem[];

/**
 * Compiles a schema (2020-12). Objects take no unknown properties unless the schema says so. Patterns run in linear time.
 * @param limitText whether a text without `maxLength` may have 4096 characters at most
 * @throws Error when it is no schema
 */
export function compileCheck(schema: JsonObject, limitText = false): Check {
  const known = compiled[limitText ? 'limited' : 'plain'];
  const check = known.get(schema) ?? compile(schema, limitText);
  known.set(schema, check);
  return check;
}

/** By the schema itself, which must not be changed after it was compiled. */
const compiled = { limited: new WeakMap<JsonObject, Check>(), plain: new WeakMap<JsonObject, Check>() };

function compile(schema: JsonObject, limitText: boolean): Check {
  const limited = new Set<unknown>();
  const strict = closeObjects(schema) as JsonObject;
  if (limitText) limitTexts(strict, limited);
  const compiler = sharedCompiler();
  const validate = compiler.compile(strict);
  // It need not remember the schema: whoever has the check has it.
  compiler.removeSchema(strict);
  return (value) => {
    if (validate(value)) return [];
    const findings = (validate.errors ?? []).filter(({ keyword }) => keyword !== 'if').slice(0, MAX_PROBLEMS);
    return findings.map((finding) => problemOf(finding, limited));
  };
}

let shared: Ajv2020 | undefined;

/** One for all: each would compile the schema of schemas for itself, which takes longer than most schemas do. */
function sharedCompiler(): Ajv2020 {
  if (shared) return shared;
  const options = { allErrors: true, strict: false, verbose: true, ownProperties: true, code: { regExp } };
  // It would print each format that it does not know; such say nothing about what is valid.
  shared = new Ajv2020({ ...options, logger: false });
  ajvFormats.default(shared);
  return shared;
}

/** The schema of an input as it is checked: closed, and with the limit of texts that have none of their own. */
export function limitedInput(schema: JsonObject): JsonObject {
  const strict = closeObjects(schema) as JsonObject;
  const copy = JSON.parse(JSON.stringify(strict)) as JsonObject;
  limitTexts(copy, new Set());
  return copy;
}

/** A pattern of a schema meets text that a model wrote: RE2 takes linear time for any of them. */
const regExp = Object.assign(
  (pattern: string) => {
    const compiled = RE2JS.compile(RE2JS.translateRegExp(pattern));
    // Patterns are told apart by their text.
    return { test: (text: string) => compiled.matcher(text).find(), toString: () => pattern };
  },
  { code: 'linearPattern' },
);

const COMPOSED = ['allOf', 'anyOf', 'oneOf', '$ref', 'if'];
const NESTED = ['properties', 'patternProperties', '$defs', 'dependentSchemas'];
const INNER = ['items', 'additionalProperties', 'contains', 'not', 'then', 'else', 'if', 'unevaluatedItems'];

/** The schema with every object closed that does not say whether it takes other properties. */
export function closeObjects(schema: Json, isPart = false): Json {
  if (typeof schema !== 'object' || schema === null || Array.isArray(schema)) return schema;
  const closed: JsonObject = { ...schema };
  // Parts of a composition see each other's properties: only the whole can be closed.
  const isComposed = COMPOSED.some((keyword) => keyword in schema);
  for (const key of NESTED) closed[key] = mapValues(closed[key], (child) => closeObjects(child));
  for (const key of INNER) if (key in closed) closed[key] = closeObjects(closed[key] ?? null, isPartKey(key));
  for (const key of ['allOf', 'anyOf', 'oneOf', 'prefixItems']) {
    const list = closed[key];
    if (Array.isArray(list)) closed[key] = list.map((child) => closeObjects(child, key !== 'prefixItems'));
  }
  for (const key of NESTED) if (closed[key] === undefined) delete closed[key];
  const isOpen = 'additionalProperties' in closed || 'unevaluatedProperties' in closed;
  if (!isPart && !isOpen && isObjectSchema(schema)) {
    closed[isComposed ? 'unevaluatedProperties' : 'additionalProperties'] = false;
  }
  return closed;
}

function isPartKey(key: string): boolean {
  return key === 'then' || key === 'else' || key === 'if' || key === 'not';
}

function isObjectSchema(schema: JsonObject): boolean {
  return [schema.type].flat().includes('object') || 'properties' in schema;
}

function mapValues(value: Json | undefined, map: (child: Json) => Json): Json {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value as Json;
  return Object.fromEntries(Object.entries(value).map(([key, child]) => [key, map(child)]));
}

/** Gives every text without a limit the default one, in place. */
function limitTexts(schema: unknown, limited: Set<unknown>): void {
  if (typeof schema !== 'object' || schema === null) return;
  for (const child of Object.values(schema)) limitTexts(child, limited);
  const node = schema as JsonObject;
  const isText = !Array.isArray(schema) && [node.type].flat().includes('string');
  if (!isText || 'maxLength' in node || 'enum' in node || 'const' in node) return;
  node.maxLength = MAX_TEXT;
  limited.add(node);
}

function problemOf(finding: ErrorObject, limited: ReadonlySet<unknown>): Problem {
  return { field: finding.instancePath, reason: reasonOf(finding, limited.has(finding.parentSchema)) };
}

function reasonOf({ keyword, params, data, message }: ErrorObject, isDefault: boolean): string {
  const note = isDefault ? ' (server default)' : '';
  switch (keyword) {
    case 'type':
      return `expected ${[params.type].flat().join(' or ')}, got ${typeName(data)}`;
    case 'required':
      return `missing property ${params.missingProperty}`;
    case 'additionalProperties':
      return `unknown property ${params.additionalProperty}`;
    case 'unevaluatedProperties':
      return `unknown property ${params.unevaluatedProperty}`;
    case 'enum':
      return `expected one of ${params.allowedValues.map((value: unknown) => JSON.stringify(value)).join(', ')}`;
    case 'maxLength':
      return `exceeds maxLength of ${params.limit}${note}`;
    case 'minLength':
      return `is shorter than minLength of ${params.limit}`;
    default:
      return message ?? `does not satisfy ${keyword}`;
  }
}

function typeName(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return Number.isInteger(value) ? 'integer' : typeof value;
}
