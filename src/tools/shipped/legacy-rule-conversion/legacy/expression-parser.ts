import { type Comparison, type Expression, literal, type Match, opaque } from '../rule.js';
import { constantNamed } from './constants.js';
import { interpolated, variableReference } from './interpolation.js';
import { type Scanner, UnreadableText } from './scanner.js';

/**
 * Expressions of the legacy language, a part of Perl:
 *
 *     expression := or ('?' expression ':' expression)?
 *     or         := and (('||' | 'or' | '//') and)*
 *     and        := not (('&&' | 'and') not)*
 *     not        := ('!' | 'not') not | comparison
 *     comparison := text (('==' | '!=' | '<' | '<=' | '>' | '>=' | 'eq' | 'ne' | 'lt' | 'le' | 'gt' | 'ge') text)?
 *                 | text ('=~' | '!~') ('m'? pattern)
 *     text       := primary ('.' primary)*
 *     primary    := number | string | variable | 'defined' primary | '(' expression ')' | 'undef' | call | constant
 *     variable   := '$' name ('->'? '{' key '}')*  |  '$' digits
 *
 * What a call gives is not understood, but that the same call gives the same.
 */
export function parseExpression(scanner: Scanner, depth = 0): Expression {
  if (depth > DEEPEST) throw new UnreadableText('it is nested too deeply');
  const when = parseOr(scanner, depth + 1);
  if (!scanner.takeSign('?')) return when;
  const value = parseExpression(scanner, depth + 1);
  scanner.expect(':');
  return { kind: 'choice', when, value, otherwise: parseExpression(scanner, depth + 1) };
}

const DEEPEST = 60;

function parseOr(scanner: Scanner, depth: number): Expression {
  let left = parseAnd(scanner, depth);
  while (scanner.take(/\|\||\/\/|or\b/y)) left = { kind: 'or', left, right: parseAnd(scanner, depth) };
  return left;
}

function parseAnd(scanner: Scanner, depth: number): Expression {
  let left = parseNot(scanner, depth);
  while (scanner.take(/&&|and\b/y)) left = { kind: 'and', left, right: parseNot(scanner, depth) };
  return left;
}

function parseNot(scanner: Scanner, depth: number): Expression {
  if (depth > DEEPEST) throw new UnreadableText('it is nested too deeply');
  if (scanner.take(/!(?![=~])|not\b/y)) return { kind: 'not', operand: parseNot(scanner, depth + 1) };
  return parseComparison(scanner, depth);
}

const OPERATORS: Readonly<Record<string, Comparison>> = { eq: '==', ne: '!=', lt: '<', le: '<=', gt: '>', ge: '>=' };

function parseComparison(scanner: Scanner, depth: number): Expression {
  const left = parseText(scanner, depth);
  const matching = scanner.take(/[=!]~/y)?.[0];
  if (matching !== undefined) {
    const match = parseMatch(scanner, left);
    return matching === '!~' ? { kind: 'not', operand: match } : match;
  }
  const written = scanner.take(/==|!=|<=|>=|<(?!=)|>(?!=)|(?:eq|ne|lt|le|gt|ge)\b/y)?.[0];
  if (written === undefined) return left;
  const operator = OPERATORS[written] ?? (written as Comparison);
  return { kind: 'compare', operator, left, right: parseText(scanner, depth) };
}

/** A pattern behind `=~`. */
function parseMatch(scanner: Scanner, source: Expression): Match {
  if (!scanner.take(/m?(?=[/{(|!])/y)) throw new UnreadableText('a pattern was expected');
  const pattern = scanner.takeDelimited();
  return { kind: 'match', source, pattern: withFlags(pattern, takeFlags(scanner)) };
}

/** Flags stand directly behind a pattern; blanks were passed over, so that only letters that are flags count. */
export function takeFlags(scanner: Scanner): string {
  return scanner.take(/[gimsxoe]{1,4}(?![\w(])/y)?.[0] ?? '';
}

/** A pattern with those of its flags that change what it finds. */
export function withFlags(pattern: string, flags: string): string {
  const kept = [...'imsx'].filter((flag) => flags.includes(flag)).join('');
  return kept === '' ? pattern : `(?${kept})${pattern}`;
}

function parseText(scanner: Scanner, depth: number): Expression {
  const parts = [parsePrimary(scanner, depth)];
  while (scanner.take(/\.(?![.=\d])/y)) parts.push(parsePrimary(scanner, depth));
  const [only] = parts;
  return parts.length === 1 && only ? only : { kind: 'text', parts };
}

function parsePrimary(scanner: Scanner, depth: number): Expression {
  const number = scanner.take(/-?\d+(?:\.\d+)?(?![\w.])/y);
  if (number) return literal(Number(number[0]));
  if (scanner.take(/(?=")/y)) return interpolated(scanner.takeDelimited());
  if (scanner.take(/(?=')/y)) return literal(scanner.takeDelimited().replace(/\\([\\'])/g, '$1'));
  if (scanner.take(/qq(?=[{([|!/<])/y)) return interpolated(scanner.takeDelimited());
  if (scanner.take(/q(?=[{([|!/<])/y)) return literal(scanner.takeDelimited());
  if (scanner.take(/undef\b/y)) return literal(null);
  if (scanner.take(/defined\b/y)) return { kind: 'defined', operand: parsePrimary(scanner, depth) };
  if (scanner.takeSign('(')) {
    const inside = parseExpression(scanner, depth + 1);
    scanner.expect(')');
    return inside;
  }
  return parseTextCall(scanner, depth) ?? parseCall(scanner) ?? parseConstant(scanner) ?? parseVariable(scanner, depth);
}

/** `join(':', $a, $b)` and `sprintf('%s of %s', $a, $b)`, as the text that they make; undefined for other calls. */
function parseTextCall(scanner: Scanner, depth: number): Expression | undefined {
  const start = scanner.position;
  const name = scanner.take(/(join|sprintf)\s*\(/y)?.[1];
  if (name === undefined) return undefined;
  // Whole lists are not read: the call is then one of any function.
  const [first, ...rest] = scanner.take(/(?=[^()]*@)/y) ? [] : parseArguments(scanner, depth);
  const made = first && (name === 'join' ? joined(first, rest) : formatted(first, rest));
  if (!made) scanner.rewind(start);
  return made;
}

function parseArguments(scanner: Scanner, depth: number): Expression[] {
  const found = [parseExpression(scanner, depth + 1)];
  while (scanner.takeSign(',')) found.push(parseExpression(scanner, depth + 1));
  scanner.expect(')');
  return found;
}

function joined(between: Expression, parts: readonly Expression[]): Expression | undefined {
  if (between.kind !== 'literal') return undefined;
  return { kind: 'text', parts: parts.flatMap((part, place) => (place === 0 ? [part] : [between, part])) };
}

/** Only `%s` stands for a value as it is. */
function formatted(format: Expression, values: readonly Expression[]): Expression | undefined {
  if (format.kind !== 'literal') return undefined;
  const pieces = (format.text ?? '').split('%s');
  if (pieces.length !== values.length + 1 || pieces.some((piece) => piece.includes('%'))) return undefined;
  const parts = pieces.flatMap((piece, place) => [literal(piece), ...values.slice(place, place + 1)]);
  return { kind: 'text', parts };
}

/** `lc($x)`, `Time::Piece->strptime($t, '%Y')->epoch`, `$object->method($x)` */
function parseCall(scanner: Scanner): Expression | undefined {
  const start = scanner.position;
  if (!scanner.take(CALL)) return undefined;
  do {
    scanner.takeInside();
    scanner.expect(')');
  } while (scanner.take(/(?:->\s*\w+\s*)+\(/y));
  scanner.take(/->\s*\w+/y);
  return opaque(scanner.text.slice(start, scanner.previousEnd).replace(/\s+/g, ' '));
}

const CALL =
  /(?!(?:if|unless|and|or|not|my|our|local|return|qw)\b)(?:&?[A-Za-z_]\w*|\$[A-Za-z_]\w*->\s*\w+)(?:(?:::|->)\w+)*\s*\(/y;

/** `CRITICAL`, which `use constant` names */
function parseConstant(scanner: Scanner): Expression | undefined {
  const name = scanner.take(/([A-Z][A-Z0-9_]*)\b(?!\s*(?:=>|\(|::|->))/y)?.[1];
  return name === undefined ? undefined : constantNamed(name);
}

function parseVariable(scanner: Scanner, depth: number): Expression {
  const group = scanner.take(/\$(\d+)/y)?.[1];
  if (group !== undefined) return { kind: 'capture', group: Number(group) };
  const name = scanner.take(/\$([A-Za-z_]\w*)/y)?.[1];
  if (name === undefined) throw new UnreadableText(`something else was expected at ${scanner.position}`);
  const keys: Expression[] = [];
  while (scanner.take(/(?:->\s*)?\{/y)) keys.push(parseKey(scanner, depth + 1));
  return variableReference(name, keys);
}

/** A key of a hash: a bare word is a text. */
function parseKey(scanner: Scanner, depth: number): Expression {
  const word = scanner.take(/([A-Za-z_][\w-]*)\s*\}/y)?.[1];
  if (word !== undefined) return literal(word);
  const key = parseExpression(scanner, depth);
  scanner.expect('}');
  return key;
}
