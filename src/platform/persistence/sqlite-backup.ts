import { accessSync, closeSync, constants, existsSync, openSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import BetterSqlite3 from 'better-sqlite3-13';
import { EngineError } from '../common/errors.js';
import { asSqliteError, fileDamaged, isFull } from './sqlite-errors.js';
import { holdSqlite } from './sqlite-hold.js';

/** How many pages are copied before others in the process get their turn. */
const PAGES_PER_STEP = 1_000;

/** How far a copy has come, in pages; what it throws ends the copy. */
export type BackupProgress = (copied: number, total: number) => void;

/**
 * Copies a SQLite database as it is at one moment, while others go on reading and writing it, and reads every page of
 * the copy. The copy is at `target` only when it is whole; what was there before is replaced.
 * @throws EngineError DATABASE_UNUSABLE where the copy would be damaged, DATABASE_UNAVAILABLE where another process makes it
 *   just now or there is no room; SqliteError, or that of the file system where nothing can
 *   be written to
 */
export async function backUpSqlite(file: string, target: string, onProgress: BackupProgress): Promise<void> {
  accessSync(dirname(target), constants.W_OK);
  const partial = `${target}.partial`;
  const hold = holdSqlite(partial);
  if (!hold.isHeld) throw new EngineError('DATABASE_UNAVAILABLE', 'Another process is making this copy.');
  try {
    removeWithLog(partial);
    // Nobody may read the copy who may not read the database.
    closeSync(openSync(partial, 'wx', (statSync(file).mode & 0o777) | 0o600));
    await copy(file, partial, onProgress);
    verify(partial);
    renameSync(partial, target);
  } catch (error) {
    throw isFull(error)
      ? new EngineError('DATABASE_UNAVAILABLE', 'There is no room for the copy.', {}, { cause: error })
      : asSqliteError(error);
  } finally {
    removeWithLog(partial);
    removeWithLog(`${partial}-service`);
    hold.release();
  }
}

async function copy(file: string, target: string, onProgress: BackupProgress): Promise<void> {
  const source = new BetterSqlite3(file, { readonly: true, fileMustExist: true });
  try {
    // Without a snapshot that stays, SQLite begins again each time another connection has written.
    source.exec('BEGIN; SELECT 1 FROM sqlite_schema LIMIT 1');
    await source.backup(target, {
      progress: ({ totalPages, remainingPages }) => {
        onProgress(totalPages - remainingPages, totalPages);
        return PAGES_PER_STEP;
      },
    });
  } finally {
    source.close();
  }
}

function verify(file: string): void {
  const handle = new BetterSqlite3(file, { fileMustExist: true });
  try {
    if (handle.pragma('integrity_check(1)', { simple: true }) !== 'ok') throw fileDamaged();
  } finally {
    handle.close();
  }
}

function removeWithLog(file: string): void {
  for (const suffix of ['', '-wal', '-shm', '-journal']) {
    if (existsSync(file + suffix)) rmSync(file + suffix);
  }
}
