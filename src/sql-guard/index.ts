export { checkSql, type SqlVerdict } from './check-sql.js';
export type { SqlDialect, SqlRules } from './sql-rules.js';
