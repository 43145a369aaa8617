import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { createTurnStore, type Lease, LeaseRenewer, type TurnStore } from '../../../src/engine/conversation/index.js';
import { systemClock } from '../../../src/platform/common/clock.js';
import { newId } from '../../../src/platform/common/ids.js';
import { Troubles } from '../../../src/platform/common/troubles.js';
import type { Database, SqlRunner } from '../../../src/platform/persistence/index.js';
import { describeOnEachDatabase, openPostgres } from '../../helpers/databases.js';

const LEASE_MS = 600;

describeOnEachDatabase('the leases of a process', (open) => {
  let database: Database;
  let store: TurnStore;
  let statements: number;
  let renewer: LeaseRenewer;
  beforeAll(async () => {
    ({ database } = await open());
    store = createTurnStore(database);
  });
  beforeEach(() => {
    statements = 0;
    const counted: Pick<Database, 'query' | 'dialect'> = {
      dialect: database.dialect,
      query: (sql, parameters) => {
        statements += 1;
        return database.query(sql, parameters);
      },
    };
    renewer = new LeaseRenewer(counted, systemClock, { turn: { leaseMs: LEASE_MS } }, new Troubles());
  });

  const take = async (conversationId: string = newId(), process = newId()) => {
    const nowMs = Date.now();
    const lease: Lease = { conversationId, owner: `${process}.${newId()}`, expiresAtMs: nowMs + LEASE_MS };
    const { outcome } = await store.open({ lease, process, nowMs, idempotencyKey: null, historyTurns: 0 });
    return { lease, outcome };
  };

  it('cost nothing where the turns are fast', async () => {
    for (let turn = 0; turn < 20; turn += 1) {
      const held = renewer.renew((await take()).lease);
      await sleep(2);
      held.release();
    }
    await sleep(LEASE_MS / 2);
    expect(statements).toBe(0);
  });

  it('are renewed, each by itself, for as long as they are held, and no longer', async () => {
    const leases = await Promise.all(Array.from({ length: 5 }, () => take()));
    const held = leases.map(({ lease }) => renewer.renew(lease));
    await sleep(3 * LEASE_MS);
    const times = statements;
    expect(times).toBeGreaterThanOrEqual(3 * leases.length);
    expect(times).toBeLessThanOrEqual(9 * leases.length);
    for (const { lease } of leases) expect((await take(lease.conversationId)).outcome).toBe('busy');
    for (const one of held) one.release();
    expect(held.some(({ signal }) => signal.aborted)).toBe(false);
    await sleep(1.5 * LEASE_MS);
    for (const { lease } of leases) expect((await take(lease.conversationId)).outcome).toBe('opened');
    expect(statements).toBeLessThanOrEqual(times + leases.length);
  });

  it('that were taken by another are reported lost, and not taken back', async () => {
    const mine = await take();
    const kept = await take();
    await sleep(LEASE_MS + 20);
    const theirs = await take(mine.lease.conversationId);
    expect(theirs.outcome).toBe('opened');
    const held = [renewer.renew(mine.lease), renewer.renew(kept.lease)] as const;
    await expect.poll(() => held.map(({ signal }) => signal.aborted)).toEqual([true, false]);
    expect(held[0].signal.reason).toMatchObject({ code: 'CONVERSATION_PERSIST_FAILED' });
    const [row] = await database.query('SELECT lease_owner FROM ce_conversation WHERE conversation_id = $1', [
      mine.lease.conversationId,
    ]);
    expect(row?.lease_owner).toBe(theirs.lease.owner);
    for (const one of held) one.release();
  });

  it('outlast a database that does not answer for a while', async () => {
    const { lease } = await take();
    let isDown = true;
    const failing: Pick<Database, 'query' | 'dialect'> = {
      dialect: database.dialect,
      query: (sql, parameters) => (isDown ? Promise.reject(new Error('down')) : database.query(sql, parameters)),
    };
    const held = new LeaseRenewer(failing, systemClock, { turn: { leaseMs: LEASE_MS } }, new Troubles()).renew(lease);
    await sleep(LEASE_MS / 2);
    isDown = false;
    await sleep(LEASE_MS);
    expect([held.signal.aborted, (await take(lease.conversationId)).outcome]).toEqual([false, 'busy']);
    held.release();
  });
});

describe.skipIf(!inject('postgres').available)('the leases of a process while a row is locked (postgres)', () => {
  it('do not wait for each other: one whose row is locked is renewed later', async () => {
    const test = await openPostgres();
    const store = createTurnStore(test.database);
    const renewer = new LeaseRenewer(test.database, systemClock, { turn: { leaseMs: LEASE_MS } }, new Troubles());
    const take = async (conversationId = newId()) => {
      const nowMs = Date.now();
      const process = newId();
      const lease: Lease = { conversationId, owner: `${process}.${newId()}`, expiresAtMs: nowMs + LEASE_MS };
      await store.open({ lease, process, nowMs, idempotencyKey: null, historyTurns: 0 });
      return lease;
    };
    const [locked, free] = [await take(), await take()];
    const held = [renewer.renew(locked), renewer.renew(free)];
    await test.database.transaction(async (sql) => {
      await sql.query('SELECT 1 FROM ce_conversation WHERE conversation_id = $1 FOR UPDATE', [locked.conversationId]);
      const before = await expiryAt(sql, free);
      await expect.poll(() => expiryAt(sql, free), { timeout: 20_000 }).toBeGreaterThan(before + LEASE_MS);
      expect(await expiryAt(sql, locked)).toBe(locked.expiresAtMs);
    });
    await expect.poll(() => expiryAt(test.database, locked)).toBeGreaterThan(locked.expiresAtMs);
    expect(held.map(({ signal }) => signal.aborted)).toEqual([false, false]);
    for (const one of held) one.release();
    await test.close();
  });
});

async function expiryAt(sql: SqlRunner, { conversationId }: Lease): Promise<number> {
  const rows = await sql.query('SELECT lease_expires_at FROM ce_conversation WHERE conversation_id = $1', [
    conversationId,
  ]);
  return Number(rows[0]?.lease_expires_at);
}
