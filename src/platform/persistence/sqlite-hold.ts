import { chmodSync, chownSync, existsSync, mkdirSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3-13';
import { isBusy } from './sqlite-errors.js';

/** Whether a SQLite file is this process's to serve. */
export type SqliteHold =
  | { readonly isHeld: true; readonly release: () => void }
  /** The process that serves it, where it has said so. */
  | { readonly isHeld: false; readonly holder: number | undefined };

/** What this process holds, and how often. A connection that nobody refers to would be closed some day, and its lock with it. */
const held = new Map<string, { readonly connection: BetterSqlite3.Database; times: number }>();

/**
 * Takes a database file to be served by this process alone, until `release` or the end of the process. The sign of it is a
 * lock of the operating system on a file beside the database (`PATH-service`): it dies with the process, however that
 * ends, and keeps nobody from reading or writing the database. A process may take it more than once.
 * @param file the database's path; it need not exist yet
 * @throws SqliteError where the folder cannot be written
 */
export function holdSqlite(file: string): SqliteHold {
  const path = realPath(file);
  const own = held.get(path);
  if (own) {
    own.times += 1;
    return { isHeld: true, release: once(() => letGo(path)) };
  }
  const connection = new BetterSqlite3(`${path}-service`, { timeout: 0 });
  try {
    if (existsSync(path)) shareAlike(path, `${path}-service`);
    connection.exec('BEGIN IMMEDIATE; CREATE TABLE IF NOT EXISTS holder (pid integer); DELETE FROM holder');
    connection.prepare('INSERT INTO holder VALUES (?)').run(process.pid);
    // Others may read who it is, while a transaction that has begun to write keeps them from beginning one.
    connection.exec('COMMIT; BEGIN IMMEDIATE');
  } catch (error) {
    const holder = isBusy(error) ? readHolder(connection) : undefined;
    connection.close();
    if (isBusy(error)) return { isHeld: false, holder };
    throw error;
  }
  held.set(path, { connection, times: 1 });
  return { isHeld: true, release: once(() => letGo(path)) };
}

/**
 * Whoever may serve the database may say so, as SQLite has it for its other files: also where an administrator, to whom a new
 * file belongs, was the first to.
 */
function shareAlike(database: string, sign: string): void {
  const { uid, gid, mode } = statSync(database);
  try {
    chmodSync(sign, (mode & 0o777) | 0o600);
    chownSync(sign, uid, gid);
  } catch {
    // It is somebody else's, or the database is, and this user cannot change that.
  }
}

function letGo(path: string): void {
  const own = held.get(path);
  if (!own) return;
  own.times -= 1;
  if (own.times > 0) return;
  held.delete(path);
  own.connection.close();
}

function once(work: () => void): () => void {
  let isDone = false;
  return () => {
    if (!isDone) work();
    isDone = true;
  };
}

/** Undefined while it is being written. */
function readHolder(connection: BetterSqlite3.Database): number | undefined {
  try {
    return (connection.prepare('SELECT pid FROM holder').get() as { pid: number } | undefined)?.pid;
  } catch {
    return undefined;
  }
}

/** One name for a file, whichever link leads to it. */
function realPath(file: string): string {
  if (existsSync(file)) return realpathSync(file);
  mkdirSync(dirname(file), { recursive: true });
  return join(realpathSync(dirname(file)), basename(file));
}
