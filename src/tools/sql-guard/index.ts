export type { SqlVerdict } from './check-sql.js';
export { configuredSqlRules, toolDatabaseUrl } from './configured-rules.js';
export { SqlRefusal } from './sql-refusal.js';
export { isFunctionAllowed, isTableAllowed, type SqlDialect, type SqlRules } from './sql-rules.js';
export type { BoundSql, SqlTemplate } from './sql-template.js';

/** What reads SQL. Its grammar takes 15 MB of memory, which a service without SQL of its own is spared. */
export type SqlReader = typeof import('./sql-reader.js');

export const loadSqlReader = (): Promise<SqlReader> => import('./sql-reader.js');
