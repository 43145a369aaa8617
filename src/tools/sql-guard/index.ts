export type { SqlVerdict } from './check-sql.js';
export { configuredSqlRules, toolDatabaseUrl } from './configured-rules.js';
export { loadSqlTemplate } from './load-sql-template.js';
export { SqlRefusal } from './sql-refusal.js';
export { isFunctionAllowed, isTableAllowed, type SqlDialect, type SqlRules } from './sql-rules.js';
export type { BoundSql, SqlTemplate } from './sql-template.js';
