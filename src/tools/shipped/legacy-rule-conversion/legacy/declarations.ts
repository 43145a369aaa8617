import { legacyVariable } from '../references.js';
import { type Expression, expressionsOf, literal, type Statement } from '../rule.js';
import { elementName } from './elements.js';
import { parseExpression } from './expression-parser.js';
import { type Scanner, UnreadableText } from './scanner.js';

/*
 * Declarations: what a rule gives its variables and tables at once.
 *
 *     declaration := 'my' (variable | '(' variable (',' variable)* ')')
 *                  | ('my' | 'our' | 'local')? '(' variable (',' variable)* ')' '=' list
 *                  | ('my' | 'our' | 'local')? ('%' name '=' list | '$' name '=' '{' items '}')
 *     list        := '(' items ')' | 'qw' words
 *     items       := (item ((',' | '=>') item)* ','?)?
 */

/** The statements that a declaration stands for; undefined where none stands here, and nothing is taken. */
export function parseDeclaration(scanner: Scanner): Statement[] | undefined {
  const start = scanner.position;
  try {
    const word = scanner.take(/(?:my|our|local)\b/y)?.[0];
    const declared = (word === 'my' ? emptyVariables(scanner) : undefined) ?? table(scanner) ?? severalValues(scanner);
    if (declared) return declared;
  } catch (error) {
    if (!(error instanceof UnreadableText)) throw error;
  }
  scanner.rewind(start);
  return undefined;
}

/** `my $a;` and `my ($a, $b);`: nothing is in them. */
function emptyVariables(scanner: Scanner): Statement[] | undefined {
  const names = scanner.take(/(?:(\$\w+)|\(([^()]*)\))\s*(?=[;}]|$)/y);
  if (!names) return undefined;
  return namesIn(names[1] ?? names[2] ?? '').map((name) => assigned(legacyVariable(name), literal(null)));
}

/** `my %level = (down => 5, 'up', 1);` and `my $level = { down => 5 };` */
function table(scanner: Scanner): Statement[] | undefined {
  const name = scanner.take(/%([A-Za-z_]\w*)\s*=(?=\s*(?:\(|qw\b))|\$((?!Event\b)[A-Za-z_]\w*)\s*=(?=\s*\{)/y);
  if (!name) return undefined;
  const values = parseList(scanner);
  if (values.length % 2 > 0) throw new UnreadableText('a key has no value');
  return values.flatMap((key, at) => {
    const value = values[at + 1];
    if (at % 2 > 0 || value === undefined) return [];
    if (key.kind !== 'literal') throw new UnreadableText('a key is not known');
    return [assigned(elementName(name[1] ?? name[2] ?? '', key.text ?? ''), value)];
  });
}

/** `my ($a, $b) = ($v1, $v2);` */
function severalValues(scanner: Scanner): Statement[] | undefined {
  const list = scanner.take(/\(([^()]*)\)\s*=(?=\s*(?:\(|qw\b))/y)?.[1];
  if (list === undefined) return undefined;
  const targets = namesIn(list).map(legacyVariable);
  const values = parseList(scanner);
  const used = expressionsOf(values.map((value) => assigned('', value)));
  // What is given is read before anything is set: `($a, $b) = ($b, $a)`.
  const isMixed = used.some((one) => one.kind === 'reference' && targets.includes(one.name));
  const isWhole = targets.length === values.length && targets.length === list.split(',').length;
  if (isMixed || !isWhole) throw new UnreadableText('other values were expected');
  return targets.map((target, at) => assigned(target, values[at] ?? literal(null)));
}

function parseList(scanner: Scanner): Expression[] {
  if (scanner.take(/qw(?=[({[|/!<])/y)) return scanner.takeDelimited().trim().split(/\s+/).map(literal);
  const closing = scanner.takeSign('{') ? '}' : ')';
  if (closing === ')') scanner.expect('(');
  const values: Expression[] = [];
  while (!scanner.takeSign(closing)) {
    const word = scanner.take(/([A-Za-z_]\w*)\s*(?==>)/y)?.[1];
    const value = word === undefined ? parseExpression(scanner) : literal(word);
    // In a list, a match gives its groups, and a call may give any number of values.
    if (value.kind === 'match' || (value.kind === 'opaque' && value.text.includes('(')))
      throw new UnreadableText('one value was expected');
    values.push(value);
    if (!scanner.take(/,|=>/y) && !scanner.take(closing === ')' ? /(?=\))/y : /(?=\})/y))
      throw new UnreadableText('a list was expected');
  }
  return values;
}

function namesIn(list: string): string[] {
  return [...list.matchAll(/\$([A-Za-z_]\w*)/g)].map(([, name = '']) => name);
}

function assigned(target: string, value: Expression): Extract<Statement, { kind: 'assign' }> {
  return { kind: 'assign', target, value };
}
