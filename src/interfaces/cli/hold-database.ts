import type { LoadedConfig } from '../../platform/config/index.js';
import { holdSqlite, sqliteFile } from '../../platform/persistence/index.js';
import { CommandError } from './command-error.js';
import { shownDatabaseUrl } from './options.js';
import { notOpened } from './use-database.js';

/**
 * Takes a SQLite database to be served by this process alone; PostgreSQL is for as many as there are.
 * @returns lets another process serve it; the end of this one does so as well
 * @throws CommandError where another process serves it
 */
export function holdDatabase(loaded: LoadedConfig): () => void {
  const { url } = loaded.config.database;
  if (!/^sqlite:/i.test(url)) return () => undefined;
  const hold = takeHold(loaded, sqliteFile(url));
  if (hold.isHeld) return hold.release;
  const who = hold.holder === undefined ? 'Another process' : `Process ${hold.holder}`;
  throw new CommandError(
    `${who} serves the database ${shownDatabaseUrl(loaded)}, and a SQLite file is for one service.`,
    'End that service, talk to it (convengine chat --url), or give this one a database of its own with --database.',
  );
}

function takeHold(loaded: LoadedConfig, file: string) {
  try {
    return holdSqlite(file);
  } catch (error) {
    throw notOpened(error, loaded);
  }
}
