// Scratch databases: a folder on SQLite, a database of its own on PostgreSQL. Both are removed at the end.
import 'reflect-metadata';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3-13';
import pg from 'pg';
import { applySeed, createDataSource, migrate, openDatabase } from '../../dist/src/platform/persistence/index.js';

const DEFAULT_SERVER = 'postgres://postgres@127.0.0.1:5432/postgres';
let made = 0;

/** The PostgreSQL server to use, as an address; undefined with a reason where there is none. */
export async function findPostgres() {
  const { TEST_DATABASE_URL, DATABASE_URL } = process.env;
  const url = [TEST_DATABASE_URL, DATABASE_URL].find((one) => /^postgres(ql)?:/.test(one ?? '')) ?? DEFAULT_SERVER;
  try {
    const [{ version }] = await runOn(url, "SELECT current_setting('server_version') AS version");
    return { url, version };
  } catch (error) {
    return { reason: `no PostgreSQL at ${new URL(url).host}: ${error.message || error.code}` };
  }
}

/** An empty SQLite database file. */
export function scratchSqlite() {
  const folder = mkdtempSync(join(tmpdir(), 'convengine-bench-'));
  const file = join(folder, 'bench.sqlite');
  return {
    kind: 'sqlite',
    url: `sqlite:${file}`,
    folder,
    file,
    drop: async () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** An empty PostgreSQL database on the server. */
export async function scratchPostgres(server) {
  made += 1;
  const name = `convengine_bench_${process.pid}_${made}`;
  await runOn(server, `CREATE DATABASE ${name}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  const drop = async () => {
    await runOn(server, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
  };
  return { kind: 'postgres', url: url.href, name, drop };
}

/** Brings the engine's tables and the rows of a seed into a scratch database. */
export async function prepareEngineDatabase(scratch, seed) {
  const dataSource = await createDataSource(scratch.url, { poolSize: 1 }).initialize();
  try {
    await migrate(dataSource);
    const database = openDatabase(dataSource);
    await applySeed(database, seed, 'flow.mjs');
    await database.close();
  } finally {
    await dataSource.destroy();
  }
}

/** Rows of one query on a scratch database, over a connection of its own. */
export async function query(scratch, sql) {
  if (scratch.kind === 'postgres') return runOn(scratch.url, sql);
  const connection = new BetterSqlite3(scratch.file, { timeout: 5_000 });
  try {
    return connection.prepare(sql).all();
  } finally {
    connection.close();
  }
}

async function runOn(url, sql) {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 3_000 });
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

/** Process ids of the server's processes that work for this database; none on SQLite. */
export async function backendPids(scratch) {
  if (scratch.kind === 'sqlite') return [];
  const rows = await query(
    scratch,
    'SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
  );
  return rows.map(({ pid }) => pid);
}

/**
 * Counts bytes that go to the database's log. On SQLite a reader is held open, so that the log is never started over
 * and its size is what was written to it. On PostgreSQL it is the log of the whole server: other writers only add.
 */
export async function openLogMeter(scratch) {
  if (scratch.kind === 'postgres') {
    const client = new pg.Client({ connectionString: scratch.url });
    await client.connect();
    const sql = "SELECT (pg_current_wal_insert_lsn() - '0/0')::float8 AS bytes";
    return { bytes: async () => (await client.query(sql)).rows[0].bytes, close: () => client.end() };
  }
  const reader = new BetterSqlite3(scratch.file, { timeout: 5_000 });
  reader.pragma('wal_checkpoint(TRUNCATE)');
  reader.exec('BEGIN');
  reader.prepare('SELECT count(*) FROM sqlite_schema').get();
  return { bytes: async () => statSync(`${scratch.file}-wal`).size, close: async () => reader.close() };
}

/** What the database occupies, in bytes, once its log is written back. */
export async function storedBytes(scratch) {
  if (scratch.kind === 'postgres') {
    const [{ bytes }] = await query(scratch, 'SELECT pg_database_size(current_database())::float8 AS bytes');
    return bytes;
  }
  const [{ bytes }] = await query(
    scratch,
    'SELECT page_count * page_size AS bytes FROM pragma_page_count(), pragma_page_size()',
  );
  return bytes;
}
