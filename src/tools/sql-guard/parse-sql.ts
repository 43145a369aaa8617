import { loadModule, parseSync, type ScanToken, scanSync } from 'libpg-query';
import { messageOf } from '../../platform/common/errors.js';
import { SqlRefusal } from './sql-refusal.js';

// The parser is WebAssembly and is made once; everything after this is synchronous.
await loadModule();

/** Characters of a statement: more than people write, less than could exhaust the parser. */
const MAX_SQL = 20_000;

/** A node or a field of a syntax tree: nodes are `{ NodeName: { field: … } }`. */
export type SqlNode = { readonly [key: string]: unknown };

/**
 * The statements of a text, as PostgreSQL's own grammar reads them.
 * @throws SqlRefusal for what it does not read
 */
export function parseSql(sql: string): SqlNode[] {
  refuseLength(sql);
  try {
    const { stmts = [] } = parseSync(sql) as { stmts?: { stmt?: SqlNode }[] };
    return stmts.map(({ stmt = {} }) => stmt);
  } catch (error) {
    throw new SqlRefusal(`SQL cannot be read: ${messageOf(error)}.`, { cause: error });
  }
}

/**
 * The tokens of a text, comments among them; their places count bytes.
 * @throws SqlRefusal for text or comments without an end
 */
export function scanSql(sql: string): ScanToken[] {
  refuseLength(sql);
  try {
    return scanSync(sql).tokens;
  } catch (error) {
    throw new SqlRefusal(`SQL cannot be read: ${messageOf(error)}.`, { cause: error });
  }
}

function refuseLength(sql: string): void {
  if (sql.trim() === '') throw new SqlRefusal('SQL is blank.');
  if (sql.length > MAX_SQL) throw new SqlRefusal(`SQL is longer than ${MAX_SQL} characters.`);
  if (sql.includes('\0')) throw new SqlRefusal('SQL holds a NUL character.');
}
