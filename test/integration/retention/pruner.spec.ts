import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { afterEach, beforeAll, expect, it, onTestFinished, vi } from 'vitest';
import { type PruneReport, Pruner, retentionRules } from '../../../src/engine/retention/index.js';
import { verifyRecords } from '../../../src/platform/audit/index.js';
import { loadConfig } from '../../../src/platform/config/index.js';
import type { Database } from '../../../src/platform/persistence/index.js';
import { describeOnEachDatabase } from '../../helpers/databases.js';
import { CONVERSATION_TABLES, rowsOf, storeConversation } from './old-conversations.js';

type Pruning = Omit<Parameters<Pruner['run']>[0], 'rules' | 'nowMs' | 'batch'> & { batch?: number; status?: string };

describeOnEachDatabase('deleting what is old', (open) => {
  let database: Database;
  beforeAll(async () => {
    database = (await open()).database;
  });
  afterEach(async () => {
    for (const table of CONVERSATION_TABLES.toReversed()) await database.query(`DELETE FROM ${table}`);
  });

  /** @param days by the keys of `convengine.retention`, without `-days` */
  function prune(days: Record<string, number>, { status, batch = 50, ...more }: Pruning = {}): Promise<PruneReport> {
    const keys = Object.entries(days).map(([key, value]) => [`convengine.retention.${key}-days`, value]);
    const { config } = loadConfig({ env: {}, directory: '/nonexistent', overrides: Object.fromEntries(keys) });
    const nowMs = Date.now();
    return new Pruner(database).run({ rules: { ...retentionRules(config, nowMs), status }, nowMs, batch, ...more });
  }
  const left = async (...ids: string[]) => {
    const rows = await Promise.all(ids.map((id) => rowsOf(database, id)));
    return rows.map((counts) => Object.keys(counts).length > 0);
  };

  it('takes a conversation that nobody has used for so long, with all that belongs to it, and no other', async () => {
    const old = await storeConversation(database, { daysAgo: 91, actions: ['EXPIRED'], event: 'delivered' });
    const used = await storeConversation(database, { daysAgo: 89, actions: ['EXECUTED', 'EXPIRED'] });
    const before = await rowsOf(database, used);
    expect(await prune({ conversation: 90 })).toMatchObject({ looked: 2, deleted: 1, emptied: 0, place: null });
    expect(await rowsOf(database, old)).toEqual({});
    expect(await rowsOf(database, used)).toEqual(before);
  });

  it('never takes one that is in use or has something to do: open or in doubt, to deliver, at work', async () => {
    const busy = await Promise.all([
      storeConversation(database, { daysAgo: 99, actions: ['OPEN'] }),
      storeConversation(database, { daysAgo: 99, actions: ['EXECUTED', 'IN_PROGRESS'] }),
      storeConversation(database, { daysAgo: 99, isLeased: true }),
      storeConversation(database, { daysAgo: 99, event: 'due' }),
      storeConversation(database, { daysAgo: 99, workflow: 'RUNNING' }),
    ]);
    const before = await Promise.all(busy.map((id) => rowsOf(database, id)));
    const done = await prune({ conversation: 90, evidence: 90, audit: 1, reply: 1, event: 1 });
    expect(done).toMatchObject({ looked: 5, deleted: 0, emptied: 0, audit: 0, replies: 0, events: 0 });
    expect(await Promise.all(busy.map((id) => rowsOf(database, id)))).toEqual(before);
  });

  it('lets a turn go first that begins beside it', async () => {
    const id = await storeConversation(database, { daysAgo: 99 });
    const before = await rowsOf(database, id);
    const [begun, ended] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const turn = database.transaction(async (sql) => {
      await sql.query(
        `UPDATE ce_conversation SET lease_owner = 't', lease_expires_at = $1 WHERE conversation_id = $2`,
        [Date.now() + 60_000, id],
      );
      begun.resolve();
      await ended.promise;
    });
    await begun.promise;
    const pruning = prune({ conversation: 90 });
    // PostgreSQL passes over what is locked; SQLite waits until the transaction is over.
    await Promise.race([pruning, setTimeout(300)]);
    ended.resolve();
    await turn;
    expect(await pruning).toMatchObject({ looked: 1, deleted: 0 });
    expect(await rowsOf(database, id)).toEqual(before);
  });

  it('keeps the record of consent, and nothing else, until its own time is over', async () => {
    const id = await storeConversation(database, { daysAgo: 100, actions: ['EXECUTED', 'EXPIRED'], event: 'given up' });
    expect(await prune({ conversation: 90 })).toMatchObject({ deleted: 0, emptied: 1 });
    expect(await rowsOf(database, id)).toEqual({ ce_conversation: 1, ce_action_proposal: 1 });
    const [action] = await database.query('SELECT * FROM ce_action_proposal WHERE conversation_id = $1', [id]);
    expect(action).toMatchObject({ status: 'EXECUTED', question: 'Shall I pay 7?', confirmed_words: 'yes' });
    const [row] = await database.query('SELECT * FROM ce_conversation WHERE conversation_id = $1', [id]);
    expect(row).toMatchObject({ status: 'PRUNED', turn_no: 7, intent_code: 'UNKNOWN', last_user_text: null });
    expect(JSON.stringify(row)).not.toContain('secret');

    expect(await prune({ conversation: 90 })).toMatchObject({ deleted: 0, emptied: 0 });
    expect(await prune({ conversation: 90, evidence: 120 })).toMatchObject({ deleted: 0, emptied: 0 });
    expect(await prune({ conversation: 90, evidence: 95 })).toMatchObject({ deleted: 1, emptied: 0 });
    expect(await rowsOf(database, id)).toEqual({});
  });

  it('takes audit and stored replies earlier than their conversation, where it is told to', async () => {
    const id = await storeConversation(database, { daysAgo: 40, actions: ['EXPIRED'] });
    const { ce_turn_record: _, ce_audit_event: _earlier, ...withoutAudit } = await rowsOf(database, id);
    expect(await prune({ audit: 30, reply: 60 })).toMatchObject({ audit: 2, replies: 0 });
    expect(await rowsOf(database, id)).toEqual(withoutAudit);
    expect((await verifyRecords(database, { conversationId: id })).problems).toEqual([]);
    expect(await prune({ audit: 30, reply: 30 })).toMatchObject({ audit: 0, replies: 1 });
    const { ce_turn_reply: __, ...withoutReply } = withoutAudit;
    expect(await rowsOf(database, id)).toEqual(withoutReply);
  });

  it('takes model calls, delivered events and places of messages that waited by their own time', async () => {
    const old = await storeConversation(database, { daysAgo: 40, event: 'delivered' });
    const givenUp = await storeConversation(database, { daysAgo: 40, event: 'given up' });
    const young = await storeConversation(database, { daysAgo: 1, event: 'delivered' });
    await database.query(
      `INSERT INTO ce_message_arrival (conversation_id, arrival_no, process, seen_turn, arrived_at_ms)
       VALUES ($1, 1, 'p', 1, $2), ($1, 2, 'p', 1, $3)`,
      [randomUUID(), Date.now() - 86_500_000, Date.now()],
    );
    expect(await prune({ 'model-call': 30, event: 30 }, { batch: 1 })).toMatchObject({ modelCalls: 2, events: 1 });
    const tables = ['ce_llm_call_log', 'ce_outbox_event'];
    const counts = await Promise.all([old, givenUp, young].map((id) => rowsOf(database, id)));
    expect(counts.map((rows) => tables.map((table) => rows[table] ?? 0))).toEqual([
      [0, 0],
      [0, 1],
      [1, 1],
    ]);
    expect(await database.query('SELECT arrival_no FROM ce_message_arrival')).toMatchObject([{ arrival_no: 2 }]);
  });

  it('takes those of one status alone, where it is told to', async () => {
    const blocked = await storeConversation(database, { daysAgo: 99, status: 'BLOCKED' });
    const other = await storeConversation(database, { daysAgo: 99 });
    expect(await prune({ conversation: 90 }, { status: 'BLOCKED' })).toMatchObject({ deleted: 1 });
    expect(await left(blocked, other)).toEqual([false, true]);
  });

  it('changes nothing in a dry run, and counts what a run then does', async () => {
    const ids: string[] = [];
    for (let n = 0; n < 5; n += 1) ids.push(await storeConversation(database, { daysAgo: 99, actions: ['EXECUTED'] }));
    for (let n = 0; n < 7; n += 1) ids.push(await storeConversation(database, { daysAgo: 99, event: 'delivered' }));
    for (let n = 0; n < 3; n += 1) ids.push(await storeConversation(database, { daysAgo: 50 }));
    const before = await Promise.all(ids.map((id) => rowsOf(database, id)));
    const days = { conversation: 90, audit: 30, reply: 30, 'model-call': 95, event: 95 };
    const dry = await prune(days, { dryRun: true, batch: 4 });
    expect(dry).toMatchObject({ looked: 15, deleted: 7, emptied: 5, audit: 6, replies: 3, modelCalls: 12, events: 7 });
    expect(await Promise.all(ids.map((id) => rowsOf(database, id)))).toEqual(before);
    expect(await prune(days, { batch: 4 })).toEqual(dry);
  });

  it('goes on where a run that was ended early has come to', async () => {
    const ids: string[] = [];
    for (let n = 0; n < 9; n += 1) ids.push(await storeConversation(database, { daysAgo: 99 }));
    const stopping = new AbortController();
    const told: number[] = [];
    const onProgress = ({ deleted }: Readonly<PruneReport>) => {
      told.push(deleted);
      if (deleted >= 4) stopping.abort();
    };
    const first = await prune({ conversation: 90 }, { batch: 2, signal: stopping.signal, onProgress });
    expect([first.deleted, first.looked, told]).toEqual([4, 4, [2, 4]]);
    expect(first.place).toBe(ids.toSorted()[3]);
    const second = await prune({ conversation: 90 }, { batch: 2, from: first.place ?? undefined });
    expect(second).toMatchObject({ looked: 5, deleted: 5, place: null });
    expect((await left(...ids)).filter(Boolean)).toEqual([]);
  });

  it('leaves the batch that is broken off to the next run', async () => {
    const ids: string[] = [];
    for (let n = 0; n < 5; n += 1) ids.push(await storeConversation(database, { daysAgo: 99 }));
    const stopping = new AbortController();
    const { transaction } = database;
    const breaking = vi.spyOn(database, 'transaction').mockImplementation((work, limits) => {
      const isSecond = breaking.mock.calls.length === 2;
      const stopped: typeof work = async (sql) => {
        if (isSecond) stopping.abort();
        return work(sql);
      };
      return transaction.call(database, stopped, limits) as ReturnType<typeof work>;
    });
    onTestFinished(() => breaking.mockRestore());
    const first = await prune({ conversation: 90 }, { batch: 2, signal: stopping.signal });
    // On SQLite, where a batch is short, it is finished.
    const whole = database.dialect === 'sqlite' ? 4 : 2;
    expect([first.deleted, first.place]).toEqual([whole, ids.toSorted()[whole - 1]]);
    expect((await left(...ids)).filter(Boolean)).toHaveLength(5 - whole);
    const second = await prune({ conversation: 90 }, { batch: 2, from: first.place ?? undefined });
    expect(second).toMatchObject({ deleted: 5 - whole, place: null });
    expect((await left(...ids)).filter(Boolean)).toEqual([]);
  });
});
