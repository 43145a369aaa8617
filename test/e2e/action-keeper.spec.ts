import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { ActionKeeper } from '../../src/engine/turn/index.js';
import type { JsonObject } from '../../src/platform/common/json.js';
import { type ActionHandler, done, failed } from '../../src/platform/handlers-api/index.js';
import { describeOnEachDatabase, type TestDatabase } from '../helpers/databases.js';
import { MovableClock, startEngine, type TestEngine } from '../helpers/engine.js';
import { EFFECT_FLOW } from '../pending-action/effect-flow.js';

/** A record as `GET /api/v1/conversation/audit/ID` gives it. */
interface AuditRecord {
  readonly stage: string;
  readonly payloadJson: string;
}

describeOnEachDatabase('actions nobody is typing about', (open) => {
  let engine: TestEngine;
  let database: TestDatabase;
  const clock = new MovableClock();
  let behave: 'succeed' | 'fail' | 'throw' = 'succeed';
  const effects: ActionHandler = {
    kind: 'action',
    name: 'effects',
    methods: {
      cause: async ({ database: db, idempotencyKey }) => {
        await db.query('INSERT INTO effect (key) VALUES ($1)', [idempotencyKey]);
        if (behave === 'throw') throw new Error('boom');
        return behave === 'fail' ? failed('not now', { retryable: true }) : done({ ok: true });
      },
    },
  };
  beforeAll(async () => {
    database = await open();
    const config = { 'flow.action-lifecycle.sweep-seconds': 0 };
    engine = await startEngine({ database, seeds: [EFFECT_FLOW], handlers: [effects], clock, config });
  });
  beforeEach(() => {
    behave = 'succeed';
  });
  afterAll(() => engine.close());

  const sweep = () => engine.app.get(ActionKeeper).sweep();
  const actionOf = async (id: string) => {
    const [row] = await database.database.query('SELECT * FROM ce_action_proposal WHERE conversation_id = $1', [id]);
    return row ?? {};
  };
  /** What the audit says of the actions of a conversation, in order. */
  const audited = async (id: string) => {
    const records = (await (await fetch(`${engine.url}/api/v1/conversation/audit/${id}`)).json()) as AuditRecord[];
    return records
      .filter(({ stage }) => stage === 'PENDING_ACTION_LIFECYCLE')
      .map(({ payloadJson }) => JSON.parse(payloadJson) as JsonObject);
  };
  const effectsOf = (id: string) =>
    engine.count(
      `SELECT count(*) FROM effect WHERE key IN
         (SELECT idempotency_key FROM ce_action_proposal WHERE conversation_id = $1)`,
      [id],
    );
  /** A conversation whose process died between the claim of its action and the outcome. */
  const abandoned = async (policy: string) => {
    const id = randomUUID();
    await engine.say(policy, id);
    await database.database.query(
      `UPDATE ce_action_proposal SET status = 'IN_PROGRESS', claim_owner = 'dead', claim_expires_at = $2, attempts = 1
        WHERE conversation_id = $1`,
      [id, clock.now() - 1],
    );
    return id;
  };

  it('expire when their minutes have run out, once, with an audit event', async () => {
    const id = randomUUID();
    await engine.say('at-most-once', id);
    clock.advance(31 * 60_000);
    const [first, second] = [await sweep(), await sweep()];
    expect([first.expired, second.expired]).toEqual([1, 0]);
    expect(await actionOf(id)).toMatchObject({ status: 'EXPIRED', reason: 'TTL_MINUTES' });
    expect(await engine.stages(id)).toContain('PENDING_ACTION_LIFECYCLE');
    expect((await engine.say('yes', id)).text).toContain('expired');
    expect(await effectsOf(id)).toBe(0);
  });

  it('are left alone while their time runs, and while somebody works on them', async () => {
    const id = randomUUID();
    await engine.say('at-most-once', id);
    expect((await sweep()).expired).toBe(0);
    await database.database.query(
      `UPDATE ce_action_proposal SET status = 'IN_PROGRESS', claim_owner = 'alive', claim_expires_at = $2
        WHERE conversation_id = $1`,
      [id, clock.now() + 60_000],
    );
    expect((await sweep()).recovered).toBe(0);
  });

  it('that a dead process left in progress are held, told truly, and not run again', async () => {
    const id = await abandoned('at-most-once');
    expect((await engine.say('yes', id)).text).toContain('do not know yet');
    expect((await sweep()).recovered).toBe(1);
    expect(await actionOf(id)).toMatchObject({ status: 'IN_PROGRESS', reason: 'INTERRUPTED' });
    expect((await engine.say('yes', id)).text).toContain('cannot tell');
    expect((await engine.say('at-most-once', id)).text).toContain('cannot tell');
    expect((await sweep()).recovered).toBe(0);
    expect(await effectsOf(id)).toBe(0);
  });

  it('that are held are listed for operators, who settle them once, and the user is told', async () => {
    const id = await abandoned('at-most-once');
    await sweep();
    const held = (await (await fetch(`${engine.url}/api/v1/actions/held`)).json()) as Record<string, unknown>[];
    const mine = held.find(({ conversationId }) => conversationId === id);
    expect(mine).toMatchObject({ actionKey: 'at-most-once', reason: 'INTERRUPTED', attempts: 1 });
    const settle = (happened: boolean) =>
      fetch(`${engine.url}/api/v1/actions/held/${mine?.proposalId}/settle`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ happened, by: 'ann', note: 'found in the ledger', result: { ref: 'R-1' } }),
      });
    expect(await (await settle(true)).json()).toMatchObject({ status: 'EXECUTED' });
    expect((await settle(false)).status).toBe(404);
    expect(await actionOf(id)).toMatchObject({ status: 'EXECUTED', reason: 'SETTLED_BY_OPERATOR' });
    expect((await audited(id)).at(-1)).toMatchObject({ event: 'SETTLED', by: 'ann' });
    expect((await engine.say('hello?', id)).text).toContain('ref: R-1');
    expect(await effectsOf(id)).toBe(0);
  });

  it('that are held are not settled while a turn has the conversation, or the database fails, and it is said which', async () => {
    const id = await abandoned('at-most-once');
    await sweep();
    const { proposal_id: proposalId } = await actionOf(id);
    const settling = async () => {
      const response = await fetch(`${engine.url}/api/v1/actions/held/${proposalId}/settle`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ happened: true, by: 'ann', note: '', result: null }),
      });
      return ((await response.json()) as JsonObject).errorCode;
    };
    const lease = 'UPDATE ce_conversation SET lease_owner = $1, lease_expires_at = $2 WHERE conversation_id = $3';
    await database.database.query(lease, ['another', clock.now() + 60_000, id]);
    expect(await settling()).toBe('CONVERSATION_BUSY');
    await database.database.query(lease, [null, null, id]);
    await database.database.query('ALTER TABLE ce_conversation RENAME TO away');
    const failed = await settling();
    await database.database.query('ALTER TABLE away RENAME TO ce_conversation');
    expect(failed).toBe(database.dialect === 'postgres' ? 'DATABASE_UNUSABLE' : 'INTERNAL_ERROR');
    expect(await actionOf(id)).toMatchObject({ status: 'IN_PROGRESS' });
    expect(await settling()).toBeUndefined();
  });

  it('are run again with the same key where their policy is idempotent', async () => {
    const id = await abandoned('idempotent');
    expect((await sweep()).recovered).toBe(1);
    expect(await actionOf(id)).toMatchObject({ status: 'EXECUTED' });
    expect((await engine.say('hello?', id)).text).toContain('That is done.');
    expect(await effectsOf(id)).toBe(1);
  });

  it('are asked again where their policy is transactional, since nothing was written', async () => {
    const id = await abandoned('transactional');
    await sweep();
    expect(await actionOf(id)).toMatchObject({ status: 'OPEN' });
    await engine.say('yes', id);
    expect(await actionOf(id)).toMatchObject({ status: 'EXECUTED' });
    expect(await effectsOf(id)).toBe(1);
  });

  it('are not asked again when the user was answered something else since: a yes would be about that', async () => {
    const id = await abandoned('transactional');
    await database.database.query('UPDATE ce_action_proposal SET in_progress_turn = 2 WHERE conversation_id = $1', [
      id,
    ]);
    await engine.say('no', id);
    await sweep();
    expect(await actionOf(id)).toMatchObject({ status: 'REJECTED', reason: 'SUPERSEDED' });
    expect((await audited(id)).slice(-2)).toMatchObject([
      { event: 'REOPENED', status: 'OPEN' },
      { event: 'REJECTED', status: 'REJECTED' },
    ]);
    await engine.say('ok', id);
    expect(await effectsOf(id)).toBe(0);
  });

  it.each(['fail', 'throw'] as const)(
    'leave nothing behind when a transactional handler does not succeed (%s)',
    async (how) => {
      const id = randomUUID();
      behave = how;
      await engine.say('transactional', id);
      await engine.say('yes', id);
      expect(await effectsOf(id)).toBe(0);
      behave = 'succeed';
      await engine.say('yes', id);
      expect(await effectsOf(id)).toBe(how === 'fail' ? 1 : 0);
    },
  );

  it('are not said to be left to a person while they will be tried again', async () => {
    const id = randomUUID();
    behave = 'throw';
    await engine.say('idempotent', id);
    expect((await engine.say('yes', id)).text).toMatch(/^That was begun, and I do not know yet how it ended/);
    expect((await engine.say('idempotent', id)).text).toMatch(/^That was begun, and I do not know yet how it ended/);
    for (let attempt = 2; attempt <= 5; attempt += 1) {
      clock.advance(600_000);
      await sweep();
    }
    expect(await actionOf(id)).toMatchObject({ attempts: 5, reason: 'TOO_MANY_ATTEMPTS' });
    expect((await engine.say('idempotent', id)).text).toMatch(/so it will not be tried again/);
  });

  it('are settled by one process only, however many look at once', async () => {
    const ids = await Promise.all(Array.from({ length: 5 }, () => abandoned('idempotent')));
    const reports = await Promise.all([sweep(), sweep(), sweep()]);
    expect(reports.reduce((sum, { recovered }) => sum + recovered, 0)).toBe(5);
    for (const id of ids) expect(await effectsOf(id)).toBe(1);
  });
});
