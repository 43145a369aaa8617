import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/platform/common/json.js';
import { PAGE_CODE } from '../../consent/asking-doors.js';
import { describeOnEachDatabase } from '../../helpers/databases.js';
import { startEngine, type TestEngine } from '../../helpers/engine.js';
import { call, connect, textOf } from '../../mcp/connect.js';
import { countingOrders, DESK_FLOW, desk } from './desk.js';

describeOnEachDatabase('a yes in a conversation that is handed over', (open) => {
  const orders = countingOrders();
  let engine: TestEngine;
  let id: string;
  beforeAll(async () => {
    const config = { 'consent.page-code': PAGE_CODE };
    engine = await startEngine({ database: await open(), seeds: [DESK_FLOW], handlers: [orders.handler], config });
  });
  afterAll(() => engine.close());
  beforeEach(() => {
    id = randomUUID();
    orders.done.length = 0;
  });

  const message = (text: string) => ({ message: text, conversation_id: id });

  it('runs nothing where an agent says it over MCP, and tells the agent that a person answers', async () => {
    const { client } = await connect(engine.url);
    await call(client, 'convengine_message', message('cancel order 7017'));
    await desk(engine, id, '', { by: 'ann', queue: 'orders' });
    const result = await call(client, 'convengine_message', message('yes'));
    await client.close();
    expect(textOf(result)).toBe('Your message was passed on; a person answers you here.');
    expect(result.structuredContent).toMatchObject({ pending_actions: [], handover: { queue: 'orders', by: 'ann' } });
    expect(orders.done).toEqual([]);
  });

  it('runs nothing where a user accepts in a form that was open when the conversation was handed over', async () => {
    const elicit = async () => {
      await desk(engine, id, '', { by: 'ann' });
      return { action: 'accept' as const, content: {} };
    };
    const { client, questions } = await connect(engine.url, { elicit });
    const result = await call(client, 'convengine_message', message('cancel order 7017'));
    await client.close();
    expect(questions).toHaveLength(1);
    expect(textOf(result)).toContain('Nothing was done: a person answers you here now.');
    expect(result.structuredContent).toMatchObject({
      uncounted: { reason: 'HANDED_OVER', action_id: expect.any(String), revision: 1, status: 'OPEN' },
    });
    expect(orders.done).toEqual([]);
  });

  it('runs nothing on the consent page, which says so, and counts there after the hand-back', async () => {
    const { client } = await connect(engine.url);
    const { structuredContent } = await call(client, 'convengine_message', message('cancel order 7017'));
    await client.close();
    const [asked] = (structuredContent as { pending_actions: JsonObject[] }).pending_actions;
    const link = String(asked?.consent_url).replace(/^https?:\/\/[^/]+/, engine.url);
    const press = async () => {
      const body = new URLSearchParams({ decision: 'CONFIRM', code: PAGE_CODE });
      return (await fetch(link, { method: 'POST', body })).text();
    };
    await desk(engine, id, '', { by: 'ann' });
    expect(await press()).toContain('Nothing was done: a person answers you here now.');
    expect(orders.done).toEqual([]);
    await desk(engine, id, 'end', { by: 'ann' });
    await press();
    expect(orders.done).toEqual(['7017']);
  });
});
