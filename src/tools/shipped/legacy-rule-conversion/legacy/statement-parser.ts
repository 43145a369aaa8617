import { legacyVariable } from '../references.js';
import type { Expression, Match, Statement } from '../rule.js';
import { parseExpression, takeFlags, withFlags } from './expression-parser.js';
import { Scanner, UnreadableText } from './scanner.js';

/** A legacy program as far as it was understood. */
export interface LegacyProgram {
  readonly statements: readonly Statement[];
  /** The statements that were not. */
  readonly skipped: readonly string[];
}

/**
 * Statements of the legacy language, a part of Perl:
 *
 *     program   := statement*
 *     statement := simple (('if' | 'unless') expression)? ';'?
 *                | ('if' | 'unless') '(' expression ')' block ('elsif' '(' expression ')' block)* ('else' block)?
 *                | ('sub' name)? block | ';'
 *     simple    := ('return' | 'next' | 'last' | 'exit' | 'die') anything
 *                | ('my' | 'our' | 'local')? variable ('=' | '.=') expression
 *                | ('my')? '(' variable (',' variable)* ')' '=' match
 *                | variable '=~' 's' pattern replacement | match
 *
 * What it cannot read is passed over, statement by statement; a block that does not end, ends with the text.
 */
export function parseProgram(text: string): LegacyProgram {
  const parser = new StatementParser(new Scanner(text));
  const statements = parser.statements(0);
  // Which of several functions is called is not known, so that the end of one is no end of the others.
  const isUnclear = parser.functions > 1 && parser.ends > 0;
  return {
    statements,
    skipped: isUnclear ? [...parser.skipped, 'return of one of several functions'] : parser.skipped,
  };
}

const DEEPEST = 60;
/** Branches of one if. */
const MOST_LINKS = 500;
/** What ends a rule, with the value that it may return. */
const ENDING = /(?:return|next|last|exit|die)\b(?:(?!\b(?:if|unless)\b)[^;{}])*/y;
/** A variable in front of a substitution. */
const SUBSTITUTED = /(\$[A-Za-z_]\w*(?:->\{\s*['"]?\w+['"]?\s*\})?)\s*=~\s*s(?=[/{|!])/y;

class StatementParser {
  readonly skipped: string[] = [];
  functions = 0;
  ends = 0;

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
    const conditional = this.scanner.take(/(if|unless)\s*(?=\()/y)?.[1];
    if (conditional !== undefined) return [this.conditional(conditional === 'unless', depth)];
    if (this.scanner.take(/sub\s+\w+\s*(?=\{)/y)) this.functions++;
    if (this.scanner.takeSign('{')) return this.statements(depth + 1);
    const simple = this.simple();
    const modifier = this.scanner.take(/(if|unless)\b/y)?.[1];
    const when = modifier === undefined ? undefined : parseExpression(this.scanner);
    if (!this.scanner.takeSign(';') && !this.scanner.atEnd && !this.scanner.take(/(?=\})/y)) {
      throw new UnreadableText(`; was expected at ${this.scanner.position}`);
    }
    return when ? [{ kind: 'if', when: negatedIf(modifier === 'unless', when), body: simple, otherwise: [] }] : simple;
  }

  private conditional(isUnless: boolean, depth: number, links = 0): Statement {
    this.scanner.expect('(');
    const when = negatedIf(isUnless, parseExpression(this.scanner));
    this.scanner.expect(')');
    const body = this.block(depth);
    if (this.scanner.take(/elsif\s*(?=\()/y)) {
      if (links > MOST_LINKS) throw new UnreadableText('it has too many branches');
      return { kind: 'if', when, body, otherwise: [this.conditional(false, depth, links + 1)] };
    }
    return { kind: 'if', when, body, otherwise: this.scanner.take(/else\s*(?=\{)/y) ? this.block(depth) : [] };
  }

  private block(depth: number): Statement[] {
    this.scanner.expect('{');
    return this.statements(depth + 1);
  }

  private simple(): Statement[] {
    if (this.scanner.take(ENDING)) {
      this.ends++;
      return [{ kind: 'end' }];
    }
    this.scanner.take(/(?:my|our|local)\b/y);
    if (this.scanner.takeSign('(')) return this.captures();
    const changed = this.scanner.take(SUBSTITUTED)?.[1];
    if (changed !== undefined) return [this.substitution(parseExpression(new Scanner(changed)))];
    const left = parseExpression(this.scanner);
    if (left.kind === 'match') return [{ kind: 'match', match: left }];
    if (left.kind !== 'reference') throw new UnreadableText('a variable was expected');
    const operator = this.scanner.take(/=(?![=~])|\.=/y)?.[0];
    if (operator === undefined) throw new UnreadableText('an assignment was expected');
    const right = parseExpression(this.scanner);
    const value: Expression = operator === '=' ? right : { kind: 'text', parts: [left, right] };
    return [{ kind: 'assign', target: left.name, value }];
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
    const targets = [
      ...text.matchAll(/\$(Event->\{\s*['"]?(\w+)['"]?\s*\}|[A-Za-z_]\w*)\s*(?:=(?![=~])|\.=|=~\s*(?:s|tr)\b)/g),
    ];
    return targets.map(([, name = '', field]) => ({
      kind: 'assign',
      target: field === undefined ? legacyVariable(name) : `event.${field.toLowerCase()}`,
      value: { kind: 'opaque', text },
    }));
  }
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
