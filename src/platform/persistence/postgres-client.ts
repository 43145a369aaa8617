import pg from 'pg';
import { isSilence } from './database-errors.js';
import type { Row } from './sql-runner.js';
import { TenantQuery } from './tenant-query.js';

/**
 * A connection to PostgreSQL that cannot end the process, nor outlive its own silence.
 *
 * The driver reports what ends a connection as the event 'error', which ends the process where nobody listens. Pools
 * listen only while nobody holds the connection, and a server can send its last words in the same packet as its
 * readiness, before any caller has had a chance to listen. This one listens from the first moment; whoever holds the
 * connection learns of the end by the next statement.
 *
 * A statement that the driver gives up (`query_timeout`) still occupies the connection, which is therefore cut.
 */
export class PostgresClient extends pg.Client {
  constructor(config?: string | pg.ClientConfig) {
    super(config);
    this.on('error', ignore);
    const query = this.query.bind(this) as (...parameters: unknown[]) => unknown;
    this.query = ((...parameters: unknown[]) => this.#cutWhenSilent(query(...parameters))) as pg.Client['query'];
  }

  /** As `query`, for a statement that sees and writes the rows of one tenant. */
  queryOf<R extends Row>(tenant: string, statement: pg.QueryConfig): Promise<pg.QueryResult<R>> {
    const { promise, resolve, reject } = Promise.withResolvers<pg.QueryResult<R>>();
    const query = new TenantQuery<R>(statement, tenant, (error, result) => (error ? reject(error) : resolve(result)));
    // The driver looks for it there.
    const { query_timeout } = statement as { readonly query_timeout?: number };
    super.query(Object.assign(query, query_timeout !== undefined && { query_timeout }));
    return this.#cutWhenSilent(promise) as Promise<pg.QueryResult<R>>;
  }

  /** Cuts the connection without a farewell, which a server that is silent would never answer. */
  hangUp(): void {
    this.connection.stream.destroy();
  }

  #cutWhenSilent(answer: unknown): unknown {
    if (!(answer instanceof Promise)) return answer;
    return answer.catch((error: unknown) => {
      if (isSilence(error)) this.hangUp();
      throw error;
    });
  }
}

/** The connection is of no use any more, which its next statement says. */
function ignore(): void {}
