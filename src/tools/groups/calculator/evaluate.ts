import type { BinaryExpression, CallExpression, Expression, Literal, MemberExpression, Node } from 'acorn';
import { Decimal } from 'decimal.js';
import { messageOf } from '../../../platform/common/errors.js';
import { Exact, kindOf, numberOf, type Value } from './decimals.js';
import { CalculationError, FUNCTIONS, number } from './functions.js';

/** What is wrong in an expression, and at which character (from 0). */
export class ExpressionError extends Error {
  override readonly name = 'ExpressionError';
  constructor(
    readonly position: number,
    message: string,
  ) {
    super(message);
  }
}

type Variables = ReadonlyMap<string, Value>;

/** Numbers as people write them: no hexadecimal, no octal, no separators. */
const NUMBER = /^(0|[1-9]\d*)?(\.\d*)?(e[+-]?\d{1,3})?$/i;

const ARITHMETIC: Readonly<Record<string, (left: Decimal, right: Decimal) => Decimal>> = {
  '+': (left, right) => left.plus(right),
  '-': (left, right) => left.minus(right),
  '*': (left, right) => left.times(right),
  '/': (left, right) => left.div(notZero(right)),
  '%': (left, right) => left.mod(notZero(right)),
  '**': (left, right) => left.pow(right),
};

const COMPARISONS: Readonly<Record<string, (order: number) => boolean>> = {
  '<': (order) => order < 0,
  '<=': (order) => order <= 0,
  '>': (order) => order > 0,
  '>=': (order) => order >= 0,
};

/** The value of a parsed expression. Kinds of nodes that are not listed here do not exist. */
export function evaluate(node: Node, variables: Variables): Value {
  const expression = node as Expression;
  switch (expression.type) {
    case 'ParenthesizedExpression':
      return evaluate(expression.expression, variables);
    case 'Literal':
      return literal(expression);
    case 'Identifier':
      return variable(expression.name, expression, variables);
    case 'MemberExpression':
      return member(expression, variables);
    case 'CallExpression':
      return call(expression, variables);
    case 'UnaryExpression':
      return unary(expression.operator, evaluate(expression.argument, variables), expression);
    case 'BinaryExpression':
      return binary(expression, variables);
    case 'LogicalExpression': {
      const left = evaluate(expression.left, variables);
      if (expression.operator === '??') return left === null ? evaluate(expression.right, variables) : left;
      const isDecided = truth(left, expression.left) === (expression.operator === '||');
      return isDecided ? left : truth(evaluate(expression.right, variables), expression.right);
    }
    case 'ConditionalExpression': {
      const isTrue = truth(evaluate(expression.test, variables), expression.test);
      return evaluate(isTrue ? expression.consequent : expression.alternate, variables);
    }
    default:
      throw new ExpressionError(node.start, 'this cannot be used in an expression');
  }
}

function literal(node: Literal): Value {
  const { value, raw = '' } = node;
  if (typeof value === 'number' && NUMBER.test(raw)) return finite(new Exact(raw), node);
  if (typeof value === 'string' || typeof value === 'boolean' || value === null) {
    if (!node.regex && !node.bigint) return value;
  }
  throw new ExpressionError(node.start, 'expected a decimal number, a text, true, false or null');
}

function variable(name: string, node: Node, variables: Variables): Value {
  const value = variables.get(name);
  if (value !== undefined) return value;
  const known = [...variables.keys()].slice(0, 20).join(', ');
  const hint = FUNCTIONS.has(name) ? 'is a function: write its arguments in brackets' : 'is not among the variables';
  throw new ExpressionError(node.start, `"${name}" ${hint}${known ? ` (${known})` : ''}`);
}

function member(node: MemberExpression, variables: Variables): Value {
  const parent = evaluate(node.object, variables);
  const key = keyOf(node, variables);
  const isList = Array.isArray(parent) && /^\d+$/.test(key);
  const isObject = typeof parent === 'object' && !Array.isArray(parent) && !Decimal.isDecimal(parent);
  const found = isList || (isObject && parent !== null && Object.hasOwn(parent, key));
  const value = found ? (parent as Readonly<Record<string, Value>>)[key] : undefined;
  if (value === undefined) throw new ExpressionError(node.property.start, `${kindOf(parent)} has no "${key}"`);
  return value;
}

function keyOf({ computed, property }: MemberExpression, variables: Variables): string {
  if (!computed && property.type === 'Identifier') return property.name;
  if (!computed) throw new ExpressionError(property.start, 'expected a name');
  const key = evaluate(property, variables);
  if (typeof key === 'string' || Decimal.isDecimal(key)) return String(key);
  throw new ExpressionError(property.start, `expected a name or a place in the list and found ${kindOf(key)}`);
}

function call(node: CallExpression, variables: Variables): Value {
  const name = node.callee.type === 'Identifier' ? node.callee.name : '';
  const known = FUNCTIONS.get(name);
  if (!known) {
    throw new ExpressionError(
      node.start,
      `there is no function "${name}"; there are ${[...FUNCTIONS.keys()].join(', ')}`,
    );
  }
  const [fewest, most] = known.takes;
  if (node.arguments.length < fewest || node.arguments.length > most) {
    const takes = fewest === most ? String(fewest) : `${fewest} to ${most}`;
    throw new ExpressionError(node.start, `${name} takes ${takes} arguments and has ${node.arguments.length}`);
  }
  const values = node.arguments.map((argument) => evaluate(argument, variables));
  return at(node, () => known.run(...values));
}

function unary(operator: string, value: Value, node: Node): Value {
  if (operator === '!') return !truth(value, node);
  if (operator === '-') return at(node, () => number(value).neg());
  if (operator === '+') return at(node, () => number(value));
  throw new ExpressionError(node.start, `there is no operator "${operator}"`);
}

function binary(node: BinaryExpression, variables: Variables): Value {
  const { operator } = node;
  const left = evaluate(node.left, variables);
  const right = evaluate(node.right, variables);
  const calculate = ARITHMETIC[operator];
  if (calculate) {
    return at(node, () =>
      calculate(
        at(node.left, () => number(left)),
        at(node.right, () => number(right)),
      ),
    );
  }
  if (['==', '===', '!=', '!=='].includes(operator)) return isEqual(left, right) === operator.startsWith('=');
  const compare = COMPARISONS[operator];
  if (compare) return compare(at(node, () => orderOf(left, right)));
  const hint = operator === '^' ? '; a power is written **' : '';
  throw new ExpressionError(node.left.end, `there is no operator "${operator}"${hint}`);
}

function isEqual(left: Value, right: Value): boolean {
  const numbers = [numberOf(left), numberOf(right)] as const;
  return numbers[0] && numbers[1] ? numbers[0].eq(numbers[1]) : left === right;
}

function orderOf(left: Value, right: Value): number {
  const numbers = [numberOf(left), numberOf(right)] as const;
  if (numbers[0] && numbers[1]) return numbers[0].cmp(numbers[1]);
  if (typeof left === 'string' && typeof right === 'string') return left < right ? -1 : Number(left > right);
  throw new CalculationError(`${kindOf(left)} and ${kindOf(right)} have no order`);
}

function truth(value: Value, node: Node): boolean {
  if (typeof value === 'boolean') return value;
  throw new ExpressionError(node.start, `expected true or false and found ${kindOf(value)}`);
}

function notZero(value: Decimal): Decimal {
  if (value.isZero()) throw new CalculationError('division by zero');
  return value;
}

function finite<V extends Value>(value: V, node: Node): V {
  if (!Decimal.isDecimal(value) || value.isFinite()) return value;
  throw new ExpressionError(node.start, value.isNaN() ? 'this has no value' : 'the number is too large');
}

/** What fails in there, failed here; a mistake that already knows its place keeps it. */
function at<V extends Value | number>(node: Node, work: () => V): V {
  try {
    const value = work();
    return typeof value === 'number' ? value : (finite(value as Value, node) as V);
  } catch (error) {
    if (error instanceof CalculationError) throw new ExpressionError(node.start, messageOf(error));
    throw error;
  }
}
