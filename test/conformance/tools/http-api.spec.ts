import { randomUUID } from 'node:crypto';
import { Module } from '@nestjs/common';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import {
  HttpApiApiProcessorToolHandlerProvider,
  HttpApiRequestingToolHandlerProvider,
  type HttpApiRequestSpec,
  ResponseMapperProvider,
  type RestWebServiceHandler,
  type ToolCall,
} from '../../../src/app/index.js';
import type { JsonObject } from '../../../src/platform/common/json.js';
import { describeOnEachDatabase, type TestDatabase } from '../../helpers/databases.js';
import { startEngine, type TestEngine } from '../../helpers/engine.js';
import { inTurn, json, reset, status, Upstream } from '../../helpers/upstream.js';

const SEED = `
  INSERT INTO ce_intent (intent_code, description) VALUES ('ORDERS', 'orders');
  INSERT INTO ce_intent_classifier (rule_type, pattern, intent_code, state_code, priority) VALUES
    ('CONTAINS', 'order', 'ORDERS', 'IDLE', 1);
  INSERT INTO ce_response (intent_code, state_code, output_format, response_type, exact_text) VALUES
    ('ANY', 'ANY', 'TEXT', 'EXACT', 'ok');
  INSERT INTO ce_mcp_tool (tool_id, tool_code, tool_group, intent_code, state_code) VALUES
    (1, 'order.status', 'HTTP_API', 'ANY', 'ANY'), (2, 'order.cancel', 'API', 'ANY', 'ANY'),
    (3, 'order.rating', 'http', 'ANY', 'ANY'), (4, 'order.nobody', 'HTTP_API', 'ANY', 'ANY'),
    (5, 'order.inside', 'HTTP_API', 'ANY', 'ANY');`;

const SECRET = 'sk-live-0123456789';
const upstream = new Upstream();

@HttpApiRequestingToolHandlerProvider('Order.Status', { sideEffect: 'READ' })
class OrderStatus {
  requestSpec({ arguments: { orderId } }: ToolCall): HttpApiRequestSpec {
    return {
      url: `${upstream.url}/orders/status`,
      queryParams: { orderId },
      auth: { type: 'API_KEY', headerName: 'X-API-KEY', secret: 'env:ORDERS_KEY' },
      responseMapping: {
        mode: 'FIELD_TEMPLATE',
        fields: { orderId: '$.data.orderId', status: '$.data.status', eta: '$.data.eta' },
      },
    };
  }
}

@HttpApiRequestingToolHandlerProvider('order.cancel')
class CancelOrder {
  requestSpec(): HttpApiRequestSpec {
    return { method: 'POST', url: `${upstream.url}/orders/{{orderId}}/cancel`, body: {} };
  }
}

@ResponseMapperProvider('OrderRating')
class OrderRating {
  map(document: unknown) {
    return { stars: (document as { rating: number }).rating };
  }
}

@HttpApiApiProcessorToolHandlerProvider('order.rating', { sideEffect: 'READ' })
class RateOrder {
  wsHandler(): RestWebServiceHandler<string, { mapped: unknown }> {
    return {
      prepareRequest: ({ call }) => `${upstream.url}/ratings/${encodeURIComponent(String(call.arguments.orderId))}`,
      delegate: { invoke: (url, { send }) => send({ url }) },
      processResponse: ({ mapped }, context) => {
        context.mappedResponse = mapped;
      },
    };
  }
  responseMapperClass() {
    return 'OrderRating';
  }
}

@HttpApiRequestingToolHandlerProvider('order.inside', { sideEffect: 'READ' })
class Inside {
  requestSpec(): HttpApiRequestSpec {
    return { url: 'http://169.254.169.254/latest?token=s3cret' };
  }
}

@Module({ providers: [OrderStatus, CancelOrder, OrderRating, RateOrder, Inside] })
class OrdersModule {}

describeOnEachDatabase('HTTP_API tools', (open) => {
  let engine: TestEngine;
  let database: TestDatabase;
  beforeAll(async () => {
    vi.stubEnv('ORDERS_KEY', SECRET);
    await upstream.start();
    database = await open();
    engine = await startEngine({
      database,
      seeds: [SEED],
      imports: [OrdersModule],
      config: { 'egress.allow-private-hosts': [upstream.host], 'mcp.http-api.defaults.initial-backoff-ms': 10 },
    });
  });
  beforeEach(() => upstream.behave(json({ data: { orderId: 'O1', status: 'SHIPPED' } })));
  afterAll(async () => {
    await engine.close();
    await upstream.stop();
    vi.unstubAllEnvs();
  });

  const ask = async (tool_code: string, args: JsonObject = {}, id = randomUUID()) => {
    const reply = await engine.say('my order', id, { inputParams: { tool_request: { tool_code, args } } });
    return { reply, execution: (reply.context.mcp as JsonObject | undefined)?.toolExecution as JsonObject };
  };

  it('answer by a request, with what the fields find and null for what they do not', async () => {
    const { execution } = await ask('order.status', { orderId: 'O 1' });
    expect(execution).toMatchObject({
      status: 'SUCCESS',
      toolGroup: 'HTTP_API',
      result: { status: 200, attempt: 1, mapped: { orderId: 'O1', status: 'SHIPPED', eta: null } },
    });
    expect(upstream.requests).toMatchObject([{ url: '/orders/status?orderId=O+1', headers: { 'x-api-key': SECRET } }]);
  });

  it('are asked again after 503', async () => {
    upstream.behave(inTurn(status(503), json({ data: {} })));
    const { execution } = await ask('order.status', { orderId: 'O1' });
    expect(execution).toMatchObject({ status: 'SUCCESS', result: { attempt: 2 } });
  });

  it('tell what the server said when it refuses', async () => {
    upstream.behave(json({ error: 'no order O1', token: 'abc' }, 404));
    const { execution } = await ask('order.status', { orderId: 'O1' });
    expect(execution).toMatchObject({
      status: 'ERROR',
      error: true,
      errorMessage:
        'HTTP_API call failed with status 404 after 1 attempt(s): {"error":"no order O1","token":"[redacted]"}',
    });
  });

  it('answer in steps, through a mapper', async () => {
    upstream.behave(json({ rating: 4 }));
    const { execution } = await ask('order.rating', { orderId: '../7' });
    expect(execution).toMatchObject({ status: 'SUCCESS', result: { stars: 4 } });
    expect(upstream.requests[0]?.url).toBe('/ratings/..%2F7');
  });

  it('that nothing serves are told in the contract’s words', async () => {
    const { execution } = await ask('order.nobody');
    expect(execution).toMatchObject({
      status: 'ERROR',
      errorMessage: 'No HttpApiToolHandler or HttpApiExecutorAdapter configured for tool_code=ORDER.NOBODY',
    });
  });

  it('that would leave the allowed network are refused, and their query is not told', async () => {
    const { reply, execution } = await ask('order.inside');
    expect(execution).toMatchObject({ status: 'ERROR', errorMessage: expect.stringContaining('may not be called') });
    expect(reply.raw).not.toContain('s3cret');
  });

  it('that write are sent after a yes only, once, with a key', async () => {
    upstream.behave(json({ cancelled: true }));
    const id = randomUUID();
    await ask('order.cancel', { orderId: 'O1' }, id);
    expect(upstream.requests).toEqual([]);
    await engine.say('yes', id);
    await engine.say('yes', id);
    expect(upstream.requests).toMatchObject([{ method: 'POST', url: '/orders/O1/cancel' }]);
    expect(upstream.requests[0]?.headers['idempotency-key']).toMatch(/^[0-9a-f-]{36}\.1$/);
  });

  it('that write and break off are held in doubt, and sent no second time', async () => {
    upstream.behave(reset);
    const id = randomUUID();
    await ask('order.cancel', { orderId: 'O1' }, id);
    const reply = await engine.say('yes', id);
    expect(reply.text).toContain('I cannot tell yet whether that went through');
    await engine.say('yes', id);
    expect(upstream.requests).toHaveLength(1);
  });

  it('leave their secret in no table', async () => {
    upstream.behave((response, nth, request) => json({ said: request.headers })(response, nth, request));
    await ask('order.status', { orderId: 'O1' });
    upstream.behave((response, nth, request) => json({ said: request.headers }, 400)(response, nth, request));
    await ask('order.status', { orderId: 'O1' });
    const tables = ['ce_audit', 'ce_conversation', 'ce_conversation_history', 'ce_turn_reply', 'ce_llm_call_log'];
    for (const table of tables) {
      const rows = await database.database.query(`SELECT * FROM ${table}`);
      expect(JSON.stringify(rows)).not.toContain(SECRET);
    }
    expect(await engine.count('SELECT count(*) FROM ce_audit')).toBeGreaterThan(0);
  });
});
