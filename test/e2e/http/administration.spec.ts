import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { EngineError } from '../../../src/platform/common/errors.js';
import { Troubles } from '../../../src/platform/common/troubles.js';
import type { Database } from '../../../src/platform/persistence/index.js';
import { openSqlite, type TestDatabase } from '../../helpers/databases.js';
import { type HttpApp, type HttpAppParts, post, startHttpApp } from './http-app.js';

const LOADED_AT = Date.UTC(2026, 0, 31, 12);
const KEY = { 'convengine.security.admin-api-key': 's3cret' };

let opened: TestDatabase;
let http: HttpApp;

beforeAll(async () => {
  opened = await openSqlite();
});
afterEach(() => http.close());
afterAll(() => opened.close());

async function start(parts: Partial<HttpAppParts> = {}): Promise<string> {
  http = await startHttpApp({
    database: opened.database,
    flow: {
      refresh: async () => ({ problems: [], counts: { ce_intent: 3, ce_rule: 12 } }),
      counts: () => ({ ce_intent: 3, ce_rule: 12 }),
      loadedAtMs: LOADED_AT,
    },
    ...parts,
  });
  return http.url;
}

describe('POST /api/v1/cache/refresh', () => {
  it('says in the words of the contract that the tables were loaded, and how many rows', async () => {
    const response = await fetch(`${await start()}/api/v1/cache/refresh`, { method: 'POST' });
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8']);
    expect(await response.text()).toBe(
      'Successfully evicted and reloaded ConvEngine Static Database Configuration Caches.\nce_intent=3 ce_rule=12\n',
    );
  });

  it('names the rows that keep the tables from being loaded', async () => {
    const problems = [{ severity: 'error', table: 'ce_rule', id: '7', column: null, message: 'is wrong' }] as const;
    const url = await start({
      flow: {
        refresh: async () => {
          throw new EngineError('FLOW_INVALID', 'One row cannot be used.', { problems });
        },
        counts: () => ({}),
        loadedAtMs: LOADED_AT,
      },
    });
    const response = await fetch(`${url}/api/v1/cache/refresh`, { method: 'POST' });
    expect([response.status, await response.json()]).toMatchObject([
      422,
      { success: false, errorCode: 'FLOW_INVALID', data: { problems } },
    ]);
  });
});

describe('GET /api/v1/cache/analyze', () => {
  it('tells how many rows of each table are loaded, and since when', async () => {
    const response = await fetch(`${await start()}/api/v1/cache/analyze?warmup=true`);
    expect(await response.json()).toEqual({
      loadedAt: '2026-01-31T12:00:00.000Z',
      staticCaches: { ce_intent: { exists: true, listSize: 3 }, ce_rule: { exists: true, listSize: 12 } },
    });
  });
});

describe('the addresses for administration', () => {
  const refresh = (url: string, headers: Record<string, string> = {}) =>
    post(`${url}/api/v1/cache/refresh`, '', headers);

  it('ask everybody for the key where one is configured', async () => {
    const url = await start({ config: KEY });
    const statuses = [
      await refresh(url),
      await refresh(url, { authorization: 'Bearer wrong' }),
      await refresh(url, { 'x-api-key': 's3cre' }),
      await fetch(`${url}/api/v1/cache/analyze`),
      await fetch(`${url}/api/v1/documents`),
      await refresh(url, { authorization: 'Bearer s3cret' }),
      await refresh(url, { 'x-api-key': 's3cret' }),
    ].map((response) => response.status);
    expect(statuses).toEqual([401, 401, 401, 401, 401, 200, 200]);
  });

  it('answer programs on this machine only where no key is configured, and say how to change that', async () => {
    const url = await start();
    expect((await refresh(url)).status).toBe(200);
    const forwarded = await refresh(url, { 'x-forwarded-for': '203.0.113.9' });
    expect([forwarded.status, await forwarded.json()]).toMatchObject([
      401,
      { errorCode: 'UNAUTHORIZED', message: expect.stringContaining('convengine.security.admin-api-key') },
    ]);
    expect((await refresh(url, { origin: 'https://evil.example' })).status).toBe(403);
    expect((await refresh(url, { origin: 'http://localhost:5173' })).status).toBe(200);
  });

  it('do not take the conversation key', async () => {
    const url = await start({ config: { ...KEY, 'convengine.security.conversation-api-key': 'other' } });
    expect((await refresh(url, { 'x-api-key': 'other' })).status).toBe(401);
  });
});

describe('GET /health', () => {
  const clock = { aheadMs: expect.any(Number) };
  const expected = {
    clock,
    flow: { loadedAt: '2026-01-31T12:00:00.000Z' },
    version: expect.stringMatching(/^\d+\.\d+\.\d+/),
  };

  it('is ok while the database answers, at both addresses and without a key', async () => {
    const url = await start({ config: { ...KEY, 'convengine.security.conversation-api-key': 'k' } });
    for (const path of ['/health', '/api/v1/health']) {
      const response = await fetch(`${url}${path}`);
      expect([response.status, await response.json()]).toEqual([
        200,
        { status: 'ok', database: 'up', reasons: [], ...expected },
      ]);
    }
  });

  it('is degraded while something is wrong that lets the service work', async () => {
    const url = await start({});
    let trouble: string | undefined = 'A part is not well.';
    http.app.get(Troubles).watch(() => trouble);
    const health = async () => {
      const response = await fetch(`${url}/health`);
      return [response.status, await response.json()];
    };
    const degraded = { status: 'degraded', database: 'up', reasons: [trouble], ...expected };
    expect(await health()).toEqual([200, degraded]);
    trouble = undefined;
    expect(await health()).toEqual([200, { status: 'ok', database: 'up', reasons: [], ...expected }]);
  });

  it('is down when the database fails or does not answer, and says why without secrets', async () => {
    const away: [Database['check'], string][] = [
      [() => Promise.reject(new Error('password "x"')), 'The database cannot be used.'],
      [() => new Promise(() => undefined), 'The database does not answer.'],
    ];
    for (const [check, reason] of away) {
      const url = await start({ database: { ...opened.database, check } });
      const response = await fetch(`${url}/health`);
      expect([response.status, await response.json()]).toEqual([
        503,
        { status: 'down', database: 'down', reasons: [reason], ...expected },
      ]);
      await http.close();
    }
  });
});
