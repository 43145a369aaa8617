import type { Comparison, Expression, Match, Statement } from '../rule.js';
import { joined, keyOf, knownText, OPAQUE, onlySymbol, symbolValue, textValue, type Value } from './value.js';
import { type Order, orderOfTexts, type World } from './world.js';

/** Whether a value depends on something that was not understood. */
export function isOpaque(key: string): boolean {
  return key.includes(OPAQUE);
}

/** Runs a program in one case of the inputs, and knows afterwards what the fields hold. */
export class Interpreter {
  private readonly fields = new Map<string, Value>();
  private lastMatch: string | undefined;
  /** Whether it asked something about what was not understood. */
  askedOpaque = false;

  constructor(private readonly world: World) {}

  /** @returns false where the program ended before its last statement */
  run(statements: readonly Statement[]): boolean {
    for (const statement of statements) {
      if (statement.kind === 'end') return false;
      if (statement.kind === 'assign') this.fields.set(statement.target, this.evaluate(statement.value));
      else if (statement.kind === 'match') this.lastMatch = this.matchKey(statement.match);
      else if (!this.run(this.isTrue(statement.when) ? statement.body : statement.otherwise)) return false;
    }
    return true;
  }

  /** What a field holds: what was assigned to it, else what it held before. */
  valueOf(field: string): Value {
    const assigned = this.fields.get(field);
    return this.concrete(assigned === undefined ? symbolValue(field) : assigned);
  }

  private evaluate(expression: Expression): Value {
    switch (expression.kind) {
      case 'literal':
        return textValue(expression.text);
      case 'reference':
        return this.valueOf(expression.name);
      case 'text':
        return joined(expression.parts.map((part) => this.evaluate(part)));
      case 'choice':
        return this.evaluate(this.isTrue(expression.when) ? expression.value : expression.otherwise);
      case 'or':
      case 'and': {
        const left = this.evaluate(expression.left);
        return this.truth(left) === (expression.kind === 'or') ? left : this.evaluate(expression.right);
      }
      case 'not':
      case 'defined':
      case 'compare':
      case 'match':
        return textValue(this.isTrue(expression) ? '1' : '');
      default:
        return symbolValue(this.symbolOf(expression));
    }
  }

  private symbolOf(
    expression: Extract<Expression, { kind: 'lookup' | 'capture' | 'substitution' | 'opaque' }>,
  ): string {
    switch (expression.kind) {
      case 'lookup':
        return `lookup ${expression.table}[${keyOf(this.evaluate(expression.key))}].${expression.property}`;
      case 'capture': {
        const match = expression.of ? this.matchKey(expression.of) : this.lastMatch;
        return match === undefined ? `${OPAQUE}$${expression.group}` : `group ${expression.group} of ${match}`;
      }
      case 'substitution': {
        const { source, pattern, by } = expression;
        return `${keyOf(this.evaluate(source))} with /${pattern}/ replaced by /${by}/`;
      }
      case 'opaque':
        return `${OPAQUE}${expression.text}`;
    }
  }

  private isTrue(expression: Expression): boolean {
    switch (expression.kind) {
      case 'not':
        return !this.isTrue(expression.operand);
      case 'and':
        return this.isTrue(expression.left) && this.isTrue(expression.right);
      case 'or':
        return this.isTrue(expression.left) || this.isTrue(expression.right);
      case 'defined':
        return this.isDefined(this.evaluate(expression.operand));
      case 'compare':
        return this.compare(expression.operator, expression.left, expression.right);
      case 'match': {
        const key = this.matchKey(expression);
        this.lastMatch = key;
        return this.ask(`${key} matches`);
      }
      default:
        return this.truth(this.evaluate(expression));
    }
  }

  private matchKey({ source, pattern }: Match): string {
    return `/${withoutWildcards(pattern)}/ in ${keyOf(this.evaluate(source))}`;
  }

  private compare(operator: Comparison, left: Expression, right: Expression): boolean {
    const [a, b] = [this.evaluate(left), this.evaluate(right)];
    if (isNull(left) || isNull(right)) {
      return this.isDefined(isNull(left) ? b : a) === (operator === '!=');
    }
    return fits(operator, this.orderOf(a, b));
  }

  private orderOf(a: Value, b: Value): Order {
    const [left, right] = [knownText(a), knownText(b)];
    if (left !== undefined && right !== undefined) return orderOfTexts(left, right);
    if (left !== undefined) return reversed(this.orderOf(b, a));
    const [keyA, keyB] = [keyOf(a), keyOf(b)];
    if (keyA === keyB) return 'same';
    this.askedOpaque ||= isOpaque(keyA) || isOpaque(keyB);
    const symbol = onlySymbol(a);
    if (symbol !== undefined && right !== undefined) return this.world.order(symbol, right);
    return this.world.orderOf(keyA, keyB);
  }

  /** A field is there, unless its world says otherwise; what is made of fields is always there. */
  private isDefined(value: Value): boolean {
    if (value === null) return false;
    const symbol = onlySymbol(value);
    return symbol === undefined || this.ask(`${symbol} is defined`);
  }

  /** As in Perl: nothing, an empty text and 0 are false. */
  private truth(value: Value): boolean {
    const text = knownText(value);
    if (text !== undefined) return text !== '' && text !== '0';
    return this.isDefined(value) && this.ask(`${keyOf(value)} is true`);
  }

  private ask(question: string): boolean {
    this.askedOpaque ||= isOpaque(question);
    return this.world.holds(question);
  }

  /** What the world says that symbols hold is put in their place. */
  private concrete(value: Value): Value {
    if (value === null) return null;
    return joined(
      value.map((part) => {
        const text = 'symbol' in part ? this.world.textOf(part.symbol) : undefined;
        return text === undefined ? [part] : textValue(text);
      }),
    );
  }
}

function isNull(expression: Expression): boolean {
  return expression.kind === 'literal' && expression.text === null;
}

function fits(operator: Comparison, order: Order): boolean {
  if (operator === '==') return order === 'same';
  if (operator === '!=') return order !== 'same';
  if (operator === '<' || operator === '>=') return (order === 'below') === (operator === '<');
  return (order === 'above') === (operator === '>');
}

function reversed(order: Order): Order {
  if (order === 'same') return 'same';
  return order === 'below' ? 'above' : 'below';
}

/** A pattern finds the same with `.*` at its ends as without, unless they are captured. */
function withoutWildcards(pattern: string): string {
  return pattern.replace(/^\^?\.\*(?![?+])/, '').replace(/(?<!\\)\.\*\$?$/, '');
}
