import { assignments, type Expression, literal, opaque, type Statement } from '../rule.js';

/*
 * Tables that a rule fills by itself (`$val{state} = $v1;`). What is looked up in them is what was put there; tables that
 * a rule only reads are those of the target system.
 */

type Lookup = Extract<Expression, { kind: 'lookup' }>;

/** The name of an element as a field; without a key, of any element. */
export function elementName(table: string, key = ''): string {
  return `element.${table.toLowerCase()}.${/[$@(]/.test(key) ? '' : key}`;
}

/** The name of what is looked up; of an element that is not known before it runs, that of any element. */
export function elementOf({ table, key, property }: Lookup): string {
  const isKnown = key.kind === 'literal' && property === '';
  return elementName(table, isKnown ? (key.text ?? '') : '');
}

/**
 * The program with the elements of its own tables as fields. What may be any element is not understood, but for tables of
 * fixed values, which are those of the target system.
 * @param all the statements that fill the tables
 */
export function withElements(statements: readonly Statement[], all = statements): readonly Statement[] {
  const tables = tablesOf(all);
  if (tables.size === 0) return statements;
  return changedIn(statements, (one) => {
    const table = one.kind === 'lookup' ? tables.get(one.table) : undefined;
    if (one.kind !== 'lookup' || !table) return undefined;
    const name = elementOf(one);
    const any = elementName(one.table);
    if (name !== any && table.every(({ target }) => target !== any)) return { kind: 'reference', name };
    return table.some(({ value }) => value.kind !== 'literal') ? opaque(`an element of ${one.table}`) : undefined;
  });
}

/**
 * The program with what it looks up in its own tables of fixed values as a choice of them: a template may do either.
 * @param other what is found under any other key
 */
export function withChoices(
  statements: readonly Statement[],
  other: Expression,
  all = statements,
): readonly Statement[] {
  const tables = tablesOf(all);
  if (tables.size === 0) return statements;
  const always = new Set(all.filter(({ kind }) => kind === 'assign'));
  const choiceOf = (one: Expression, otherwise: Expression): Expression | undefined => {
    const table = one.kind === 'lookup' && one.property === '' ? tables.get(one.table) : undefined;
    if (one.kind !== 'lookup' || !table) return undefined;
    const isFixed = table.every((entry) => always.has(entry) && entry.value.kind === 'literal');
    if (!isFixed || table.some(({ target }) => target === elementName(one.table))) return undefined;
    return choice(one, table, otherwise);
  };
  return changedIn(statements, (one) => {
    // `$level{$state} || 3` says what there is under any other key.
    const left = one.kind === 'or' ? choiceOf(one.left, literal(null)) : undefined;
    return one.kind === 'or' && left ? { ...one, left } : choiceOf(one, other);
  });
}

function choice({ table, key }: Lookup, entries: readonly Filling[], other: Expression): Expression {
  const values = new Map(entries.map(({ target, value }) => [target, value]));
  return [...values].reduceRight<Expression>((otherwise, [target, value]) => {
    const right = literal(target.slice(elementName(table).length));
    return { kind: 'choice', when: { kind: 'compare', operator: '==', left: key, right }, value, otherwise };
  }, other);
}

type Filling = Extract<Statement, { readonly kind: 'assign' }>;

function tablesOf(statements: readonly Statement[]): ReadonlyMap<string, readonly Filling[]> {
  const filled = assignments(statements).filter(({ target }) => target.startsWith('element.'));
  return Map.groupBy(filled, ({ target }) => target.split('.')[1] ?? '');
}

/** A program with other expressions in it; those that nothing is given for stay, with what is changed inside. */
export function changedIn(
  statements: readonly Statement[],
  change: (one: Expression) => Expression | undefined,
): readonly Statement[] {
  const changed = (node: unknown): unknown => {
    if (Array.isArray(node)) return node.map(changed);
    if (typeof node !== 'object' || node === null) return node;
    const other = change(node as Expression);
    return other ?? Object.fromEntries(Object.entries(node).map(([key, value]) => [key, changed(value)]));
  };
  return statements.map((one) => changed(one) as Statement);
}
