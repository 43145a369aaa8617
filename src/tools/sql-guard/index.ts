/** @public */
export { checkSql, type SqlVerdict } from './check-sql.js';
export { configuredSqlRules, toolDatabaseUrl } from './configured-rules.js';
export { SqlRefusal } from './parse-sql.js';
export { isFunctionAllowed, isTableAllowed, type SqlDialect, type SqlRules } from './sql-rules.js';
export { type BoundSql, SqlTemplate } from './sql-template.js';
