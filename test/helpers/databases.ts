import 'reflect-metadata';
import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DataSource } from 'typeorm';
import { afterAll, describe, inject } from 'vitest';
import { createDataSource, type Database, type Dialect, openDatabase } from '../../src/platform/persistence/index.js';
import { databaseUrl, migrateTemplate, runAsAdmin } from './postgres.global.js';

/** A migrated, empty database of its own. */
export interface TestDatabase {
  readonly dialect: Dialect;
  /** What a second process would be given as its database address. */
  readonly url: string;
  readonly dataSource: DataSource;
  readonly database: Database;
  /** Disconnects, and removes the database. What a suite leaves open is closed after its last test. */
  close(): Promise<void>;
}

/** Gives a new database at each call. */
export type OpenTestDatabase = () => Promise<TestDatabase>;

/**
 * Runs one suite on SQLite and on PostgreSQL; on PostgreSQL it is skipped where there is none.
 * @param define the suite; it opens as many databases as it wants, in hooks or tests
 */
export function describeOnEachDatabase(title: string, define: (open: OpenTestDatabase) => void): void {
  describe(`${title} (sqlite)`, () => define(closedAfterwards(openSqlite)));
  describe.skipIf(!postgres().available)(`${title} (postgres)`, () => define(closedAfterwards(openPostgres)));
}

/** A copy, in a folder of its own, of the SQLite file that this worker has migrated. */
export async function openSqlite(): Promise<TestDatabase> {
  const folder = await mkdtemp(join(tmpdir(), 'convengine-test-'));
  sqliteTemplate ??= migrateSqlite();
  await writeFile(join(folder, 'test.sqlite'), await sqliteTemplate);
  // A service that could not start may still be opening the file.
  const removeFolder = () => rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
  return connect(`sqlite:${join(folder, 'test.sqlite')}`, removeFolder);
}

/** A copy of the migrated PostgreSQL database of this run. */
export async function openPostgres(): Promise<TestDatabase> {
  const server = postgres();
  if (!server.available) throw new Error(server.reason);
  const name = `${server.template}_${randomBytes(4).toString('hex')}`;
  await runAsAdmin(server.adminUrl, [
    `CREATE DATABASE ${name} TEMPLATE ${server.template}`,
    // No test cuts the server's power, and those that kill it start one of their own.
    `ALTER DATABASE ${name} SET synchronous_commit = off`,
  ]);
  return connect(databaseUrl(server.adminUrl, name), async () => {
    await runAsAdmin(server.adminUrl, [`DROP DATABASE ${name} WITH (FORCE)`]);
  });
}

let sqliteTemplate: Promise<Buffer> | undefined;

async function migrateSqlite(): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), 'convengine-template-'));
  const file = join(folder, 'template.sqlite');
  await migrateTemplate(`sqlite:${file}`);
  const bytes = await readFile(file);
  await rm(folder, { recursive: true });
  return bytes;
}

async function connect(url: string, remove: () => Promise<void>): Promise<TestDatabase> {
  const dataSource = await createDataSource(url).initialize();
  const database = openDatabase(dataSource);
  let closing: Promise<void> | undefined;
  const close = async () => {
    await database.close();
    await dataSource.destroy();
    await remove();
  };
  return {
    dialect: database.dialect,
    url,
    dataSource,
    database,
    close: () => {
      closing ??= close();
      return closing;
    },
  };
}

function closedAfterwards(open: OpenTestDatabase): OpenTestDatabase {
  const opened: TestDatabase[] = [];
  afterAll(async () => {
    for (const database of opened) await database.close();
  });
  return async () => {
    const database = await open();
    opened.push(database);
    return database;
  };
}

function postgres() {
  const server = inject('postgres');
  if (server === undefined) throw new Error('Add test/helpers/postgres.global.ts to globalSetup in vitest.config.ts.');
  return server;
}
