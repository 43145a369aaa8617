import { JSONPath } from 'jsonpath-plus';
import { messageOf } from '../errors.js';
import type { JsonValue } from '../json.js';
import { LruCache } from '../lru-cache.js';
import { readCondition } from './condition.js';
import { readName, readPath } from './path.js';
import { find, MAX_VISITS, type Path, type Reading } from './reading.js';
import { Scanner } from './scanner.js';

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

const MAX_KEPT = 5_000;
const compiled = new LruCache<JsonPath>(MAX_KEPT);
let built = 0;

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
 * Nothing of a path is evaluated as code: jsonpath-plus takes the steps, the conditions are read and tested here, and
 * patterns run on the linear-time engine of `regex.ts`. Compiled paths are kept, so that calling this again with the same path costs a map lookup.
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
  const { definite, findIn } = parse(text);
  built += 1;
  // jsonpath-plus keeps every text that it has read, without a bound.
  if (built % MAX_KEPT === 0) JSONPath.clearCache();
  const read = (document: JsonValue) => {
    const reading = { root: document, visitsLeft: MAX_VISITS };
    const found = findIn(document, reading);
    if (reading.visitsLeft < 0) throw new RangeError(`a JSON path visits more than ${MAX_VISITS} nodes`);
    return found;
  };
  return { definite, read, holds: (document) => isTrue(read(document)) };
}

function parse(text: string): { definite: boolean; findIn: (node: JsonValue, reading: Reading) => JsonValue[] } {
  const path = readWholePath(new Scanner(text));
  if (path !== undefined) return { definite: path.definite, findIn: (node, reading) => find(path, node, reading) };
  const scanner = new Scanner(text);
  const condition = readCondition(scanner);
  if (scanner.position < text.length) scanner.unexpected('"&&", "||" or the end');
  return { definite: true, findIn: (node, reading) => [condition(node, reading)] };
}

/** The path if the text is one from its first to its last character. */
function readWholePath(scanner: Scanner): Path | undefined {
  const rooted = scanner.take('$') || scanner.take('@');
  if (!rooted && !/^[\p{L}_]/u.test(scanner.text)) return undefined;
  const path = readPath(scanner, readCondition, rooted ? undefined : readName(scanner));
  return scanner.position === scanner.text.length ? path : undefined;
}

function isTrue(found: readonly JsonValue[]): boolean {
  const [first] = found;
  return found.length === 1 && typeof first === 'boolean' ? first : found.length > 0;
}
