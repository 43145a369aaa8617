import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { isJsonObject, type JsonObject } from '../../../src/platform/common/json.js';
import { DATABASE } from '../../../src/platform/common/tokens.js';
import type { Database, SqliteDatabase } from '../../../src/platform/persistence/index.js';
import { describeOnEachDatabase, type TestDatabase } from '../../helpers/databases.js';
import { startEngine, type TestEngine } from '../../helpers/engine.js';
import { accept, WebhookReceiver } from '../../helpers/webhook-receiver.js';
import { SseClient } from '../http/sse-client.js';
import { countingOrders, DESK_FLOW, desk } from './desk.js';

describeOnEachDatabase('what a person says in a conversation', (open) => {
  const orders = countingOrders();
  const receiver = new WebhookReceiver();
  let database: TestDatabase;
  let a: TestEngine;
  let b: TestEngine;
  beforeAll(async () => {
    await receiver.start();
    receiver.behave(accept);
    database = await open();
    const config = { 'webhooks.url': receiver.url, 'webhooks.secret': 'a-secret-of-tests', 'webhooks.poll-seconds': 1 };
    a = await startEngine({ database, seeds: [DESK_FLOW], handlers: [orders.handler], config });
    b = await startEngine({ database, handlers: [orders.handler], config });
  });
  afterEach(() => vi.restoreAllMocks());
  afterAll(async () => {
    await a.close();
    await b.close();
    await receiver.stop();
  });

  it('reaches whoever follows it, at another process, too, as a reply of the bot does, with who said it', async () => {
    const id = randomUUID();
    await a.say('hello', id);
    // Processes that share a SQLite file tell each other nothing.
    const followed = database.dialect === 'postgres' ? b : a;
    const client = await SseClient.open(`${followed.url}/api/v1/conversation/stream/${id}`);
    await client.waitFor(1);
    await desk(a, id, '', { by: 'ann' });
    await desk(a, id, 'replies', { by: 'Maria', text: 'How can I help?' });
    const replies = () =>
      client.received
        .filter(({ event }) => event === 'ASSISTANT_OUTPUT')
        .map(({ data }) => [data.payload.output, data.payload.by]);
    await expect.poll(replies, { timeout: 10_000 }).toEqual([
      ['A person will answer you here.', undefined],
      ['How can I help?', 'Maria'],
    ]);
    client.close();
  });

  it('stops a yes that comes to another process, and lets it answer again after the hand-back', async () => {
    const id = randomUUID();
    const { body } = await b.say('cancel order 7017', id);
    const [asked] = (body.pendingActions as JsonObject[]).filter(isJsonObject);
    const button = { decision: 'CONFIRM', inReplyTo: { actionId: asked?.actionId ?? null, revision: 1 } };
    await desk(a, id, '', { by: 'ann' });
    expect((await b.say('', id, button)).body.handover).toMatchObject({ by: 'ann' });
    expect(orders.done).toEqual([]);
    await desk(b, id, 'end', { by: 'ann' });
    expect((await a.say('', id, button)).text).toContain('C-7017');
    expect(orders.done).toEqual(['7017']);
  });

  it('never runs what a hand-over came before, however both race', async () => {
    for (let round = 0; round < 10; round += 1) {
      const id = randomUUID();
      orders.done.length = 0;
      await a.say('cancel order 7017', id);
      const [yes, handed] = await Promise.all([b.say('yes', id), desk(a, id, '', { by: 'ann' })]);
      expect(handed.status).toBe(200);
      expect(orders.done).toHaveLength(yes.body.handover === undefined ? 1 : 0);
      expect(Number(yes.body.turn) < Number(handed.body.turn)).toBe(yes.body.handover === undefined);
    }
  });

  it('is told to the webhook, in order, with what the user says meanwhile', async () => {
    const id = randomUUID();
    await a.say('hello', id);
    await desk(a, id, '', { by: 'ann', queue: 'orders', note: 'is angry' });
    await b.say('is anybody there?', id);
    await b.say('', id, { decision: 'CONFIRM' });
    await desk(b, id, 'replies', { by: 'Maria', text: 'Yes.' });
    await desk(a, id, 'end', { by: 'Maria', note: 'settled' });
    await expect
      .poll(() => receiver.names(id), { timeout: 15_000 })
      .toEqual(['HANDED_OVER', 'USER_MESSAGE', 'USER_MESSAGE', 'PERSON_REPLY', 'HANDED_BACK']);
    const [over, message, button, reply, back] = receiver.about(id).map(({ event }) => event);
    expect(over).toMatchObject({
      type: 'handover',
      conversationId: id,
      turn: 2,
      by: 'ann',
      queue: 'orders',
      note: 'is angry',
    });
    expect(message).toMatchObject({ text: 'is anybody there?', decision: null });
    expect(message).not.toHaveProperty('uncounted');
    const uncounted = { reason: 'HANDED_OVER', actionId: null, revision: null, status: null };
    expect(button).toMatchObject({ decision: 'CONFIRM', uncounted });
    expect(reply).toMatchObject({ by: 'Maria', text: 'Yes.' });
    expect(back).toMatchObject({ by: 'Maria', note: 'settled', queue: 'orders' });
  });

  it('costs a message no more statements than any other', async () => {
    const sent = countStatements(a);
    const id = randomUUID();
    await a.say('hello', id);
    await a.say('hello', id);
    const usual = sent();
    await desk(a, id, '', { by: 'ann' });
    sent();
    await a.say('first', id);
    await a.say('second', id);
    expect(usual).toBe(4);
    expect(sent()).toBe(usual);
  });
});

/**
 * Counts what turns of a process ask the database for: statements that take or give back a lease, or transactions where those are
 * synchronous. What the service does beside turns is not counted. Begins anew at each call.
 */
function countStatements(engine: TestEngine): () => number {
  const database = engine.app.get<Database & Partial<Pick<SqliteDatabase, 'synchronousTransaction'>>>(DATABASE);
  const queries = vi.spyOn(database, 'query');
  const synchronous = database.synchronousTransaction && vi.spyOn(database as SqliteDatabase, 'synchronousTransaction');
  return () => {
    const ofTurns = queries.mock.calls.filter(([sql]) => /\bleased\b/.test(sql));
    const count = synchronous ? synchronous.mock.calls.length : ofTurns.length;
    queries.mockClear();
    synchronous?.mockClear();
    return count;
  };
}
