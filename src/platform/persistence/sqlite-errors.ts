import BetterSqlite3 from 'better-sqlite3-13';
import { EngineError } from '../common/errors.js';

/** What may be over soon. */
const UNAVAILABLE: readonly (readonly [codes: RegExp, what: string])[] = [
  [/^SQLITE_(BUSY|LOCKED|PROTOCOL)/, 'The database is locked by another connection.'],
  [/^SQLITE_FULL/, 'The disk of the database is full.'],
  [/^SQLITE_(IOERR|NOLFS)/, 'The disk of the database does not read or write.'],
  [/^SQLITE_CANTOPEN/, 'The database file cannot be opened.'],
];

/** What to throw in place of SQLite's own error, where the reason is the file and not the statement. */
export function asSqliteError(error: unknown): unknown {
  const code = sqliteCodeOf(error);
  if (code === undefined) return error;
  if (isDamage(error)) return fileDamaged(error);
  if (code.startsWith('SQLITE_READONLY')) return databaseUnusable('The database file is read-only.', error);
  const reason = UNAVAILABLE.find(([codes]) => codes.test(code))?.[1];
  return reason === undefined ? error : new EngineError('DATABASE_UNAVAILABLE', reason, {}, { cause: error });
}

/** The EngineError for a database file that repeating the request does not mend. */
export function databaseUnusable(what: string, cause?: unknown): EngineError {
  return new EngineError('DATABASE_UNUSABLE', what, {}, { cause });
}

/** For a file that is not at its path any more, although this process still has it open. */
export function fileDeleted(): EngineError {
  return databaseUnusable('The database file has been deleted.');
}

/** For a file that cannot be seen at its path. @param cause what the operating system said */
export function fileOutOfReach(cause: unknown): EngineError {
  const { code } = cause as NodeJS.ErrnoException;
  return new EngineError('DATABASE_UNAVAILABLE', `The database file cannot be reached (${code}).`, {}, { cause });
}

/** For a file whose content is no database any more. @param cause what SQLite said, where it was met by a statement */
export function fileDamaged(cause?: unknown): EngineError {
  return databaseUnusable('The database file is damaged.', cause);
}

/** True while another connection holds the lock. */
export function isBusy(error: unknown): boolean {
  return sqliteCodeOf(error)?.startsWith('SQLITE_BUSY') === true;
}

/** True where there is no room on the disk. */
export function isFull(error: unknown): boolean {
  return sqliteCodeOf(error) === 'SQLITE_FULL';
}

/** True when SQLite has met content that cannot be a database's. */
export function isDamage(error: unknown): boolean {
  return /^SQLITE_(CORRUPT|NOTADB)/.test(sqliteCodeOf(error) ?? '');
}

/** SQLite's extended result code, also when TypeORM has wrapped the error. */
function sqliteCodeOf(error: unknown): string | undefined {
  if (error instanceof BetterSqlite3.SqliteError) return error.code;
  const wrapped = error instanceof Error && 'driverError' in error ? error.driverError : undefined;
  return wrapped instanceof BetterSqlite3.SqliteError ? wrapped.code : undefined;
}
