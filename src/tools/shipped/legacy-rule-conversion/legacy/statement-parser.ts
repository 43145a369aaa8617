import { eventField, legacyVariable } from '../references.js';
import { type Expression, type Match, opaque, type Statement } from '../rule.js';
import { constantsOf, withConstants } from './constants.js';
import { parseDeclaration } from './declarations.js';
import { elementName, elementOf, withElements } from './elements.js';
import { parseExpression, takeFlags, withFlags } from './expression-parser.js';
import { Scanner, UnreadableText } from './scanner.js';

/** A legacy program as far as it was understood. */
export interface LegacyProgram {
  readonly statements: readonly Statement[];
  /** What `use constant` names. */
  readonly constants: ReadonlyMap<string, Expression>;
  /** The statements that were not. */
  readonly skipped: readonly string[];
}

/**
 * Statements of the legacy language, a part of Perl:
 *
 *     program   := statement*
 *     statement := simple (('if' | 'unless') condition)? ';'?
 *                | ('if' | 'unless') '(' condition ')' block ('elsif' '(' condition ')' block)* ('else' block)?
 *                | ('foreach' | 'for' | 'while' | 'until') 'my'? variable? '(' anything ')' block
 *                | expression ('and' | 'or') variable '=' expression
 *                | ('sub' name)? block | ';'
 *     condition := expression | anything
 *     simple    := ('return' | 'next' | 'last' | 'exit' | 'die') anything
 *                | ('my' | 'our' | 'local')? (variable | element) ('=' | '.=') expression
 *                | declaration (declarations.ts)
 *                | ('my')? '(' variable (',' variable)* ')' '=' match
 *                | variable '=~' 's' pattern replacement | match
 *
 * What it cannot read is passed over, statement by statement; a block that does not end, ends with the text. A condition
 * that it cannot read may hold or not, and so may each statement of a loop.
 */
export function parseProgram(text: string): LegacyProgram {
  const parser = new StatementParser(new Scanner(text));
  const constants = constantsOf(text);
  const statements = withElements(withConstants(parser.statements(0), constants));
  // Which of several functions is called is not known, so that the end of one is no end of the others.
  const isUnclear = parser.functions > 1 && parser.ends > 0;
  return {
    statements,
    constants,
    skipped: isUnclear ? [...parser.skipped, 'return of one of several functions'] : parser.skipped,
  };
}

const DEEPEST = 60;
/** Branches of one if. */
const MOST_LINKS = 500;
/** What ends a rule, with the value that it may return. */
const ENDING = /(?:return|next|last|exit|die)\b(?:(?!\b(?:if|unless)\b)[^;{}])*/y;
const LOOP = /(?:foreach|for|while|until)\b\s*(?:(?:my|our)\b\s*)?(?:\$([A-Za-z_]\w*)\s*)?(?=\()/y;
/** A variable in front of a substitution. */
const SUBSTITUTED = /(\$[A-Za-z_]\w*(?:->\{\s*['"]?\w+['"]?\s*\})?)\s*=~\s*s(?=[/{|!])/y;

class StatementParser {
  readonly skipped: string[] = [];
  functions = 0;
  ends = 0;
  private loops = 0;

  constructor(private readonly scanner: Scanner) {}

  /** Up to the end of the block or text. */
  statements(depth: number): Statement[] {
    const found: Statement[] = [];
    while (!this.scanner.atEnd) {
      if (depth > 0 && this.scanner.takeSign('}')) return found;
      const start = this.scanner.position;
      try {
        found.push(...this.statement(depth));
      } catch (error) {
        if (!(error instanceof UnreadableText)) throw error;
        this.scanner.rewind(start);
        found.push(...this.skip());
      }
      // A bracket that closes nothing.
      if (this.scanner.position === start) this.scanner.take(/[\s\S]/y);
    }
    return found;
  }

  private statement(depth: number): readonly Statement[] {
    if (depth > DEEPEST) throw new UnreadableText('it is nested too deeply');
    if (this.scanner.takeSign(';')) return [];
    const before = this.scanner.previousEnd;
    const conditional = this.scanner.take(/(if|unless)\s*(?=\()/y)?.[1];
    if (conditional !== undefined) return [this.conditional(conditional === 'unless', before, depth)];
    const loop = this.scanner.take(LOOP);
    if (loop) return this.loop(loop[1], depth);
    if (this.scanner.take(/sub\s+\w+\s*(?=\{)/y)) this.functions++;
    if (this.scanner.takeSign('{')) return this.statements(depth + 1);
    const simple = this.simple();
    const modifier = this.scanner.take(/(if|unless)\b/y)?.[1];
    const when = modifier === undefined ? undefined : this.condition(STATEMENT_END);
    if (!this.scanner.takeSign(';') && !this.scanner.atEnd && !this.scanner.take(STATEMENT_END)) {
      throw new UnreadableText(`; was expected at ${this.scanner.position}`);
    }
    return when ? [{ kind: 'if', when: negatedIf(modifier === 'unless', when), body: simple, otherwise: [] }] : simple;
  }

  /** @param before where what stands in front of it ended */
  private conditional(isUnless: boolean, before: number, depth: number, links = 0): Statement {
    const start = this.scanner.position;
    this.scanner.expect('(');
    const when = negatedIf(isUnless, this.condition(/(?=\))/y));
    this.scanner.expect(')');
    const body = this.block(depth);
    const end = this.scanner.previousEnd;
    const written = lastLine(this.scanner.text.slice(before, start)) + this.scanner.text.slice(start, end);
    if (this.scanner.take(/elsif\s*(?=\()/y)) {
      if (links > MOST_LINKS) throw new UnreadableText('it has too many branches');
      return { kind: 'if', when, body, otherwise: [this.conditional(false, end, depth, links + 1)], written };
    }
    const otherwise = this.scanner.take(/else\s*(?=\{)/y) ? this.block(depth) : [];
    return { kind: 'if', when, body, otherwise, written };
  }

  /** A condition up to what ends it; where it cannot be read, all that is known of it is its text. */
  private condition(end: RegExp): Expression {
    const start = this.scanner.position;
    try {
      const when = parseExpression(this.scanner);
      if (this.scanner.atEnd || this.scanner.take(end)) return when;
    } catch (error) {
      if (!(error instanceof UnreadableText)) throw error;
    }
    this.scanner.rewind(start);
    return opaque(end === STATEMENT_END ? this.scanner.takeUpToEnd() : this.scanner.takeInside());
  }

  /** How often a loop runs, and how far, is not known: each of its statements may be done or not. */
  private loop(variable: string | undefined, depth: number): Statement[] {
    this.scanner.expect('(');
    const over = this.scanner.takeInside();
    this.scanner.expect(')');
    const uncertain = (statement: Statement, at: number): Statement => ({
      kind: 'if',
      when: opaque(`statement ${at + 1} of the loop over ${over}`),
      body: [statement],
      otherwise: [],
    });
    this.loops++;
    const body = this.block(depth).map(withUnknownValues).map(uncertain);
    this.loops--;
    const each = [...assignedIn(over), ...(variable === undefined ? [] : [legacyVariable(variable)])];
    return [...each.map((target) => ({ kind: 'assign', target, value: opaque(`each of ${over}`) }) as const), ...body];
  }

  private block(depth: number): Statement[] {
    this.scanner.expect('{');
    return this.statements(depth + 1);
  }

  private simple(): Statement[] {
    const ending = this.scanner.take(ENDING)?.[0];
    if (ending !== undefined) {
      if (this.loops > 0 && /^(?:next|last)/.test(ending)) return [];
      this.ends++;
      return [{ kind: 'end' }];
    }
    const declared = parseDeclaration(this.scanner);
    if (declared) return declared;
    this.scanner.take(/(?:my|our|local)\b/y);
    if (this.scanner.takeSign('(')) return this.captures();
    const changed = this.scanner.take(SUBSTITUTED)?.[1];
    if (changed !== undefined) return [this.substitution(parseExpression(new Scanner(changed)))];
    const left = parseExpression(this.scanner);
    if (left.kind === 'match') return [{ kind: 'match', match: left }];
    const operator = this.scanner.take(/=(?![=~])|\.=/y)?.[0];
    if (operator === undefined) throw new UnreadableText('an assignment was expected');
    const right = parseExpression(this.scanner);
    // `$state eq 'down' and $Event->{Severity} = 5`
    if (left.kind === 'and') return [ifOf(left.left, assignment(left.right, operator, right))];
    if (left.kind === 'or') return [ifOf(negatedIf(true, left.left), assignment(left.right, operator, right))];
    return [assignment(left, operator, right)];
  }

  /** `my ($a, $b) = $text =~ /…/` */
  private captures(): Statement[] {
    const names: string[] = [];
    do names.push(this.scanner.take(/\$([A-Za-z_]\w*)/y)?.[1] ?? '');
    while (this.scanner.takeSign(','));
    this.scanner.expect(')');
    this.scanner.expect('=');
    const match = parseExpression(this.scanner);
    if (match.kind !== 'match' || names.includes('')) throw new UnreadableText('a match was expected');
    return names.map((name, at) => captured(name, at + 1, match));
  }

  private substitution(target: Expression): Statement {
    if (target.kind !== 'reference') throw new UnreadableText('a variable was expected');
    const delimiter = this.scanner.text[this.scanner.position] ?? '/';
    // The delimiter in the middle of s/a/b/ ends the pattern and begins the replacement.
    const pattern = this.scanner.takeDelimited(delimiter === '{');
    const by = this.scanner.takeDelimited();
    const flags = takeFlags(this.scanner);
    if (flags.includes('e')) throw new UnreadableText('the replacement is code');
    const value: Expression = { kind: 'substitution', source: target, pattern: withFlags(pattern, flags), by };
    return { kind: 'assign', target: target.name, value };
  }

  /** What a statement that was not understood assigns to is unknown from there on. */
  private skip(): Statement[] {
    const text = this.scanner.skipStatement().trim();
    if (text === '' || text === ';') return [];
    this.skipped.push(text);
    return assignedIn(text).map((target) => ({ kind: 'assign', target, value: opaque(text) }));
  }
}

const STATEMENT_END = /(?=[;}])/y;
const ASSIGNING = '\\s*(?:[-+*/.x|&]{0,2}=(?![=~])|\\+\\+|--|=~\\s*(?:s|tr|y)\\b)';
const ASSIGNED = new RegExp(
  `\\$(?:Event->\\{\\s*['"]?(?<field>\\w+)['"]?\\s*\\}|(?<table>[A-Za-z_]\\w*)(?:->)?\\{(?<key>[^{}]*)\\}|(?<name>[A-Za-z_]\\w*))${ASSIGNING}`,
  'g',
);
/** A list of variables that gets the parts of something, but for the arguments of a function. */
const UNPACKED = /\(([^()]*)\)\s*=(?![=~])(?!\s*(?:@_|shift\b))/g;

/** A table that gets all its elements at once. */
const FILLED = /%([A-Za-z_]\w*)\s*=(?![=~>])/g;
/** A variable that a function may change: `read_state(\$state)`. */
const HANDED_OVER = /\\\s*\$([A-Za-z_]\w*)/g;

/** What a statement that was not understood gives values to. */
function assignedIn(text: string): string[] {
  const unpacked = [...text.matchAll(UNPACKED)].flatMap(([, list = '']) => [...list.matchAll(/\$([A-Za-z_]\w*)/g)]);
  const single = [...text.matchAll(ASSIGNED)].map(({ groups = {} }) => {
    const { field, table, key, name = '' } = groups;
    if (field !== undefined) return eventField(field);
    return table === undefined ? legacyVariable(name) : elementName(table, key?.replace(/^['"\s]+|['"\s]+$/g, ''));
  });
  const handedOver = [...text.matchAll(HANDED_OVER)];
  const tables = [...text.matchAll(FILLED)].map(([, name = '']) => elementName(name));
  return [...single, ...tables, ...[...unpacked, ...handedOver].map(([, name = '']) => legacyVariable(name))];
}

function assignment(left: Expression, operator: string, right: Expression): Statement {
  const target = left.kind === 'reference' ? left.name : left.kind === 'lookup' ? elementOf(left) : undefined;
  if (target === undefined) throw new UnreadableText('a variable was expected');
  return { kind: 'assign', target, value: operator === '=' ? right : { kind: 'text', parts: [left, right] } };
}

function ifOf(when: Expression, statement: Statement): Statement {
  return { kind: 'if', when, body: [statement], otherwise: [] };
}

/** Of what a loop gives to a field only fixed values are known: others are of one round or another. */
function withUnknownValues(statement: Statement): Statement {
  if (statement.kind === 'assign') {
    const isFixed = statement.value.kind === 'literal';
    return isFixed ? statement : { ...statement, value: opaque(`${statement.target} in a loop`) };
  }
  if (statement.kind !== 'if') return statement;
  const { body, otherwise } = statement;
  return { ...statement, body: body.map(withUnknownValues), otherwise: otherwise.map(withUnknownValues) };
}

/** Of what stands in front of a branch, the line directly above it. */
function lastLine(text: string): string {
  const lines = text.trimEnd();
  return text.slice(lines.lastIndexOf('\n') + 1);
}

function captured(name: string, group: number, of: Match): Statement {
  return { kind: 'assign', target: legacyVariable(name), value: { kind: 'capture', group, of } };
}

function negatedIf(isNegated: boolean, operand: Expression): Expression {
  return isNegated ? { kind: 'not', operand } : operand;
}

/**
 * One expression, with the modifier that may follow it: the value of a field, and when it is set.
 * @returns undefined where it cannot be read
 */
export function parseValue(text: string): { readonly value: Expression; readonly when?: Expression } | undefined {
  const scanner = new Scanner(text);
  try {
    const value = parseExpression(scanner);
    const modifier = scanner.take(/(if|unless)\b/y)?.[1];
    const when = modifier === undefined ? undefined : negatedIf(modifier === 'unless', parseExpression(scanner));
    scanner.takeSign(';');
    if (!scanner.atEnd) return undefined;
    return { value, ...(when && { when }) };
  } catch (error) {
    if (error instanceof UnreadableText) return undefined;
    throw error;
  }
}
