import type { SqlNode } from './parse-sql.js';
import { SAFE_TYPES } from './safe-types.js';
import { SqlRefusal } from './sql-refusal.js';
import { tableName } from './sql-rules.js';

/** What a statement reads and calls, in lower case. */
export interface SqlUse {
  readonly tables: readonly string[];
  readonly functions: readonly string[];
}

/** Everything a reading statement may be made of. A node that is not named here is not understood, hence refused. */
const READING = new Set(
  `SelectStmt ResTarget ColumnRef A_Star A_Const String Integer Float Boolean BitString A_Expr BoolExpr NullTest
  BooleanTest List RowExpr A_ArrayExpr A_Indirection A_Indices FuncCall NamedArgExpr CoalesceExpr MinMaxExpr CaseExpr
  CaseWhen SubLink TypeCast CollateClause ParamRef RangeVar JoinExpr RangeSubselect RangeFunction SortBy WindowDef
  GroupingSet GroupingFunc CommonTableExpr SQLValueFunction`.split(/\s+/),
);
const WRITING = new Set(
  'InsertStmt UpdateStmt DeleteStmt MergeStmt MergeWhenClause IndexElem SetToDefault MultiAssignRef LockingClause'.split(
    ' ',
  ),
);
const KEYWORDS: Readonly<Record<string, string>> = {
  InsertStmt: 'INSERT',
  UpdateStmt: 'UPDATE',
  DeleteStmt: 'DELETE',
  MergeStmt: 'MERGE',
};
/** The date and time keywords; the others tell who is connected to what. */
const TIME_KEYWORDS = /^SVFOP_(CURRENT|LOCAL)(_?DATE|_?TIME|_?TIMESTAMP)(_N)?$/;

/**
 * Walks a whole statement. Nodes are told by their names, clauses by their fields, since the parser leaves the names of
 * some nodes out where only one kind can stand.
 * @throws SqlRefusal for what the mode does not allow
 */
export function collectUse(statement: SqlNode, mode: 'read' | 'write'): SqlUse {
  const walk = new Walk(mode);
  const [[, body] = []] = Object.entries(statement);
  walk.fields(body as SqlNode, new Set());
  return { tables: [...walk.tables], functions: [...walk.functions] };
}

type Names = ReadonlySet<string>;

class Walk {
  readonly tables = new Set<string>();
  readonly functions = new Set<string>();

  constructor(private readonly mode: 'read' | 'write') {}

  /** @param names what WITH has given names to, where this stands */
  value(value: unknown, names: Names): void {
    if (Array.isArray(value)) for (const item of value) this.value(item, names);
    else if (typeof value === 'object' && value !== null) this.object(value as SqlNode, names);
  }

  fields(node: SqlNode, outer: Names): void {
    this.refuseClauses(node);
    const names = node.withClause ? this.commonTables(node.withClause as SqlNode, outer) : outer;
    if (typeof node.relname === 'string') this.table(node, names);
    if (Array.isArray(node.funcname)) this.call(node.funcname);
    if (typeof node.typeName === 'object') this.type(node.typeName as SqlNode);
    for (const [field, value] of Object.entries(node)) {
      if (field !== 'withClause' && field !== 'typeName') this.value(value, names);
    }
  }

  private object(node: SqlNode, names: Names): void {
    const [name = ''] = Object.keys(node);
    const isNamed = /^[A-Z]/.test(name);
    if (isNamed) this.refuseNode(name);
    this.fields(isNamed ? (node[name] as SqlNode) : node, names);
  }

  private refuseNode(name: string): void {
    if (name in KEYWORDS) throw new SqlRefusal(`SQL contains blocked keyword: ${KEYWORDS[name]}`);
    if (READING.has(name) || (this.mode === 'write' && WRITING.has(name))) return;
    if (name === 'LockingClause') {
      throw new SqlRefusal('SQL uses FOR UPDATE, which is not allowed in read-only mode.');
    }
    throw new SqlRefusal(`SQL uses something that is not known to be safe: ${name}`);
  }

  private refuseClauses(node: SqlNode): void {
    if (node.intoClause) throw new SqlRefusal('SQL uses SELECT INTO, which is not allowed in read-only mode.');
    // A qualified operator is a function by another name.
    const operator = [node.name, node.operName, node.useOp].find((name) => Array.isArray(name) && name.length > 1);
    if (operator) throw new SqlRefusal('SQL names the schema of an operator.');
    if (typeof node.op === 'string' && node.op.startsWith('SVFOP_') && !TIME_KEYWORDS.test(node.op)) {
      throw new SqlRefusal(`SQL uses something that is not known to be safe: ${node.op.slice('SVFOP_'.length)}`);
    }
  }

  /** The names that WITH gives, after walking what stands behind them; without RECURSIVE, each sees the ones before. */
  private commonTables(clause: SqlNode, outer: Names): Names {
    const tables = (clause.ctes as { CommonTableExpr: SqlNode }[]).map((cte) => cte.CommonTableExpr);
    const all = new Set([...outer, ...tables.map((table) => String(table.ctename))]);
    const seen = new Set(outer);
    for (const table of tables) {
      this.fields(table, clause.recursive ? all : new Set(seen));
      seen.add(String(table.ctename));
    }
    return all;
  }

  private table(node: SqlNode, names: Names): void {
    const name = String(node.relname);
    if (node.catalogname) throw new SqlRefusal(`SQL names another database: ${String(node.catalogname)}`);
    if (node.schemaname === undefined && names.has(name)) return;
    this.tables.add(tableName(node.schemaname as string | undefined, name));
  }

  private call(segments: readonly unknown[]): void {
    const names = segments.map(text);
    this.functions.add((names[0] === 'pg_catalog' ? names.slice(1) : names).join('.'));
  }

  /**
   * Types of the reg family look names up in the system's catalogue, and so do their arrays, which have a name of their
   * own that begins with _. To read a value as a type that is not known is like calling a function of that name.
   */
  private type(type: SqlNode): void {
    const all = ((type.names as unknown[] | undefined) ?? []).map(text);
    const names = all[0] === 'pg_catalog' ? all.slice(1) : all;
    const name = names.at(-1) ?? '';
    if (/^_*(reg|pg_)/.test(name)) throw new SqlRefusal(`SQL uses a type that is not allowed: ${name}`);
    if (names.length > 1 || !SAFE_TYPES.has(name.replace(/^_/, ''))) this.functions.add(names.join('.'));
    this.value(type.typmods, new Set());
  }
}

function text(node: unknown): string {
  return ((node as { String?: { sval?: string } } | undefined)?.String?.sval ?? '').toLowerCase();
}
