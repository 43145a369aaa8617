import { assignments, type Expression, expressionsOf, type Statement } from '../rule.js';

/**
 * The part of a program that matters to one field: what it is made of, and the conditions that decide on it. Rules are
 * shown as whole files, and every condition that is left in doubles the cases to look at.
 */
export function sliceFor(field: string, statements: readonly Statement[]): Statement[] {
  const needed = new Set([field]);
  let size = 0;
  while (size < needed.size) {
    size = needed.size;
    addNeeds(statements, needed);
  }
  const relevant = keep(statements, needed);
  const usesLastMatch = expressionsOf(relevant).some((one) => one.kind === 'capture' && one.of === undefined);
  // Which match was the last depends on every match before.
  return usesLastMatch ? keepMatches(statements, needed) : relevant;
}

/** Adds what the needed fields are made of, and what decides on them; true where a needed field is set below. */
function addNeeds(statements: readonly Statement[], needed: Set<string>): void {
  for (const statement of statements) {
    if (statement.kind === 'assign' && needed.has(statement.target)) addReferences([statement], needed);
    if (statement.kind !== 'if') continue;
    const inside = [...statement.body, ...statement.otherwise];
    if (assignments(inside).some(({ target }) => needed.has(target)))
      addReferences([condition(statement.when)], needed);
    addNeeds(inside, needed);
  }
}

function addReferences(statements: readonly Statement[], needed: Set<string>): void {
  for (const one of expressionsOf(statements)) if (one.kind === 'reference') needed.add(one.name);
}

/** A statement that does nothing but look at an expression. */
function condition(when: Expression): Statement {
  return { kind: 'if', when, body: [], otherwise: [] };
}

function keep(statements: readonly Statement[], needed: ReadonlySet<string>): Statement[] {
  return statements.flatMap((one): Statement[] => {
    if (one.kind === 'assign') return needed.has(one.target) ? [one] : [];
    if (one.kind === 'match') return [];
    const [body, otherwise] = [keep(one.body, needed), keep(one.otherwise, needed)];
    return body.length + otherwise.length > 0 ? [{ ...one, body, otherwise }] : [];
  });
}

function keepMatches(statements: readonly Statement[], needed: ReadonlySet<string>): Statement[] {
  return statements.flatMap((one): Statement[] => {
    if (one.kind === 'assign') return needed.has(one.target) ? [one] : [];
    if (one.kind === 'match') return [one];
    const [body, otherwise] = [keepMatches(one.body, needed), keepMatches(one.otherwise, needed)];
    const matches = expressionsOf([condition(one.when)]).some(({ kind }) => kind === 'match');
    return matches || body.length + otherwise.length > 0 ? [{ ...one, body, otherwise }] : [];
  });
}
