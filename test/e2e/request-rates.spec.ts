import { randomUUID } from 'node:crypto';
import { afterEach, expect, it } from 'vitest';
import { keyFor } from '../access/keys.js';
import { describeOnEachDatabase, type TestDatabase } from '../helpers/databases.js';
import { startEngine, type TestEngine } from '../helpers/engine.js';

describeOnEachDatabase('requests in a minute', (open) => {
  const engines: TestEngine[] = [];
  afterEach(async () => {
    for (const engine of engines.splice(0)) await engine.close();
  });

  async function start(database: TestDatabase, config: Record<string, unknown>): Promise<TestEngine> {
    const engine = await startEngine({ database, config });
    engines.push(engine);
    return engine;
  }

  const say = (engine: TestEngine, id: string = randomUUID(), headers: Record<string, string> = {}) =>
    fetch(`${engine.url}/api/v1/conversation/message`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ conversationId: id, message: 'hello' }),
    });

  it('are limited in one conversation, and 429 says when the next may come', async () => {
    const engine = await start(await open(), { 'limits.per-minute.conversation': 2 });
    const id = randomUUID();
    const statuses = [await say(engine, id), await say(engine, id)].map(({ status }) => status);
    const third = await say(engine, id.toUpperCase());
    const body = (await third.json()) as Record<string, unknown>;
    expect([...statuses, third.status, body.errorCode, body.conversationId]).toEqual([
      200,
      200,
      429,
      'TOO_MANY_REQUESTS',
      id,
    ]);
    expect(Number(third.headers.get('retry-after'))).toBeGreaterThan(50);
    expect((await say(engine)).status).toBe(200);
    const others = { '/ag-ui': { threadId: id }, '/v1/responses': { previous_response_id: `resp_${id}.2` } };
    for (const [path, named] of Object.entries(others)) {
      const body = JSON.stringify(named);
      expect((await fetch(`${engine.url}${path}`, { method: 'POST', body, headers: JSON_TYPE })).status).toBe(429);
    }
    expect(await engine.count('SELECT turn_no FROM ce_conversation WHERE conversation_id = $1', [id])).toBe(2);
  });

  it('are limited from one address, over all processes of a database', async () => {
    const database = await open();
    const config = { 'limits.per-minute.address': 3 };
    const first = await start(database, config);
    // SQLite is for one process.
    const second = database.dialect === 'postgres' ? await start(database, config) : first;
    const statuses: number[] = [];
    for (const engine of [first, second, first, second, first]) statuses.push((await say(engine)).status);
    expect(statuses).toEqual([200, 200, 200, 429, 429]);
    const mcp = await fetch(`${first.url}/mcp`, { method: 'POST', body: '{}', headers: JSON_TYPE });
    expect([mcp.status, ((await mcp.json()) as { jsonrpc?: string }).jsonrpc]).toEqual([429, '2.0']);
    expect((await fetch(`${first.url}/health`)).status).toBe(200);
    expect((await fetch(`${first.url}/api/v1/actions/held`)).status).toBe(200);
  });

  it('are counted however the address is written, and whatever else the request names', async () => {
    const engine = await start(await open(), { 'limits.per-minute.conversation': 1 });
    const post = async (path: string, body: object, headers: Record<string, string> = {}) => {
      const request = { method: 'POST', body: JSON.stringify(body), headers: { ...JSON_TYPE, ...headers } };
      return (await fetch(`${engine.url}${path}`, request)).status;
    };
    const id = randomUUID();
    const message = { conversationId: id, message: 'hello' };
    expect(await post('/api/v1/conversation/message', message)).toBe(200);
    expect(await post('/api/v1/%63onversation/message', message)).toBe(429);
    const beside = () => ({ conversationId: randomUUID(), id: randomUUID() });
    expect(await post('/ag-ui', { ...beside(), threadId: id })).toBe(429);
    expect(await post('/v1/responses', { ...beside(), previous_response_id: `resp_${id}.1` })).toBe(429);
    const thread = { threadId: 't'.repeat(200) };
    expect([await post('/ag-ui', thread), await post('/ag-ui', thread)].at(-1)).toBe(429);
    const session = { 'mcp-session-id': randomUUID() };
    const call = (n: number) => post('/mcp', { jsonrpc: '2.0', id: `call ${n}`, method: 'ping' }, session);
    expect([await call(1), await call(2)].at(-1)).toBe(429);
  });

  it('are those of the address that a trusted proxy names, and of no other', async () => {
    const config = { 'limits.per-minute.address': 1, 'http.trusted-proxies': ['127.0.0.1'] };
    const engine = await start(await open(), config);
    const from = async (address: string) => (await say(engine, randomUUID(), { 'x-forwarded-for': address })).status;
    expect([await from('10.0.0.1'), await from('10.0.0.2'), await from('10.0.0.1')]).toEqual([200, 200, 429]);
    const strict = await start(await open(), { 'limits.per-minute.address': 1 });
    const claimed = async (address: string) => (await say(strict, randomUUID(), { 'x-forwarded-for': address })).status;
    expect([await claimed('10.0.0.1'), await claimed('10.0.0.2')]).toEqual([200, 429]);
  });

  it('are limited by key, and a wrong key counts for nobody', async () => {
    const config = { 'limits.per-minute.key': 1, 'security.conversation-api-key': 'right' };
    const engine = await start(await open(), config);
    const withKey = async (key: string) => (await say(engine, randomUUID(), { 'x-api-key': key })).status;
    const statuses = [await withKey('wrong'), await withKey('wrong'), await withKey('right'), await withKey('right')];
    expect(statuses).toEqual([401, 401, 200, 429]);
  });

  it('are limited by tenant, whichever of its keys they carry', async () => {
    const config = { 'limits.per-minute.tenant': 2, 'security.conversation-api-key': 'talk' };
    const database = await open();
    const engine = await start(database, config);
    const { headers } = await keyFor(database, 'service', 'shop');
    const both = [{ 'x-api-key': 'talk' }, headers, headers, { 'x-api-key': 'talk' }];
    const statuses: number[] = [];
    for (const given of both) statuses.push((await say(engine, randomUUID(), given)).status);
    expect(statuses).toEqual([200, 200, 429, 429]);
    expect((await say(engine, randomUUID(), { 'x-api-key': 'wrong' })).status).toBe(401);
  });

  it('are counted by the process alone while the table of all cannot be used', async () => {
    const database = await open();
    const engine = await start(database, { 'limits.per-minute.address': 2 });
    await database.database.query('ALTER TABLE ce_request_rate RENAME TO ce_request_rate_away');
    const statuses: number[] = [];
    for (let post = 0; post < 3; post += 1) statuses.push((await say(engine)).status);
    await database.database.query('ALTER TABLE ce_request_rate_away RENAME TO ce_request_rate');
    expect(statuses).toEqual([200, 200, 429]);
  });
});

const JSON_TYPE = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
