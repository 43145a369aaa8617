import { messageOf } from '../errors.js';
import type { JsonValue } from '../json.js';
import { LruCache } from '../lru-cache.js';
import { readCondition } from './condition-parser.js';
import { readRelativeSteps, readSteps } from './path-parser.js';
import { Scanner } from './scanner.js';
import { type Evaluation, follow, startEvaluation } from './steps.js';

/** Characters of a path. */
const MAX_JSON_PATH = 2_000;

/** A compiled path or condition. */
export interface JsonPath {
  /** True when the path finds one value at most: no wildcard, `..`, filter, slice or union. */
  readonly definite: boolean;
  /**
   * Every value the path finds, in document order; an empty list when it finds none. A condition finds its truth.
   * @throws RangeError when it would visit more than a million nodes
   */
  read(document: JsonValue): JsonValue[];
  /**
   * The truth of a JSON_PATH rule: nothing found is false, exactly one Boolean is that Boolean, anything else found
   * is true, null included.
   * @throws RangeError like `read`
   */
  holds(document: JsonValue): boolean;
}

type Reader = (document: JsonValue, evaluation: Evaluation) => JsonValue[];

const compiled = new LruCache<JsonPath>(5_000);

/**
 * Compiles a JSONPath in the dialect of the 2.0.7 engine (Jayway): `$.a`, `['a','b']`, `[0]`, `[-1]`, `[0,2]`,
 * `[1:3]`, `*`, `..`, `.length()` and `[?(…)]`. A filter on a list tests its items, on an object the object itself,
 * the root included. In a filter a path alone asks whether it exists (null does); compared, a path that finds nothing
 * counts as null. Operators: `== != < <= > >= =~ in nin contains subsetof anyof noneof size empty && || !`. `<` and the
 * like compare numbers with numbers and texts with texts, and are false otherwise; `=~` matches the whole text.
 *
 * Beyond that dialect, a bare comparison such as `$.a == true && $.b != ''` is a condition on the document. That is
 * how such rules are documented and written, though the 2.0.7 engine takes them for invalid and thus for false.
 *
 * Nothing of a path is evaluated as code, and patterns run on the linear-time engine of `regex.ts`. Compiled paths are
 * kept, so that calling this again with the same path costs a map lookup.
 * @throws SyntaxError with the words of `checkJsonPath`
 */
export function compileJsonPath(path: string): JsonPath {
  return compiled.get(path, () => build(path));
}

/** Why a path cannot be used and at which character, for the person who wrote it; `undefined` when it can. */
export function checkJsonPath(path: string): string | undefined {
  try {
    compileJsonPath(path);
    return undefined;
  } catch (error) {
    return messageOf(error);
  }
}

/** @throws SyntaxError when the path is malformed, RangeError when it visits too much */
export function readJsonPath(path: string, document: JsonValue): JsonValue[] {
  return compileJsonPath(path).read(document);
}

/**
 * Whether a JSON_PATH rule holds for a document; see `JsonPath.holds`.
 * @throws SyntaxError when the path is malformed, RangeError when it visits too much
 */
export function jsonPathHolds(path: string, document: JsonValue): boolean {
  return compileJsonPath(path).holds(document);
}

function build(path: string): JsonPath {
  const text = path.trim();
  if (text === '') throw new SyntaxError('is empty; "$" is the whole document');
  if (text.length > MAX_JSON_PATH) throw new SyntaxError(`is longer than ${MAX_JSON_PATH} characters`);
  const { definite, reader } = parse(new Scanner(text));
  const read = (document: JsonValue) => reader(document, startEvaluation(document));
  return { definite, read, holds: (document) => isTrue(read(document)) };
}

function parse(scanner: Scanner): { definite: boolean; reader: Reader } {
  const steps = readWholePath(scanner);
  if (steps !== undefined) return { definite: steps.definite, reader: (document, run) => follow(steps, document, run) };
  const condition = readCondition(scanner);
  if (!scanner.atEnd) scanner.unexpected('"&&", "||" or the end');
  return { definite: true, reader: (document, run) => [condition(document, run)] };
}

/** The steps if the text is a path from its first to its last character; otherwise the scanner is back at the start. */
function readWholePath(scanner: Scanner): ReturnType<typeof readSteps> | undefined {
  const rooted = scanner.take('$') || scanner.take('@');
  if (!rooted && !/^[\p{L}_]/u.test(scanner.text)) return undefined;
  const steps = rooted ? readSteps(scanner, readCondition) : readRelativeSteps(scanner, readCondition);
  if (scanner.atEnd) return steps;
  scanner.position = 0;
  scanner.descents = 0;
  return undefined;
}

function isTrue(found: readonly JsonValue[]): boolean {
  const [first] = found;
  return found.length === 1 && typeof first === 'boolean' ? first : found.length > 0;
}
