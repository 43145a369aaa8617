import type { ColumnCipher } from './column-cipher.js';
import type { SqlRunner } from './sql-runner.js';

/** The two databases the product runs on. */
export type Dialect = 'sqlite' | 'postgres';

/** How long a transaction on PostgreSQL may take; one on SQLite is short. */
export interface TransactionLimits {
  /** How long PostgreSQL is waited for in it, and waits between two statements; as long as for handlers where absent. */
  readonly limitMs?: number | undefined;
  /** Breaks it off, also while a statement is at work or the server is silent. */
  readonly signal?: AbortSignal | undefined;
}

/** The connections of a pool, as they are at the moment. */
export interface PoolLoad {
  readonly inUse: number;
  readonly idle: number;
  /** Statements and transactions that wait for one. */
  readonly waiting: number;
  /** How many there may be. */
  readonly most: number;
}

/**
 * The database of the running process, for everything that happens while it serves.
 *
 * On SQLite there is one connection, and every call goes through one first-in-first-out queue, so that no statement
 * can land inside somebody else's transaction. Inside `transaction`, use the runner it hands over: calling the
 * database itself from there would wait for itself, and is refused with an error instead.
 */
export interface Database extends SqlRunner {
  readonly dialect: Dialect;
  /** The connections of this process; null on SQLite, which has one. */
  readonly pool: PoolLoad | null;
  /** What encrypts some columns, where keys are configured. What statements find in these is decrypted already. */
  readonly cipher: ColumnCipher;
  /**
   * Whether statements see and write the rows of one tenant alone, that of the work at hand (`inTenant`): row-level security
   * of PostgreSQL, which is looked for once. Where not, all rows are those of one tenant.
   * @throws EngineError DATABASE_UNAVAILABLE
   */
  keepsTenantsApart(): Promise<boolean>;
  /**
   * Runs `work` in one transaction: committed when it resolves, rolled back when it throws.
   * @throws EngineError DATABASE_UNAVAILABLE; of a transaction that is broken off, nothing is left
   */
  transaction<T>(work: (transaction: SqlRunner) => Promise<T>, limits?: TransactionLimits): Promise<T>;
  /**
   * Resolves when this process can read and write through it.
   * @throws the reason when it cannot; an EngineError's message is safe to show
   */
  check(): Promise<void>;
  /** Releases the connections. Calls after this fail. */
  close(): Promise<void>;
}
