import { type Expression, expressionsOf, type Statement } from '../rule.js';

/**
 * The part of a program that matters to one field: what it is made of, and the conditions that decide on it. Rules are
 * shown as whole files, and every condition that is left in doubles the cases to look at.
 */
export function sliceFor(field: string, statements: readonly Statement[]): Statement[] {
  const needed = new Set([field]);
  let usesLastMatch = false;
  for (;;) {
    const size = needed.size;
    const slice = keep(statements, { needed, usesLastMatch }, false);
    const expressions = expressionsOf(slice);
    for (const one of expressions) if (one.kind === 'reference') needed.add(one.name);
    const captures = expressions.some((one) => one.kind === 'capture' && one.of === undefined);
    if (needed.size === size && captures === usesLastMatch) return slice;
    usesLastMatch = captures;
  }
}

/** What matters: these fields, and, where groups of the last match do, every match before. */
interface Needs {
  readonly needed: ReadonlySet<string>;
  readonly usesLastMatch: boolean;
}

/** @param isFollowed whether something that matters comes behind the statements; otherwise it is no matter where they end */
function keep(statements: readonly Statement[], needs: Needs, isFollowed: boolean): Statement[] {
  const kept: Statement[] = [];
  for (const statement of statements.toReversed()) {
    const part = partOf(statement, needs, isFollowed || kept.length > 0);
    if (part) kept.push(part);
  }
  return kept.reverse();
}

function partOf(statement: Statement, needs: Needs, isFollowed: boolean): Statement | undefined {
  if (statement.kind === 'assign') return needs.needed.has(statement.target) ? statement : undefined;
  if (statement.kind === 'match') return needs.usesLastMatch ? statement : undefined;
  if (statement.kind === 'end') return isFollowed ? statement : undefined;
  const body = keep(statement.body, needs, isFollowed);
  const otherwise = keep(statement.otherwise, needs, isFollowed);
  const matters = body.length + otherwise.length > 0 || (needs.usesLastMatch && isMatch(statement.when));
  return matters ? { ...statement, body, otherwise } : undefined;
}

function isMatch(when: Expression): boolean {
  return expressionsOf([{ kind: 'if', when, body: [], otherwise: [] }]).some(({ kind }) => kind === 'match');
}
