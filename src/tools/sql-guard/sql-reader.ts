// What reads SQL: PostgreSQL's own grammar and what stands on it.
/** @public */
export { checkSql } from './check-sql.js';
export { SqlTemplate } from './sql-template.js';
