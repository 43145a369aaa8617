import { setImmediate as nextRound, setTimeout as sleep } from 'node:timers/promises';
// Not by the index of Nest, which loads RxJS: commands open databases as well.
import { Logger } from '@nestjs/common/services/logger.service.js';
import { EngineError, messageOf } from '../common/errors.js';
import { Traced } from '../telemetry/index.js';
import { ColumnCipher } from './column-cipher.js';
import type { Database } from './database.js';
import type { Row, SqlRunner } from './sql-runner.js';
import { statementSpan, transactionSpan } from './sql-spans.js';
import { SqliteConnection } from './sqlite-connection.js';
import { asSqliteError, fileDamaged, fileDeleted, isBusy, isDamage } from './sqlite-errors.js';
import { inspectDatabaseFile, migrationsOf, readDatabaseFile, writeDatabaseFile } from './sqlite-inspection.js';
import { type SqliteUnit, unitKindOf, workInside } from './sqlite-unit.js';
import { TransactionScope } from './transaction-scope.js';

/** How long a statement is tried again while another connection holds the file, and the longest pause in between. */
const BUSY_TIMEOUT_MS = 5_000;
const LONGEST_PAUSE_MS = 50;

/** How many units of work one COMMIT stores at most, so that the process does other things in between. */
const MOST_TOGETHER = 64;

/** How long `check` waits for the lock: less than whoever asks for the health of a service waits for the answer. */
const CHECK_TIMEOUT_MS = 1_000;

/** After a file was found unusable, how long that is taken as known. */
const LOOK_AGAIN_MS = 2_000;

/** Runs one statement at once, inside `synchronousTransaction`. */
export type SynchronousRun = <R extends Row = Row>(sql: string, parameters?: readonly unknown[]) => R[];

/** Runs some work while this process has no other connection to the file than those that the work opens. */
export type RunAlone = (work: () => void) => Promise<void>;

/**
 * The SQLite side of the `Database` port: a connection of its own to the file, and one queue for everything on it.
 *
 * The file's locks keep this connection apart from TypeORM's and from other processes; the queue keeps the callers of
 * this process apart. A locked file is waited for without blocking the process. What is asked for in one round of the event
 * loop is stored by one COMMIT, each piece by itself or not at all: the disk is waited for once.
 *
 * Before each call, and before each COMMIT, the file at the path is compared with the open one: nothing is reported as
 * stored in a file that was deleted or replaced. A file that was replaced by a database of the same migrations, or put
 * back, or mended, is used from the next call on.
 *
 * Where the file is the reason, calls fail with EngineError DATABASE_UNAVAILABLE (locked, full, does not read or write)
 * or DATABASE_UNUSABLE (deleted, damaged, read-only, another database).
 */
export class SqliteDatabase implements Database {
  readonly dialect = 'sqlite';
  readonly pool = null;
  readonly #logger = new Logger(SqliteDatabase.name);
  readonly #file: string;
  readonly #alone: RunAlone;
  readonly #migrations: readonly string[];
  readonly #scope = new TransactionScope();
  #connection: SqliteConnection;
  #isDamaged = false;
  #isOpen = true;
  #found: { readonly error: unknown; readonly atMs: number } | undefined;
  #lastInQueue: Promise<unknown> = Promise.resolve();
  /** The last in the queue, while others may still join it. */
  #gathering: SqliteUnit[] | undefined;
  #closed = false;

  /**
   * @param file an existing database file, migrated
   * @param alone closes the process's other connections to the file meanwhile; there are none where it is left out
   */
  constructor(
    file: string,
    alone: RunAlone = async (work) => work(),
    readonly cipher = new ColumnCipher(undefined),
  ) {
    this.#file = file;
    this.#alone = alone;
    this.#migrations = migrationsOf(file);
    this.#connection = new SqliteConnection(file, this.cipher);
  }

  /** A file has the rows of one tenant. */
  async keepsTenantsApart(): Promise<boolean> {
    return false;
  }

  @Traced(statementSpan('sqlite'))
  async query<R extends Row = Row>(sql: string, parameters?: readonly unknown[]): Promise<R[]> {
    const kind = unitKindOf(sql);
    if (kind !== undefined) return this.#join<R[]>(kind, () => this.#connection.run<R>(sql, parameters));
    return this.#enqueue(() => this.#whileBusy(() => this.#connection.run<R>(sql, parameters)));
  }

  @Traced(transactionSpan('sqlite'))
  async transaction<T>(work: (transaction: SqlRunner) => Promise<T>): Promise<T> {
    const query = async <R extends Row>(sql: string, parameters?: readonly unknown[]) => this.#run<R>(sql, parameters);
    return this.#enqueue(() => {
      this.#connection.setDurable(true);
      return this.#inTransaction(() => this.#scope.run(query, work));
    });
  }

  /**
   * A transaction whose work is plain synchronous code: no promise between its statements, hence the fastest way to
   * do several. It takes its turn in the same queue, and rolls back when `work` throws.
   * @param options durable: false for what may be lost with the power, though never by a crash of the process; saves
   *   waiting for the disk
   */
  @Traced(transactionSpan('sqlite'))
  async synchronousTransaction<T>(work: (run: SynchronousRun) => T, options: { durable?: boolean } = {}): Promise<T> {
    const run = (sql: string, parameters?: readonly unknown[]) => this.#run(sql, parameters);
    const inside = () => this.#scope.runSync(run, (guarded) => work(guarded as SynchronousRun));
    return this.#join('transaction', inside, options.durable);
  }

  /**
   * Reads and writes the file, on a connection that has nothing of it in memory. While a transaction of this process
   * holds the lock, reading is enough. Takes a millisecond or two where nothing is wrong.
   * @throws EngineError DATABASE_UNAVAILABLE or DATABASE_UNUSABLE with the reason
   */
  async check(): Promise<void> {
    if (this.#closed || this.#isStale()) await this.#enqueue(() => undefined);
    try {
      await whileBusy(() => {
        readDatabaseFile(this.#file, this.#migrations);
        if (!this.#connection.inTransaction) writeDatabaseFile(this.#file);
      }, CHECK_TIMEOUT_MS);
    } catch (error) {
      throw this.#noted(error);
    }
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#scope.refuseInside();
    this.#closed = true;
    await this.#lastInQueue;
    this.#connection.close();
  }

  /** Has `work` stored with whatever else is asked for in the same round of the event loop, in the order of the calls. */
  #join<T>(kind: SqliteUnit['kind'], work: () => T, isDurable = true): Promise<T> {
    this.#requireOpen();
    if (this.#gathering === undefined || this.#gathering.length === MOST_TOGETHER) this.#gathering = this.#gather();
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    this.#gathering.push({ kind, isDurable, work, resolve: (value) => resolve(value as T), reject });
    return promise;
  }

  #gather(): SqliteUnit[] {
    const units: SqliteUnit[] = [];
    const stored = this.#append(async () => {
      await nextRound();
      if (this.#gathering === units) this.#gathering = undefined;
      if (this.#isStale()) await this.#follow();
      await this.#store(units);
    });
    stored.catch((error: unknown) => {
      const reason = this.#noted(error);
      for (const unit of units) unit.reject(reason);
    });
    return units;
  }

  async #store(units: readonly SqliteUnit[]): Promise<void> {
    const [first, ...others] = units;
    if (units.every(({ kind }) => kind === 'read') || (others.length === 0 && first?.kind === 'statement')) {
      for (const unit of units) await this.#storeAlone(unit);
      return;
    }
    this.#connection.setDurable(units.some(({ isDurable }) => isDurable));
    const tellAll = await this.#inTransaction(() => units.map((unit) => this.#storeInside(unit)));
    for (const tell of tellAll) tell();
  }

  /** Gives what tells the caller, once the transaction is stored. */
  #storeInside(unit: SqliteUnit): () => void {
    try {
      const value = workInside(this.#connection, unit);
      return () => unit.resolve(value);
    } catch (error) {
      if (!this.#connection.inTransaction) throw error;
      const reason = this.#noted(error);
      return () => unit.reject(reason);
    }
  }

  /** A single statement is stored as a whole or not at all by itself. */
  async #storeAlone(unit: SqliteUnit): Promise<void> {
    this.#connection.setDurable(unit.isDurable);
    let hasWaited = false;
    const work = () => {
      // While the lock was waited for, the file may have changed.
      if (hasWaited) this.#requireFile();
      hasWaited = true;
      return unit.work();
    };
    await this.#whileBusy(work).then(unit.resolve, unit.reject);
  }

  #enqueue<T>(job: () => T | Promise<T>): Promise<T> {
    this.#requireOpen();
    return this.#append(() => {
      if (this.#isStale()) return this.#follow().then(job);
      return job();
    });
  }

  #append<T>(job: () => T | Promise<T>): Promise<T> {
    this.#gathering = undefined;
    const result = this.#lastInQueue.then(job);
    this.#lastInQueue = result.then(ignore, ignore);
    return result;
  }

  #requireOpen(): void {
    this.#scope.refuseInside();
    if (this.#closed) throw new Error('The database is closed.');
  }

  async #inTransaction<T>(work: () => T | Promise<T>): Promise<T> {
    await this.#whileBusy(() => this.#connection.run('BEGIN IMMEDIATE', []));
    try {
      const result = await work();
      await this.#whileBusy(() => this.#commit());
      return result;
    } catch (error) {
      this.#rollBack();
      throw error;
    }
  }

  #commit(): void {
    this.#requireFile();
    this.#connection.run('COMMIT', []);
  }

  /** Nothing is stored where it would be lost: a statement may have waited for the lock since its call began. */
  #requireFile(): void {
    const change = this.#connection.watch.change();
    if (change === 'deleted') throw fileDeleted();
    if (this.#isDamaged) throw fileDamaged();
    if (change === undefined) return;
    throw new EngineError('DATABASE_UNAVAILABLE', 'The database file was changed by somebody else meanwhile.');
  }

  /** SQLite has rolled back by itself after some errors; after those of the disk it may fail, and ends with the connection. */
  #rollBack(): void {
    if (!this.#connection.inTransaction) return;
    try {
      this.#connection.run('ROLLBACK', []);
    } catch (error) {
      this.#isDamaged = true;
      this.#logger.warn(`a transaction could not be rolled back, and the file is opened again: ${messageOf(error)}`);
    }
  }

  #run<R extends Row>(sql: string, parameters?: readonly unknown[]): R[] {
    try {
      return this.#connection.run<R>(sql, parameters);
    } catch (error) {
      throw this.#noted(error);
    }
  }

  async #whileBusy<T>(run: () => T): Promise<T> {
    try {
      return await whileBusy(run, BUSY_TIMEOUT_MS);
    } catch (error) {
      throw this.#noted(error);
    }
  }

  /** After damage was met once, nothing is stored before the whole file has been read. */
  #noted(error: unknown): unknown {
    if (isDamage(error)) this.#isDamaged = true;
    return asSqliteError(error);
  }

  #isStale(): boolean {
    return !this.#isOpen || this.#isDamaged || this.#connection.watch.change() !== undefined;
  }

  /** Goes on with the file that is at the path now, or throws why that cannot be. */
  async #follow(): Promise<void> {
    const change = this.#connection.watch.change();
    if (change === 'deleted') throw fileDeleted();
    if (this.#found && performance.now() - this.#found.atMs < LOOK_AGAIN_MS) throw this.#found.error;
    try {
      if (change === 'replaced') this.#connection.watch.setLogAside();
      if (change === 'parted from its log' && this.#isOpen) this.#connection.emptyLog();
      else inspectDatabaseFile(this.#file, this.#migrations);
      await this.#reopen();
    } catch (error) {
      this.#found = { error: asSqliteError(error), atMs: performance.now() };
      throw this.#found.error;
    }
    this.#found = undefined;
    this.#isDamaged = false;
    this.#logger.warn(`the database file was ${change ?? 'damaged'}; it is open again`);
  }

  async #reopen(): Promise<void> {
    this.#isOpen = false;
    await this.#alone(() => {
      this.#connection.close();
      this.#connection = new SqliteConnection(this.#file, this.cipher);
    });
    this.#isOpen = true;
  }
}

/** Tries again while another connection writes to the file, leaving the event loop free in between. */
async function whileBusy<T>(run: () => T, timeoutMs: number): Promise<T> {
  const giveUpAt = performance.now() + timeoutMs;
  for (let pause = 1; ; pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) {
    try {
      return run();
    } catch (error) {
      if (!isBusy(error) || performance.now() >= giveUpAt) throw error;
    }
    await sleep(pause);
  }
}

/** The outcome of a job belongs to its caller; the queue only waits for its end. */
function ignore(): void {}
