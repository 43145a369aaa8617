import { createPostgresTables, openPostgresStore } from './postgres-store.mjs';
import { createSqliteTables, openSqliteStore } from './sqlite-store.mjs';

/** The floor's SQL for the database at `url`. */
export function openStore(url, statements) {
  return url.startsWith('sqlite:') ? openSqliteStore(url.slice('sqlite:'.length)) : openPostgresStore(url, statements);
}

/** The floor's own tables in a scratch database: the columns it needs and primary keys, nothing else. */
export async function createFloorTables({ kind, url, file }) {
  if (kind === 'sqlite') createSqliteTables(file);
  else await createPostgresTables(url);
}
