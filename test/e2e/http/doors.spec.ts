import { request as httpRequest } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openSqlite } from '../../helpers/databases.js';
import { startEngine, type TestEngine } from '../../helpers/engine.js';
import { Bank } from '../../mcp/bank.js';

const ID = '7b6e2b0a-3c1d-4e5f-8a9b-0c1d2e3f4a5b';
const MESSAGE = JSON.stringify({ conversationId: ID, message: 'hello' });

/** Every kind of address that the service has: method, path, body. */
const DOORS: readonly (readonly [method: string, path: string, body: string])[] = [
  ['POST', '/api/v1/conversation/message', MESSAGE],
  ['GET', `/api/v1/conversation/audit/${ID}`, ''],
  ['GET', `/api/v1/conversation/audit/${ID}/trace`, ''],
  ['GET', `/api/v1/conversation/stream/${ID}`, ''],
  ['GET', '/api/v1/tools', ''],
  ['POST', '/api/v1/tools/bank.pay/calls', '{"to":"ann","amount":5,"pin":"1"}'],
  ['POST', `/api/v1/tools/actions/${ID}/decision`, '{"decision":"yes"}'],
  ['POST', '/mcp', '{"jsonrpc":"2.0","id":1,"method":"ping"}'],
  ['GET', '/mcp', ''],
  ['GET', '/consent/some-token', ''],
  ['POST', '/consent/some-token', 'decision=CONFIRM'],
  ['GET', '/api/v1/actions/held', ''],
  ['POST', '/api/v1/cache/refresh', '{}'],
  ['GET', '/api/v1/documents', ''],
  ['GET', '/api/docs', ''],
  ['GET', '/api/docs-json', ''],
  ['GET', '/health', ''],
  ['GET', '/nothing/here', ''],
];

describe('every door', () => {
  let engine: TestEngine;
  beforeAll(async () => {
    engine = await startEngine({ database: await openSqlite(), handlers: new Bank().handlers });
  });
  afterAll(async () => {
    await engine.close();
    await engine.database.close();
  });

  /** A raw request, so that Host can be set; what it streams is not waited for. */
  const knock = (method: string, path: string, headers: Record<string, string>, body: string) =>
    new Promise<number>((resolve, reject) => {
      const type = path.startsWith('/consent') ? 'application/x-www-form-urlencoded' : 'application/json';
      const all = {
        ...(body !== '' && { 'content-type': type }),
        accept: 'application/json, text/event-stream',
        ...headers,
      };
      const outgoing = httpRequest(`${engine.url}${path}`, { method, headers: all }, (response) => {
        resolve(response.statusCode ?? 0);
        response.destroy();
      });
      outgoing.on('error', reject);
      outgoing.end(body);
    });

  it.each(DOORS)('is shut to web pages of elsewhere before anything runs: %s %s', async (method, path, body) => {
    const statuses = [
      await knock(method, path, { origin: 'https://evil.example' }, body),
      await knock(method, path, { host: 'evil.example' }, body),
      await knock(method, path, { host: 'evil.example', origin: 'http://evil.example' }, body),
      await knock(method, path, { origin: 'null' }, body),
    ];
    expect(statuses).toEqual([403, 403, 403, 403]);
    expect(await engine.count('SELECT count(*) FROM ce_conversation')).toBe(0);
  });

  it.each(DOORS)('lets programs through to what stands behind it: %s %s', async (method, path, body) => {
    const { port } = new URL(engine.url);
    const hosts = [`127.0.0.1:${port}`, `localhost:${port}`];
    for (const host of hosts) expect(await knock(method, path, { host }, body)).not.toBe(403);
  });
});
