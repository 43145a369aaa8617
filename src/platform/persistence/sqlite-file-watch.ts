import { type BigIntStats, existsSync, renameSync, statSync } from 'node:fs';
import { fileOutOfReach } from './sqlite-errors.js';

/** What has become of a database file under a connection that is open. */
export type FileChange = 'deleted' | 'replaced' | 'cut short' | 'parted from its log';

/**
 * Knows whether the files at a database's path are still those that a connection has open: what is written into a file
 * that was deleted or replaced is lost with the process.
 *
 * It asks for the names alone. Opening and closing the file here would release SQLite's locks on it, since those belong
 * to the process.
 */
export class SqliteFileWatch {
  readonly #file: string;
  readonly #database: BigIntStats | undefined;
  readonly #log: BigIntStats | undefined;
  #size: bigint;

  /**
   * @param file of a connection that has just been opened, in WAL mode
   * @param ownSize how large the connection itself takes the database for, in bytes
   */
  constructor(
    file: string,
    private readonly ownSize: () => number,
  ) {
    this.#file = file;
    this.#database = look(file);
    this.#log = look(logOf(file));
    this.#size = this.#database?.size ?? 0n;
  }

  /**
   * What has changed since the connection was opened; a few microseconds.
   * @throws EngineError DATABASE_UNAVAILABLE where it cannot be seen
   */
  change(): FileChange | undefined {
    const now = look(this.#file);
    if (now === undefined) return 'deleted';
    if (!isSame(now, this.#database)) return 'replaced';
    if (now.size < this.#size && !this.#isWhole(now.size)) return 'cut short';
    this.#size = now.size;
    return isSame(look(logOf(this.#file)), this.#log) ? undefined : 'parted from its log';
  }

  /** Whether a file that has become smaller was made so by SQLite, as by VACUUM, here or in another process. */
  #isWhole(size: bigint): boolean {
    try {
      return size > 0n && BigInt(this.ownSize()) === size;
    } catch {
      return false;
    }
  }

  /**
   * Moves the write-ahead log of the former file out of the way of the one that has replaced it: SQLite would write
   * the one's content into the other.
   */
  setLogAside(): void {
    if (!isSame(look(logOf(this.#file)), this.#log)) return;
    for (const file of [logOf(this.#file), `${this.#file}-shm`]) {
      if (existsSync(file)) renameSync(file, `${file}.former`);
    }
  }
}

/** @throws EngineError DATABASE_UNAVAILABLE where the way there is closed, as by a folder that may not be entered any more */
function look(file: string): BigIntStats | undefined {
  try {
    return statSync(file, { bigint: true, throwIfNoEntry: false });
  } catch (error) {
    throw fileOutOfReach(error);
  }
}

function isSame(one: BigIntStats | undefined, other: BigIntStats | undefined): boolean {
  return one?.dev === other?.dev && one?.ino === other?.ino;
}

function logOf(file: string): string {
  return `${file}-wal`;
}
