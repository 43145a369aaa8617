import BetterSqlite3 from 'better-sqlite3-13';
import { LruCache } from '../common/lru-cache.js';
import { ColumnCipher, UnknownKey } from './column-cipher.js';
import type { Row } from './sql-runner.js';
import { SqliteFileWatch } from './sqlite-file-watch.js';
import { KEYS_EVER_USED, namesIn } from './used-keys.js';
import { toSqliteValue } from './values.js';

/** How many statements are kept prepared; the service itself has some two hundred. */
const MOST_STATEMENTS = 1_000;

/**
 * One connection to a SQLite file, and the file as it was when it was opened. Nothing here waits for a lock.
 *
 * Statements called with a parameter list are kept prepared, the most recently used ones, so their text should be constant.
 */
export class SqliteConnection {
  /** Tells whether what is written here is still in the file at the path. */
  readonly watch: SqliteFileWatch;
  readonly #handle: BetterSqlite3.Database;
  readonly #statements = new LruCache<BetterSqlite3.Statement>(MOST_STATEMENTS);
  #isDurable = true;

  /**
   * @param file an existing database
   * @throws SqliteError
   */
  constructor(
    file: string,
    private readonly cipher = new ColumnCipher(undefined),
  ) {
    this.#handle = new BetterSqlite3(file, { timeout: 0, fileMustExist: true });
    try {
      this.#handle.pragma('journal_mode = WAL');
      this.#handle.pragma('foreign_keys = ON');
      this.#handle.pragma('synchronous = FULL');
      // What SQLite keeps for a moment is written to no other file.
      this.#handle.pragma('temp_store = MEMORY');
      this.watch = new SqliteFileWatch(file, () => this.#size());
    } catch (error) {
      this.#handle.close();
      throw error;
    }
  }

  get inTransaction(): boolean {
    return this.#handle.inTransaction;
  }

  /** @throws SqliteError */
  run<R extends Row>(sql: string, parameters?: readonly unknown[]): R[] {
    const statement = this.#prepare(sql, parameters !== undefined);
    const values = this.#bindings(parameters ?? []);
    if (statement.reader) return this.#opened(statement.all(values) as R[]);
    statement.run(values);
    return [];
  }

  #opened<R extends Row>(rows: R[]): R[] {
    try {
      return this.cipher.opened(rows);
    } catch (error) {
      if (!(error instanceof UnknownKey)) throw error;
      return this.cipher.opened(rows, namesIn(this.run(KEYS_EVER_USED, [])));
    }
  }

  /** Whether a COMMIT waits until the disk has it; not to be changed within a transaction. */
  setDurable(durable: boolean): void {
    if (durable === this.#isDurable) return;
    this.#isDurable = durable;
    this.#handle.exec(`PRAGMA synchronous = ${durable ? 'FULL' : 'NORMAL'}`);
  }

  /** Brings what only stands in the write-ahead log into the database file. */
  emptyLog(): void {
    this.#handle.pragma('wal_checkpoint(TRUNCATE)');
  }

  close(): void {
    this.#handle.close();
  }

  #size(): number {
    const [pages, bytes] = ['page_count', 'page_size'].map((name) =>
      Number(this.#handle.pragma(name, { simple: true })),
    );
    return (pages ?? 0) * (bytes ?? 0);
  }

  /** SQLite reads `$1` as a parameter named 1, wherever it stands outside of text and comments. */
  #bindings(parameters: readonly unknown[]): Record<string, unknown> {
    const values: Record<string, unknown> = {};
    for (const [index, value] of parameters.entries()) values[index + 1] = toSqliteValue(this.cipher.parameter(value));
    return values;
  }

  #prepare(sql: string, keep: boolean): BetterSqlite3.Statement {
    if (!keep) return this.#statements.peek(sql) ?? this.#handle.prepare(sql);
    return this.#statements.get(sql, () => this.#handle.prepare(withPlainParameters(sql)));
  }
}

/**
 * Writes `$1` as `+$1`, outside of text. The sign hides the value from SQLite's planner and changes nothing else.
 * Without it, SQLite compiles a statement again at every call where the value of a parameter could change the plan
 * (under an ORDER BY, over a partial index), which costs ten times the look-up itself.
 */
function withPlainParameters(sql: string): string {
  return sql.replace(/'(?:[^']|'')*'|\$\d+/g, (found) => (found.startsWith('$') ? `+${found}` : found));
}
