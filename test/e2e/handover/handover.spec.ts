import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/platform/common/json.js';
import { describeOnEachDatabase } from '../../helpers/databases.js';
import { MovableClock, startEngine, type TestEngine } from '../../helpers/engine.js';
import { countingOrders, DESK_FLOW, desk, get } from './desk.js';

const PASSED_ON = 'Your message was passed on; a person answers you here.';

describeOnEachDatabase('a conversation that is handed over', (open) => {
  const orders = countingOrders();
  const clock = new MovableClock();
  let engine: TestEngine;
  let id: string;
  beforeAll(async () => {
    const seeds = [DESK_FLOW];
    engine = await startEngine({ database: await open(), seeds, handlers: [orders.handler], clock });
  });
  afterAll(() => engine.close());
  beforeEach(() => {
    id = randomUUID();
    orders.done.length = 0;
  });

  const handOver = (more: JsonObject = {}) => desk(engine, id, '', { by: 'ann', queue: 'orders', ...more });
  const openQuestion = async () => {
    const { body } = await engine.say('cancel order 7017', id);
    const [asked] = body.pendingActions as JsonObject[];
    return { actionId: String(asked?.actionId), revision: Number(asked?.revision) };
  };

  it('keeps what its user says, and decides nothing', async () => {
    await engine.say('hello', id);
    await handOver();
    const reply = await engine.say('cancel order 7017', id);
    expect(reply.body).toMatchObject({
      success: true,
      errorCode: null,
      pendingActions: [],
      intent: 'GREET',
      state: 'IDLE',
    });
    expect(reply.text).toBe(PASSED_ON);
    expect(reply.body.handover).toEqual({ since: expect.any(String), queue: 'orders', by: 'ann' });
    expect(await engine.stages(id, 3)).toEqual(['USER_INPUT', 'PASSED_ON', 'ENGINE_RETURN']);
    const { turns } = await get(engine, `/api/v1/conversations/${id}/history`);
    expect((turns as JsonObject[])[0]).toMatchObject({ turn: 3, message: 'cancel order 7017', by: null });
  });

  it.each([
    ['in words', 'yes', {}],
    ['by its key', 'yes', { inputParams: { pending_action_key: 'cancel_order' } }],
  ])('runs nothing by a yes %s, and leaves the action as it is', async (_how, words, more) => {
    await openQuestion();
    await handOver();
    await engine.say(words, id, more);
    expect(orders.done).toEqual([]);
    expect(
      await engine.count(`SELECT count(*) FROM ce_action_proposal WHERE conversation_id = $1 AND status = 'OPEN'`, [
        id,
      ]),
    ).toBe(1);
  });

  it('runs nothing by a button, says so, and records that the yes was refused', async () => {
    const inReplyTo = await openQuestion();
    await handOver();
    const reply = await engine.say('', id, { decision: 'CONFIRM', inReplyTo });
    expect(reply.text).toContain('Nothing was done: a person answers you here now.');
    expect(orders.done).toEqual([]);
    expect(reply.body.uncounted).toEqual({ reason: 'HANDED_OVER', ...inReplyTo, status: 'OPEN' });
    expect(await engine.stages(id, 3)).toContain('CONSENT_REFUSED');
  });

  it('does not take a bare yes after the hand-back for what was asked before it, and takes a button for it', async () => {
    const inReplyTo = await openQuestion();
    await handOver();
    await desk(engine, id, 'replies', { by: 'Maria', text: 'Is your address still the same?' });
    await desk(engine, id, 'end', { by: 'Maria' });
    await engine.say('yes', id);
    expect(orders.done).toEqual([]);
    await engine.say('', id, { decision: 'CONFIRM', inReplyTo });
    expect(orders.done).toEqual(['7017']);
  });

  it('lets the clocks of what is open run', async () => {
    const inReplyTo = await openQuestion();
    await handOver();
    clock.advance(24 * 3_600_000);
    await desk(engine, id, 'end', { by: 'Maria' });
    const reply = await engine.say('', id, { decision: 'CONFIRM', inReplyTo });
    expect(orders.done).toEqual([]);
    expect(reply.text).toContain('expired');
  });

  it('starts over at nobody’s word', async () => {
    await openQuestion();
    await handOver();
    await engine.say('start over', id, { reset: true });
    await desk(engine, id, 'end', { by: 'Maria' });
    expect(await get(engine, `/api/v1/conversations/${id}`)).toMatchObject({ intent: 'CANCEL', state: 'CONFIRM' });
  });

  it('gets what a person says into its history, with the name, and not as a message of the user', async () => {
    await engine.say('hello', id);
    await handOver();
    await engine.say('are you there?', id);
    const said = await desk(engine, id, 'replies', { by: 'Maria', text: 'Yes, I am.' });
    expect(said.body).toMatchObject({ conversationId: id, turn: 4, text: 'Yes, I am.', handover: { queue: 'orders' } });
    const { turns } = await get(engine, `/api/v1/conversations/${id}/history`);
    expect((turns as JsonObject[])[0]).toMatchObject({ message: '', by: 'Maria', payload: { value: 'Yes, I am.' } });
    const [row] = await engine.database.database.query(
      'SELECT last_user_text FROM ce_conversation WHERE conversation_id = $1',
      [id],
    );
    expect(row?.last_user_text).toBe('are you there?');
  });

  it('says a reply once for its Idempotency-Key, also after the hand-back', async () => {
    await engine.say('hello', id);
    await handOver();
    const key = { 'idempotency-key': 'reply-1' };
    const first = await desk(engine, id, 'replies', { by: 'Maria', text: 'Hello!' }, key);
    await desk(engine, id, 'end', { by: 'Maria' });
    const again = await desk(engine, id, 'replies', { by: 'Maria', text: 'Hello!' }, key);
    expect(again.raw).toBe(first.raw);
    expect((await desk(engine, id, 'replies', { by: 'Maria', text: 'Bye!' }, key)).body.errorCode).toBe(
      'IDEMPOTENCY_KEY_REUSED',
    );
    const said = `SELECT count(*) FROM ce_conversation_history WHERE conversation_id = $1 AND CAST(assistant_output AS text) LIKE '%Hello!%'`;
    expect(await engine.count(said, [id])).toBe(1);
  });

  it('tells the keys of its user from those of whoever answers', async () => {
    const key = { 'idempotency-key': '1' };
    await engine.say('hello', id, {}, key);
    expect((await desk(engine, id, '', { by: 'ann' }, key)).status).toBe(200);
    expect((await engine.say('hello', id, {}, key)).text).toBe('Hello.');
  });

  it('answers a repeated message of its user with the same bytes, before and after the hand-back', async () => {
    await engine.say('hello', id);
    await handOver();
    const key = { 'idempotency-key': 'm' };
    const first = await engine.say('yes', id, {}, key);
    const again = await engine.say('yes', id, {}, key);
    await desk(engine, id, 'end', { by: 'Maria' });
    const later = await engine.say('yes', id, {}, key);
    expect([again.raw, later.raw]).toEqual([first.raw, first.raw]);
  });

  it('is answered by the engine again after the hand-back, which knows the note for one turn', async () => {
    await engine.say('hello', id);
    await handOver();
    const back = await desk(engine, id, 'end', { by: 'Maria', note: 'all settled' });
    expect(back.body).toMatchObject({ handover: null, text: 'The assistant answers you again.' });
    const reply = await engine.say('hello', id);
    expect(reply.text).toBe('Hello. all settled');
    expect(reply.body).not.toHaveProperty('handover');
    expect((await engine.say('hello', id)).text).toBe('Hello.');
  });

  it('leads on where a rule reads the note', async () => {
    await engine.say('hello', id);
    await handOver();
    await desk(engine, id, 'end', { by: 'Maria', note: 'promised' });
    expect((await engine.say('hello', id)).state).toBe('PROMISED');
  });

  it('can be handed on to another queue, and has waited since it was handed over first', async () => {
    await engine.say('hello', id);
    const first = await handOver();
    clock.advance(60_000);
    const second = await handOver({ queue: 'complaints' });
    const [before, after] = [first.body.handover, second.body.handover] as JsonObject[];
    expect(after).toEqual({ ...before, queue: 'complaints' });
  });

  it('takes no reply and no hand-back where the engine answers, and nothing where there is no such chat', async () => {
    expect((await handOver()).body.errorCode).toBe('NOT_FOUND');
    expect(await engine.count('SELECT count(*) FROM ce_conversation WHERE conversation_id = $1', [id])).toBe(0);
    await engine.say('hello', id);
    const replied = await desk(engine, id, 'replies', { by: 'Maria', text: 'Hello!' });
    expect([replied.status, replied.body.errorCode]).toEqual([409, 'NOT_HANDED_OVER']);
    expect((await desk(engine, id, 'end', { by: 'Maria' })).body.errorCode).toBe('NOT_HANDED_OVER');
    expect((await desk(engine, id, '', {})).status).toBe(400);
  });

  it('is handed over by a rule, with queue, note and reply as the row says, and asks nothing any more', async () => {
    await openQuestion();
    const reply = await engine.say('no, get me an agent please', id);
    expect(reply.text).toContain('I am putting you through.');
    const other = randomUUID();
    await engine.say('cancel order 7018', other);
    const asked = await engine.say('an agent', other);
    expect(asked.text).toBe('I am putting you through.');
    expect(asked.body).toMatchObject({ pendingActions: [], handover: { queue: 'orders', by: 'FLOW' } });
    expect((await engine.say('yes', other)).text).toBe(PASSED_ON);
    expect(orders.done).toEqual([]);
    const { items } = await get(engine, '/api/v1/handovers?queue=orders');
    const listed = (items as JsonObject[]).find(({ conversationId }) => conversationId === other);
    expect(listed).toMatchObject({
      note: 'Order 7018: an agent',
      by: 'FLOW',
      lastUserText: 'yes',
      lastReplyBy: null,
      openActions: 1,
    });
  });

  it('stands in the list of its queue, those that have waited longest first, page by page', async () => {
    const queue = `q-${id}`;
    const ids = [id, randomUUID(), randomUUID()];
    for (const one of ids) {
      await engine.say('hello', one);
      await desk(engine, one, '', { by: 'ann', queue });
      clock.advance(1_000);
    }
    const seen: unknown[] = [];
    for (let cursor: unknown = ''; cursor !== null; ) {
      const page = await get(
        engine,
        `/api/v1/handovers?queue=${queue}&limit=2${cursor ? `&cursor=${String(cursor)}` : ''}`,
      );
      seen.push(...(page.items as JsonObject[]).map(({ conversationId }) => conversationId));
      cursor = page.nextCursor;
    }
    expect(seen).toEqual(ids);
    await desk(engine, id, 'end', { by: 'ann' });
    expect(((await get(engine, `/api/v1/handovers?queue=${queue}`)).items as unknown[]).length).toBe(2);
  });

  it('is counted for operators while it waits', async () => {
    const before = Number((await get(engine, '/api/v1/statistics')).handedOver);
    await engine.say('hello', id);
    await handOver();
    expect((await get(engine, '/api/v1/statistics')).handedOver).toBe(before + 1);
  });

  it('shows a page that is opened again that a person answers, and no action to say yes to', async () => {
    await openQuestion();
    await handOver();
    const view = await get(engine, `/api/v1/conversations/${id}`);
    expect(view).toMatchObject({ pendingActions: [], handover: { queue: 'orders', by: 'ann' } });
  });
});
