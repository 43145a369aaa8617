/**
 * What a legacy rule and a proposed template are both read into, so that they can be compared. Names of fields are
 * canonical (see references.ts), and numbers are texts: `4` and `'4'` are the same value in both languages.
 */
export type Expression =
  /** null is a value that is not there. */
  | { readonly kind: 'literal'; readonly text: string | null }
  | { readonly kind: 'reference'; readonly name: string }
  | { readonly kind: 'text'; readonly parts: readonly Expression[] }
  | { readonly kind: 'lookup'; readonly table: string; readonly key: Expression; readonly property: string }
  /** A group of the last match, or of the match that is given. */
  | { readonly kind: 'capture'; readonly group: number; readonly of?: Match }
  | { readonly kind: 'substitution'; readonly source: Expression; readonly pattern: string; readonly by: string }
  | Match
  | { readonly kind: 'compare'; readonly operator: Comparison; readonly left: Expression; readonly right: Expression }
  | { readonly kind: 'and' | 'or'; readonly left: Expression; readonly right: Expression }
  | { readonly kind: 'not' | 'defined'; readonly operand: Expression }
  | { readonly kind: 'choice'; readonly when: Expression; readonly value: Expression; readonly otherwise: Expression }
  /** What is not understood; nothing can be said of its value but that the same text gives the same. */
  | { readonly kind: 'opaque'; readonly text: string };

export interface Match {
  readonly kind: 'match';
  readonly source: Expression;
  readonly pattern: string;
}

export type Comparison = '==' | '!=' | '<' | '<=' | '>' | '>=';

export type Statement =
  | { readonly kind: 'assign'; readonly target: string; readonly value: Expression }
  | {
      readonly kind: 'if';
      readonly when: Expression;
      readonly body: readonly Statement[];
      readonly otherwise: readonly Statement[];
      /** How the branch is written, with the line above it and its comments; names of objects stand there. */
      readonly written?: string;
    }
  /** Done for its groups alone. */
  | { readonly kind: 'match'; readonly match: Match }
  /** Nothing behind it is done. */
  | { readonly kind: 'end' };

/** Whether nothing in it was beyond understanding. */
export function isUnderstood(expression: Expression): boolean {
  return withParts(expression).every(({ kind }) => kind !== 'opaque');
}

export const opaque = (text: string): Expression => ({ kind: 'opaque', text });

export const literal = (text: string | number | boolean | null): Expression => ({
  kind: 'literal',
  text: text === null ? null : String(text),
});

/** The assignments of a program to one field, however deep, in their order. */
export function assignmentsTo(target: string, statements: readonly Statement[]): Expression[] {
  return assignments(statements).flatMap((one) => (one.target === target ? [one.value] : []));
}

/** Every assignment of a program, however deep, in their order. */
export function assignments(statements: readonly Statement[]): Extract<Statement, { readonly kind: 'assign' }>[] {
  return statements.flatMap((statement) => {
    if (statement.kind === 'assign') return [statement];
    return statement.kind === 'if' ? assignments([...statement.body, ...statement.otherwise]) : [];
  });
}

/** Every expression of a program, those inside others included. */
export function expressionsOf(statements: readonly Statement[]): Expression[] {
  return statements.flatMap((statement) => {
    if (statement.kind === 'assign') return withParts(statement.value);
    if (statement.kind === 'match') return withParts(statement.match);
    if (statement.kind === 'end') return [];
    return [...withParts(statement.when), ...expressionsOf([...statement.body, ...statement.otherwise])];
  });
}

function withParts(expression: Expression): Expression[] {
  const parts = Object.values(expression).flat().filter(isExpression);
  return [expression, ...parts.flatMap(withParts)];
}

function isExpression(value: unknown): value is Expression {
  return typeof value === 'object' && value !== null && 'kind' in value;
}
