import { type AskedStep, type Condition, isObject, type Leg, NOTHING, type Path } from './reading.js';
import type { Scanner } from './scanner.js';

const NAME = /[\p{L}\p{M}\p{N}_$-]+/uy;
const INDEX = /-?\d{1,9}/y;
const SLICE = /(?:-?\d{1,9})?\s*:\s*(?:-?\d{1,9})?/y;
const SELECTOR = 'an index, a quoted name, "*" or "?("';
/** Names that mean nothing else to jsonpath-plus, and nothing on a list or a text, unlike "length" and "0". */
const PLAIN_NAME = /^(?!length$)[a-z_]\w*$/i;
const MAX_DESCENTS = 2;
/** So that the stack holds, whatever is nested in filters. */
const MAX_ASKED_OF_LEG = 20;

/** Reads what stands inside `[?…]`. */
export type ReadCondition = (scanner: Scanner) => Condition;

interface Step {
  /** The text for jsonpath-plus where it agrees. */
  readonly take: string | AskedStep;
  /** Whether it finds one node at most. */
  readonly single: boolean;
}

/**
 * Reads the steps of a path up to the first character that cannot belong to them.
 * @param first the name of a path that starts with one instead of `$.`
 * @throws SyntaxError
 */
export function readPath(scanner: Scanner, readCondition: ReadCondition, first?: string): Path {
  const legs: Leg[] = [];
  let definite = true;
  if (first !== undefined) append(legs, selectNames([first]), false);
  while (scanner.sees('.') || scanner.sees('[')) {
    const descends = readDots(scanner);
    const step = scanner.take('[') ? readBracket(scanner, readCondition, descends) : readDotStep(scanner);
    definite &&= !descends && (step?.single ?? true);
    append(legs, step, descends);
    if (step === undefined) return { legs, definite, length: true };
  }
  return { legs, definite, length: false };
}

/** @throws SyntaxError when there is none, or a function */
export function readName(scanner: Scanner): string {
  const start = scanner.position;
  const name = scanner.takeMatch(NAME) ?? scanner.unexpected(`a name, "*" or "["; other names go into ['…']`);
  return scanner.sees('(') ? scanner.fail(`the function "${name}()" is not known, only "length()" is`, start) : name;
}

function append(legs: Leg[], step: Step | undefined, descends: boolean): void {
  const last = descends ? undefined : legs.at(-1);
  // Behind a name and "*", jsonpath-plus takes what follows for a name first: a document could have the key "(1)".
  const clashes = last?.text.match(/['*]\]$/) && !isPlainName(step);
  const isFull = last === undefined || last.asked.length >= MAX_ASKED_OF_LEG || clashes;
  const leg: Leg = isFull ? { descends, text: '$', asked: [] } : last;
  if (isFull) legs.push(leg);
  if (step === undefined) return;
  leg.text += `[${typeof step.take === 'string' ? step.take : `(${leg.asked.length})`}]`;
  if (typeof step.take !== 'string') leg.asked.push(step.take);
}

function isPlainName(step: Step | undefined): boolean {
  return typeof step?.take === 'string' && step.take.startsWith("'");
}

/** @returns whether there are two */
function readDots(scanner: Scanner): boolean {
  if (!scanner.sees('..')) {
    scanner.take('.');
    return false;
  }
  scanner.descents += 1;
  if (scanner.descents > MAX_DESCENTS) scanner.fail(`".." may occur ${MAX_DESCENTS} times at most`);
  scanner.take('..');
  return true;
}

/** A name or `*`; `undefined` for `length()`. */
function readDotStep(scanner: Scanner): Step | undefined {
  if (scanner.take('*')) return EVERY_CHILD;
  return scanner.takeMatch(/length\(\s*\)/y) === undefined ? selectNames([readName(scanner)]) : undefined;
}

function readBracket(scanner: Scanner, readCondition: ReadCondition, descends: boolean): Step {
  scanner.skipBlanks();
  const step = readInBracket(scanner, readCondition, descends);
  scanner.expect(']');
  return step;
}

function readInBracket(scanner: Scanner, readCondition: ReadCondition, descends: boolean): Step {
  if (scanner.take('*')) return EVERY_CHILD;
  if (scanner.take('?'))
    return selectWhere(
      scanner.nested(() => readCondition(scanner)),
      descends,
    );
  if (scanner.sees("'") || scanner.sees('"'))
    return selectNames(scanner.takeList(() => scanner.takeQuoted(), 'a quoted name'));
  const slice = scanner.takeMatch(SLICE)?.replaceAll(/\s/g, '');
  if (slice !== undefined) return { take: slice, single: false };
  return selectIndexes(scanner.takeList(() => scanner.takeMatch(INDEX), SELECTOR).map(Number));
}

/** `*`: every item or property. */
const EVERY_CHILD: Step = { take: '*', single: false };

/** `.name`, `['name']` and `['a','b']`: own properties of objects. */
function selectNames(names: readonly string[]): Step {
  const [only = ''] = names.length === 1 ? names : [];
  if (PLAIN_NAME.test(only)) return { take: `'${only}'`, single: true };
  const quoted = names.map((name) => `'${name.replaceAll(/['"\\]/g, '\\$&')}'`).join();
  return { take: { select: (node) => (isObject(node) ? quoted : NOTHING) }, single: names.length === 1 };
}

/** `[0]`, `[-1]` and `[0,2]`: items of lists; a negative index counts from the end. */
function selectIndexes(indexes: readonly number[]): Step {
  const select = (node: unknown) =>
    Array.isArray(node) ? indexes.map((index) => (index < 0 ? index + node.length : index)).join() : NOTHING;
  return { take: { select }, single: indexes.length === 1 };
}

/**
 * `[?(…)]`: of a list the items for which the condition holds; of an object the object itself, if it holds for it.
 * @param descends behind `..`, which comes to the items of a list on its own
 */
function selectWhere(condition: Condition, descends: boolean): Step {
  const select: AskedStep['select'] = (node, children, reading) => {
    if (Array.isArray(node)) return descends ? NOTHING : children;
    return isObject(node) && condition(node, reading) ? '$' : NOTHING;
  };
  return { take: { select, accepts: condition }, single: false };
}
