import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import { messageOf } from '../../../src/platform/common/errors.js';
import {
  createDataSource,
  type Database,
  type DataSource,
  openDatabase,
  repeatableTransaction,
  type SqlRunner,
} from '../../../src/platform/persistence/index.js';
import { NO_LIMITS, type WaitLimits } from '../../../src/platform/persistence/wait-limits.js';
import { openPostgres, type TestDatabase } from '../../helpers/databases.js';
import { Line } from '../../helpers/line.js';

const LIMITS = { statementTimeoutMs: 1_000, lockTimeoutMs: 500, transactionTimeoutMs: 2_000 };
const unavailable = (message: RegExp) => ({
  code: 'DATABASE_UNAVAILABLE',
  recoverable: true,
  message: expect.stringMatching(message),
});

describe.skipIf(!inject('postgres').available)('a PostgreSQL in trouble', () => {
  let test: TestDatabase;
  const opened: { database: Database; dataSource: DataSource }[] = [];
  beforeEach(async () => {
    test = await openPostgres();
    await test.database.query('CREATE TABLE item (name text PRIMARY KEY, amount integer)');
    await test.database.query("INSERT INTO item VALUES ('a', 0), ('b', 0)");
  });
  afterEach(async () => {
    for (const { database, dataSource } of opened.splice(0)) {
      await database.close();
      await dataSource.destroy();
    }
    await test.close();
  });

  const open = async (url = test.url, limits: WaitLimits | undefined = LIMITS): Promise<Database> => {
    const dataSource = await createDataSource(url, {
      poolSize: 4,
      ...(limits !== NO_LIMITS && { limits }),
    }).initialize();
    const database = openDatabase(dataSource, limits);
    opened.push({ database, dataSource });
    return database;
  };
  const backend = async (database: Database) => (await database.query('SELECT pg_backend_pid() AS pid', []))[0]?.pid;
  const together = (times: number, work: () => Promise<unknown>) =>
    Promise.allSettled(Array.from({ length: times }, work));

  const LIMITED = ['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout'];
  const shown = (database: Database) =>
    Promise.all(LIMITED.map(async (name) => Object.values((await database.query(`SHOW ${name}`))[0] ?? {})[0]));

  it('is told the limits in a way that a pooler lets through, and those of the address before others', async () => {
    const pooler = await strictPooler(test.url);
    expect(await shown(await open(pooler.url))).toEqual(['1s', '500ms', '2s']);
    expect(await shown(await open(`${test.url}?lock_timeout=700`))).toEqual(['1s', '700ms', '2s']);
    pooler.close();
  });

  it('lets those without limits take as long as they take, whatever it has by default', async () => {
    const [row] = await test.database.query('SELECT current_database() AS name', []);
    for (const name of LIMITED) await test.database.query(`ALTER DATABASE ${row?.name} SET ${name} = '20ms'`);
    const database = await open(test.url, NO_LIMITS);
    expect(await shown(database)).toEqual(['0', '0', '0']);
    expect(await shown(await open(`${test.url}?lock_timeout=700`, NO_LIMITS))).toEqual(['0', '700ms', '0']);
    expect(await database.query('SELECT 1 AS one FROM pg_sleep(0.1)')).toEqual([{ one: 1 }]);
  });

  it('that ends connections as soon as it has opened them does not end the process', async () => {
    const server = await shortTempered(test.url);
    const dataSource = createDataSource(server.url, { poolSize: 2, limits: LIMITS });
    await expect(dataSource.initialize()).rejects.toThrow();
    server.isCalm = true;
    const database = await open(server.url);
    server.isCalm = false;
    await test.dataSource.query(KILL_OTHERS);
    for (const { status, ...outcome } of await together(6, () => database.query('SELECT 1', []))) {
      expect([status, outcome]).toEqual(['rejected', { reason: expect.objectContaining(unavailable(/./)) }]);
    }
    server.isCalm = true;
    expect(await database.query('SELECT 1 AS one', [])).toEqual([{ one: 1 }]);
    server.close();
  });

  it('that ends connections again and again, used and unused, makes calls fail and never the process', async () => {
    const database = await open();
    let isOver = false;
    const killing = (async () => {
      for (let round = 0; round < 200; round += 1) await test.dataSource.query(KILL_OTHERS);
      isOver = true;
    })();
    while (!isOver) {
      const outcomes = await together(8, () => database.transaction((sql) => sql.query('SELECT 1', [])));
      for (const outcome of outcomes) {
        if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject(unavailable(/./));
      }
    }
    await killing;
    await expect.poll(() => database.query('SELECT 1 AS one', [])).toEqual([{ one: 1 }]);
  });

  it('that goes silent is waited for no longer than it may be, and is used again once it is back', async () => {
    const line = await Line.to(test.url);
    const database = await open(line.url);
    await together(4, () => database.query('SELECT pg_sleep(0.1)', []));
    const paused = Promise.withResolvers<void>();
    const begun = Promise.withResolvers<void>();
    const pausing = together(1, () =>
      database.transaction(async (sql) => {
        await sql.query('SELECT 1', []);
        begun.resolve();
        await paused.promise;
      }),
    );
    await begun.promise;
    line.silence();
    await expect(database.query('SELECT 1', [])).rejects.toMatchObject(unavailable(/did not answer|cannot be reached/));
    await expect(database.check()).rejects.toMatchObject(unavailable(/cannot be reached/));
    line.mend();
    // Of the connections of before none answers any more, and nobody has to find that out again.
    expect(await database.query('SELECT 1 AS one', [])).toEqual([{ one: 1 }]);
    await database.check();
    paused.resolve();
    expect(await pausing).toMatchObject([{ status: 'rejected', reason: unavailable(/./) }]);
    line.close();
  });

  it('ends statements and waits for locks that take too long', async () => {
    const database = await open();
    await expect(database.query('SELECT pg_sleep(30)', [])).rejects.toMatchObject(unavailable(/in time/));
    const locked = Promise.withResolvers<void>();
    const done = Promise.withResolvers<void>();
    const holding = test.database.transaction(async (sql) => {
      await sql.query("UPDATE item SET amount = 1 WHERE name = 'a'");
      locked.resolve();
      await done.promise;
    });
    await locked.promise;
    const update = "UPDATE item SET amount = 2 WHERE name = 'a'";
    await expect(database.query(update, [])).rejects.toMatchObject(unavailable(/Another transaction/));
    done.resolve();
    await holding;
    await database.query(update, []);
  });

  it('ends a transaction that does nothing for too long, and frees its locks', async () => {
    const database = await open();
    const late = database.transaction(async (sql) => {
      await sql.query("UPDATE item SET amount = 1 WHERE name = 'a'");
      // Returns once the lock is free, which is when the transaction has been ended.
      await test.database.query("UPDATE item SET amount = 2 WHERE name = 'a'");
      await sql.query('SELECT 1');
    });
    await expect(late).rejects.toMatchObject(unavailable(/./));
    expect(await test.database.query("SELECT amount FROM item WHERE name = 'a'")).toEqual([{ amount: 2 }]);
  });

  it('that takes no changes says so, and its connections are replaced by those to one that does', async () => {
    const database = await open();
    await together(4, () => database.query('SELECT pg_sleep(0.1)', []));
    const [name] = await database.query('SELECT current_database() AS name', []);
    await test.database.query(`ALTER DATABASE ${name?.name} SET default_transaction_read_only = on`);
    await test.dataSource.query(KILL_OTHERS);
    // What was killed may be noticed a moment later.
    await expect.poll(() => database.check().catch(messageOf)).toMatch(/takes no changes/);
    const insert = "INSERT INTO item VALUES ('c', 0)";
    await expect(database.query(insert, [])).rejects.toMatchObject(unavailable(/takes no changes/));
    await expect(database.transaction((sql) => sql.query(insert))).rejects.toMatchObject(
      unavailable(/takes no changes/),
    );
    await together(4, () => database.query('SELECT pg_sleep(0.1)', []));
    const readOnly = await backend(database);
    await test.dataSource.query(`ALTER DATABASE ${name?.name} RESET default_transaction_read_only`);
    // The connections that are left are read-only still: the statement that meets the first of them gets another.
    await database.query(insert, []);
    expect(await backend(database)).not.toBe(readOnly);
    await database.check();
  });

  it('whose tables are looked for elsewhere says so, and works again when they are not', async () => {
    const [name] = await test.database.query('SELECT current_database() AS name', []);
    await test.database.query(`ALTER DATABASE ${name?.name} SET search_path = nowhere`);
    const database = await open();
    const unusable = { code: 'DATABASE_UNUSABLE', message: expect.stringMatching(/does not find the tables/) };
    const count = () => database.query('SELECT count(*) AS n FROM ce_conversation', []);
    await expect(database.check()).rejects.toMatchObject(unusable);
    await Promise.all(Array.from({ length: 4 }, () => expect(count()).rejects.toMatchObject(unusable)));
    await test.database.query(`ALTER DATABASE ${name?.name} RESET search_path`);
    // Connections of before would look there for as long as they are open.
    expect(await count()).toHaveLength(1);
    await database.check();
  });

  it('is not taken for one that can be written while its disk is full, or a table of turns is locked', async () => {
    const [name] = await test.database.query('SELECT current_database() AS name', []);
    const database = await open();
    await database.check();
    const table = async (lock: string) => {
      const another = await open();
      await test.database.transaction(async (sql) => {
        await sql.query(`LOCK TABLE ${lock} IN ACCESS EXCLUSIVE MODE`);
        await expect(another.check(), lock).rejects.toMatchObject(unavailable(/Another transaction/));
      });
      await another.check();
    };
    await table('ce_conversation');
    await table('ce_turn_record');
    // The server says of files that may not grow what it says of a disk that is full.
    await test.database.query(`ALTER DATABASE ${name?.name} SET temp_file_limit = 0`);
    await expect((await open()).check()).rejects.toMatchObject(unavailable(/short of memory, space/));
  });

  it('is written by its check no more than every few seconds, and has nothing of it afterwards', async () => {
    await test.database.query('CREATE TABLE written (process_id text)');
    await test.database.query(
      'CREATE RULE note AS ON INSERT TO ce_process DO ALSO INSERT INTO written VALUES (NEW.process_id)',
    );
    const database = await open();
    for (let time = 0; time < 20; time += 1) await database.check();
    expect(await database.query('SELECT * FROM written', [])).toEqual([{ process_id: 'probe' }]);
    expect(await database.query('SELECT * FROM ce_process', [])).toEqual([]);
  });

  const makeSerializable = async () => {
    const [row] = await test.database.query('SELECT current_database() AS name', []);
    await test.database.query(`ALTER DATABASE ${row?.name} SET default_transaction_isolation = 'serializable'`);
  };

  it('runs a single statement again that had to give way to another change', async () => {
    await makeSerializable();
    const database = await open(test.url, NO_LIMITS);
    const add = "UPDATE item SET amount = amount + 1 WHERE name = 'b' RETURNING amount";
    const outcomes = await together(3, () => database.query(add, []));
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'fulfilled']);
    expect(await database.query("SELECT amount FROM item WHERE name = 'b'", [])).toEqual([{ amount: 3 }]);
  });

  it('runs a transaction again that had to give way, where it is said that it may be, and no other', async () => {
    await makeSerializable();
    const database = await open(test.url, NO_LIMITS);
    /** Adds one, when both of those that are together have read; one of them has to give way. */
    const adding = () => {
      const bothHaveRead = Promise.withResolvers<void>();
      let reads = 0;
      return async (sql: SqlRunner) => {
        const [row] = await sql.query("SELECT amount FROM item WHERE name = 'a'", []);
        reads += 1;
        if (reads === 2) bothHaveRead.resolve();
        await bothHaveRead.promise;
        await sql.query("UPDATE item SET amount = $1 WHERE name = 'a'", [Number(row?.amount) + 1]);
      };
    };
    const repeatable = adding();
    const again = await together(2, () => repeatableTransaction(database, repeatable));
    expect(again.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled']);
    expect(await database.query("SELECT amount FROM item WHERE name = 'a'", [])).toEqual([{ amount: 2 }]);
    const single = adding();
    const once = await together(2, () => database.transaction(single));
    expect(once.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  });

  it('is served in READ COMMITTED, whatever the database has by default', async () => {
    await makeSerializable();
    const database = await open();
    const shown = 'SHOW transaction_isolation';
    expect(await database.query(shown)).toEqual([{ transaction_isolation: 'read committed' }]);
    const inside = await database.transaction((sql) => sql.query(shown));
    expect(inside).toEqual([{ transaction_isolation: 'read committed' }]);
  });

  it('has connections left for statements while transactions take all that they may', async () => {
    const database = await open(test.url, { ...LIMITS, transactionTimeoutMs: 60_000 });
    const done = Promise.withResolvers<void>();
    let begun = 0;
    const slow = together(4, () =>
      database.transaction(async (sql) => {
        begun += 1;
        await sql.query('SELECT 1', []);
        await done.promise;
      }),
    );
    await expect.poll(() => begun).toBe(2);
    await database.check();
    expect(await database.query('SELECT 1 AS one', [])).toEqual([{ one: 1 }]);
    await expect(database.transaction(async () => undefined)).rejects.toMatchObject(unavailable(/places/));
    done.resolve();
    expect((await slow).map(({ status }) => status).sort()).toEqual(['fulfilled', 'fulfilled', 'rejected', 'rejected']);
    await database.transaction((sql) => sql.query('SELECT 1', []));
  });
});

const KILL_OTHERS = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
  WHERE datname = current_database() AND application_name = 'convengine' AND pid <> pg_backend_pid()`;

const READY = Buffer.from([0x5a, 0, 0, 0, 5, 0x49]);
const FATAL = fatal('SFATAL\0VFATAL\0C57P01\0Mterminating connection due to administrator command\0\0');

function fatal(fields: string): Buffer {
  const length = Buffer.alloc(4);
  length.writeInt32BE(4 + fields.length);
  return Buffer.concat([Buffer.from('E'), length, Buffer.from(fields)]);
}

/** A server that, unless it is calm, ends each connection with the very packet that says that it is ready. */
async function shortTempered(url: string): Promise<{ url: string; isCalm: boolean; close(): void }> {
  const target = new URL(url);
  const server = createServer((near) => {
    const far = connect(Number(target.port || 5432), target.hostname);
    near.pipe(far);
    near.on('error', () => far.destroy()).on('close', () => far.destroy());
    far.on('error', () => near.destroy()).on('close', () => near.destroy());
    far.on('data', (bytes) => {
      if (state.isCalm || !bytes.includes(READY)) return void near.write(bytes);
      near.end(Buffer.concat([bytes, FATAL]));
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const near = new URL(url);
  near.hostname = '127.0.0.1';
  near.port = String((server.address() as AddressInfo).port);
  const state = { url: near.href, isCalm: false, close: () => void server.close() };
  return state;
}

/** What PgBouncer takes in the message that opens a connection, unless it is told to ignore more. */
const POOLERS_KNOW = ['user', 'database', 'application_name', 'client_encoding', 'DateStyle', 'TimeZone'];

/** A server that hangs up on those who ask for more than that. */
async function strictPooler(url: string): Promise<{ url: string; close(): void }> {
  const target = new URL(url);
  const server = createServer((near) => {
    const far = connect(Number(target.port || 5432), target.hostname);
    near.on('error', () => far.destroy()).on('close', () => far.destroy());
    far.on('error', () => near.destroy()).on('close', () => near.destroy());
    far.pipe(near);
    near.once('data', (opening) => {
      // Length, version, then name and value in turn, each ended by a zero.
      const names = opening
        .toString('utf8', 8)
        .split('\0')
        .filter((_text, index) => index % 2 === 0);
      if (names.some((name) => name !== '' && !POOLERS_KNOW.includes(name))) return void near.destroy();
      far.write(opening);
      near.pipe(far);
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const near = new URL(url);
  near.hostname = '127.0.0.1';
  near.port = String((server.address() as AddressInfo).port);
  return { url: near.href, close: () => void server.close() };
}
