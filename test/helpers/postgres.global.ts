import 'reflect-metadata';
import { randomBytes } from 'node:crypto';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { createDataSource, migrate } from '../../src/platform/persistence/index.js';

/** What a test run knows about PostgreSQL: where it is and the migrated database to copy, or why there is none. */
export type PostgresForTests =
  | { readonly available: true; readonly adminUrl: string; readonly template: string }
  | { readonly available: false; readonly reason: string };

declare module 'vitest' {
  interface ProvidedContext {
    postgres: PostgresForTests;
  }
}

const DEFAULT_URL = 'postgres://postgres@127.0.0.1:5432/postgres';

/**
 * Runs once before all tests (`globalSetup` of vitest): migrates one PostgreSQL database, which suites then copy.
 * The server is TEST_DATABASE_URL, else DATABASE_URL when that is PostgreSQL, else the usual local one; without a
 * server its suites are skipped, unless REQUIRE_POSTGRES=1. Everything it made is dropped after the last test.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const adminUrl = configuredUrl() ?? DEFAULT_URL;
  const template = `convengine_test_${process.pid}_${randomBytes(4).toString('hex')}`;
  try {
    await runAsAdmin(adminUrl, [`CREATE DATABASE ${template}`]);
  } catch (error) {
    const reason = `no PostgreSQL at ${withoutPassword(adminUrl)}: ${reasonOf(error)}`;
    if (process.env.REQUIRE_POSTGRES === '1') throw new Error(`REQUIRE_POSTGRES=1, but ${reason}`, { cause: error });
    console.log(`The tests on PostgreSQL are skipped: ${reason}`);
    project.provide('postgres', { available: false, reason });
    return async () => {};
  }
  await migrateTemplate(databaseUrl(adminUrl, template)).catch(async (error: unknown) => {
    await dropAll(adminUrl, template);
    throw error;
  });
  project.provide('postgres', { available: true, adminUrl, template });
  return () => dropAll(adminUrl, template);
}

/** The address of another database on the same server. */
export function databaseUrl(adminUrl: string, database: string): string {
  const url = new URL(adminUrl);
  url.pathname = `/${database}`;
  return url.href;
}

/** Runs statements on the server's own connection, outside of any transaction. */
export async function runAsAdmin(adminUrl: string, statements: readonly string[]): Promise<pg.QueryResult[]> {
  const client = new pg.Client({ connectionString: adminUrl, connectionTimeoutMillis: 20_000 });
  await client.connect();
  try {
    const results: pg.QueryResult[] = [];
    for (const statement of statements) results.push(await client.query(statement));
    return results;
  } finally {
    await client.end();
  }
}

function configuredUrl(): string | undefined {
  const { TEST_DATABASE_URL, DATABASE_URL } = process.env;
  return [TEST_DATABASE_URL, DATABASE_URL].find((url) => url !== undefined && /^postgres(ql)?:/.test(url));
}

/** Gives a database, on either of the servers, its tables. */
export async function migrateTemplate(url: string): Promise<void> {
  const dataSource = await createDataSource(url, { poolSize: 1 }).initialize();
  try {
    await migrate(dataSource);
  } finally {
    await dataSource.destroy();
  }
}

/** The template, and the copies of suites that did not get to drop theirs. */
async function dropAll(adminUrl: string, template: string): Promise<void> {
  const left = await runAsAdmin(adminUrl, [
    `SELECT datname FROM pg_database WHERE starts_with(datname, '${template}')`,
  ]);
  const names = left.flatMap((result) => result.rows.map((row: { datname: string }) => row.datname));
  await runAsAdmin(
    adminUrl,
    names.map((name) => `DROP DATABASE ${name} WITH (FORCE)`),
  );
}

function withoutPassword(url: string): string {
  const parsed = new URL(url);
  return `${parsed.host}${parsed.pathname}`;
}

function reasonOf(error: unknown): string {
  const { code, message } = error as { code?: string; message?: string };
  return message || code || String(error);
}
