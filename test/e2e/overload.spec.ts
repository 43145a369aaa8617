import { randomUUID } from 'node:crypto';
import { Agent, request } from 'undici';
import { afterEach, expect, it } from 'vitest';
import { done, type Handler } from '../../src/platform/handlers-api/index.js';
import type { TestDatabase } from '../helpers/databases.js';
import { describeOnEachDatabase } from '../helpers/databases.js';
import { startEngine, type TestEngine } from '../helpers/engine.js';
import { BANK, Bank } from '../mcp/bank.js';
import { ORDER_FLOW, requestFor } from '../pending-action/order-flow.js';

const POSTS = 2_000;
/** More would not fit into what the operating system keeps until they are accepted. */
const CONNECTIONS = 500;

describeOnEachDatabase('more than can be answered', (open) => {
  let engine: TestEngine | undefined;
  afterEach(() => engine?.close());

  async function start(config: Record<string, unknown>, handlers: readonly Handler[] = []): Promise<TestEngine> {
    const database: TestDatabase = await open();
    engine = await startEngine({
      database,
      seeds: [ORDER_FLOW, BANK],
      config,
      handlers: [...new Bank().handlers, ...handlers],
    });
    return engine;
  }

  it('is refused with 503 and Retry-After beyond what is taken on, and what is refused leaves no trace', async () => {
    const service = await start({ 'limits.turns-in-progress': 50 });
    await service.say('hello', randomUUID());
    const agent = new Agent({ connections: CONNECTIONS });
    const posts = Array.from({ length: POSTS }, () => postHello(service.url, agent));
    const answers = await Promise.all(posts);
    await agent.close();
    const accepted = answers.filter(({ status }) => status === 200);
    const refused = answers.filter(({ status }) => status !== 200);
    expect(accepted.length).toBeGreaterThan(0);
    expect(refused.length).toBeGreaterThan(0);
    for (const { status, body, retryAfter } of refused) {
      expect([status, body.errorCode, body.recoverable]).toEqual([503, 'SERVICE_OVERLOADED', true]);
      expect(retryAfter).toBeGreaterThanOrEqual(1);
      expect(retryAfter).toBeLessThanOrEqual(10);
    }
    // They are not all told to come back in the same moment.
    expect(new Set(refused.map(({ retryAfter }) => retryAfter)).size).toBeGreaterThan(1);
    expect(await service.count('SELECT count(*) FROM ce_conversation')).toBe(accepted.length + 1);
    const health = await fetch(`${service.url}/health`);
    const { reasons } = (await health.json()) as { reasons: string[] };
    expect([health.status, reasons.join().includes('requests were refused')]).toEqual([200, true]);
    await expect.poll(() => service.say('hello', randomUUID()).then(({ status }) => status)).toBe(200);
  }, 120_000);

  it('is refused at every door, and not where health is asked for or a conversation is followed', async () => {
    const [begun, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const cancel = async () => {
      begun.resolve();
      await goOn.promise;
      return done();
    };
    const orders: Handler = { kind: 'action', name: 'orders', methods: { cancel, notify: () => done() } };
    const service = await start({ 'limits.turns-in-progress': 1 }, [orders]);
    const id = randomUUID();
    await service.say(requestFor('at-most-once'), id);
    const streamed = await fetch(`${service.url}/api/v1/conversation/stream/${id}`);
    const running = service.say('yes', id);
    await begun.promise;
    const doors = [
      ['/api/v1/conversation/message', { message: 'hello' }],
      ['/api/v1/tools/bank.balance/calls', { account: 'a' }],
      ['/api/v1/tools/bank.pay/calls', { to: 'ann', amount: 1, pin: '1' }],
      ['/api/v1/documents', { source: 'a.md', content: '# A' }],
      ['/mcp', { jsonrpc: '2.0', id: 1, method: 'initialize', params: {} }],
    ] as const;
    for (const [path, body] of doors) {
      const answer = await postJson(`${service.url}${path}`, body);
      expect([path, answer.status, answer.retryAfter > 0]).toEqual([path, 503, true]);
    }
    const health = await fetch(`${service.url}/health`);
    const followed = await fetch(`${service.url}/api/v1/conversation/stream/${randomUUID()}`);
    const waiting = service.say('hello', randomUUID());
    expect([health.status, streamed.status, followed.status, (await waiting).status]).toEqual([200, 200, 200, 503]);
    goOn.resolve();
    expect((await running).text).toMatch(/^Done\./);
    expect((await service.say('hello', randomUUID())).status).toBe(200);
    await Promise.all([streamed.body?.cancel(), followed.body?.cancel()]);
  });

  it('is not what waits for handlers: their turns hold up no others', async () => {
    const goOn = Promise.withResolvers<void>();
    const cancel = async () => {
      await goOn.promise;
      return done();
    };
    const orders: Handler = { kind: 'action', name: 'orders', methods: { cancel, notify: () => done() } };
    const service = await start({}, [orders]);
    const ids = Array.from({ length: 20 }, () => randomUUID());
    for (const id of ids) await service.say(requestFor('at-most-once'), id);
    const running = ids.map((id) => service.say('yes', id));
    const others = await Promise.all(ids.map(() => service.say('hello', randomUUID())));
    expect(others.map(({ status }) => status)).toEqual(ids.map(() => 200));
    goOn.resolve();
    expect((await Promise.all(running)).map(({ text }) => text.startsWith('Done.'))).toEqual(ids.map(() => true));
  });
});

interface Answer {
  readonly status: number;
  readonly retryAfter: number;
  readonly body: Record<string, unknown>;
}

async function postJson(url: string, body: object, dispatcher?: Agent): Promise<Answer> {
  const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
  const response = await request(url, {
    method: 'POST',
    headers,
    body: JSON.stringify(body),
    ...(dispatcher && { dispatcher }),
  });
  const retryAfter = Number(response.headers['retry-after'] ?? 0);
  return { status: response.statusCode, retryAfter, body: (await response.body.json()) as Record<string, unknown> };
}

function postHello(url: string, agent: Agent): Promise<Answer> {
  const body = { conversationId: randomUUID(), message: 'hello' };
  return postJson(`${url}/api/v1/conversation/message`, body, agent);
}
