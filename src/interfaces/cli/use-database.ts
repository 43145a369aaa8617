import { existsSync } from 'node:fs';
import { EngineError } from '../../platform/common/errors.js';
import { inTenant } from '../../platform/common/tenant.js';
import type { ConvEngineConfig, LoadedConfig } from '../../platform/config/index.js';
import {
  createDataSource,
  type Database,
  type DataSource,
  dialectOf,
  type FlowRows,
  isPermissionDenied,
  loadFlowRows,
  openEncrypted,
  type WaitLimits,
} from '../../platform/persistence/index.js';
import { CommandError, reasonOf } from './command-error.js';
import { shownDatabaseUrl } from './options.js';

/**
 * Connects to the configured database, and disconnects after `work`.
 * @param limits how long PostgreSQL is waited for; for as long as it takes where absent
 * @throws EngineError CONFIGURATION_INVALID for an address that cannot be; CommandError when it cannot be opened, or its role
 *   may not do what `work` does
 */
export async function withDatabase<T>(
  loaded: LoadedConfig,
  work: (dataSource: DataSource) => Promise<T>,
  limits?: WaitLimits,
): Promise<T> {
  const { url, poolSize } = loaded.config.database;
  const dataSource = createDataSource(url, { poolSize, ...(limits && { limits }) });
  try {
    await dataSource.initialize();
  } catch (error) {
    throw notOpened(error, loaded);
  }
  try {
    return await work(dataSource);
  } catch (error) {
    throw isPermissionDenied(error) ? notAllowed(error, loaded) : error;
  } finally {
    await dataSource.destroy();
  }
}

/** A server that does not answer, by the codes of sockets and names. */
const UNREACHABLE = ['ECONNREFUSED', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH', 'ENOTFOUND', 'EAI_AGAIN'];

/**
 * That the database cannot be opened, and what can be done.
 * @param error what its driver, or the making of its folder, failed with
 */
export function notOpened(error: unknown, loaded: LoadedConfig): CommandError {
  const { url } = loaded.config.database;
  const { code = '' } = error as NodeJS.ErrnoException;
  const origin = loaded.origins.get('convengine.database.url');
  const advice = /^sqlite:/i.test(url) ? adviceForFile(code) : adviceForServer(code);
  return new CommandError(
    `The database ${shownDatabaseUrl(loaded)} cannot be opened: ${reasonOf(error)}.`,
    `${advice}: convengine.database.url (${origin}).`,
    { cause: error },
  );
}

/** @param code of a socket, of a name, or the server's */
function adviceForServer(code: string): string {
  if (UNREACHABLE.includes(code)) return 'Start the server, or correct the address';
  if (/^(53300|57P0)/.test(code))
    return 'Try again when others have closed their connections or it has started, or allow more of them';
  return 'Correct the address, or make the role and the database that it names';
}

/** @param code SQLite's, or that of the making of its folder */
function adviceForFile(code: string): string {
  if (/^(SQLITE_FULL|ENOSPC)$/.test(code)) return 'Make room on its disk, or name another file';
  if (code.startsWith('SQLITE_IOERR'))
    return 'Make room on its disk, look whether the disk is well, or name another file';
  if (/^SQLITE_(NOTADB|CORRUPT)/.test(code)) return 'Restore a backup of it, or name another file';
  return 'Let this user read and write the file, those beside it (-wal, -shm, -service) and its folder, or name another one';
}

/** Commands that make tables or keys, or write rows of flows, run as the owner of the tables. */
function notAllowed(error: unknown, loaded: LoadedConfig): CommandError {
  const url = shownDatabaseUrl(loaded);
  return new CommandError(
    `The role may not do this in the database ${url}: ${reasonOf(deniedBy(error))}.`,
    'Run this command as the owner of the tables (--database), who needs the right to make them (GRANT CREATE ON SCHEMA ' +
      'public TO OWNER). What the role of the service needs, "convengine grants ROLE" prints.',
    { cause: error },
  );
}

/** In the words of the server: those of a service are about its own role. */
function deniedBy(error: unknown): unknown {
  return error instanceof EngineError && error.cause !== undefined ? error.cause : error;
}

/**
 * Like `withDatabase`, for commands that only read: the tables must be those of this version, and nothing is created.
 * @throws CommandError when they are not
 */
export async function withMigratedDatabase<T>(
  loaded: LoadedConfig,
  work: (dataSource: DataSource) => Promise<T>,
): Promise<T> {
  return withExistingDatabase(loaded, async (dataSource) => {
    await requireMigrated(dataSource, loaded);
    return work(dataSource);
  });
}

/**
 * Like `withMigratedDatabase`, for commands that look at what the service has recorded with the flow that it runs.
 * @throws CommandError as there
 */
export async function withRecordedFlow<T>(
  loaded: LoadedConfig,
  work: (recorded: { config: ConvEngineConfig; database: Database; present: FlowRows }) => Promise<T>,
): Promise<T> {
  return withMigratedDatabase(loaded, async (dataSource) => {
    const { config } = loaded;
    const { database } = await openEncrypted(dataSource, config.encryption.keys);
    try {
      const present = await loadFlowRows(dataSource);
      return await inTenant(config.auth.tenant, () => work({ config, database, present }));
    } finally {
      await database.close();
    }
  });
}

/**
 * Like `withDatabase`, and makes no file where there is none.
 * @throws CommandError where there is none
 */
export async function withExistingDatabase<T>(
  loaded: LoadedConfig,
  work: (dataSource: DataSource) => Promise<T>,
): Promise<T> {
  const { type, database } = createDataSource(loaded.config.database.url).options;
  const isMissing = type === 'better-sqlite3' && !existsSync(String(database));
  if (isMissing) throw notMigrated(`There is no database ${shownDatabaseUrl(loaded)} yet.`);
  return withDatabase(loaded, work);
}

/**
 * @returns what another version has run there
 * @throws CommandError when a migration of this version has not been run on the database
 */
export async function requireMigrated(dataSource: DataSource, loaded: LoadedConfig): Promise<readonly string[]> {
  const { run, missing, unknown } = await migrationState(dataSource);
  if (missing.length === 0) return unknown;
  if (run.length === 0 && dialectOf(dataSource) === 'postgres') throw noTables(loaded);
  throw notMigrated(`The tables in ${shownDatabaseUrl(loaded)} are not those of this version.`);
}

/** What is known of the migrations of a database. */
interface MigrationState {
  /** Of this version, oldest first. */
  readonly run: readonly string[];
  readonly missing: readonly string[];
  /** Run by another version. */
  readonly unknown: readonly string[];
}

/** Which migrations have been run on a database, which have not, and which another version has run. */
export async function migrationState(dataSource: DataSource): Promise<MigrationState> {
  const queryRunner = dataSource.createQueryRunner();
  try {
    const isNew = !(await queryRunner.hasTable('ce_migration'));
    const rows: { name: string }[] = isNew ? [] : await queryRunner.query('SELECT name FROM ce_migration');
    const run = rows.map(({ name }) => name);
    const known = dataSource.migrations.map((migration) => migration.name ?? migration.constructor.name);
    return {
      run: known.filter((name) => run.includes(name)),
      missing: known.filter((name) => !run.includes(name)),
      unknown: run.filter((name) => !known.includes(name)),
    };
  } finally {
    await queryRunner.release();
  }
}

/** PostgreSQL shows a role no table that it has no right to. */
function noTables(loaded: LoadedConfig): CommandError {
  return new CommandError(
    `The role sees no tables of ConvEngine in ${shownDatabaseUrl(loaded)}.`,
    'Run "convengine migrate" as the owner of the tables. Where that was done, have the owner run what "convengine grants ROLE" prints.',
  );
}

function notMigrated(message: string): CommandError {
  return new CommandError(message, 'Run "convengine migrate" first.');
}

/** Kind and place of a database, for people. */
export function describeDatabase(dataSource: DataSource, loaded: LoadedConfig): string {
  if (dialectOf(dataSource) === 'sqlite') return `SQLite, ${String(dataSource.options.database)}`;
  return `PostgreSQL, ${shownDatabaseUrl(loaded)}`;
}
