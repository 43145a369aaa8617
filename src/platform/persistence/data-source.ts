import { resolve } from 'node:path';
import BetterSqlite3 from 'better-sqlite3-13';
import pg from 'pg';
import { DataSource, type DataSourceOptions } from 'typeorm';
import { migrations } from '../../../migrations/index.js';
import { EngineError } from '../common/errors.js';
import type { Dialect } from './database.js';
import { entities } from './entities/index.js';
import { adaptColumnsTo } from './portable-types.js';
import { PostgresClient } from './postgres-client.js';
import { driverTimeoutMs, NO_LIMITS, type WaitLimits } from './wait-limits.js';

/** Milliseconds after which a connection attempt, or the wait for a free connection, is given up. */
const CONNECT_TIMEOUT_MS = 5_000;
/** After so long without a word the operating system asks whether the server is still there, once a second. */
const KEEPALIVE_AFTER_MS = 5_000;
const INT8 = pg.types.builtins.INT8;

/** Settings that the address itself does not carry. */
export interface DataSourceSettings {
  /** How many connections to PostgreSQL are kept at most; SQLite has no pool. */
  readonly poolSize?: number;
  /** How long PostgreSQL is waited for; for as long as it takes where absent, as migrations need it. */
  readonly limits?: WaitLimits;
}

/**
 * The entities and migrations of the product on the database at `url`, not connected yet (call `initialize()`).
 *
 * TypeORM's own connection is for migrations, the flow tables and tools; what happens while a turn is served goes
 * through `openDatabase`. On SQLite, writing through this data source while serving would block the process.
 *
 * @param url `sqlite:PATH` (relative to the working directory; the folder is created), `postgres://…` or `postgresql://…`
 * @throws EngineError CONFIGURATION_INVALID for any other address, and for a SQLite database in memory
 */
export function createDataSource(url: string, settings: DataSourceSettings = {}): DataSource {
  if (/^postgres(ql)?:\/\//i.test(url)) return new PortableDataSource(postgresOptions(url, settings));
  if (/^sqlite:/i.test(url)) return new PortableDataSource(sqliteOptions(url));
  throw new EngineError(
    'CONFIGURATION_INVALID',
    'convengine.database.url must start with "sqlite:" (a path follows), "postgres://" or "postgresql://".',
  );
}

/** Which of the two databases a data source of this product is for. */
export function dialectOf(dataSource: DataSource): Dialect {
  return dataSource.options.type === 'postgres' ? 'postgres' : 'sqlite';
}

/** The file behind a SQLite data source, as an absolute path. */
export function sqliteFileOf(dataSource: DataSource): string {
  return String(dataSource.options.database);
}

/** Reads the entities in the column types of its own database; one at a time, since decorators share one store. */
class PortableDataSource extends DataSource {
  static #lastBuild: Promise<void> = Promise.resolve();

  protected override buildMetadatas(): Promise<void> {
    const build = PortableDataSource.#lastBuild.then(() => {
      adaptColumnsTo(dialectOf(this), entities);
      return super.buildMetadatas();
    });
    PortableDataSource.#lastBuild = build.catch(() => undefined);
    return build;
  }
}

const SHARED_OPTIONS = { entities, migrations, migrationsTableName: 'ce_migration', synchronize: false };

function sqliteOptions(url: string): DataSourceOptions {
  const database = sqliteFile(url);
  return { type: 'better-sqlite3', driver: BetterSqlite3, database, ...SHARED_OPTIONS, prepareDatabase: prepareSqlite };
}

/**
 * The file of a `sqlite:PATH` address, as an absolute path.
 * @param what what the address is of, in messages
 * @throws EngineError CONFIGURATION_INVALID for a database in memory
 */
export function sqliteFile(url: string, what = 'convengine.database.url'): string {
  const path = url.slice('sqlite:'.length).replace(/^\/\/(?!\/)/, '');
  if (path === '' || path.includes(':memory:') || /^file:/i.test(path)) {
    throw new EngineError(
      'CONFIGURATION_INVALID',
      `${what} must name a file after "sqlite:", for example sqlite:./.data/convengine.sqlite; ` +
        'a database in memory has one connection, and the engine opens its own.',
    );
  }
  return resolve(path);
}

/** Called by TypeORM on its new connection, before any statement. */
function prepareSqlite(connection: BetterSqlite3.Database): void {
  connection.pragma('journal_mode = WAL');
  connection.pragma('synchronous = NORMAL');
}

function postgresOptions(url: string, settings: DataSourceSettings): DataSourceOptions {
  const limits = settings.limits ?? NO_LIMITS;
  const settingsOfConnection = [...(settings.limits ? [READ_COMMITTED] : []), ...limitsToSet(limits, url)].join('; ');
  return {
    type: 'postgres',
    url,
    driver: pg,
    ...SHARED_OPTIONS,
    poolSize: settings.poolSize ?? 10,
    connectTimeoutMS: CONNECT_TIMEOUT_MS,
    applicationName: 'convengine',
    installExtensions: false,
    extra: {
      Client: PostgresClient,
      types: { getTypeParser },
      keepAlive: true,
      keepAliveInitialDelayMillis: KEEPALIVE_AFTER_MS,
      query_timeout: driverTimeoutMs(limits.statementTimeoutMs),
      // Once for each connection, before anybody has it. In the start-up message, poolers would refuse them.
      ...(settingsOfConnection !== '' && {
        onConnect: (client: pg.ClientBase) => client.query(settingsOfConnection),
      }),
    },
  };
}

/**
 * What a server or a database has by default may be stricter, and would have a turn begin anew that waited for the one
 * before: it would then take a message for an answer to a question that it was sent before.
 */
const READ_COMMITTED = `SET default_transaction_isolation = 'read committed'`;

/**
 * Statements that limit how long the server lets one connection wait, or set aside what it has for that by default, which may be
 * shorter than a migration; what the address says itself stays so.
 */
function limitsToSet({ statementTimeoutMs, lockTimeoutMs, transactionTimeoutMs }: WaitLimits, url: string): string[] {
  const given = URL.parse(url)?.searchParams;
  return Object.entries({
    statement_timeout: statementTimeoutMs,
    lock_timeout: lockTimeoutMs,
    idle_in_transaction_session_timeout: transactionTimeoutMs,
  })
    .filter(([name]) => !given?.has(name))
    .map(([name, limitMs]) => `SET ${name} = ${limitMs}`);
}

/** As the driver's own, except that bigint becomes a number (all ours fit: counters, ids, epoch milliseconds). */
export function getTypeParser(oid: number, format?: 'text'): (value: string) => unknown {
  return oid === INT8 ? safeInteger : pg.types.getTypeParser(oid, format);
}

function safeInteger(text: string): number | string {
  const value = Number(text);
  return Number.isSafeInteger(value) ? value : text;
}
