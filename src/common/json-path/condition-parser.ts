import type { JsonValue } from '../json.js';
import { checkRegex, compileRegex, type Regex } from '../regex.js';
import { matchesPattern, OPERATORS } from './operators.js';
import { readSteps } from './path-parser.js';
import type { Scanner } from './scanner.js';
import { type Condition, type Evaluation, follow } from './steps.js';

const OPERATOR = /==|!=|<=|>=|<|>|=~|(?:in|nin|contains|subsetof|anyof|noneof|size|empty)(?![\p{L}\p{N}_])/iuy;
const NUMBER = /-?\d+(?:\.\d+)?(?:e[+-]?\d+)?/iy;
const KEYWORD = /(?:true|false|null)(?![\p{L}\p{N}_])/uy;
const PATTERN = /\/((?:[^/\\]|\\[\s\S])*)\/[a-z]*/iy;

/** One side of a comparison. */
interface Operand {
  /** Its value at a node: of a path that finds nothing null, of one that can find several the list of them. */
  readonly valueAt: (node: JsonValue, evaluation: Evaluation) => JsonValue;
  /** The condition that it is when it stands alone; `undefined` when it cannot. */
  readonly alone: Condition | undefined;
}

/**
 * Reads a condition: comparisons of paths and literals, joined by `&&` and `||`, with `!` and parentheses. `&&` binds
 * closer than `||`.
 * @throws SyntaxError
 */
export function readCondition(scanner: Scanner): Condition {
  const either = readJoined(scanner, '||', () => readJoined(scanner, '&&', () => readTerm(scanner), every), some);
  scanner.skipBlanks();
  return either;
}

function readJoined(
  scanner: Scanner,
  operator: string,
  read: () => Condition,
  join: (parts: readonly Condition[]) => Condition,
): Condition {
  const first = read();
  const parts = [first];
  scanner.skipBlanks();
  while (scanner.take(operator)) {
    parts.push(read());
    scanner.skipBlanks();
  }
  return parts.length === 1 ? first : join(parts);
}

function every(parts: readonly Condition[]): Condition {
  return (node, evaluation) => parts.every((part) => part(node, evaluation));
}

function some(parts: readonly Condition[]): Condition {
  return (node, evaluation) => parts.some((part) => part(node, evaluation));
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
  return (node, evaluation) => !negated(node, evaluation);
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
    return (node, evaluation) => matchesPattern(left.valueAt(node, evaluation), pattern);
  }
  const right = readOperand(scanner);
  const compare = OPERATORS[operator];
  if (compare === undefined) return scanner.fail(`the operator "${operator}" is not known`);
  return (node, evaluation) => compare(left.valueAt(node, evaluation), right.valueAt(node, evaluation));
}

function readOperand(scanner: Scanner): Operand {
  if (scanner.sees('$') || scanner.sees('@')) return readPathOperand(scanner);
  const literal = readLiteral(scanner);
  return { valueAt: () => literal, alone: typeof literal === 'boolean' ? () => literal : undefined };
}

function readPathOperand(scanner: Scanner): Operand {
  const fromRoot = scanner.take('$') || !scanner.take('@');
  const steps = readSteps(scanner, readCondition);
  const find = (node: JsonValue, evaluation: Evaluation) =>
    follow(steps, fromRoot ? evaluation.root : node, evaluation);
  return {
    valueAt: (node, evaluation) => {
      const found = find(node, evaluation);
      return steps.definite ? (found[0] ?? null) : found;
    },
    alone: (node, evaluation) => find(node, evaluation).length > 0,
  };
}

function readLiteral(scanner: Scanner): JsonValue {
  const keyword = scanner.takeMatch(KEYWORD);
  if (keyword !== undefined) return keyword === 'null' ? null : keyword === 'true';
  const number = scanner.takeMatch(NUMBER);
  if (number !== undefined) return Number(number);
  if (scanner.take('[')) return scanner.nested(() => readList(scanner));
  return (
    scanner.takeQuoted() ?? scanner.unexpected('a path ("$…" or "@…"), a text in quotes, a number, true, false or null')
  );
}

function readList(scanner: Scanner): JsonValue[] {
  const items: JsonValue[] = [];
  scanner.skipBlanks();
  if (scanner.take(']')) return items;
  do {
    scanner.skipBlanks();
    items.push(readLiteral(scanner));
    scanner.skipBlanks();
  } while (scanner.take(','));
  scanner.expect(']');
  return items;
}

/** `/re/i` with the flags i, m and s, or `'re'`. Never a path: a pattern out of a document would be the user's own. */
function readPattern(scanner: Scanner): Regex {
  const start = scanner.position;
  const slashed = scanner.takeMatch(PATTERN);
  if (slashed === undefined) {
    const quoted = scanner.takeQuoted() ?? scanner.unexpected("a pattern such as /cancel.*/i or 'cancel.*'");
    return compileAt(scanner, start, quoted);
  }
  const end = slashed.lastIndexOf('/');
  const flags = slashed.slice(end + 1);
  if (/[^ims]/.test(flags)) scanner.fail(`the flags of a pattern are i, m and s, not "${flags}"`, start);
  const pattern = slashed.slice(1, end).replaceAll('\\/', '/');
  return compileAt(scanner, start, flags === '' ? pattern : `(?${flags})${pattern}`);
}

function compileAt(scanner: Scanner, start: number, pattern: string): Regex {
  const refusal = checkRegex(pattern);
  return refusal === undefined ? compileRegex(pattern) : scanner.fail(`the pattern ${refusal}`, start);
}
