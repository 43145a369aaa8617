import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { PostgresToolDatabase } from '../../../src/tools/groups/db/postgres-tool-database.js';
import { openPostgres, type TestDatabase } from '../../helpers/databases.js';
import { TcpProxy } from '../../helpers/tcp-proxy.js';

/** Far more than a cut result takes, and far less than these results are. */
const MOST_MEMORY = 150_000_000;
/** The same of what the server has sent, whatever this process makes of it: what is on its way when a result is given up. */
const MOST_SENT = 25_000_000;

/** 500 MB in rows of a kilobyte, or in two rows. */
const MANY_ROWS = "SELECT n, repeat('x', 1000) AS text FROM generate_series(1, 500000) AS n";
const LARGE_ROWS = "SELECT n, repeat('x', 250000000) AS text FROM generate_series(1, 2) AS n";

describe.skipIf(!inject('postgres')?.available)('a large result of a SQL tool on PostgreSQL', () => {
  let database: TestDatabase;
  let network: TcpProxy;
  let tools: PostgresToolDatabase;
  beforeAll(async () => {
    database = await openPostgres();
    await database.database.query('CREATE TABLE notes (id INTEGER PRIMARY KEY, text TEXT)');
    const { proxy, url } = await TcpProxy.before(database.url);
    network = proxy;
    tools = new PostgresToolDatabase(url, 1);
  });
  afterAll(async () => {
    await tools.close();
    await network.close();
    await database.close();
  });

  const run = (sql: string, changes: { mode?: 'read' | 'write'; maxRows?: number } = {}) =>
    tools.run({
      sql,
      values: [],
      tables: [],
      mode: 'read',
      maxRows: 1_000_000,
      maxBytes: 262_144,
      signal: new AbortController().signal,
      deadline: Date.now() + 60_000,
      ...changes,
    });

  it.each([
    ['many rows', MANY_ROWS],
    ['a large row', LARGE_ROWS],
  ])('of %s is refused at the limit of bytes: it takes no memory, and the server sends no more', async (_what, sql) => {
    const sentBefore = network.bytesSent;
    const memory = await memoryOf(() => expect(run(sql)).rejects.toThrow('larger than the 262144 bytes allowed'));
    expect(memory).toBeLessThan(MOST_MEMORY);
    expect(network.bytesSent - sentBefore).toBeLessThan(MOST_SENT);
    expect(await run('SELECT 1 AS one')).toEqual({ rows: [{ one: 1 }], isCut: false });
  });

  it('is cut at the limit of rows, and its connection stays', async () => {
    const server = () => run('SELECT pg_backend_pid() AS pid');
    const before = await server();
    const sql = 'SELECT n FROM generate_series(1, 1000000) AS n';
    const answer = await run(sql, { maxRows: 250 });
    expect(answer).toEqual({ rows: Array.from({ length: 250 }, (_, index) => ({ n: index + 1 })), isCut: true });
    expect(await server()).toEqual(before);
  });

  it.each([99, 100, 101, 200])('of %d rows is whole where it has as many as are allowed', async (maxRows) => {
    const answer = await run(`SELECT n FROM generate_series(1, ${maxRows}) AS n`, { maxRows });
    expect(answer).toMatchObject({ isCut: false, rows: { length: maxRows } });
  });

  it('of a write changes nothing when it is refused, and all of it when it is cut', async () => {
    const insert = (size: number) =>
      `INSERT INTO notes SELECT n, repeat('x', ${size}) FROM generate_series(1, 500) AS n RETURNING id, text`;
    await expect(run(insert(10_000), { mode: 'write' })).rejects.toThrow('larger than the 262144 bytes allowed');
    const count = () => run('SELECT count(*)::int AS notes FROM notes');
    expect(await count()).toMatchObject({ rows: [{ notes: 0 }] });
    expect(await run(insert(1), { mode: 'write', maxRows: 3 })).toMatchObject({ rows: { length: 3 }, isCut: true });
    expect(await count()).toMatchObject({ rows: [{ notes: 500 }] });
  });
});

/** How much more memory this process held at most. */
async function memoryOf(work: () => Promise<unknown>): Promise<number> {
  const before = process.memoryUsage.rss();
  let most = before;
  const timer = setInterval(() => {
    most = Math.max(most, process.memoryUsage.rss());
  }, 5);
  try {
    await work();
  } finally {
    clearInterval(timer);
  }
  return Math.max(most, process.memoryUsage.rss()) - before;
}
