import BetterSqlite3 from 'better-sqlite3-13';
import { databaseUnusable, fileDamaged } from './sqlite-errors.js';

/**
 * Reads a database file on a connection of its own, which has nothing in memory yet: its header, its schema and the
 * beginning of every table. A millisecond or two, however large the file is.
 * @param migrations that must have been run on it
 * @throws SqliteError; EngineError DATABASE_UNUSABLE where it is not the database of this service
 */
export function readDatabaseFile(file: string, migrations: readonly string[]): void {
  withHandle(file, (handle) => {
    const tables = handle.prepare<[], string>("SELECT name FROM sqlite_schema WHERE type = 'table'").pluck().all();
    for (const table of tables) handle.prepare(`SELECT 1 FROM "${table}" LIMIT 1`).get();
    const present = new Set(migrationsIn(handle));
    if (migrations.every((name) => present.has(name))) return;
    throw databaseUnusable('The database file does not hold the tables of this service.');
  });
}

/**
 * As `readDatabaseFile`, and reads every page of it: seconds for each gigabyte.
 * @throws as `readDatabaseFile`
 */
export function inspectDatabaseFile(file: string, migrations: readonly string[]): void {
  withHandle(file, (handle) => {
    if (handle.pragma('quick_check(1)', { simple: true }) !== 'ok') throw fileDamaged();
  });
  readDatabaseFile(file, migrations);
}

/**
 * Writes the file's `user_version` as it is, which is a commit like any other.
 * @throws SqliteError
 */
export function writeDatabaseFile(file: string): void {
  withHandle(file, (handle) => {
    handle.pragma(`user_version = ${handle.pragma('user_version', { simple: true })}`);
  });
}

/** The names of the migrations that were run on a database; none where it is new. */
export function migrationsOf(file: string): string[] {
  return withHandle(file, migrationsIn);
}

function migrationsIn(handle: BetterSqlite3.Database): string[] {
  const isThere = handle.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'ce_migration'").get() !== undefined;
  return isThere ? handle.prepare<[], string>('SELECT name FROM ce_migration').pluck().all() : [];
}

function withHandle<T>(file: string, use: (handle: BetterSqlite3.Database) => T): T {
  const handle = new BetterSqlite3(file, { timeout: 0, fileMustExist: true });
  try {
    return use(handle);
  } finally {
    handle.close();
  }
}
