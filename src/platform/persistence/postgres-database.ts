import { AsyncResource } from 'node:async_hooks';
import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { type BulkheadPolicy, bulkhead } from 'cockatiel';
import pg from 'pg';
import { untilAborted } from '../common/abort.js';
import { EngineError } from '../common/errors.js';
import { currentTenant } from '../common/tenant.js';
import { Traced } from '../telemetry/index.js';
import { ColumnCipher } from './column-cipher.js';
import type { Database, PoolLoad, TransactionLimits } from './database.js';
import { asDatabaseError, databaseUnavailable, isConnectionError, mayRunAgain } from './database-errors.js';
import { type Connection, PostgresConnections, type Statement } from './postgres-connections.js';
import { IS_ROW_SECURITY_ACTIVE, separatedTables } from './row-security.js';
import type { Row, SqlRunner } from './sql-runner.js';
import { statementSpan, transactionSpan } from './sql-spans.js';
import { TENANT_SETTING } from './tenant-query.js';
import { TransactionScope } from './transaction-scope.js';
import { toPostgresValue } from './values.js';
import { driverTimeoutMs, NO_LIMITS, type WaitLimits } from './wait-limits.js';
import { PROBE_MS, WRITE_PROBE } from './write-probe.js';

/**
 * How many statements are prepared, once for each connection: a server keeps them for as long as the connection lives. The
 * service itself has some two hundred, and those of every turn come early; any further one is planned at each call.
 */
const MOST_PREPARED = 500;
/** How often a statement is run at most that did nothing, and the longest pause before it is run again. */
const MOST_ATTEMPTS = 3;
const LONGEST_PAUSE_MS = 50;
/** How long a transaction waits for one of the places that transactions have. */
const WAIT_FOR_PLACE_MS = 5_000;

const IS_READ_ONLY = `SELECT pg_is_in_recovery() OR current_setting('transaction_read_only')::boolean AS is_read_only`;

/** How long a database that was found writable is taken for it: whoever asks all the time has nothing written all the time. */
const WRITABLE_MS = 5_000;

/**
 * The PostgreSQL side of the `Database` port, on a pool that belongs to somebody else.
 *
 * Statements called with a parameter list are prepared once per connection, up to `MOST_PREPARED`, so their text should be
 * constant; those called without one are not. A lost connection, and what the database cannot do just now, fails the call with
 * EngineError DATABASE_UNAVAILABLE. When a connection is lost during COMMIT, nobody knows whether the transaction was
 * stored.
 *
 * Half of the connections are kept from transactions, which handlers can make as long as they like: turns, leases and
 * the health check find one. A single statement that failed without doing anything is run again.
 */
export class PostgresDatabase implements Database {
  readonly dialect = 'postgres';
  readonly #connections: PostgresConnections;
  readonly #limits: WaitLimits;
  readonly #places: BulkheadPolicy;
  readonly #names = new Map<string, string>();
  readonly #scope = new TransactionScope();
  #keepsTenantsApart: boolean | undefined;
  #writableUntilMs = 0;
  #closed = false;

  constructor(
    pool: pg.Pool,
    limits: WaitLimits = NO_LIMITS,
    readonly cipher = new ColumnCipher(undefined),
  ) {
    this.#connections = new PostgresConnections(pool);
    this.#limits = limits;
    this.#places = bulkhead(Math.max(1, Math.floor(pool.options.max / 2)), Number.POSITIVE_INFINITY);
  }

  get pool(): PoolLoad {
    return this.#connections.load;
  }

  @Traced(statementSpan('postgresql'))
  async query<R extends Row = Row>(sql: string, parameters?: readonly unknown[]): Promise<R[]> {
    this.#refuse();
    const tenant = this.#keepsTenantsApart === false ? undefined : await this.#tenant();
    return this.#query<R>(this.#statement(sql, parameters), tenant);
  }

  async keepsTenantsApart(): Promise<boolean> {
    if (this.#keepsTenantsApart !== undefined) return this.#keepsTenantsApart;
    const [row] = await this.#query(this.#statement(IS_ROW_SECURITY_ACTIVE, [separatedTables().join(',')]));
    this.#keepsTenantsApart = row?.is_active === true;
    return this.#keepsTenantsApart;
  }

  async #query<R extends Row>(statement: Statement, tenant?: string): Promise<R[]> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        const send = (connection: Connection) => this.#connections.send<R>(connection, statement, tenant);
        const { rows } = await this.#connections.use(send);
        return await this.cipher.read(rows, { query: (text, values) => this.#query(this.#statement(text, values)) });
      } catch (error) {
        if (attempt === MOST_ATTEMPTS || !mayRunAgain(error)) throw asDatabaseError(error);
      }
      await sleep(Math.random() * LONGEST_PAUSE_MS);
    }
  }

  @Traced(transactionSpan('postgresql'))
  async transaction<T>(
    work: (transaction: SqlRunner) => Promise<T>,
    { limitMs, signal }: TransactionLimits = {},
  ): Promise<T> {
    this.#refuse();
    const tenant = await this.#tenant();
    return this.#inPlace(async () => {
      try {
        return await this.#connections.use((connection) => this.#transact(connection, work, tenant, limitMs), signal);
      } catch (error) {
        // What the work itself throws stays what it is, unless it is what the server said.
        throw error instanceof pg.DatabaseError ? asDatabaseError(error) : error;
      }
    });
  }

  async check(): Promise<void> {
    this.#refuse();
    const [row] = await this.query(IS_READ_ONLY, []);
    if (row?.is_read_only !== true) return this.#probe();
    // Another connection may lead to the server that took over.
    this.#connections.doubtAll();
    throw new EngineError('DATABASE_UNAVAILABLE', 'The database takes no changes at the moment.');
  }

  /** Not in one of the places of transactions: handlers may have them all. */
  async #probe(): Promise<void> {
    if (performance.now() < this.#writableUntilMs) return;
    const statement = { text: WRITE_PROBE, query_timeout: driverTimeoutMs(PROBE_MS) };
    try {
      await this.#connections.use((connection) => this.#connections.send(connection, statement));
    } catch (error) {
      throw asDatabaseError(error);
    }
    this.#writableUntilMs = performance.now() + WRITABLE_MS;
  }

  /** Calls after this fail; the pool itself ends with its data source. */
  async close(): Promise<void> {
    this.#closed = true;
  }

  /** Whose rows a statement is to see and write; undefined where the tables do not ask, or nobody has said. */
  async #tenant(): Promise<string | undefined> {
    const tenant = currentTenant();
    return tenant !== undefined && (await this.keepsTenantsApart()) ? tenant : undefined;
  }

  async #transact<T>(
    connection: Connection,
    work: (transaction: SqlRunner) => Promise<T>,
    tenant: string | undefined,
    limitMs: number | undefined,
  ): Promise<T> {
    await this.#control(connection, this.#begin(tenant, limitMs));
    const query_timeout = driverTimeoutMs(limitMs ?? this.#limits.transactionTimeoutMs);
    try {
      const run: SqlRunner['query'] = (sql, parameters) =>
        this.#run(connection, { ...this.#statement(sql, parameters), query_timeout });
      const result = await this.#scope.run(run, work);
      await this.#commit(connection);
      return result;
    } catch (error) {
      await this.#rollback(connection);
      throw error;
    }
  }

  /** The limits of a transaction, and its tenant, are set with its beginning, in one round trip. */
  #begin(tenant: string | undefined, ownMs: number | undefined): string {
    const { statementTimeoutMs, lockTimeoutMs, transactionTimeoutMs } = this.#limits;
    const isLimited = [statementTimeoutMs, lockTimeoutMs, transactionTimeoutMs, ownMs ?? 0].some((ms) => ms !== 0);
    const limitMs = ownMs ?? transactionTimeoutMs;
    return [
      'BEGIN',
      ...(isLimited ? [`SET LOCAL statement_timeout = ${limitMs}`, `SET LOCAL lock_timeout = ${limitMs}`] : []),
      ...(ownMs === undefined ? [] : [`SET LOCAL idle_in_transaction_session_timeout = ${ownMs}`]),
      ...(tenant === undefined ? [] : [`SET LOCAL ${TENANT_SETTING} = ${pg.escapeLiteral(tenant)}`]),
    ].join('; ');
  }

  /** PostgreSQL answers COMMIT with ROLLBACK, and no error, when a statement of the transaction had failed. */
  async #commit(connection: Connection): Promise<void> {
    const { command } = await this.#control(connection, 'COMMIT');
    if (command !== 'COMMIT') {
      throw new Error('The transaction was rolled back, because an error of one of its statements was ignored.');
    }
  }

  /** A connection that cannot roll back, or that still works for somebody who has gone, is thrown away. */
  async #rollback(connection: Connection): Promise<void> {
    connection.isLost ||= connection.pending > 0;
    if (connection.isLost) return;
    await this.#connections.send(connection, { text: 'ROLLBACK' }).catch(() => {
      connection.isLost = true;
    });
  }

  async #control(connection: Connection, text: string): Promise<pg.QueryResult> {
    try {
      return await this.#connections.send(connection, { text });
    } catch (error) {
      throw asDatabaseError(error);
    }
  }

  /** A statement of a handler's transaction, which sees the server's errors as they are. */
  async #run<R extends Row>(connection: Connection, statement: Statement): Promise<R[]> {
    try {
      const { rows } = await this.#connections.send<R>(connection, statement);
      const query: SqlRunner['query'] = (text, values) => this.#run(connection, this.#statement(text, values));
      return await this.cipher.read(rows, { query });
    } catch (error) {
      throw isConnectionError(error) ? databaseUnavailable(error) : error;
    }
  }

  /** Waits for one of the places of transactions, in the caller's own asynchronous context. */
  async #inPlace<T>(work: () => Promise<T>): Promise<T> {
    const waiting = new AbortController();
    const timer = setTimeout(() => waiting.abort(noPlace()), WAIT_FOR_PLACE_MS);
    const begin = AsyncResource.bind(() => {
      clearTimeout(timer);
      return work();
    });
    return untilAborted(this.#places.execute(begin, waiting.signal), waiting.signal);
  }

  #refuse(): void {
    this.#scope.refuseInside();
    if (this.#closed) throw new Error('The database is closed.');
  }

  /** The extended protocol in both cases, which takes exactly one statement. */
  #statement(sql: string, parameters?: readonly unknown[]): Statement {
    if (parameters === undefined) return { text: sql, queryMode: 'extended' };
    const values = parameters.map((value) => toPostgresValue(this.cipher.parameter(value)));
    const name = this.#nameOf(sql);
    return name === undefined ? { text: sql, values, queryMode: 'extended' } : { text: sql, name, values };
  }

  /** Undefined where it is not to be prepared. */
  #nameOf(sql: string): string | undefined {
    const known = this.#names.get(sql);
    if (known !== undefined || this.#names.size >= MOST_PREPARED) return known;
    const name = createHash('sha256').update(sql).digest('hex').slice(0, 32);
    this.#names.set(sql, name);
    return name;
  }
}

function noPlace(): EngineError {
  return new EngineError('DATABASE_UNAVAILABLE', 'All places for transactions are taken; nothing was begun.');
}
