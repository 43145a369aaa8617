import { assignments, type Expression, opaque, type Statement } from '../rule.js';

/*
 * Tables that a rule fills by itself (`$val{state} = $v1;`). What is looked up in them is what was put there; tables that
 * a rule only reads are those of the target system.
 */

/** The name of an element as a field; without a key, of any element. */
export function elementName(table: string, key = ''): string {
  return `element.${table.toLowerCase()}.${/[$@(]/.test(key) ? '' : key}`;
}

/** The name of what is looked up; of an element that is not known before it runs, that of any element. */
export function elementOf({ table, key, property }: Extract<Expression, { kind: 'lookup' }>): string {
  const isKnown = key.kind === 'literal' && property === '';
  return elementName(table, isKnown ? (key.text ?? '') : '');
}

/**
 * The program with the elements of its own tables as fields. What may be any element is not understood, but for tables of
 * fixed values, which are those of the target system.
 */
export function withElements(statements: readonly Statement[]): readonly Statement[] {
  const assigned = assignments(statements).filter(({ target }) => target.startsWith('element.'));
  if (assigned.length === 0) return statements;
  const tables = Map.groupBy(assigned, ({ target }) => target.split('.')[1] ?? '');
  return statements.map((one) => replaced(one, tables) as Statement);
}

type Tables = ReadonlyMap<string, readonly { readonly target: string; readonly value: Expression }[]>;

function replaced(node: unknown, tables: Tables): unknown {
  if (Array.isArray(node)) return node.map((one) => replaced(one, tables));
  if (typeof node !== 'object' || node === null) return node;
  const one = node as Expression;
  const table = one.kind === 'lookup' ? tables.get(one.table) : undefined;
  if (one.kind === 'lookup' && table) {
    const name = elementOf(one);
    const any = elementName(one.table);
    if (name !== any && table.every(({ target }) => target !== any)) return { kind: 'reference', name };
    if (table.some(({ value }) => value.kind !== 'literal')) return opaque(`an element of ${one.table}`);
  }
  return Object.fromEntries(Object.entries(one).map(([key, value]) => [key, replaced(value, tables)]));
}
