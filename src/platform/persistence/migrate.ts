import { type DataSource, MigrationExecutor, type QueryRunner } from 'typeorm';
import { migrations } from '../../../migrations/index.js';
import { dialectOf } from './data-source.js';
import type { SqlRunner } from './sql-runner.js';
import { asSqliteError } from './sqlite-errors.js';

/** The number that stands for "the schema of ConvEngine" among PostgreSQL's advisory locks of this database. */
const ADVISORY_LOCK = 2_071_120_714;

/**
 * Brings the database up to this version of the product: all pending migrations in one transaction, or none. Several
 * processes may call it at once: the first one migrates while the others wait, and then find nothing to do.
 *
 * @returns the names of the migrations that were run now, oldest first
 */
export async function migrate(dataSource: DataSource): Promise<string[]> {
  const queryRunner = dataSource.createQueryRunner();
  try {
    return await (dialectOf(dataSource) === 'postgres' ? migratePostgres : migrateSqlite)(queryRunner);
  } finally {
    await queryRunner.release();
  }
}

/**
 * The names of the migrations of this version that have not been run, oldest first.
 * @throws what the database says where none has been
 */
export async function pendingMigrations(database: SqlRunner): Promise<string[]> {
  const rows = await database.query('SELECT name FROM ce_migration', []);
  const run = new Set(rows.map(({ name }) => String(name)));
  return migrations.map((Migration) => new Migration().name ?? Migration.name).filter((name) => !run.has(name));
}

/** True where every migration of this version has been run. */
export async function isMigrated(dataSource: DataSource): Promise<boolean> {
  const queryRunner = dataSource.createQueryRunner();
  try {
    return (await queryRunner.hasTable('ce_migration')) && (await pendingMigrations(queryRunner)).length === 0;
  } finally {
    await queryRunner.release();
  }
}

async function migratePostgres(queryRunner: QueryRunner): Promise<string[]> {
  await queryRunner.query('SELECT pg_advisory_lock($1)', [ADVISORY_LOCK]);
  try {
    return await runPending(queryRunner, 'all');
  } finally {
    await queryRunner.query('SELECT pg_advisory_unlock($1)', [ADVISORY_LOCK]);
  }
}

/**
 * SQLite's write lock, taken before the first look at what is pending, keeps the other processes out.
 * @throws EngineError DATABASE_UNAVAILABLE, as where the disk is full; DATABASE_UNUSABLE
 */
async function migrateSqlite(queryRunner: QueryRunner): Promise<string[]> {
  try {
    await queryRunner.query('BEGIN IMMEDIATE');
    const names = await runPending(queryRunner, 'none');
    await queryRunner.query('COMMIT');
    return names;
  } catch (error) {
    // Where the disk is full, SQLite has undone everything by itself, and nothing is left to undo.
    await queryRunner.query('ROLLBACK').catch(() => undefined);
    throw asSqliteError(error);
  }
}

async function runPending(queryRunner: QueryRunner, transaction: 'all' | 'none'): Promise<string[]> {
  const executor = new MigrationExecutor(queryRunner.dataSource, queryRunner);
  executor.transaction = transaction;
  const migrations = await executor.executePendingMigrations();
  return migrations.map(({ name }) => name);
}
