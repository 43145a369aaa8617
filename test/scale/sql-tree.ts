import { parseSql, type SqlNode } from '../../src/tools/sql-guard/parse-sql.js';

/** A SELECT, INSERT, UPDATE or DELETE, wherever it stands in a statement. */
export interface Query {
  readonly kind: 'select' | 'insert' | 'update' | 'delete';
  readonly node: SqlNode;
  /** The tables it reads or writes itself, by their alias; not those of queries inside it. */
  readonly tables: ReadonlyMap<string, string>;
  /** The queries around it, the nearest first. */
  readonly around: readonly Query[];
}

const KINDS: Readonly<Record<string, Query['kind']>> = {
  SelectStmt: 'select',
  InsertStmt: 'insert',
  UpdateStmt: 'update',
  DeleteStmt: 'delete',
};

/** Every node of a tree with its name, the outer ones first. */
export function* nodesOf(value: unknown): Generator<readonly [name: string, node: SqlNode]> {
  if (Array.isArray(value)) for (const one of value) yield* nodesOf(one);
  else if (isNode(value)) {
    for (const [name, inner] of Object.entries(value)) {
      if (/^[A-Z]/.test(name) && isNode(inner)) yield [name, inner];
      yield* nodesOf(inner);
    }
  }
}

/** As `nodesOf`, without what stands in queries inside. */
export function* ownNodesOf(value: unknown): Generator<readonly [name: string, node: SqlNode]> {
  if (Array.isArray(value)) for (const one of value) yield* ownNodesOf(one);
  else if (isNode(value)) {
    for (const [name, inner] of Object.entries(value)) {
      if (name in KINDS) continue;
      if (/^[A-Z]/.test(name) && isNode(inner)) yield [name, inner];
      yield* ownNodesOf(inner);
    }
  }
}

/** The queries of one statement, the outermost first. A table that the statement names itself (WITH) is none. */
export function queriesOf(sql: string): Query[] {
  const statements = parseSql(sql);
  const named = new Set([...nodesOf(statements)].flatMap(([name, node]) => named_(name, node)));
  const found: Query[] = [];
  const visit = (value: unknown, around: readonly Query[]): void => {
    if (Array.isArray(value)) for (const one of value) visit(one, around);
    else if (isNode(value)) {
      for (const [name, inner] of Object.entries(value)) {
        const kind = KINDS[name];
        if (kind === undefined || !isNode(inner)) visit(inner, around);
        else {
          const query = { kind, node: inner, tables: tablesOf(inner, named), around };
          found.push(query);
          visit(inner, [query, ...around]);
        }
      }
    }
  };
  visit(statements, []);
  // The two sides of a UNION, and what a SELECT of VALUES stands for, have no name of their own in the tree.
  return found.flatMap((query) => sidesOf(query, named));
}

function sidesOf(query: Query, named: ReadonlySet<string>): Query[] {
  const sides = [query.node.larg, query.node.rarg].filter(isNode);
  const inner = sides.flatMap((node) => sidesOf({ ...query, node, tables: tablesOf(node, named) }, named));
  return [query, ...inner];
}

function named_(name: string, node: SqlNode): string[] {
  return name === 'CommonTableExpr' ? [String(node.ctename)] : [];
}

function tablesOf(node: SqlNode, named: ReadonlySet<string>): Map<string, string> {
  const tables = new Map<string, string>();
  const add = (range: SqlNode) => {
    const table = String(range.relname);
    if (named.has(table)) return;
    tables.set(isNode(range.alias) ? String(range.alias.aliasname) : table, table);
  };
  if (isNode(node.relation)) add(node.relation);
  for (const [name, range] of ownNodesOf([node.fromClause, node.usingClause])) if (name === 'RangeVar') add(range);
  return tables;
}

export function isNode(value: unknown): value is SqlNode {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The names of a column, as `['c', 'conversation_id']`; undefined for anything else. */
export function columnOf(value: unknown): string[] | undefined {
  if (!isNode(value) || !isNode(value.ColumnRef) || !Array.isArray(value.ColumnRef.fields)) return undefined;
  return value.ColumnRef.fields.map((field) =>
    isNode(field) && isNode(field.String) ? String(field.String.sval) : '*',
  );
}

/** Whether it is `$n`, cast or not. */
export function isParameter(value: unknown): boolean {
  if (!isNode(value)) return false;
  if (isNode(value.ParamRef)) return true;
  return isNode(value.TypeCast) && isParameter(value.TypeCast.arg);
}
