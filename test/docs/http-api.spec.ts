import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { JsonObject } from '../../src/platform/common/json.js';
import { openSqlite, type TestDatabase } from '../helpers/databases.js';
import { startEngine, type TestEngine } from '../helpers/engine.js';
import { inTurn, json, status, Upstream } from '../helpers/upstream.js';

const SEED = `
  INSERT INTO ce_response (intent_code, state_code, output_format, response_type, exact_text) VALUES
    ('ANY', 'ANY', 'TEXT', 'EXACT', 'ok');
  INSERT INTO ce_mcp_tool (tool_id, tool_code, tool_group, intent_code, state_code) VALUES
    (1, 'crm.lookup', 'HTTP_API', 'ANY', 'ANY'), (2, 'order.status.api', 'HTTP_API', 'ANY', 'ANY'),
    (3, 'order.cancel', 'HTTP_API', 'ANY', 'ANY'), (4, 'loan.credit.rating.check', 'HTTP_API', 'ANY', 'ANY');`;

describe('the HTTP_API examples of docs/tools.md', () => {
  const upstream = new Upstream();
  let engine: TestEngine;
  let database: TestDatabase;
  beforeAll(async () => {
    await upstream.start();
    vi.stubEnv('ORDERS_URL', upstream.url);
    vi.stubEnv('ORDERS_API_KEY', 'k-1');
    vi.stubEnv('ORDERS_TOKEN', 't-1');
    const { crmLookup, orderStatus, orderCancel, creditRating, loanRating } = await import('./http-api.examples.js');
    database = await openSqlite();
    engine = await startEngine({
      database,
      seeds: [SEED],
      handlers: [crmLookup, orderStatus, orderCancel, creditRating, loanRating],
      config: { 'egress.allow-private-hosts': [upstream.host] },
    });
  });
  afterAll(async () => {
    await engine.close();
    await database.close();
    await upstream.stop();
    vi.unstubAllEnvs();
  });

  const result = async (tool_code: string, args: JsonObject) => {
    const reply = await engine.say('hi', randomUUID(), { inputParams: { tool_request: { tool_code, args } } });
    return (reply.context.mcp as { toolExecution: JsonObject }).toolExecution.result;
  };

  it('look a customer up by their own code', async () => {
    upstream.behave(json({ id: 'C/1' }));
    expect(await result('crm.lookup', { customerId: 'C/1' })).toEqual({ id: 'C/1' });
    expect(upstream.requests[0]?.url).toBe('/customers/C%2F1');
  });

  it('ask for an order by a request', async () => {
    upstream.behave(json({ data: { orderId: 'O1', status: 'OPEN' } }));
    const mapped = { orderId: 'O1', status: 'OPEN', eta: null };
    expect(await result('order.status.api', { orderId: 'O1' })).toMatchObject({ status: 200, attempt: 1, mapped });
    expect(upstream.requests).toMatchObject([{ url: '/orders/O1', headers: { 'x-api-key': 'k-1' } }]);
  });

  it('cancel an order after a yes, again with the same key after 503', async () => {
    upstream.behave(inTurn(status(503), json({ cancelled: true })));
    const id = randomUUID();
    const args = { orderId: 'O1', reason: 'late' };
    await engine.say('hi', id, { inputParams: { tool_request: { tool_code: 'order.cancel', args } } });
    const reply = await engine.say('yes', id);
    expect(reply.context.pending_action_runtime).toMatchObject({ status: 'EXECUTED', result: { attempt: 2 } });
    const [first, second] = upstream.requests;
    expect(first).toMatchObject({ method: 'POST', url: '/orders/O1/cancel', body: '{"reason":"late"}' });
    expect(first?.headers).toMatchObject({ authorization: 'Bearer t-1', 'x-conversation': id });
    expect(second?.headers['idempotency-key']).toBe(first?.headers['idempotency-key']);
  });

  it('ask for a rating in steps, through a mapper', async () => {
    upstream.behave(json({ rating: 760 }));
    expect(await result('loan.credit.rating.check', { customerId: 'C1' })).toEqual({ rating: 760, isGood: true });
  });

  it('have fewer than 20 lines each', async () => {
    const regions = (await readFile('test/docs/http-api.examples.ts', 'utf8')).split('// #region ').slice(1);
    const lengths = regions.map((region) => (region.split('// #endregion')[0] ?? '').trim().split('\n').length - 1);
    expect(lengths).toHaveLength(5);
    for (const length of lengths) expect(length).toBeLessThan(20);
  });
});
