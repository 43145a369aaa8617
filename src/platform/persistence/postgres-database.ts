import { createHash } from 'node:crypto';
import type { Pool, PoolClient, QueryConfig, QueryResult } from 'pg';
import type { Database, Row, SqlRunner } from './database.js';
import { asDatabaseError, isConnectionError } from './database-errors.js';
import { TransactionScope } from './transaction-scope.js';
import { toPostgresValue } from './values.js';

/** A connection while somebody holds it; a lost one does not go back into the pool. */
interface Connection {
  readonly client: PoolClient;
  lost: boolean;
}

/**
 * The PostgreSQL side of the `Database` port, on a pool that belongs to somebody else.
 *
 * Statements called with a parameter list are prepared once per connection, so their text should be constant; those
 * called without one are not. A lost connection fails the call with EngineError DATABASE_UNAVAILABLE and is replaced
 * by a new one for the next call. When it is lost during COMMIT, nobody knows whether the transaction was stored.
 */
export class PostgresDatabase implements Database {
  readonly dialect = 'postgres';
  readonly #pool: Pool;
  readonly #names = new Map<string, string>();
  readonly #scope = new TransactionScope();
  #closed = false;

  constructor(pool: Pool) {
    this.#pool = pool;
  }

  async query<R extends Row = Row>(sql: string, parameters?: readonly unknown[]): Promise<R[]> {
    return this.#withConnection((connection) => this.#run<R>(connection, sql, parameters));
  }

  async transaction<T>(work: (transaction: SqlRunner) => Promise<T>): Promise<T> {
    return this.#withConnection(async (connection) => {
      await send(connection, { text: 'BEGIN' });
      try {
        const result = await this.#scope.run((sql, parameters) => this.#run(connection, sql, parameters), work);
        await commit(connection);
        return result;
      } catch (error) {
        await rollback(connection);
        throw error;
      }
    });
  }

  /** Calls after this fail; the pool itself ends with its data source. */
  async close(): Promise<void> {
    this.#closed = true;
  }

  async #withConnection<T>(use: (connection: Connection) => Promise<T>): Promise<T> {
    this.#scope.refuseInside();
    if (this.#closed) throw new Error('The database is closed.');
    const connection: Connection = { client: await this.#connect(), lost: false };
    const onError = (): void => {
      connection.lost = true;
    };
    connection.client.on('error', onError);
    try {
      return await use(connection);
    } finally {
      connection.client.off('error', onError);
      connection.client.release(connection.lost);
    }
  }

  async #connect(): Promise<PoolClient> {
    try {
      return await this.#pool.connect();
    } catch (error) {
      throw asDatabaseError(error);
    }
  }

  async #run<R extends Row>(connection: Connection, sql: string, parameters?: readonly unknown[]): Promise<R[]> {
    const { rows } = await send<R>(connection, this.#queryConfig(sql, parameters));
    return rows;
  }

  /** The extended protocol in both cases, which takes exactly one statement. */
  #queryConfig(sql: string, parameters?: readonly unknown[]): QueryConfig & { queryMode?: 'extended' } {
    if (parameters === undefined) return { text: sql, queryMode: 'extended' };
    return { text: sql, name: this.#nameOf(sql), values: parameters.map(toPostgresValue) };
  }

  #nameOf(sql: string): string {
    const known = this.#names.get(sql);
    if (known !== undefined) return known;
    const name = createHash('sha256').update(sql).digest('hex').slice(0, 32);
    this.#names.set(sql, name);
    return name;
  }
}

async function send<R extends Row>(connection: Connection, config: QueryConfig): Promise<QueryResult<R>> {
  try {
    return await connection.client.query<R>(config);
  } catch (error) {
    connection.lost ||= isConnectionError(error);
    throw asDatabaseError(error);
  }
}

/** PostgreSQL answers COMMIT with ROLLBACK, and no error, when a statement of the transaction had failed. */
async function commit(connection: Connection): Promise<void> {
  const { command } = await send(connection, { text: 'COMMIT' });
  if (command !== 'COMMIT') {
    throw new Error('The transaction was rolled back, because an error of one of its statements was ignored.');
  }
}

/** A connection that cannot roll back is thrown away, and its transaction with it. */
async function rollback(connection: Connection): Promise<void> {
  if (connection.lost) return;
  await send(connection, { text: 'ROLLBACK' }).catch(() => {
    connection.lost = true;
  });
}
