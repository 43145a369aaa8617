import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Logger } from '@nestjs/common';
import { afterAll, afterEach, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import {
  IdleConversations,
  type Lease,
  LeftLeases,
  LostReplies,
  TURN_STORE,
} from '../../../src/engine/conversation/index.js';
import type { Database } from '../../../src/platform/persistence/index.js';
import { describeOnEachDatabase, openPostgres, type TestDatabase } from '../../helpers/databases.js';
import { startEngine, type TestEngine } from '../../helpers/engine.js';
import { Line } from '../../helpers/line.js';
import { HELLO } from '../many-processes/two-processes.js';

/** Longer than any test waits: what is free has been given back. */
const LEASE_MS = 600_000;
const SOON = { timeout: 20_000 };

afterEach(() => void vi.restoreAllMocks());

describeOnEachDatabase('a lease that is left behind', (open) => {
  let database: Database;
  let engine: TestEngine;
  let idle: IdleConversations;
  beforeAll(async () => {
    const opened = await open();
    database = opened.database;
    engine = await startEngine({ database: opened, seeds: [HELLO], config: { 'turn.lease-ms': LEASE_MS } });
    idle = engine.app.get(IdleConversations);
  });
  afterAll(() => engine.close());

  const away = () => Promise.reject(new Error('away'));
  const storeOf = () => engine.app.get(TURN_STORE);
  const ownerOf = async (id: string) => {
    const sql = 'SELECT lease_owner FROM ce_conversation WHERE conversation_id = $1';
    return (await database.query(sql, [id]))[0]?.lease_owner;
  };
  const heldBy = async (owner: string): Promise<Lease> => {
    const conversationId = randomUUID();
    await engine.say('hello', conversationId);
    const sql = 'UPDATE ce_conversation SET lease_owner = $1, lease_expires_at = $2 WHERE conversation_id = $3';
    const expiresAtMs = Date.now() + LEASE_MS;
    await database.query(sql, [owner, expiresAtMs, conversationId]);
    return { conversationId, owner, expiresAtMs };
  };
  /** @param broken what becomes of the first statements */
  const leftOn = (leaseMs: number, ...broken: (() => Promise<never>)[]) => {
    const sent: string[] = [];
    const query: Database['query'] = (sql, parameters) => {
      sent.push(sql);
      return broken.shift()?.() ?? database.query(sql, parameters);
    };
    return { sent, left: new LeftLeases({ query }, { turn: { leaseMs } }, new LostReplies(database)) };
  };

  it('by a turn that could not be stored, nor its failure, is given back', async () => {
    const id = randomUUID();
    vi.spyOn(Logger.prototype, 'error').mockImplementation(() => undefined);
    vi.spyOn(storeOf(), 'commit').mockImplementationOnce(away);
    vi.spyOn(storeOf(), 'fail').mockImplementationOnce(away);
    expect(await engine.say('hello', id)).toMatchObject({ status: 500 });
    await expect.poll(() => idle.use(id, async () => 'worked'), SOON).toBe('worked');
  });

  it('by a turn that was never told that it was opened is given back', async () => {
    const id = randomUUID();
    vi.spyOn(Logger.prototype, 'error').mockImplementation(() => undefined);
    const store = storeOf();
    const opening = store.open.bind(store);
    vi.spyOn(store, 'open').mockImplementationOnce((request) => opening(request).then(away));
    expect(await engine.say('hello', id)).toMatchObject({ status: 500 });
    await expect.poll(() => idle.use(id, async () => 'worked'), SOON).toBe('worked');
  });

  it('by work beside turns is given back', async () => {
    const id = randomUUID();
    await engine.say('hello', id);
    vi.spyOn(storeOf(), 'fail').mockImplementationOnce(away);
    await expect(idle.use(id, async () => 'worked')).rejects.toThrow('away');
    expect(await engine.say('hello', id)).toMatchObject({ status: 200 });
  });

  it('is given back when the database is there again, which the log tells of once', async () => {
    const warned = vi.spyOn(Logger.prototype, 'warn').mockImplementation(() => undefined);
    const { left } = leftOn(LEASE_MS, away, away);
    const leases = [await heldBy('p1.a'), await heldBy('p1.b')];
    for (const lease of leases) left.giveBack(lease);
    for (const { conversationId } of leases) await expect.poll(() => ownerOf(conversationId), SOON).toBeNull();
    expect(warned.mock.calls).toEqual([['giving leases back that were left behind failed, and is tried again: away']]);
  });

  it('is looked for twice, since its statement may still be under way, and is nobody else’s', async () => {
    const theirs = await heldBy('p2.theirs');
    const { left, sent } = leftOn(LEASE_MS);
    left.giveBack({ ...theirs, owner: 'p1.mine' });
    await expect.poll(() => sent.length, SOON).toBe(2);
    await sleep(1_000);
    expect([sent.length, await ownerOf(theirs.conversationId)]).toEqual([2, 'p2.theirs']);
  });

  it('is left to run out where the database stays away for that long, or the process stops', async () => {
    vi.spyOn(Logger.prototype, 'warn').mockImplementation(() => undefined);
    const lease = await heldBy('p1.a');
    const short = leftOn(300, away);
    short.left.giveBack(lease);
    const stopped = leftOn(LEASE_MS, away);
    stopped.left.giveBack(lease);
    stopped.left.beforeApplicationShutdown();
    stopped.left.giveBack(lease);
    await sleep(1_500);
    expect([short.sent.length, stopped.sent.length]).toEqual([1, 1]);
    expect(await ownerOf(lease.conversationId)).toBe('p1.a');
  });
});

describe.skipIf(!inject('postgres').available)('a lease whose process has lost its database (postgres)', () => {
  let database: TestDatabase;
  let line: Line;
  let here: TestEngine;
  let there: TestEngine;
  let atWork = () => {};
  beforeAll(async () => {
    database = await openPostgres();
    line = await Line.to(database.url);
    const config = { 'turn.lease-ms': LEASE_MS };
    const handlers = [{ kind: 'step-hook' as const, beforeStep: async () => atWork() }];
    here = await startEngine({ database: { ...database, url: line.url }, seeds: [HELLO], config, handlers });
    there = await startEngine({ database, config });
  });
  afterAll(async () => {
    await here.close();
    await there.close();
    line.close();
    await database.close();
  });

  it('keeps no other process waiting for longer than the database is away', async () => {
    const id = randomUUID();
    vi.spyOn(Logger.prototype, 'error').mockImplementation(() => undefined);
    atWork = () => line.cut();
    expect(await here.say('hello', id)).toMatchObject({ status: 503 });
    atWork = () => {};
    line.mend();
    expect(await there.say('hello', id)).toMatchObject({ status: 200 });
  });
});
