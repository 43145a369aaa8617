import { columnOf, isNode, isParameter, ownNodesOf, type Query } from './sql-tree.js';

/**
 * How much of the conversations a query is about: `one`, which a parameter names; `some`, of a list that is a parameter
 * or a bounded query; `linked`, for each row of a query around it that is about more than one; `all`.
 */
export type Reach = 'none' | 'one' | 'some' | 'linked' | 'all';

const KEY = 'conversation_id';

/** @param divided the tables that are divided by conversation */
export function reachOf(query: Query, divided: ReadonlySet<string>): Reach {
  const own = [...query.tables].filter(([, table]) => divided.has(table)).map(([alias]) => alias);
  if (own.length === 0) return 'none';
  if (query.kind === 'insert') return 'one';
  const bound = new Map<string, Reach>();
  for (const outer of query.around) {
    const reach = reachOf(outer, divided);
    for (const alias of outer.tables.keys()) bound.set(alias, reach === 'one' ? 'one' : 'linked');
  }
  for (const alias of own) bound.delete(alias);
  const conditions = equalitiesOf(query, own);
  for (let before = -1; before !== bound.size; ) {
    before = bound.size;
    for (const [alias, other] of conditions) {
      if (bound.has(alias) && own.includes(alias)) continue;
      const reach = typeof other === 'string' ? bound.get(other) : other.reach;
      if (reach !== undefined) bound.set(alias, reach);
    }
  }
  const reaches = own.map((alias) => bound.get(alias) ?? 'all');
  return (['all', 'linked', 'some', 'one'] as const).find((reach) => reaches.includes(reach)) ?? 'all';
}

type Condition = readonly [alias: string, other: string | { readonly reach: Reach }];

/** What must hold of the keys: conditions that are joined by AND, and those of joins. */
function equalitiesOf({ node }: Query, own: readonly string[]): Condition[] {
  const joins = [...ownNodesOf(node.fromClause)].filter(([name]) => name === 'JoinExpr').map(([, join]) => join.quals);
  return [node.whereClause, ...joins].flatMap(conjunctsOf).flatMap((condition) => keyConditions(condition, own));
}

function conjunctsOf(condition: unknown): unknown[] {
  if (!isNode(condition)) return [];
  const { BoolExpr: all } = condition;
  if (!isNode(all)) return [condition];
  return all.boolop === 'AND_EXPR' && Array.isArray(all.args) ? all.args.flatMap(conjunctsOf) : [];
}

function keyConditions(condition: unknown, own: readonly string[]): Condition[] {
  if (!isNode(condition)) return [];
  const { A_Expr: comparison, SubLink: inside } = condition;
  if (isNode(inside)) return bounded(inside, own);
  if (!isNode(comparison)) return [];
  const { kind, lexpr, rexpr } = comparison;
  const [left, right] = [keyAlias(lexpr, own), keyAlias(rexpr, own)];
  if (kind === 'AEXPR_OP_ANY') return left !== undefined && isParameter(rexpr) ? [[left, { reach: 'some' }]] : [];
  if (kind !== 'AEXPR_OP' || !JSON.stringify(comparison.name).includes('"="')) return [];
  if (left !== undefined && isParameter(rexpr)) return [[left, { reach: 'one' }]];
  if (right !== undefined && isParameter(lexpr)) return [[right, { reach: 'one' }]];
  if (left !== undefined && right !== undefined) {
    return [
      [left, right],
      [right, left],
    ];
  }
  return [];
}

/** `(conversation_id, …) IN (SELECT … LIMIT …)`. */
function bounded(inside: { readonly [key: string]: unknown }, own: readonly string[]): Condition[] {
  const row =
    isNode(inside.testexpr) && isNode(inside.testexpr.RowExpr) ? inside.testexpr.RowExpr.args : [inside.testexpr];
  const query = isNode(inside.subselect) && isNode(inside.subselect.SelectStmt) ? inside.subselect.SelectStmt : {};
  if (!Array.isArray(row) || query.limitCount === undefined) return [];
  return row.flatMap((value): Condition[] => {
    const alias = keyAlias(value, own);
    return alias === undefined ? [] : [[alias, { reach: 'some' }]];
  });
}

/** Whose key a column is; one without a table is the only table's. */
function keyAlias(value: unknown, own: readonly string[]): string | undefined {
  const names = columnOf(value);
  if (names?.at(-1) !== KEY) return undefined;
  return names.length > 1 ? names.at(-2) : own.length === 1 ? own[0] : undefined;
}
