import type { Pool, PoolClient, QueryConfig, QueryResult } from 'pg';
import type { PoolLoad } from './database.js';
import { asDatabaseError, castsDoubt, endsConnection } from './database-errors.js';
import { PostgresClient } from './postgres-client.js';
import type { Row } from './sql-runner.js';

/** One statement, and after how many milliseconds the driver gives it up, where that differs from the pool's. */
export type Statement = QueryConfig & { readonly queryMode?: 'extended'; readonly query_timeout?: number };

/** A connection while somebody holds it. */
export interface Connection {
  readonly client: PoolClient;
  /** True when it must not go back into the pool. */
  isLost: boolean;
  /** Statements that are not answered yet. */
  pending: number;
}

/**
 * Lends the connections of a pool, and takes the sick ones out of it: those that are lost, that went silent, and that
 * lead to a server that takes no changes. Where one is silent or read-only, the others are taken for it too until they
 * have answered since: what cut one off has mostly cut off all, and each would cost somebody a time-out.
 */
export class PostgresConnections {
  readonly #pool: Pool;
  readonly #answeredAt = new WeakMap<PoolClient, number>();
  #doubtfulBefore = Number.NEGATIVE_INFINITY;

  constructor(pool: Pool) {
    this.#pool = pool;
    pool.on('connect', (client) => this.#answeredAt.set(client, performance.now()));
  }

  get load(): PoolLoad {
    const { totalCount, idleCount, waitingCount, options } = this.#pool;
    return { inUse: totalCount - idleCount, idle: idleCount, waiting: waitingCount, most: options.max };
  }

  /**
   * @param signal ends the connection, also while a statement is at work
   * @throws EngineError DATABASE_UNAVAILABLE when there is no connection within five seconds
   */
  async use<T>(work: (connection: Connection) => Promise<T>, signal?: AbortSignal): Promise<T> {
    const connection: Connection = { client: await this.#borrow(), isLost: false, pending: 0 };
    const end = () => {
      connection.isLost = true;
      hangUp(connection.client);
    };
    if (signal?.aborted) end();
    signal?.addEventListener('abort', end);
    try {
      return await work(connection);
    } finally {
      signal?.removeEventListener('abort', end);
      if (connection.isLost) discard(connection.client);
      else connection.client.release();
    }
  }

  /**
   * @param tenant whose rows it sees and writes, where the tables keep tenants apart and the transaction does not say it
   * @throws the driver's error
   */
  async send<R extends Row>(connection: Connection, statement: Statement, tenant?: string): Promise<QueryResult<R>> {
    connection.pending += 1;
    try {
      const result = await answerTo<R>(connection.client, statement, tenant);
      this.#answeredAt.set(connection.client, performance.now());
      return result;
    } catch (error) {
      connection.isLost ||= endsConnection(error);
      if (castsDoubt(error)) this.doubtAll();
      throw error;
    } finally {
      connection.pending -= 1;
    }
  }

  /** Has every connection replaced that is not heard from any more. */
  doubtAll(): void {
    this.#doubtfulBefore = performance.now();
  }

  async #borrow(): Promise<PoolClient> {
    for (;;) {
      const client = await this.#connect();
      const answeredAt = this.#answeredAt.get(client) ?? Number.NEGATIVE_INFINITY;
      if (answeredAt >= this.#doubtfulBefore) return client;
      discard(client);
    }
  }

  async #connect(): Promise<PoolClient> {
    try {
      return await this.#pool.connect();
    } catch (error) {
      throw asDatabaseError(error);
    }
  }
}

function answerTo<R extends Row>(client: PoolClient, statement: Statement, tenant: string | undefined) {
  if (tenant === undefined) return client.query<R>(statement);
  if (client instanceof PostgresClient) return client.queryOf<R>(tenant, statement);
  throw new Error('Tenants are kept apart on connections of our own alone.');
}

/** Without a farewell: the pool would wait for its answer before it lets anybody else connect. */
function discard(client: PoolClient): void {
  hangUp(client);
  client.release(true);
}

/** Whoever holds the connection is told that it has ended. */
function hangUp(client: PoolClient): void {
  if (client instanceof PostgresClient) client.hangUp();
}
