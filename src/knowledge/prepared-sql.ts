import type { Dialect } from '../persistence/index.js';
import { checkSql, type SqlVerdict } from '../sql-guard/index.js';

/** Texts and quoted names are passed over; what is left after a colon is a named parameter. */
const PARAMETER = /'(?:[^']|'')*'|"(?:[^"]|"")*"|::|:[A-Za-z_][A-Za-z0-9_]*/g;

/** Whether a prepared query, with parameters such as `:limit`, is one statement that only reads. */
export function checkPreparedSql(sql: string, dialect: Dialect): SqlVerdict {
  const plain = sql.replace(PARAMETER, (found) => (/^:[A-Za-z_]/.test(found) ? 'NULL' : found));
  return checkSql(plain, { dialect, tables: ['*'], functions: [] });
}
