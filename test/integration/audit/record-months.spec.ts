import { randomInt } from 'node:crypto';
import { beforeEach, describe, expect, inject, it } from 'vitest';
import {
  AuditRepository,
  isBeingCut,
  makeMonths,
  recordMonths,
  TurnRecordReader,
  verifyRecords,
} from '../../../src/platform/audit/index.js';
import { changeMonths } from '../../../src/platform/audit/record-months.js';
import { createDataSource, type Database, openDatabase } from '../../../src/platform/persistence/index.js';
import { openPostgres, openSqlite, type TestDatabase } from '../../helpers/databases.js';
import { Line } from '../../helpers/line.js';
import { converse, problemsOf } from './conversations-of-months.js';

const NOVEMBER = Date.UTC(2026, 10, 23);

describe.skipIf(!inject('postgres').available)('the months of turn records', () => {
  let test: TestDatabase;
  let database: Database;
  beforeEach(async () => {
    test = await openPostgres();
    ({ database } = test);
    return () => test.close();
  });

  /** Names and bounds, as in `2026-11 ce_turn_record_2026_11`. */
  const shown = async () => {
    const month = (ms: number | null) =>
      ms === null ? '*' : new Date(ms).toISOString().replace(/-01T00:00:00.000Z$/, '');
    return (await recordMonths(database)).map(({ name, fromMs, toMs }) => `${month(fromMs)}…${month(toMs)} ${name}`);
  };

  const MADE = [
    '*…2026-11 ce_turn_record_before',
    '2026-11…2026-12 ce_turn_record_2026_11',
    '2026-12…2027-01 ce_turn_record_2026_12',
    '2027-01…2027-02 ce_turn_record_2027_01',
    '2027-02…2027-03 ce_turn_record_2027_02',
    '2027-03…* ce_turn_record_rest',
  ];

  it('are made ahead, by anybody at any time, and once', async () => {
    expect(await shown()).toEqual(['*…* ce_turn_record_before']);
    await Promise.all([makeMonths(database, NOVEMBER), makeMonths(database, NOVEMBER)]);
    expect(await shown()).toEqual(MADE);
    expect(await makeMonths(database, NOVEMBER)).toBe(0);
  });

  it('go on where they ended, also after the service was away for a while', async () => {
    await makeMonths(database, NOVEMBER);
    await makeMonths(database, Date.UTC(2027, 3, 30, 23, 59, 59, 999));
    const made = await shown();
    expect(made.slice(0, 5)).toEqual(MADE.slice(0, 5));
    expect(made.at(-2)).toBe('2027-07…2027-08 ce_turn_record_2027_07');
  });

  it('are changed by nobody whose network has gone: turns wait for seconds alone', async () => {
    const line = await Line.to(test.url);
    const limits = { statementTimeoutMs: 30_000, lockTimeoutMs: 30_000, transactionTimeoutMs: 60_000 };
    const other = await createDataSource(line.url, { limits }).initialize();
    const far = openDatabase(other);
    const locked = Promise.withResolvers<void>();
    const changing = changeMonths(far, async (sql) => {
      line.silence();
      locked.resolve();
      await sql.query('SELECT 1');
    }).catch((error: unknown) => error);
    await locked.promise;
    const since = performance.now();
    await database.query('SELECT 1 FROM ce_conversation LIMIT 1');
    expect(performance.now() - since).toBeLessThan(15_000);
    line.close();
    expect(await changing).toMatchObject({ code: 'DATABASE_UNAVAILABLE' });
    await other.destroy();
  });

  it('are made by nobody who is told to stop, also where the database says nothing any more', async () => {
    const line = await Line.to(test.url);
    const other = await createDataSource(line.url).initialize();
    const stopping = new AbortController();
    const making = changeMonths(openDatabase(other), async () => undefined, {
      prepare: async (sql) => {
        line.silence();
        setTimeout(() => stopping.abort(), 100);
        await sql.query('SELECT 1');
      },
      signal: stopping.signal,
    });
    await expect(making).rejects.toMatchObject({ code: 'DATABASE_UNAVAILABLE' });
    line.close();
    await other.destroy();
  });

  it('each have the key, the index of failed turns and the storage of the table before', async () => {
    await makeMonths(database, NOVEMBER);
    const rows = await database.query(
      `SELECT i.indrelid::regclass::text AS name, array_agg(i.indisprimary || ' ' || (
                SELECT string_agg(a.attname, ',' ORDER BY k.place) FROM unnest(i.indkey) WITH ORDINALITY k(no, place)
                  JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = k.no) ORDER BY 1) AS keys,
              (SELECT a.attstorage FROM pg_attribute a WHERE a.attrelid = i.indrelid AND a.attname = 'events_json') AS storage
         FROM pg_index i JOIN pg_inherits h ON h.inhrelid = i.indrelid WHERE h.inhparent = 'ce_turn_record'::regclass
        GROUP BY i.indrelid`,
    );
    expect(rows).toHaveLength(6);
    for (const { keys, storage } of rows) {
      expect(keys).toEqual(expect.arrayContaining(['true conversation_id,last_audit_id', 'false created_at']));
      expect(storage).toBe('m');
    }
  });

  it('take a record at either side of their end, and of any other time', async () => {
    await makeMonths(database, NOVEMBER);
    const december = Date.UTC(2026, 11);
    const id = await converse(database, [0, december - 1, december, Date.UTC(2100, 0)]);
    const rows = await database.query(
      'SELECT tableoid::regclass::text AS name FROM ce_turn_record WHERE conversation_id = $1 ORDER BY last_audit_id',
      [id],
    );
    const names = ['before', '2026_11', '2026_12', 'rest'].map((name) => `ce_turn_record_${name}`);
    expect(rows.map(({ name }) => name)).toEqual(names);
    expect(await problemsOf(database, id)).toEqual([]);
  });

  it('have a conversation that goes over three of them read in its order, whole and by pages, from either end', async () => {
    await makeMonths(database, NOVEMBER);
    const times = [10, 10, 11, 11, 12, 12].map((month, place) => Date.UTC(2026, month, 27) + place);
    const id = await converse(database, times);
    await converse(database, times);
    const turns = [1, 2, 3, 4, 5, 6];
    const reader = new TurnRecordReader(database);
    const audit = new AuditRepository(database);
    const turnsOf = (rows: readonly { readonly turnNo: number }[]) => rows.map(({ turnNo }) => turnNo);
    expect(turnsOf(await audit.page(id, { limit: 100 }))).toEqual(turns);
    expect(turnsOf(await reader.after(id, 2, 3))).toEqual([3, 4, 5]);
    expect(turnsOf(await reader.before(id, 5, 3))).toEqual([4, 3, 2]);
    expect(turnsOf(await reader.ofTurns(id, 2, 5, 100))).toEqual([2, 3, 4, 5]);
    expect(await audit.newestId(id)).toBe(6);
    const rows = await database.query('SELECT turn_no FROM ce_audit WHERE conversation_id = $1 ORDER BY audit_id', [
      id,
    ]);
    expect(rows.map((row) => row.turn_no)).toEqual(turns);
    expect(await verifyRecords(database)).toEqual({ conversations: 2, records: 12, problems: [] });
  });

  it('show each of 1,000 changes of one byte of what was recorded in them', async () => {
    await makeMonths(database, NOVEMBER);
    const id = await converse(
      database,
      [10, 11, 12].map((month) => Date.UTC(2026, month, 27)),
    );
    const texts = await database.query(
      'SELECT last_audit_id, CAST(events_json AS text) AS text FROM ce_turn_record WHERE conversation_id = $1 ORDER BY 1',
      [id],
    );
    // A column of text takes what is no JSON any more.
    await database.query('DROP VIEW ce_audit');
    await database.query(
      'ALTER TABLE ce_turn_record ALTER COLUMN events_json TYPE text USING CAST(events_json AS text)',
    );
    const store = 'UPDATE ce_turn_record SET events_json = $3 WHERE conversation_id = $1 AND last_audit_id = $2';
    let found = 0;
    for (let number = 0; number < 1_000; number += 1) {
      const { last_audit_id, text } = texts[number % texts.length] as { last_audit_id: number; text: string };
      const at = randomInt(text.length);
      const other = String.fromCharCode(32 + ((text.charCodeAt(at) - 32 + randomInt(1, 95)) % 95));
      await database.query(store, [id, last_audit_id, text.slice(0, at) + other + text.slice(at + 1)]);
      if ((await problemsOf(database, id)).includes(`${last_audit_id}: altered`)) found += 1;
      await database.query(store, [id, last_audit_id, text]);
    }
    expect(found).toBe(1_000);
    expect(await problemsOf(database, id)).toEqual([]);
  });

  it('begin behind the records that were there, which stay where they are while turns go on', async () => {
    const earlier = await converse(database, [NOVEMBER - 1, NOVEMBER]);
    let goesOn = true;
    const turns = (async () => {
      const ids: string[] = [];
      while (goesOn) ids.push(await converse(database, [NOVEMBER]));
      return ids;
    })();
    await makeMonths(database, NOVEMBER);
    goesOn = false;
    expect(await shown()).toEqual([
      '*…2027-01 ce_turn_record_before',
      '2027-01…2027-02 ce_turn_record_2027_01',
      '2027-02…2027-03 ce_turn_record_2027_02',
      '2027-03…* ce_turn_record_rest',
    ]);
    for (const id of [earlier, ...(await turns)]) expect(await problemsOf(database, id)).toEqual([]);
  });

  it('leave more records than somebody wants to read alone', async () => {
    await converse(database, [NOVEMBER]);
    expect(await makeMonths(database, NOVEMBER, { mostBytes: 10 })).toBe(0);
    expect(await shown()).toEqual(['*…* ce_turn_record_before']);
  });

  it('are cut off what comes after them where it was used because nobody had made them', async () => {
    await makeMonths(database, NOVEMBER);
    const [april, june] = [Date.UTC(2027, 3, 5), Date.UTC(2027, 5, 7)];
    const id = await converse(database, [NOVEMBER, april, june]);
    await makeMonths(database, june);
    expect((await shown()).slice(4)).toEqual([
      '2027-02…2027-03 ce_turn_record_2027_02',
      '2027-03…2027-08 ce_turn_record_2027_03',
      '2027-08…2027-09 ce_turn_record_2027_08',
      '2027-09…2027-10 ce_turn_record_2027_09',
      '2027-10…* ce_turn_record_rest',
    ]);
    expect(await problemsOf(database, id)).toEqual([]);
  });

  it('are made after somebody who made them was interrupted', async () => {
    await converse(database, [NOVEMBER]);
    await database.query(
      `ALTER TABLE ce_turn_record_before ADD CONSTRAINT ck_ce_turn_record_cut CHECK (created_at < '2027-01-01Z') NOT VALID`,
    );
    // Also where more is to be read than somebody wants to: it would refuse turns once that month begins.
    await makeMonths(database, NOVEMBER, { mostBytes: 10 });
    expect(await isBeingCut(database, { name: 'ce_turn_record_before', fromMs: null, toMs: null, bytes: 0 })).toBe(
      false,
    );
    await database.query(
      `ALTER TABLE ce_turn_record_before ADD CONSTRAINT ck_ce_turn_record_cut CHECK (created_at < '2027-01-01Z') NOT VALID`,
    );
    await makeMonths(database, Date.UTC(2026, 11, 24));
    const months = await recordMonths(database);
    expect((await shown())[0]).toBe('*…2027-02 ce_turn_record_before');
    for (const month of months) expect(await isBeingCut(database, month)).toBe(false);
  });

  it('are left to somebody who is still at it', async () => {
    await converse(database, [NOVEMBER]);
    await database.query(
      `ALTER TABLE ce_turn_record_before ADD CONSTRAINT ck_ce_turn_record_cut CHECK (created_at < '2027-01-01Z') NOT VALID`,
    );
    const other = await createDataSource(test.url).initialize();
    await database.transaction(async (sql) => {
      await sql.query('ALTER TABLE ce_turn_record_before VALIDATE CONSTRAINT ck_ce_turn_record_cut');
      expect(await makeMonths(openDatabase(other), NOVEMBER)).toBe(0);
    });
    await other.destroy();
    expect(await isBeingCut(database, { name: 'ce_turn_record_before', fromMs: null, toMs: null, bytes: 0 })).toBe(
      true,
    );
  });

  it('leave a reader alone who takes long, and what there is as it is', async () => {
    await database.transaction(async (sql) => {
      await sql.query('SELECT count(*) FROM ce_turn_record');
      const other = await createDataSource(test.url).initialize();
      const making = makeMonths(openDatabase(other), NOVEMBER);
      await expect(making).rejects.toMatchObject({ code: 'DATABASE_UNAVAILABLE' });
      await other.destroy();
    });
    expect(await shown()).toEqual(['*…* ce_turn_record_before']);
  });

  it('are none on SQLite', async () => {
    const sqlite = await openSqlite();
    expect(await makeMonths(sqlite.database, NOVEMBER)).toBe(0);
    expect(await recordMonths(sqlite.database)).toEqual([]);
    await sqlite.close();
  });
});
