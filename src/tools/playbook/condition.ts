import { canonicalJson, isJsonObject, type JsonObject, type JsonValue, parseJson } from '../../platform/common/json.js';
import type { Condition } from './playbook.js';
import { HYPHENED_REFERENCE, parseReference, type Reference, resolveReference } from './reference.js';

type Value = (scope: JsonObject) => JsonValue;

const TOKEN = new RegExp(
  String.raw`\s*(?:(?<operator>==|!=|>=|<=|>|<|&&|\|\||\||!|\(|\)|\[|\]|,)` +
    String.raw`|(?<text>"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')` +
    String.raw`|(?<number>-?\d+(?:\.\d+)?)` +
    String.raw`|(?<reference>\$?${HYPHENED_REFERENCE})|(?<other>\S))`,
  'gyu',
);

interface Token {
  readonly kind: 'operator' | 'text' | 'number' | 'reference';
  readonly text: string;
  /** From 1. */
  readonly at: number;
}

const MAX_DEPTH = 50;

/**
 * Compiles a condition: references, texts in quotes, numbers, true, false, null and lists, compared with
 * `== != > >= < <= in contains`, joined with `&& || !` (or `and or not`) and parentheses; `$x | length` counts. A value
 * alone holds unless it is missing, null, false, 0, or an empty text, list or object.
 * @throws SyntaxError that says what is wrong at which character
 */
export function compileCondition(text: string): Condition {
  const parser = new Parser(tokens(text));
  const value = parser.read();
  return { written: text, references: parser.references, holds: (scope) => isTrue(value(scope)) };
}

function tokens(text: string): Token[] {
  return [...text.trim().matchAll(TOKEN)].map((match) => {
    const found = Object.entries(match.groups ?? {}).find(([, value]) => value !== undefined);
    const [kind = 'other', value = ''] = found ?? [];
    const at = match.index + match[0].length - value.length + 1;
    if (kind === 'other') throw new SyntaxError(`unexpected "${value}" at character ${at}`);
    return { kind: kind as Token['kind'], text: value, at };
  });
}

class Parser {
  readonly references: Reference[] = [];
  private next = 0;
  private depth = 0;

  constructor(private readonly tokens: readonly Token[]) {}

  read(): Value {
    if (this.tokens.length === 0) throw new SyntaxError('is empty');
    const value = this.either();
    if (this.tokens[this.next]) this.unexpected();
    return value;
  }

  private either(): Value {
    this.depth += 1;
    if (this.depth > MAX_DEPTH) throw new SyntaxError(`nests more than ${MAX_DEPTH} levels deep`);
    const parts = this.joined(['||', 'or'], () => this.joined(['&&', 'and'], () => this.negation(), every), some);
    this.depth -= 1;
    return parts;
  }

  private joined(operators: readonly string[], read: () => Value, join: (parts: Value[]) => Value): Value {
    const parts = [read()];
    while (this.take(...operators)) parts.push(read());
    return parts.length === 1 && parts[0] ? parts[0] : join(parts);
  }

  private negation(): Value {
    let isNegated = false;
    let isPlain = true;
    for (; this.take('!', 'not'); isPlain = false) isNegated = !isNegated;
    const value = this.comparison();
    return isPlain ? value : (scope) => isTrue(value(scope)) !== isNegated;
  }

  private comparison(): Value {
    const left = this.operand();
    const operator = this.take('==', '!=', '>=', '<=', '>', '<', 'in', 'contains');
    if (!operator) return left;
    const right = this.operand();
    const compare = COMPARE[operator];
    return (scope) => compare?.(left(scope), right(scope)) ?? false;
  }

  private operand(): Value {
    const value = this.simple();
    if (!this.take('|')) return value;
    if (!this.take('length')) this.unexpected('"length"');
    return (scope) => lengthOf(value(scope));
  }

  private simple(): Value {
    if (this.take('(')) {
      const value = this.either();
      if (!this.take(')')) this.unexpected('")"');
      return value;
    }
    if (this.take('[')) return this.list();
    const token = this.tokens[this.next];
    if (!token || token.kind === 'operator') return this.unexpected('a value');
    this.next += 1;
    if (token.kind === 'number') return () => Number(token.text);
    if (token.kind === 'text') return () => unquoted(token.text);
    const keyword = { true: true, false: false, null: null }[token.text];
    return keyword === undefined ? this.reference(token) : () => keyword;
  }

  private reference({ text }: Token): Value {
    const reference = parseReference(text);
    this.references.push(reference);
    return (scope) => resolveReference(reference, scope) ?? null;
  }

  private list(): Value {
    const items: Value[] = [];
    while (!this.take(']')) {
      if (items.length > 0 && !this.take(',')) this.unexpected('"," or "]"');
      items.push(this.simple());
    }
    return (scope) => items.map((item) => item(scope));
  }

  /** The next token where it is one of these; quoted texts are none. */
  private take(...texts: readonly string[]): string | undefined {
    const token = this.tokens[this.next];
    if (!token || token.kind === 'text' || !texts.includes(token.text)) return undefined;
    this.next += 1;
    return token.text;
  }

  private unexpected(wanted?: string): never {
    const token = this.tokens[this.next];
    const seen = token ? `unexpected "${token.text}" at character ${token.at}` : 'unexpected end';
    throw new SyntaxError(wanted ? `${seen}; ${wanted} is expected` : seen);
  }
}

const COMPARE: Readonly<Record<string, (left: JsonValue, right: JsonValue) => boolean>> = {
  '==': isEqual,
  '!=': (left, right) => !isEqual(left, right),
  '>': (left, right) => ordered(left, right, (order) => order > 0),
  '>=': (left, right) => ordered(left, right, (order) => order >= 0),
  '<': (left, right) => ordered(left, right, (order) => order < 0),
  '<=': (left, right) => ordered(left, right, (order) => order <= 0),
  in: (left, right) => holdsItem(right, left),
  contains: (left, right) => holdsItem(left, right),
};

function every(parts: Value[]): Value {
  return (scope) => parts.every((part) => isTrue(part(scope)));
}

function some(parts: Value[]): Value {
  return (scope) => parts.some((part) => isTrue(part(scope)));
}

function isTrue(value: JsonValue): boolean {
  if (typeof value === 'object' && value !== null) return Object.keys(value).length > 0;
  return value !== null && value !== false && value !== 0 && value !== '';
}

/** Numbers and booleans equal a text that spells them. */
function isEqual(left: JsonValue, right: JsonValue): boolean {
  if (typeof left === 'string' && isScalar(right)) return left === String(right);
  if (typeof right === 'string' && isScalar(left)) return right === String(left);
  return canonicalJson(left) === canonicalJson(right);
}

function isScalar(value: JsonValue): boolean {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
}

/** Numbers with numbers, texts with texts. */
function ordered(left: JsonValue, right: JsonValue, accept: (order: number) => boolean): boolean {
  if (typeof left === 'number' && typeof right === 'number') return accept(left - right);
  if (typeof left !== 'string' || typeof right !== 'string') return false;
  return accept(left < right ? -1 : Number(left > right));
}

function holdsItem(list: JsonValue, item: JsonValue): boolean {
  if (typeof list === 'string') return typeof item === 'string' && list.includes(item);
  return Array.isArray(list) && list.some((one) => isEqual(one, item));
}

function lengthOf(value: JsonValue): number {
  if (typeof value === 'string') return [...value].length;
  return Array.isArray(value) || isJsonObject(value) ? Object.keys(value).length : 0;
}

function unquoted(text: string): string {
  const inner = text.slice(1, -1);
  if (text.startsWith("'")) return inner.replace(/\\(.)/g, '$1');
  return String(parseJson(text) ?? inner.replace(/\\(.)/g, '$1'));
}
