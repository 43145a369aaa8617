import { existsSync } from 'node:fs';
import pg from 'pg';
import type { DataSource } from 'typeorm';
import type { ColumnCipher } from './column-cipher.js';
import { dialectOf, sqliteFileOf } from './data-source.js';
import type { Database } from './database.js';
import { betweenLoads } from './flow-rows.js';
import { PostgresDatabase } from './postgres-database.js';
import { SqliteDatabase } from './sqlite-database.js';
import type { WaitLimits } from './wait-limits.js';

/**
 * The `Database` port over a connected data source: TypeORM's own pool on PostgreSQL, a second connection to the same
 * file on SQLite. Close it before the data source.
 * @param limits the data source's own, where it has some
 * @param cipher what encrypts some columns, where there are keys
 * @throws Error when the data source is not connected
 */
export function openDatabase(dataSource: DataSource, limits?: WaitLimits, cipher?: ColumnCipher): Database {
  if (!dataSource.isInitialized) throw new Error('openDatabase needs a connected data source.');
  if (dialectOf(dataSource) === 'postgres') return new PostgresDatabase(poolOf(dataSource), limits, cipher);
  const alone = (work: () => void) => betweenLoads(() => whileDisconnected(dataSource, work));
  return new SqliteDatabase(sqliteFileOf(dataSource), alone, cipher);
}

/** Whether more statements wait for a connection to PostgreSQL than there are connections. */
export function isPoolTaken(dataSource: DataSource): boolean {
  if (dialectOf(dataSource) === 'sqlite') return false;
  const { waitingCount, options } = poolOf(dataSource);
  return waitingCount > options.max;
}

/**
 * TypeORM's own connection must not stay on a file that is not at the path any more. Where the work fails it is wanted all the
 * same; where there is no file, connecting would make an empty one.
 */
async function whileDisconnected(dataSource: DataSource, work: () => void): Promise<void> {
  const { driver } = dataSource;
  await driver.disconnect();
  try {
    work();
  } finally {
    if (existsSync(sqliteFileOf(dataSource))) await driver.connect();
  }
}

/** TypeORM does not publish its pool, so that its name is checked here, at the start of the process. */
function poolOf(dataSource: DataSource): pg.Pool {
  const { master } = dataSource.driver as { master?: unknown };
  if (!(master instanceof pg.Pool)) throw new Error('This version of TypeORM keeps its PostgreSQL pool elsewhere.');
  return master;
}
