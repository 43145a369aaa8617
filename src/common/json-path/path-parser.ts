import type { Scanner } from './scanner.js';
import {
  type Condition,
  type Step,
  type Steps,
  selectChildren,
  selectContainers,
  selectIndexes,
  selectLength,
  selectNames,
  selectSlice,
  selectWhere,
} from './steps.js';

const NAME = /[\p{L}\p{M}\p{N}_$-]+/uy;
const INTEGER = /-?\d{1,9}/y;
const MAX_DESCENTS = 2;

/** A step, and whether it finds one node at most. */
interface ParsedStep {
  readonly step: Step;
  readonly single: boolean;
  /** True for a function: nothing can follow it. */
  readonly last?: boolean;
}

/**
 * Reads the steps behind a `$` or `@`, up to the first character that cannot belong to them.
 * @param readCondition reads what stands inside `[?…]`
 * @throws SyntaxError
 */
export function readSteps(scanner: Scanner, readCondition: (scanner: Scanner) => Condition): Steps {
  const list: Step[] = [];
  let definite = true;
  for (let last = false; !last && (scanner.sees('.') || scanner.sees('[')); ) {
    const descends = readDescent(scanner, list);
    if (!descends) scanner.take('.');
    const read = scanner.sees('[') ? readBracket(scanner, readCondition, descends) : readDotStep(scanner);
    list.push(read.step);
    definite &&= read.single && !descends;
    last = read.last ?? false;
  }
  return { list, definite };
}

/** Reads a path that starts with a name instead of `$.`, as the 2.0.7 engine allows. */
export function readRelativeSteps(scanner: Scanner, readCondition: (scanner: Scanner) => Condition): Steps {
  const first = readName(scanner, false);
  const rest = readSteps(scanner, readCondition);
  return { list: [first.step, ...rest.list], definite: rest.definite };
}

function readDescent(scanner: Scanner, list: Step[]): boolean {
  if (!scanner.sees('..')) return false;
  scanner.descents += 1;
  if (scanner.descents > MAX_DESCENTS) scanner.fail(`".." may occur ${MAX_DESCENTS} times at most`);
  list.push(selectContainers);
  scanner.position += 2;
  if (scanner.sees('.')) scanner.unexpected('a name, "*" or "["');
  return true;
}

function readDotStep(scanner: Scanner): ParsedStep {
  if (scanner.take('*')) return { step: selectChildren, single: false };
  return readName(scanner, true);
}

function readName(scanner: Scanner, allowFunction: boolean): ParsedStep {
  const start = scanner.position;
  const name = scanner.takeMatch(NAME);
  if (name === undefined) return scanner.unexpected(`a name, "*" or "["; other names go into ['…']`);
  if (!scanner.sees('(')) return { step: selectNames([name]), single: true };
  if (!allowFunction || name !== 'length')
    scanner.fail(`the function "${name}()" is not known, only "length()" is`, start);
  scanner.take('(');
  scanner.expect(')');
  return { step: selectLength, single: true, last: true };
}

function readBracket(scanner: Scanner, readCondition: (scanner: Scanner) => Condition, descends: boolean): ParsedStep {
  scanner.take('[');
  scanner.skipBlanks();
  const read = readInsideBracket(scanner, readCondition, descends);
  scanner.expect(']');
  return read;
}

function readInsideBracket(
  scanner: Scanner,
  readCondition: (scanner: Scanner) => Condition,
  descends: boolean,
): ParsedStep {
  if (scanner.take('*')) return { step: selectChildren, single: false };
  if (scanner.take('?')) {
    const condition = scanner.nested(() => readCondition(scanner));
    return { step: selectWhere(condition, descends), single: false };
  }
  if (scanner.sees("'") || scanner.sees('"')) {
    const names = readUnion(scanner, () => scanner.takeQuoted() ?? scanner.unexpected('a quoted name'));
    return { step: selectNames(names), single: names.length === 1 };
  }
  return readIndexes(scanner);
}

function readIndexes(scanner: Scanner): ParsedStep {
  const from = readInteger(scanner);
  scanner.skipBlanks();
  if (scanner.take(':')) {
    scanner.skipBlanks();
    return { step: selectSlice(from, readInteger(scanner)), single: false };
  }
  if (from === undefined) return scanner.unexpected('an index, a quoted name, "*" or "?("');
  if (!scanner.take(',')) return { step: selectIndexes([from]), single: true };
  scanner.skipBlanks();
  const others = readUnion(scanner, () => readInteger(scanner) ?? scanner.unexpected('an index'));
  return { step: selectIndexes([from, ...others]), single: false };
}

function readInteger(scanner: Scanner): number | undefined {
  const digits = scanner.takeMatch(INTEGER);
  return digits === undefined ? undefined : Number(digits);
}

/** Reads one member after the other as long as a comma follows. */
function readUnion<T>(scanner: Scanner, readMember: () => T): T[] {
  const members = [readMember()];
  scanner.skipBlanks();
  while (scanner.take(',')) {
    scanner.skipBlanks();
    members.push(readMember());
    scanner.skipBlanks();
  }
  return members;
}
