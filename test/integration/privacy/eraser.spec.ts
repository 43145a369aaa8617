import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeEach, expect, it } from 'vitest';
import { Eraser, type ErasureResult } from '../../../src/engine/privacy/index.js';
import { ErasureMarks, findReceipt, receiptsOf, verifyErasures } from '../../../src/platform/audit/index.js';
import { systemClock } from '../../../src/platform/common/clock.js';
import type { Database } from '../../../src/platform/persistence/index.js';
import { describeOnEachDatabase } from '../../helpers/databases.js';
import { type Past, rowsOf, storeConversation } from '../retention/old-conversations.js';

describeOnEachDatabase('erasing conversations', (open) => {
  let database: Database;
  beforeEach(async () => {
    database ??= (await open()).database;
    for (const table of [
      'ce_conversation',
      'ce_llm_call_log',
      'ce_erasure',
      'ce_erased_conversation',
      'ce_kept_consent',
      'ce_browser_session',
    ]) {
      await database.query(`DELETE FROM ${table}`);
    }
  });

  const store = async (user: string, past: Partial<Past> = {}) => {
    const id = await storeConversation(database, { daysAgo: 1, ...past });
    await database.query('UPDATE ce_conversation SET user_id = $2 WHERE conversation_id = $1', [id, user]);
    return id;
  };
  const erase = (subject: string, more: Partial<Parameters<Eraser['run']>[1]> = {}): Promise<ErasureResult> =>
    new Eraser(database, systemClock).run({ subject }, { by: 'bob', keepConsent: false, waitMs: 0, ...more });
  const release = (id: string) =>
    database.query('UPDATE ce_conversation SET lease_owner = NULL WHERE conversation_id = $1', [id]);
  const problems = async () => (await verifyErasures(database)).problems;

  it('takes those of the person alone, and leaves of each a tombstone that names nobody', async () => {
    const [one, other] = [await store('ann', { actions: ['EXECUTED'], event: 'due' }), await store('ben')];
    const before = await rowsOf(database, other);
    const rows = await rowsOf(database, one);
    expect(await erase('ann')).toMatchObject({
      receipt: 1,
      erased: 1,
      rows,
      content: { conversations: 1, turns: 7, rows },
    });
    expect([await rowsOf(database, one), await rowsOf(database, other)]).toEqual([{}, before]);
    const [tombstone] = await database.query('SELECT * FROM ce_erased_conversation');
    expect(JSON.stringify(tombstone)).not.toContain(one);
    expect(tombstone).toMatchObject({ last_record_hash: 'newest', turns: 7 });
    const mark = (await ErasureMarks.of(database, systemClock)).of('conversation', one);
    expect(await receiptsOf(database, mark)).toEqual([1]);
    expect(await erase('ann')).toMatchObject({ receipt: 2, erased: 0, content: { conversations: 0, rows: {} } });
  });

  it('signs the person out, and nobody else', async () => {
    for (const subject of ['ann', 'ben', '']) {
      await database.query(
        `INSERT INTO ce_browser_session (session_hash, subject, sealed, created_at_ms, used_at_ms, ends_at_ms)
         VALUES ($1, $2, '', 1, 1, 1)`,
        [randomUUID(), subject],
      );
    }
    await erase('ann');
    const left = await database.query('SELECT subject FROM ce_browser_session ORDER BY subject');
    expect(left.map(({ subject }) => subject)).toEqual(['', 'ben']);
  });

  it('waits for the turn at work', async () => {
    const id = await store('ann', { isLeased: true });
    const erasing = erase('ann', { waitMs: 20_000 });
    await sleep(150);
    expect(Object.keys(await rowsOf(database, id))).not.toEqual([]);
    await release(id);
    expect(await erasing).toMatchObject({ erased: 1, busy: 0 });
  });

  it('leaves what is at work for as long as it waits, and goes on under the same receipt', async () => {
    const [free, held] = [await store('ann'), await store('ann', { isLeased: true })];
    expect(await erase('ann')).toMatchObject({ receipt: 1, erased: 1, busy: 1, hash: null, content: null });
    expect([await rowsOf(database, free), (await verifyErasures(database)).unfinished]).toEqual([{}, [1]]);
    expect((await findReceipt(database, 1))?.content).toBeUndefined();
    await release(held);
    expect(await erase('ann', { by: 'carl' })).toMatchObject({
      receipt: 1,
      erased: 1,
      content: { conversations: 2, requestedBy: 'bob' },
    });
    expect(await problems()).toEqual([]);
  });

  it('leaves a conversation with an action or a workflow in doubt until somebody has settled it, and one with a workflow at work or waiting', async () => {
    await store('ann', { actions: ['IN_PROGRESS'] });
    const busy = await store('ann', { workflow: 'RUNNING' });
    await database.query('UPDATE ce_workflow_run SET deadline_ms = $2 WHERE conversation_id = $1', [
      busy,
      Date.now() + 60_000,
    ]);
    await store('ann', { workflow: 'WAITING' });
    await store('ann', { workflow: 'HELD' });
    expect(await erase('ann')).toMatchObject({ erased: 0, busy: 2, inDoubt: 2, hash: null });
  });

  it('goes on where a run was ended', async () => {
    for (let n = 0; n < 4; n += 1) await store('ann');
    const stopping = new AbortController();
    const onProgress = ({ erased }: { erased: number }) => erased === 2 && stopping.abort();
    expect(await erase('ann', { signal: stopping.signal, onProgress })).toMatchObject({ erased: 2, hash: null });
    expect(await erase('ann')).toMatchObject({ receipt: 1, erased: 2, content: { conversations: 4 } });
  });

  it('counts receipts without a gap, also where several are asked for at once', async () => {
    const people = ['a', 'b', 'c', 'd'];
    for (const user of people) await store(user);
    const results = await Promise.all(people.map((user) => erase(user)));
    expect(results.map(({ receipt }) => receipt).toSorted()).toEqual([1, 2, 3, 4]);
    expect(await verifyErasures(database)).toMatchObject({ receipts: 4, conversations: 4, problems: [] });
  });

  it('keeps of consents what can be compared and not be read, where that is wanted', async () => {
    await store('ann', { actions: ['EXECUTED', 'EXPIRED'] });
    await database.query(`UPDATE ce_action_proposal SET confirmed_by = 'USER:ann' WHERE status = 'EXECUTED'`);
    expect(await erase('ann', { keepConsent: true })).toMatchObject({ content: { keptConsents: 1 } });
    const marks = await ErasureMarks.of(database, systemClock);
    const [kept] = await database.query('SELECT * FROM ce_kept_consent');
    expect(kept).toMatchObject({
      action_key: 'pay',
      status: 'EXECUTED',
      question_hash: marks.of('question', 'Shall I pay 7?'),
      arguments_hash: marks.of('arguments', 'hash'),
      confirmed_by: `USER:${marks.of('subject', 'ann')}`,
    });
    expect(JSON.stringify(kept)).not.toMatch(/Shall|ann|yes/);
    expect(await problems()).toEqual([]);
    await database.query(`UPDATE ce_kept_consent SET status = 'REJECTED'`);
    expect(await problems()).toEqual([{ receipt: 1, problem: 'does not fit the consents that are kept' }]);
  });

  it.each([
    [
      'a tombstone that no receipt stands for',
      `UPDATE ce_erased_conversation SET erasure_no = 7`,
      [
        { receipt: 1, problem: 'does not fit the tombstones' },
        { receipt: 7, problem: 'has tombstones, and there is no such receipt' },
      ],
    ],
    [
      'one tombstone too many',
      `INSERT INTO ce_erased_conversation (conversation_hash, erasure_no, erased_at_ms, turns, rows_json)
       VALUES ('forged', 1, 1, 1, '{}')`,
      [{ receipt: 1, problem: 'does not fit the tombstones' }],
    ],
    [
      'a tombstone that was altered',
      `UPDATE ce_erased_conversation SET last_record_hash = 'x'`,
      [{ receipt: 1, problem: 'does not fit the tombstones' }],
    ],
    [
      'a receipt that was altered',
      `UPDATE ce_erasure SET requested_by = 'eve'`,
      [{ receipt: 1, problem: 'was altered' }],
    ],
    [
      'a receipt that is gone',
      `UPDATE ce_erasure SET erasure_no = 2`,
      [
        { receipt: 1, problem: 'is missing' },
        { receipt: 2, problem: 'was altered' },
        { receipt: 1, problem: 'has tombstones, and there is no such receipt' },
      ],
    ],
  ])('finds %s', async (_what, forging, expected) => {
    await store('ann');
    await erase('ann');
    expect(await problems()).toEqual([]);
    await database.query(forging);
    expect(await problems()).toEqual(expected);
  });

  it('has nothing to erase of a conversation that is not there', async () => {
    const eraser = new Eraser(database, systemClock);
    const scope = { conversationId: randomUUID() };
    expect(await eraser.look(scope)).toMatchObject({ erased: 0 });
    const result = await eraser.run(scope, { by: 'bob', keepConsent: false, waitMs: 0 });
    expect(result).toMatchObject({ erased: 0, content: { scope: 'CONVERSATION', conversations: 0 } });
  });
});
