import type { SqlTemplate } from './sql-template.js';

/** What reads and checks SQL. With it comes PostgreSQL's own grammar, some 12 MB: it is loaded where there is SQL. */
export async function loadSqlTemplate(): Promise<typeof SqlTemplate> {
  return (await import('./sql-template.js')).SqlTemplate;
}
