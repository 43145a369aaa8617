import { parseSql, type SqlNode } from './parse-sql.js';
import { SqlRefusal } from './sql-refusal.js';
import { isFunctionAllowed, isTableAllowed, type SqlRules } from './sql-rules.js';
import { collectUse } from './sql-use.js';

/** What became of a statement. */
export type SqlVerdict =
  | {
      readonly allowed: true /** In lower case, without those that the statement names itself (WITH). */;
      readonly tables: readonly string[];
    }
  | { readonly allowed: false /** A sentence for the person who wrote it. */; readonly problem: string };

const WRITES: Readonly<Record<string, string>> = {
  InsertStmt: 'INSERT',
  UpdateStmt: 'UPDATE',
  DeleteStmt: 'DELETE',
  MergeStmt: 'MERGE',
};

/**
 * Whether a text is one statement that does nothing but read tables and call functions that the rules allow. What the
 * grammar does not read, or this check does not know, is not allowed. It is PostgreSQL's grammar for both databases:
 * a statement for SQLite must keep to what the two have in common.
 * @param mode write: one INSERT, UPDATE or DELETE may stand at the top, and rows may be locked
 */
export function checkSql(sql: string, rules: SqlRules, mode: 'read' | 'write' = 'read'): SqlVerdict {
  try {
    return { allowed: true, tables: tablesOf(sql, rules, mode) };
  } catch (error) {
    if (error instanceof RangeError) return { allowed: false, problem: 'SQL nests too deeply.' };
    if (!(error instanceof SqlRefusal)) throw error;
    return { allowed: false, problem: error.message };
  }
}

function tablesOf(sql: string, rules: SqlRules, mode: 'read' | 'write'): readonly string[] {
  const use = collectUse(onlyStatement(sql, mode), mode);
  const table = use.tables.find((name) => !isTableAllowed(name, rules));
  if (table !== undefined) throw new SqlRefusal(`SQL uses a table that is not allowed: ${table}`);
  const called = use.functions.find((name) => !isFunctionAllowed(name, rules));
  if (called === undefined) return use.tables;
  throw new SqlRefusal(`SQL uses function not present in the allowlist: ${called.toUpperCase()}`);
}

function onlyStatement(sql: string, mode: 'read' | 'write'): SqlNode {
  const statements = parseSql(sql);
  const [statement] = statements;
  if (statement === undefined) throw new SqlRefusal('SQL is blank.');
  if (statements.length > 1) throw new SqlRefusal('SQL must be a single statement.');
  const [kind = ''] = Object.keys(statement);
  if (kind === 'SelectStmt' || (mode === 'write' && kind in WRITES)) return statement;
  throw new SqlRefusal(
    mode === 'read'
      ? 'SQL must begin with SELECT or WITH for read-only execution.'
      : 'SQL must be one SELECT, INSERT, UPDATE, DELETE or MERGE.',
  );
}
