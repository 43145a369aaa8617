import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import { ActionKeeper } from '../../src/engine/turn/index.js';
import { createDataSource } from '../../src/platform/persistence/index.js';
import { openPostgres, type TestDatabase } from '../helpers/databases.js';
import { type EngineOptions, MovableClock, startEngine, type TestEngine } from '../helpers/engine.js';
import { HELLO } from '../integration/many-processes/two-processes.js';
import { ORDER_FLOW, requestFor } from '../pending-action/order-flow.js';

const LOCK = 'SELECT 1 FROM ce_conversation WHERE conversation_id = $1 FOR UPDATE';

describe.skipIf(!inject('postgres').available)('a turn while PostgreSQL is in trouble (postgres)', () => {
  let database: TestDatabase;
  let engine: TestEngine;
  let started: TestEngine[];
  beforeEach(async () => {
    database = await openPostgres();
    started = [];
  });
  afterEach(async () => {
    for (const one of started) await one.close();
    await database.close();
  });

  const start = async (options: Omit<EngineOptions, 'database'>) => {
    const one = await startEngine({ database, ...options });
    started.push(one);
    return one;
  };
  /** Another process of the service, which does not wait long for a lock. */
  const startHasty = ({ config, ...options }: Omit<EngineOptions, 'database'> = {}) =>
    start({ ...options, config: { ...config, 'database.lock-timeout-ms': 300 } });

  const say = async (id: string, { url } = engine) => {
    const response = await fetch(`${url}/api/v1/conversation/message`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ conversationId: id, message: 'hello' }),
    });
    const { errorCode, recoverable } = (await response.json()) as { errorCode: string; recoverable: boolean };
    return [response.status, errorCode, recoverable, response.headers.get('retry-after')];
  };
  const good = [200, null, false, null];
  const unavailable = [503, 'DATABASE_UNAVAILABLE', true, '1'];
  const late = [504, 'TURN_TIMEOUT', true, null];

  it('ends at its deadline although its conversation cannot be opened, or cannot be stored', async () => {
    const unlimited = { 'database.statement-timeout-ms': 0, 'database.lock-timeout-ms': 0 };
    let atWork: (() => Promise<unknown>) | undefined;
    engine = await start({
      seeds: [HELLO],
      config: { ...unlimited, 'turn.deadline-ms': 5_000 },
      handlers: [{ kind: 'step-hook', beforeStep: async () => void (await atWork?.()) }],
    });
    const [unopened, unstored] = [randomUUID(), randomUUID()];
    for (const id of [unopened, unstored]) expect(await say(id)).toEqual(good);
    await database.database.transaction(async (sql) => {
      await sql.query(LOCK, [unopened]);
      atWork = () => sql.query(LOCK, [unstored]);
      expect(await Promise.all([say(unopened), say(unstored)])).toEqual([late, late]);
      atWork = undefined;
    });
    for (const id of [unopened, unstored]) expect(await say(id)).toEqual(good);
  });

  it('says that it may be tried again while its conversation is locked, and disturbs no other', async () => {
    engine = await start({ seeds: [HELLO] });
    const hasty = await startHasty();
    const id = randomUUID();
    expect(await say(id)).toEqual(good);
    await database.database.transaction(async (sql) => {
      await sql.query(LOCK, [id]);
      expect(await say(id, hasty)).toEqual(unavailable);
      expect(await say(randomUUID(), hasty)).toEqual(good);
    });
    expect(await say(id)).toEqual(good);
  });

  it('keeps the actions of others from being looked after no longer than it waits for a lock', async () => {
    const config = { 'flow.action-lifecycle.sweep-seconds': 0 };
    const clock = new MovableClock();
    engine = await start({ seeds: [ORDER_FLOW], config, clock });
    const hasty = await startHasty({ config, clock });
    const [locked, free] = [randomUUID(), randomUUID()];
    for (const id of [locked, free]) await engine.say(requestFor('idempotent'), id);
    clock.advance(31 * 60_000);
    const sweep = async ({ app } = engine) => (await app.get(ActionKeeper).sweep()).expired;
    await database.database.transaction(async (sql) => {
      await sql.query(LOCK, [locked]);
      expect(await sweep(hasty)).toBe(1);
    });
    expect(await sweep()).toBe(1);
  });

  it('says that it may be tried again while the database takes no connections, or has another name, and then goes on', async () => {
    engine = await start({ seeds: [HELLO] });
    const id = randomUUID();
    expect(await say(id)).toEqual(good);
    const name = new URL(database.url).pathname.slice(1);
    const admin = await createDataSource(new URL('/postgres', database.url).href, { poolSize: 1 }).initialize();
    const disconnect = async (change: string) => {
      await admin.query(change);
      await admin.query('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1', [name]);
    };
    const rename = async (from: string, to: string) => {
      await disconnect(`ALTER DATABASE ${from} ALLOW_CONNECTIONS false`);
      await admin.query(`ALTER DATABASE ${from} RENAME TO ${to}`);
      await admin.query(`ALTER DATABASE ${to} ALLOW_CONNECTIONS true`);
    };
    await disconnect(`ALTER DATABASE ${name} ALLOW_CONNECTIONS false`);
    // The first ones meet connections that were ended.
    for (let turn = 0; turn < 3; turn += 1) expect(await say(id)).toEqual(unavailable);
    await rename(name, `${name}_away`);
    expect(await say(id)).toEqual([500, 'DATABASE_UNUSABLE', false, null]);
    await rename(`${name}_away`, name);
    await expect.poll(() => say(id), { timeout: 20_000 }).toEqual(good);
    await admin.destroy();
  });

  it('says that it may be tried again while the database takes no changes, as health does, and then goes on', async () => {
    engine = await start({ seeds: [HELLO] });
    const id = randomUUID();
    const health = async () => {
      const response = await fetch(`${engine.url}/health`);
      return [response.status, ((await response.json()) as { status: string; reasons: string[] }).status];
    };
    expect(await say(id)).toEqual(good);
    const [row] = await database.database.query('SELECT current_database() AS name');
    await database.database.query(`ALTER DATABASE ${row?.name} SET default_transaction_read_only = on`);
    const others =
      'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()';
    await database.database.query(others);
    await expect.poll(health).toEqual([503, 'down']);
    expect(await say(id)).toEqual(unavailable);
    await database.database.query(`ALTER DATABASE ${row?.name} RESET default_transaction_read_only`);
    // A connection of before may take no changes still.
    await expect.poll(() => say(id), { timeout: 20_000 }).toEqual(good);
    await expect.poll(health, { timeout: 20_000 }).toEqual([200, 'ok']);
  });
});
