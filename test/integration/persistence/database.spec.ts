import { setImmediate as nextTick, setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Database, isUniqueViolation, readJson, readTimestamp } from '../../../src/platform/persistence/index.js';
import { describeOnEachDatabase, type TestDatabase } from '../../helpers/databases.js';

describeOnEachDatabase('the database', (open) => {
  let test: TestDatabase;
  let database: Database;
  beforeAll(async () => {
    test = await open();
    database = test.database;
    await database.query('CREATE TABLE item (name varchar(40) NOT NULL PRIMARY KEY, n integer NOT NULL DEFAULT 0)');
  });
  beforeEach(async () => {
    await database.query('DELETE FROM item');
  });

  const insert = 'INSERT INTO item (name) VALUES ($1)';
  const names = async (): Promise<unknown[]> =>
    (await database.query('SELECT name FROM item ORDER BY name')).map(({ name }) => name);

  describe('running a statement', () => {
    it('gives the rows of SELECT and RETURNING, and none for the rest', async () => {
      expect(await database.query(`${insert} RETURNING name`, ['a'])).toEqual([{ name: 'a' }]);
      expect(await database.query('UPDATE item SET n = 5', [])).toEqual([]);
      expect(await database.query('SELECT name, n FROM item')).toEqual([{ name: 'a', n: 5 }]);
    });

    it('takes parameters by number: in any order, more than once, and not inside of text', async () => {
      await database.query(`INSERT INTO item (n, name) VALUES ($2, '$1 ' || $1)`, ['a', 7]);
      const twice = 'SELECT name FROM item WHERE n = $1 OR (n > $1 AND n < $2)';
      expect(await database.query(twice, [7, 9])).toEqual([{ name: '$1 a' }]);
    });

    it('stores JSON, times, booleans and nothing alike on both databases', async () => {
      const at = new Date('2026-01-02T03:04:05.678Z');
      const id = '01976f00-0000-7000-8000-000000000002';
      await database.query(
        `INSERT INTO ce_conversation (conversation_id, context_json, last_assistant_json, created_at, user_id)
           VALUES ($1, $2, $3, $4, $5)`,
        [id, { a: [1, 'ü'] }, [{ b: null }], at, undefined],
      );
      await database.query(`INSERT INTO ce_intent (intent_code, description, enabled) VALUES ('X', '', $1)`, [false]);
      const [row] = await database.query('SELECT * FROM ce_conversation WHERE conversation_id = $1', [id]);
      expect(readJson(row?.context_json)).toEqual({ a: [1, 'ü'] });
      expect(readJson(row?.last_assistant_json)).toEqual([{ b: null }]);
      expect(readTimestamp(row?.created_at)).toEqual(at);
      expect(row?.user_id).toBeNull();
      expect(await database.query('SELECT 1 FROM ce_intent WHERE enabled = $1', [false])).toHaveLength(1);
    });

    it('gives a time that the database filled in as the same instant', async () => {
      const id = '01976f00-0000-7000-8000-000000000003';
      await database.query('INSERT INTO ce_conversation (conversation_id) VALUES ($1)', [id]);
      const [row] = await database.query('SELECT created_at FROM ce_conversation WHERE conversation_id = $1', [id]);
      expect(Math.abs(readTimestamp(row?.created_at).getTime() - Date.now())).toBeLessThan(60_000);
    });

    it('gives big integers as numbers', async () => {
      expect(await database.query('SELECT count(*) AS n, 1764000000000 AS ms FROM item')).toEqual([
        { n: 0, ms: 1_764_000_000_000 },
      ]);
    });

    it('refuses two statements in one call', async () => {
      await expect(database.query(`DELETE FROM item; DELETE FROM item`)).rejects.toThrow();
      await expect(database.query(`DELETE FROM item; DELETE FROM item`, [])).rejects.toThrow();
    });

    it('fails with the error of the driver for a statement that is wrong', async () => {
      await expect(database.query('SELECT * FROM no_such_table', [])).rejects.toThrow(/no_such_table/);
    });

    it('tells a key that exists already from other errors', async () => {
      await database.query(insert, ['a']);
      await expect(database.query(insert, ['a'])).rejects.toSatisfy(isUniqueViolation);
      await expect(database.query(insert, [null])).rejects.not.toSatisfy(isUniqueViolation);
    });
  });

  describe('a transaction', () => {
    it('gives what its work gives, and stores what it wrote', async () => {
      const result = await database.transaction(async (transaction) => {
        await transaction.query(insert, ['a']);
        return (await transaction.query('SELECT name FROM item')).length;
      });
      expect(result).toBe(1);
      expect(await names()).toEqual(['a']);
    });

    it('stores nothing when its work throws, and throws the same', async () => {
      const reason = new Error('changed my mind');
      const failing = database.transaction(async (transaction) => {
        await transaction.query(insert, ['a']);
        throw reason;
      });
      await expect(failing).rejects.toBe(reason);
      expect(await names()).toEqual([]);
    });

    it('stores nothing when a statement fails, and the next one works', async () => {
      const failing = database.transaction(async (transaction) => {
        await transaction.query(insert, ['a']);
        await transaction.query(insert, ['a']);
      });
      await expect(failing).rejects.toSatisfy(isUniqueViolation);
      await database.query(insert, ['b']);
      expect(await names()).toEqual(['b']);
    });

    it('refuses calls to the database itself from inside, which would wait for themselves', async () => {
      const inside = 'use the runner that the transaction hands over';
      const query = database.transaction(() => database.query('SELECT 1'));
      await expect(query).rejects.toThrow(inside);
      const nested = database.transaction(() => database.transaction(async () => undefined));
      await expect(nested).rejects.toThrow(inside);
      const afterWaiting = database.transaction(async (transaction) => {
        await transaction.query('SELECT 1');
        await sleep(5);
        await database.query('SELECT 1');
      });
      await expect(afterWaiting).rejects.toThrow(inside);
      expect(await database.query('SELECT 1 AS one')).toEqual([{ one: 1 }]);
    });

    it('lets what its work started go on with the database once it is over', async () => {
      let later: Promise<unknown> = Promise.resolve();
      await database.transaction(async () => {
        later = sleep(20).then(() => database.query(insert, ['later']));
      });
      await later;
      expect(await names()).toEqual(['later']);
    });

    it('takes its runner back when it is over', async () => {
      const escaped = await database.transaction(async (transaction) => transaction);
      await expect(escaped.query(insert, ['a'])).rejects.toThrow('The transaction is over');
      expect(await names()).toEqual([]);
    });
  });

  describe('while a transaction waits for something else', () => {
    /** Writes `name`, waits, and then goes back on it. */
    const rolledBack = (name: string): Promise<unknown> =>
      database
        .transaction(async (transaction) => {
          await transaction.query(insert, [name]);
          await sleep(30);
          throw new Error('rolled back');
        })
        .catch((error: Error) => error.message);
    const committed = (name: string): Promise<void> =>
      database.transaction(async (transaction) => {
        await transaction.query(insert, [name]);
        await sleep(10);
      });

    it('keeps what another transaction commits, although the first one rolls back', async () => {
      expect(await Promise.all([rolledBack('a'), committed('b')])).toEqual(['rolled back', undefined]);
      expect(await names()).toEqual(['b']);
    });

    it('keeps what it commits, although another one rolls back later', async () => {
      expect(await Promise.all([committed('a'), rolledBack('b')])).toEqual([undefined, 'rolled back']);
      expect(await names()).toEqual(['a']);
    });

    it('keeps a plain write by somebody else, although it rolls back itself', async () => {
      const first = rolledBack('a');
      await nextTick();
      await database.query(insert, ['b']);
      await first;
      expect(await names()).toEqual(['b']);
    });

    it('shows nobody what it has not committed', async () => {
      const first = rolledBack('a');
      await sleep(10);
      expect(await names()).toEqual([]);
      await first;
    });

    it('shows TypeORM nothing of it either', async () => {
      const first = rolledBack('a');
      await sleep(10);
      expect(await test.dataSource.query('SELECT name FROM item')).toEqual([]);
      await first;
    });

    it('keeps what it writes while a transaction of TypeORM waits, although that one rolls back', async () => {
      const first = test.dataSource
        .transaction(async (manager) => {
          await manager.query(`INSERT INTO item (name) VALUES ('a')`);
          await sleep(30);
          throw new Error('rolled back');
        })
        .catch((error: Error) => error.message);
      await sleep(10);
      await Promise.all([database.query(insert, ['b']), committed('c')]);
      expect(await first).toBe('rolled back');
      expect(await names()).toEqual(['b', 'c']);
    });

    it('runs fifty started at once, each of them once', async () => {
      await database.query(insert, ['counter']);
      const increment = () => database.transaction((transaction) => transaction.query('UPDATE item SET n = n + 1', []));
      await Promise.all(Array.from({ length: 50 }, increment));
      expect(await database.query('SELECT n FROM item')).toEqual([{ n: 50 }]);
    });

    it('loses no update, although each one reads, waits and then writes', async () => {
      await database.query(insert, ['counter']);
      const lock = database.dialect === 'postgres' ? 'FOR UPDATE' : '';
      const increment = () =>
        database.transaction(async (transaction) => {
          const [row] = await transaction.query<{ n: number }>(`SELECT n FROM item ${lock}`, []);
          await nextTick();
          await transaction.query('UPDATE item SET n = $1', [(row?.n ?? 0) + 1]);
        });
      await Promise.all(Array.from({ length: 200 }, increment));
      expect(await database.query('SELECT n FROM item')).toEqual([{ n: 200 }]);
    });
  });

  it('finishes what was asked of it before it closes, and refuses what comes after', async () => {
    const other = await open();
    const last = other.database.query('SELECT 1 AS one');
    await other.database.close();
    expect(await last).toEqual([{ one: 1 }]);
    await expect(other.database.query('SELECT 1')).rejects.toThrow('closed');
    await other.database.close();
  });
});
