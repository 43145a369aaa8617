import { setImmediate as untilNextRound } from 'node:timers/promises';
import { afterEach, beforeAll, beforeEach, describe, expect, inject, it, vi } from 'vitest';
import { createTurnStore, type Lease, LeaseRenewer, type TurnStore } from '../../../src/engine/conversation/index.js';
import { newId } from '../../../src/platform/common/ids.js';
import { Troubles } from '../../../src/platform/common/troubles.js';
import type { Database } from '../../../src/platform/persistence/index.js';
import { describeOnEachDatabase, openPostgres } from '../../helpers/databases.js';

const LEASE_MS = 600;
/** How often a renewer looks which leases are due. */
const TICK_MS = LEASE_MS / 6;

type Statements = Pick<Database, 'query' | 'dialect'>;

/** A renewer in a time that passes only where a test lets it. */
class Renewing {
  nowMs = Date.now();
  statements = 0;
  private running = 0;
  private readonly renewer: LeaseRenewer;
  private readonly store: TurnStore;

  /** @param renewed takes its statements; the database where left out */
  constructor(database: Database, renewed: Statements = database) {
    this.store = createTurnStore(database);
    const clock = { now: () => this.nowMs };
    this.renewer = new LeaseRenewer(this.counted(renewed), clock, { turn: { leaseMs: LEASE_MS } }, new Troubles());
  }

  async take(conversationId: string = newId()) {
    const [process, nowMs] = [newId(), this.nowMs];
    const lease: Lease = { conversationId, owner: `${process}.${newId()}`, expiresAtMs: nowMs + LEASE_MS };
    const { outcome } = await this.store.open({ lease, process, nowMs, idempotencyKey: null, historyTurns: 0 });
    return { lease, outcome };
  }

  renew(lease: Lease) {
    return this.renewer.renew(lease);
  }

  /** Ends when all is stored that had to be renewed in that time. */
  async pass(milliseconds: number): Promise<void> {
    for (let passed = 0; passed < milliseconds; passed += TICK_MS) {
      this.nowMs += TICK_MS;
      vi.advanceTimersByTime(TICK_MS);
      while (this.running > 0) await untilNextRound();
    }
  }

  private counted(statements: Statements): Statements {
    return {
      dialect: statements.dialect,
      query: async (sql, parameters) => {
        this.statements += 1;
        this.running += 1;
        try {
          return await statements.query(sql, parameters);
        } finally {
          this.running -= 1;
        }
      },
    };
  }
}

beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }));
afterEach(() => void vi.useRealTimers());

describeOnEachDatabase('the leases of a process', (open) => {
  let database: Database;
  let renewing: Renewing;
  beforeAll(async () => {
    ({ database } = await open());
  });
  beforeEach(() => {
    renewing = new Renewing(database);
  });

  it('cost nothing where the turns are fast', async () => {
    for (let turn = 0; turn < 20; turn += 1) {
      const held = renewing.renew((await renewing.take()).lease);
      await renewing.pass(TICK_MS);
      held.release();
    }
    await renewing.pass(LEASE_MS);
    expect(renewing.statements).toBe(0);
  });

  it('are renewed, each by itself, for as long as they are held, and no longer', async () => {
    const leases = await Promise.all(Array.from({ length: 5 }, () => renewing.take()));
    const held = leases.map(({ lease }) => renewing.renew(lease));
    await renewing.pass(3 * LEASE_MS);
    const times = renewing.statements;
    expect(times).toBeGreaterThanOrEqual(3 * leases.length);
    expect(times).toBeLessThanOrEqual(9 * leases.length);
    for (const { lease } of leases) expect((await renewing.take(lease.conversationId)).outcome).toBe('busy');
    for (const one of held) one.release();
    expect(held.some(({ signal }) => signal.aborted)).toBe(false);
    await renewing.pass(LEASE_MS);
    for (const { lease } of leases) expect((await renewing.take(lease.conversationId)).outcome).toBe('opened');
    expect(renewing.statements).toBe(times);
  });

  it('that were taken by another are reported lost, and not taken back', async () => {
    const mine = await renewing.take();
    const kept = await renewing.take();
    await renewing.pass(LEASE_MS);
    const theirs = await renewing.take(mine.lease.conversationId);
    expect(theirs.outcome).toBe('opened');
    const held = [renewing.renew(mine.lease), renewing.renew(kept.lease)] as const;
    await renewing.pass(TICK_MS);
    expect(held.map(({ signal }) => signal.aborted)).toEqual([true, false]);
    expect(held[0].signal.reason).toMatchObject({ code: 'CONVERSATION_PERSIST_FAILED' });
    const [row] = await database.query('SELECT lease_owner FROM ce_conversation WHERE conversation_id = $1', [
      mine.lease.conversationId,
    ]);
    expect(row?.lease_owner).toBe(theirs.lease.owner);
    for (const one of held) one.release();
  });

  it('outlast a database that does not answer for a while', async () => {
    let isDown = true;
    const failing: Statements = {
      dialect: database.dialect,
      query: (sql, parameters) => (isDown ? Promise.reject(new Error('down')) : database.query(sql, parameters)),
    };
    renewing = new Renewing(database, failing);
    const { lease } = await renewing.take();
    const held = renewing.renew(lease);
    await renewing.pass(LEASE_MS / 2);
    expect(renewing.statements).toBeGreaterThan(0);
    isDown = false;
    await renewing.pass(LEASE_MS);
    expect([held.signal.aborted, (await renewing.take(lease.conversationId)).outcome]).toEqual([false, 'busy']);
    held.release();
  });
});

describe.skipIf(!inject('postgres').available)('the leases of a process while a row is locked (postgres)', () => {
  it('do not wait for each other: one whose row is locked is renewed later', async () => {
    const test = await openPostgres();
    const renewing = new Renewing(test.database);
    const [{ lease: locked }, { lease: free }] = [await renewing.take(), await renewing.take()];
    const held = [renewing.renew(locked), renewing.renew(free)];
    const isLocked = Promise.withResolvers<void>();
    const done = Promise.withResolvers<void>();
    const locking = test.database.transaction(async (sql) => {
      await sql.query('SELECT 1 FROM ce_conversation WHERE conversation_id = $1 FOR UPDATE', [locked.conversationId]);
      isLocked.resolve();
      await done.promise;
    });
    await isLocked.promise;
    await renewing.pass(1.5 * LEASE_MS);
    expect(await expiryAt(test.database, free)).toBeGreaterThan(free.expiresAtMs + LEASE_MS);
    expect(await expiryAt(test.database, locked)).toBe(locked.expiresAtMs);
    done.resolve();
    await locking;
    await renewing.pass(TICK_MS);
    expect(await expiryAt(test.database, locked)).toBeGreaterThan(locked.expiresAtMs);
    expect(held.map(({ signal }) => signal.aborted)).toEqual([false, false]);
    for (const one of held) one.release();
    await test.close();
  });
});

async function expiryAt(database: Database, { conversationId }: Lease): Promise<number> {
  const rows = await database.query('SELECT lease_expires_at FROM ce_conversation WHERE conversation_id = $1', [
    conversationId,
  ]);
  return Number(rows[0]?.lease_expires_at);
}
