import { readFileSync, renameSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import BetterSqlite3 from 'better-sqlite3-13';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { SqliteDatabase } from '../../../src/platform/persistence/index.js';
import { openSqlite, type TestDatabase } from '../../helpers/databases.js';

describe('the SQLite database', () => {
  let test: TestDatabase;
  let database: SqliteDatabase;
  let otherProcess: BetterSqlite3.Database;
  beforeEach(async () => {
    test = await openSqlite();
    if (!(test.database instanceof SqliteDatabase)) throw new TypeError('not SQLite');
    database = test.database;
    otherProcess = new BetterSqlite3(test.url.slice('sqlite:'.length));
    await database.query('CREATE TABLE item (name text PRIMARY KEY)');
  });
  afterEach(async () => {
    otherProcess.close();
    await test.close();
  });

  const insert = 'INSERT INTO item (name) VALUES ($1)';

  it('waits for another process that is writing, without blocking this one', async () => {
    otherProcess.exec(`BEGIN IMMEDIATE; INSERT INTO item VALUES ('theirs')`);
    const ours = [
      database.query(insert, ['ours']),
      database.transaction((transaction) => transaction.query(insert, ['ours too'])),
    ];
    let ticks = 0;
    while (ticks < 10) {
      await sleep(5);
      ticks++;
    }
    otherProcess.exec('COMMIT');
    await Promise.all(ours);
    expect(await database.query('SELECT count(*) AS n FROM item')).toEqual([{ n: 3 }]);
  });

  it('gives up after five seconds as a database that cannot be reached', async () => {
    otherProcess.exec('BEGIN IMMEDIATE');
    const started = performance.now();
    await expect(database.query(insert, ['ours'])).rejects.toMatchObject({ code: 'DATABASE_UNAVAILABLE' });
    expect(performance.now() - started).toBeGreaterThan(4_900);
    otherProcess.exec('COMMIT');
    await database.query(insert, ['ours']);
  });

  it('reads while another process writes', async () => {
    otherProcess.exec(`BEGIN IMMEDIATE; INSERT INTO item VALUES ('theirs')`);
    expect(await database.query('SELECT * FROM item')).toEqual([]);
    otherProcess.exec('ROLLBACK');
  });

  it('enforces foreign keys', async () => {
    const orphan = `INSERT INTO ce_mcp_db_tool (tool_id, sql_template, param_schema) VALUES (1, '', '{}')`;
    await expect(database.query(orphan)).rejects.toThrow('FOREIGN KEY');
  });

  it('keeps statements prepared, and no more than those that were used last', async () => {
    const prepare = vi.spyOn(BetterSqlite3.prototype, 'prepare');
    onTestFinished(() => prepare.mockRestore());
    const countPrepared = async (name: string) => {
      const before = prepare.mock.calls.length;
      await database.query(insert, [name]);
      return prepare.mock.calls.length - before;
    };
    expect([await countPrepared('a'), await countPrepared('b')]).toEqual([1, 0]);
    await database.synchronousTransaction((run) => {
      for (let n = 0; n < 1_000; n += 1) run(`SELECT ${n}, $1`, ['a']);
    });
    expect([await countPrepared('c'), await countPrepared('d')]).toEqual([1, 0]);
  });

  describe('a synchronous transaction', () => {
    it('stores what its work wrote and gives what it gives', async () => {
      const rows = await database.synchronousTransaction((run) => {
        run(insert, ['a']);
        return run<{ name: string }>('SELECT name FROM item').map(({ name }) => name);
      });
      expect(rows).toEqual(['a']);
      expect(await database.query('SELECT name FROM item')).toEqual([{ name: 'a' }]);
    });

    it('stores nothing when its work throws', async () => {
      const failing = database.synchronousTransaction((run) => {
        run(insert, ['a']);
        throw new Error('changed my mind');
      });
      await expect(failing).rejects.toThrow('changed my mind');
      expect(await database.query('SELECT name FROM item')).toEqual([]);
    });

    it('takes its turn behind a transaction that waits', async () => {
      const order: string[] = [];
      const slow = database.transaction(async () => {
        await sleep(20);
        order.push('slow');
      });
      const fast = database.synchronousTransaction(() => order.push('fast'));
      await Promise.all([slow, fast]);
      expect(order).toEqual(['slow', 'fast']);
    });

    it('refuses statements that its work runs after it is over', async () => {
      const late = await database.synchronousTransaction((run) => ({ run }));
      expect(() => late.run(insert, ['a'])).toThrow('The transaction is over');
    });

    it('is refused inside of another transaction', async () => {
      const nested = database.transaction(() => database.synchronousTransaction(() => 1));
      await expect(nested).rejects.toThrow('use the runner');
    });
  });

  describe('what is asked for in the same round of the event loop', () => {
    const insertAll = (names: readonly string[]) => Promise.all(names.map((name) => database.query(insert, [name])));
    const names = async () => (await database.query('SELECT name FROM item ORDER BY name')).map(({ name }) => name);

    it('is stored by one COMMIT', async () => {
      const before = commitsIn(test.url);
      await insertAll(Array.from({ length: 20 }, (_, index) => `item ${index}`));
      expect(commitsIn(test.url) - before).toBe(1);
    });

    it('is done in the order of the calls, and each sees what those before it wrote', async () => {
      const count = () => database.query('SELECT count(*) AS n FROM item');
      const [before, , between, , after] = await Promise.all([
        count(),
        database.query(insert, ['a']),
        count(),
        database.transaction((transaction) => transaction.query(insert, ['b'])),
        count(),
      ]);
      expect([before, between, after]).toEqual([[{ n: 0 }], [{ n: 1 }], [{ n: 2 }]]);
    });

    it('loses nothing but what itself fails', async () => {
      const results = await Promise.allSettled([
        database.query(insert, ['a']),
        database.query(insert, ['a']),
        database.synchronousTransaction((run) => {
          run(insert, ['b']);
          run(insert, ['a']);
        }),
        database.synchronousTransaction((run) => {
          run(insert, ['c']);
          throw new Error('changed my mind');
        }),
        database.synchronousTransaction((run) => run(insert, ['d'])),
      ]);
      expect(results.map(({ status }) => status)).toEqual([
        'fulfilled',
        'rejected',
        'rejected',
        'rejected',
        'fulfilled',
      ]);
      expect(await names()).toEqual(['a', 'd']);
    });

    it('is reported as stored to nobody where it is not', async () => {
      const file = test.url.slice('sqlite:'.length);
      const removing = database.synchronousTransaction((run) => {
        run(insert, ['b']);
        renameSync(file, `${file}.away`);
      });
      const results = await Promise.allSettled([database.query(insert, ['a']), removing]);
      renameSync(`${file}.away`, file);
      expect(results).toMatchObject([
        { status: 'rejected', reason: { code: 'DATABASE_UNUSABLE' } },
        { status: 'rejected', reason: { code: 'DATABASE_UNUSABLE' } },
      ]);
      expect(await names()).toEqual([]);
    });

    it('goes without statements that have to be on their own', async () => {
      const all = ['INSERT INTO item VALUES (1)', 'VACUUM', 'INSERT INTO item VALUES (2)'].map((sql) =>
        database.query(sql),
      );
      await Promise.all(all);
      expect(await names()).toEqual(['1', '2']);
    });
  });
});

/** How many commits the write-ahead log holds: frames that say how large the database is after them. */
function commitsIn(url: string): number {
  const log = readFileSync(`${url.slice('sqlite:'.length)}-wal`);
  const frameSize = 24 + log.readUInt32BE(8);
  let commits = 0;
  for (let frame = 32; frame + frameSize <= log.length; frame += frameSize) {
    if (log.readUInt32BE(frame + 4) !== 0) commits += 1;
  }
  return commits;
}
