import type { JsonValue } from '../json.js';
import { checkRegex, compileRegex, type Regex } from '../regex.js';
import { matchesPattern, OPERATORS } from './operators.js';
import { readPath } from './path.js';
import { type Condition, find, type Reading } from './reading.js';
import type { Scanner } from './scanner.js';

const OPERATOR = /==|!=|<=|>=|<|>|=~|(?:in|nin|contains|subsetof|anyof|noneof|size|empty)(?![\p{L}\p{N}_])/iuy;
const NUMBER = /-?\d+(?:\.\d+)?(?:e[+-]?\d+)?/iy;
const KEYWORD = /(?:true|false|null)(?![\p{L}\p{N}_])/uy;
const SLASHED = /\/(?:[^/\\]|\\[\s\S])*\/[a-z]*/iy;
const LITERAL = 'a path ("$…" or "@…"), a text in quotes, a number, true, false or null';

/** One side of a comparison. */
interface Operand {
  /** Its value at a node: of a path that finds nothing null, of one that can find several the list of them. */
  readonly valueAt: (node: JsonValue, reading: Reading) => JsonValue;
  /** The condition that it is when it stands alone; `undefined` when it cannot. */
  readonly alone: Condition | undefined;
}

/**
 * Reads a condition: comparisons of paths and literals, joined by `&&` and `||`, with `!` and parentheses. `&&` binds
 * closer than `||`.
 * @throws SyntaxError
 */
export function readCondition(scanner: Scanner): Condition {
  return readJoined(scanner, '||', 'some', () => readJoined(scanner, '&&', 'every', () => readTerm(scanner)));
}

function readJoined(scanner: Scanner, operator: string, join: 'some' | 'every', read: () => Condition): Condition {
  const parts: Condition[] = [];
  do {
    parts.push(read());
    scanner.skipBlanks();
  } while (scanner.take(operator));
  return (node, reading) => parts[join]((part) => part(node, reading));
}

function readTerm(scanner: Scanner): Condition {
  scanner.skipBlanks();
  if (scanner.take('!')) return scanner.nested(() => readNegation(scanner));
  if (scanner.take('(')) return scanner.nested(() => readGroup(scanner));
  const left = readOperand(scanner);
  scanner.skipBlanks();
  const operator = scanner.takeMatch(OPERATOR)?.toLowerCase();
  if (operator !== undefined) return readComparison(scanner, left, operator);
  if (scanner.sees('=')) scanner.fail('"=" does not compare, "==" does');
  return left.alone ?? scanner.unexpected('a comparison such as "=="');
}

/** `!(…)` or `!@.path`; `!@.a == 1` could mean two things and is refused by whoever reads on. */
function readNegation(scanner: Scanner): Condition {
  scanner.skipBlanks();
  const negated = scanner.take('(') ? readGroup(scanner) : readOperand(scanner).alone;
  if (negated === undefined) return scanner.unexpected('a path or "(" behind "!"');
  return (node, reading) => !negated(node, reading);
}

function readGroup(scanner: Scanner): Condition {
  const condition = readCondition(scanner);
  scanner.expect(')');
  return condition;
}

function readComparison(scanner: Scanner, left: Operand, operator: string): Condition {
  scanner.skipBlanks();
  if (operator === '=~') {
    const pattern = readPattern(scanner);
    return (node, reading) => matchesPattern(left.valueAt(node, reading), pattern);
  }
  const right = readOperand(scanner);
  const compare = OPERATORS[operator] ?? scanner.fail(`the operator "${operator}" is not known`);
  return (node, reading) => compare(left.valueAt(node, reading), right.valueAt(node, reading));
}

function readOperand(scanner: Scanner): Operand {
  const fromRoot = scanner.take('$');
  if (fromRoot || scanner.take('@')) return readPathOperand(scanner, fromRoot);
  const literal = readLiteral(scanner);
  if (literal === undefined) return scanner.unexpected(LITERAL);
  return { valueAt: () => literal, alone: typeof literal === 'boolean' ? () => literal : undefined };
}

function readPathOperand(scanner: Scanner, fromRoot: boolean): Operand {
  const path = readPath(scanner, readCondition);
  const findAt = (node: JsonValue, reading: Reading) => find(path, fromRoot ? reading.root : node, reading);
  return {
    valueAt: (node, reading) => (path.definite ? (findAt(node, reading)[0] ?? null) : findAt(node, reading)),
    alone: (node, reading) => findAt(node, reading).length > 0,
  };
}

function readLiteral(scanner: Scanner): JsonValue | undefined {
  const keyword = scanner.takeMatch(KEYWORD);
  if (keyword !== undefined) return keyword === 'null' ? null : keyword === 'true';
  const number = scanner.takeMatch(NUMBER);
  if (number !== undefined) return Number(number);
  return scanner.take('[') ? scanner.nested(() => readList(scanner)) : scanner.takeQuoted();
}

function readList(scanner: Scanner): JsonValue[] {
  scanner.skipBlanks();
  if (scanner.take(']')) return [];
  const items = scanner.takeList(() => readLiteral(scanner), LITERAL);
  scanner.expect(']');
  return items;
}

/** `/re/i` with the flags i, m and s, or `'re'`. Never a path: a pattern out of a document would be the user's own. */
function readPattern(scanner: Scanner): Regex {
  const start = scanner.position;
  const written = scanner.takeMatch(SLASHED) ?? scanner.takeQuoted();
  if (written === undefined) return scanner.unexpected("a pattern such as /cancel.*/i or 'cancel.*'");
  const [, slashed, flags = ''] = /^\/(.*)\/([a-z]*)$/is.exec(scanner.text.slice(start, scanner.position)) ?? [];
  if (/[^ims]/.test(flags)) scanner.fail(`the flags of a pattern are i, m and s, not "${flags}"`, start);
  const pattern = `${flags && `(?${flags})`}${slashed?.replaceAll('\\/', '/') ?? written}`;
  const refusal = checkRegex(pattern);
  return refusal === undefined ? compileRegex(pattern) : scanner.fail(`the pattern ${refusal}`, start);
}
