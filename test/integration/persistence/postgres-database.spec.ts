import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import {
  createDataSource,
  type Database,
  isUniqueViolation,
  openDatabase,
} from '../../../src/platform/persistence/index.js';
import { openPostgres, openSqlite, type TestDatabase } from '../../helpers/databases.js';
import { Line } from '../../helpers/line.js';

const UNAVAILABLE = { code: 'DATABASE_UNAVAILABLE' };

describe.skipIf(!inject('postgres').available)('the PostgreSQL database', () => {
  let test: TestDatabase;
  let database: Database;
  beforeEach(async () => {
    test = await openPostgres();
    database = test.database;
    await database.query('CREATE TABLE item (name text PRIMARY KEY)');
  });
  afterEach(() => test.close());

  const insert = 'INSERT INTO item (name) VALUES ($1)';
  const backend = async (): Promise<unknown> => (await database.query('SELECT pg_backend_pid() AS pid'))[0]?.pid;

  it('prepares a statement with parameters once, under one name', async () => {
    for (const name of ['a', 'b', 'c']) await database.query(insert, [name]);
    const prepared = await database.query('SELECT statement FROM pg_prepared_statements');
    expect(prepared).toEqual([{ statement: insert }]);
  });

  it('prepares no more than so many, and runs the others all the same', async () => {
    await database.query(insert, ['a']);
    for (let n = 0; n < 600; n += 1) await database.query(`SELECT ${n} AS n, $1::text AS text`, ['a']);
    const count = `SELECT count(*) AS n, count(*) FILTER (WHERE statement = '${insert.replaceAll("'", "''")}') AS first
      FROM pg_prepared_statements`;
    expect(await database.query(count)).toEqual([{ n: 500, first: 1 }]);
    expect(await database.query('SELECT 599 AS n, $1::text AS text', ['b'])).toEqual([{ n: 599, text: 'b' }]);
    expect(await database.query('SELECT name FROM item', [])).toEqual([{ name: 'a' }]);
    await expect(database.query('DELETE FROM item; DELETE FROM item', [])).rejects.toThrow('multiple commands');
    const inside = database.transaction((transaction) =>
      transaction.query(`SELECT name FROM item WHERE name = $1`, ['a']),
    );
    expect(await inside).toEqual([{ name: 'a' }]);
  });

  it('keeps its connection after an error in a statement', async () => {
    const before = await backend();
    await database.query(insert, ['a']);
    await expect(database.query(insert, ['a'])).rejects.toSatisfy(isUniqueViolation);
    const failing = database.transaction((transaction) => transaction.query(insert, ['a']));
    await expect(failing).rejects.toSatisfy(isUniqueViolation);
    expect(await backend()).toBe(before);
  });

  it('goes on when another version of the service gives a table one more column', async () => {
    const all = () =>
      Promise.all(Array.from({ length: 8 }, () => database.query('SELECT * FROM item WHERE name > $1', [''])));
    await database.query(insert, ['a']);
    await all();
    await database.query("ALTER TABLE item ADD COLUMN colour text DEFAULT 'red'");
    expect((await all()).flat()).toEqual(Array.from({ length: 8 }, () => ({ name: 'a', colour: 'red' })));
  });

  it('does not report as stored what was rolled back because an error was ignored', async () => {
    const ignoring = database.transaction(async (transaction) => {
      await transaction.query(insert, ['a']);
      await transaction.query(insert, ['a']).catch(() => undefined);
    });
    await expect(ignoring).rejects.toThrow('error of one of its statements was ignored');
    expect(await database.query('SELECT * FROM item')).toEqual([]);
  });

  it('gives back every connection, whatever becomes of the transactions', async () => {
    const failing = Array.from({ length: 30 }, () =>
      database.transaction(async (transaction) => {
        await transaction.query('SELECT 1');
        throw new Error('changed my mind');
      }),
    );
    const outcomes = await Promise.allSettled(failing);
    expect(outcomes.every(({ status }) => status === 'rejected')).toBe(true);
    expect(await database.query('SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });

  it('fails as unavailable when the server ends the connection, and has a new one for the next call', async () => {
    const suicide = 'SELECT pg_terminate_backend(pg_backend_pid())';
    await expect(database.query(suicide)).rejects.toMatchObject(UNAVAILABLE);
    const inside = database.transaction(async (transaction) => {
      await transaction.query(insert, ['a']);
      await transaction.query(suicide);
    });
    await expect(inside).rejects.toMatchObject(UNAVAILABLE);
    expect(await database.query('SELECT * FROM item')).toEqual([]);
  });

  it('survives that the server ends a connection while nobody uses it, or a transaction waits', async () => {
    const killOthers = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE datname = current_database() AND pid <> pg_backend_pid()`;
    const waiting = database.transaction(async (transaction) => {
      await transaction.query(insert, ['a']);
      await test.dataSource.query(killOthers);
      await transaction.query('SELECT 1');
    });
    await expect(waiting).rejects.toMatchObject(UNAVAILABLE);
    expect(await database.query('SELECT * FROM item')).toEqual([]);
  });

  it('takes an error of the work for what it is, even when it looks like a lost connection', async () => {
    const refused = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
    await expect(database.transaction(() => Promise.reject(refused))).rejects.toBe(refused);
  });

  it('shares the process with SQLite: each data source gets the column types of its own database', async () => {
    const sqlite = await openSqlite();
    const urls = [test.url, sqlite.url, test.url, sqlite.url];
    const sources = await Promise.all(urls.map((url) => createDataSource(url, { poolSize: 1 }).initialize()));
    const types = sources.map(({ entityMetadatas }) => {
      const columns = entityMetadatas.flatMap((metadata) => metadata.columns);
      return [...new Set(columns.map(({ type }) => type))].sort();
    });
    const common = ['bigint', 'boolean', 'double precision', 'integer', 'numeric', 'text', 'varchar'];
    const onPostgres = [...common, 'json', 'jsonb', 'timestamptz', 'uuid'].sort();
    const onSqlite = [...common, 'datetime'].sort();
    expect(types).toEqual([onPostgres, onSqlite, onPostgres, onSqlite]);
    for (const source of sources) await source.destroy();
    await sqlite.close();
  });

  it('fails as unavailable while the database is away, and works when it is back', async () => {
    const line = await Line.to(test.url);
    const dataSource = await createDataSource(line.url, { poolSize: 2 }).initialize();
    const distant = openDatabase(dataSource);
    await distant.query('SELECT 1', []);
    line.cut();
    await expect(distant.query('SELECT 1', [])).rejects.toMatchObject(UNAVAILABLE);
    await expect(distant.transaction(async () => undefined)).rejects.toMatchObject(UNAVAILABLE);
    line.mend();
    expect(await distant.query('SELECT 1 AS one', [])).toEqual([{ one: 1 }]);
    await distant.close();
    await dataSource.destroy();
    line.close();
  });
});
