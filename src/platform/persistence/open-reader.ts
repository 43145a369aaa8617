import BetterSqlite3 from 'better-sqlite3-13';
import { EngineError } from '../common/errors.js';
import { sqliteFile } from './data-source.js';
import type { Dialect } from './database.js';
import { PostgresClient } from './postgres-client.js';
import type { Row, SqlRunner } from './sql-runner.js';
import { driverTimeoutMs } from './wait-limits.js';

const CONNECT_TIMEOUT_MS = 5_000;
/** After so long the server ends a statement; a second later it is not waited for any more. */
const STATEMENT_TIMEOUT_MS = 60_000;

/** A database of somebody else's, that is read and never changed. */
export interface DatabaseReader extends SqlRunner {
  readonly dialect: Dialect;
  close(): Promise<void>;
}

/**
 * Connects to a database for reading alone: the database itself refuses anything else.
 * @param url `sqlite:PATH`, `postgres://…` or `postgresql://…`
 * @throws EngineError CONFIGURATION_INVALID for any other address, and for a SQLite database in memory;
 *   the driver's error where it cannot be opened
 */
export async function openReader(url: string): Promise<DatabaseReader> {
  if (/^postgres(ql)?:\/\//i.test(url)) return openPostgres(url);
  if (/^sqlite:./i.test(url)) return openSqlite(sqliteFile(url, 'The database to read'));
  throw new EngineError(
    'CONFIGURATION_INVALID',
    'A database is sqlite:PATH or postgres://USER:PASSWORD@HOST:PORT/NAME.',
  );
}

async function openPostgres(url: string): Promise<DatabaseReader> {
  const client = new PostgresClient({
    connectionString: url,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    query_timeout: driverTimeoutMs(STATEMENT_TIMEOUT_MS),
  });
  try {
    await client.connect();
    await client.query('SET default_transaction_read_only = on');
  } catch (error) {
    client.hangUp();
    throw error;
  }
  return {
    dialect: 'postgres',
    query: async <R extends Row>(sql: string, parameters: readonly unknown[] = []) =>
      (await client.query<R>(sql, [...parameters])).rows,
    close: () => client.end(),
  };
}

function openSqlite(file: string): DatabaseReader {
  const handle = new BetterSqlite3(file, { readonly: true, fileMustExist: true });
  return {
    dialect: 'sqlite',
    query: async <R extends Row>(sql: string, parameters: readonly unknown[] = []) => {
      const values = Object.fromEntries(parameters.map((value, index) => [index + 1, value]));
      return handle.prepare(sql).all(values) as R[];
    },
    close: async () => {
      handle.close();
    },
  };
}
