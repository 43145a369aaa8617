import { setTimeout as sleep } from 'node:timers/promises';
import BetterSqlite3 from 'better-sqlite3';
import type { Database, Row, SqlRunner } from './database.js';
import { databaseUnavailable } from './database-errors.js';
import { TransactionScope } from './transaction-scope.js';
import { toSqliteValue } from './values.js';

/** How long a statement is tried again while another connection holds the file, and the longest pause in between. */
const BUSY_TIMEOUT_MS = 5_000;
const LONGEST_PAUSE_MS = 50;

/** Runs one statement at once, inside `synchronousTransaction`. */
export type SynchronousRun = <R extends Row = Row>(sql: string, parameters?: readonly unknown[]) => R[];

/**
 * The SQLite side of the `Database` port: a connection of its own to the file, and one queue for everything on it.
 *
 * The file's locks keep this connection apart from TypeORM's and from other processes; the queue keeps the callers of
 * this process apart. A locked file is waited for without blocking the process.
 *
 * Statements called with a parameter list are kept prepared, so their text should be constant.
 */
export class SqliteDatabase implements Database {
  readonly dialect = 'sqlite';
  readonly #handle: BetterSqlite3.Database;
  readonly #statements = new Map<string, BetterSqlite3.Statement>();
  readonly #scope = new TransactionScope();
  #lastInQueue: Promise<unknown> = Promise.resolve();
  #closed = false;

  /** @param file an existing database file, migrated and in WAL mode */
  constructor(file: string) {
    this.#handle = new BetterSqlite3(file, { timeout: 0, fileMustExist: true });
    this.#handle.pragma('foreign_keys = ON');
    this.#handle.pragma('synchronous = FULL');
  }

  async query<R extends Row = Row>(sql: string, parameters?: readonly unknown[]): Promise<R[]> {
    return this.#enqueue(() => whileBusy(() => this.#run<R>(sql, parameters)));
  }

  async transaction<T>(work: (transaction: SqlRunner) => Promise<T>): Promise<T> {
    const query = async <R extends Row>(sql: string, parameters?: readonly unknown[]) => this.#run<R>(sql, parameters);
    return this.#enqueue(() => this.#inTransaction(() => this.#scope.run(query, work)));
  }

  /**
   * A transaction whose work is plain synchronous code: no promise between its statements, hence the fastest way to
   * do several. It takes its turn in the same queue, and rolls back when `work` throws.
   * @param options durable: false for what may be lost with the power, though never by a crash of the process; saves
   *   waiting for the disk
   */
  async synchronousTransaction<T>(work: (run: SynchronousRun) => T, options: { durable?: boolean } = {}): Promise<T> {
    const run = (sql: string, parameters?: readonly unknown[]) => this.#run(sql, parameters);
    const isRelaxed = options.durable === false;
    return this.#enqueue(async () => {
      if (isRelaxed) this.#handle.exec('PRAGMA synchronous = NORMAL');
      try {
        return await this.#inTransaction(() => this.#scope.runSync(run, (guarded) => work(guarded as SynchronousRun)));
      } finally {
        if (isRelaxed) this.#handle.exec('PRAGMA synchronous = FULL');
      }
    });
  }

  async check(): Promise<void> {
    await this.query('SELECT 1', []);
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    const closing = this.#enqueue(() => this.#handle.close());
    this.#closed = true;
    await closing;
  }

  #enqueue<T>(job: () => T | Promise<T>): Promise<T> {
    this.#scope.refuseInside();
    if (this.#closed) throw new Error('The database is closed.');
    const result = this.#lastInQueue.then(job);
    this.#lastInQueue = result.then(ignore, ignore);
    return result;
  }

  async #inTransaction<T>(work: () => T | Promise<T>): Promise<T> {
    await whileBusy(() => this.#run('BEGIN IMMEDIATE', []));
    try {
      const result = await work();
      await whileBusy(() => this.#run('COMMIT', []));
      return result;
    } catch (error) {
      if (this.#handle.inTransaction) this.#run('ROLLBACK', []);
      throw error;
    }
  }

  #run<R extends Row>(sql: string, parameters?: readonly unknown[]): R[] {
    const statement = this.#prepare(sql, parameters !== undefined);
    const values = bindings(parameters ?? []);
    if (statement.reader) return statement.all(values) as R[];
    statement.run(values);
    return [];
  }

  #prepare(sql: string, keep: boolean): BetterSqlite3.Statement {
    const known = this.#statements.get(sql);
    if (known !== undefined) return known;
    const statement = this.#handle.prepare(keep ? withPlainParameters(sql) : sql);
    if (keep) this.#statements.set(sql, statement);
    return statement;
  }
}

/**
 * Writes `$1` as `+$1`, outside of text. Where SQLite sees a bare parameter whose value could change the plan, as under
 * an ORDER BY or over a partial index, it compiles the statement again at every call, which costs ten times the look-up
 * itself. The sign hides the value from the planner and changes nothing else.
 */
function withPlainParameters(sql: string): string {
  return sql.replace(/'(?:[^']|'')*'|\$\d+/g, (found) => (found.startsWith('$') ? `+${found}` : found));
}

/** SQLite reads `$1` as a parameter named 1, wherever it stands outside of text and comments. */
function bindings(parameters: readonly unknown[]): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  for (const [index, value] of parameters.entries()) values[index + 1] = toSqliteValue(value);
  return values;
}

/** Tries again while another connection writes to the file, leaving the event loop free in between. */
async function whileBusy<T>(run: () => T): Promise<T> {
  const giveUpAt = performance.now() + BUSY_TIMEOUT_MS;
  for (let pause = 1; ; pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) {
    try {
      return run();
    } catch (error) {
      if (!isBusy(error)) throw error;
      if (performance.now() >= giveUpAt) throw databaseUnavailable(error);
    }
    await sleep(pause);
  }
}

function isBusy(error: unknown): boolean {
  return error instanceof BetterSqlite3.SqliteError && error.code.startsWith('SQLITE_BUSY');
}

/** The outcome of a job belongs to its caller; the queue only waits for its end. */
function ignore(): void {}
