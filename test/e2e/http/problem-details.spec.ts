import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { errorResponseSchema } from '../../../src/interfaces/http/error-body.js';
import { problemDetailsSchema } from '../../../src/interfaces/http/problem-details.js';
import { openSqlite } from '../../helpers/databases.js';
import { startEngine, type TestEngine } from '../../helpers/engine.js';

const ID = '7b6e2b0a-3c1d-4e5f-8a9b-0c1d2e3f4a5b';
const BUSY = randomUUID();
const KEY = 'a key of conversations, and long enough';
const PROBLEM = 'application/problem+json';
const MESSAGE = '/api/v1/conversation/message';

interface Knock {
  readonly method?: string;
  readonly path?: string;
  readonly headers?: Record<string, string>;
  readonly body?: string;
}

const hello = (message: unknown = 'hello', conversationId: string = randomUUID()) =>
  JSON.stringify({ conversationId, message });

/** A way to each kind of refusal: guards, parsers, routes, limits, and the turn itself. */
const DOORS: readonly (readonly [status: number, code: string, knock: Knock])[] = [
  [404, 'NOT_FOUND', { method: 'GET', path: '/api/v1/nothing/here' }],
  [404, 'NOT_FOUND', { method: 'GET', path: `/api/v1/conversations/${randomUUID()}` }],
  [400, 'INVALID_REQUEST', { method: 'GET', path: '/%ff' }],
  [400, 'INVALID_REQUEST', { body: '{' }],
  [400, 'INVALID_REQUEST', { body: hello(7) }],
  [400, 'INVALID_REQUEST', { body: 'hello', headers: { 'content-type': 'text/plain' } }],
  [413, 'REQUEST_TOO_LARGE', { body: hello('x'.repeat(5_000)) }],
  [401, 'UNAUTHORIZED', { headers: { 'x-api-key': 'guessed' } }],
  [403, 'FORBIDDEN', { headers: { origin: 'https://evil.example' } }],
  [422, 'IDEMPOTENCY_KEY_REUSED', { headers: { 'idempotency-key': 'k-1' }, body: hello('something else', ID) }],
  [429, 'TOO_MANY_REQUESTS', { body: hello('hello', BUSY) }],
];

describe('an error', () => {
  let engine: TestEngine;
  beforeAll(async () => {
    const config = {
      'security.conversation-api-key': KEY,
      'http.body-limit-bytes': 4_096,
      'limits.per-minute.conversation': 3,
    };
    engine = await startEngine({ database: await openSqlite(), config });
    await knock({ headers: { 'idempotency-key': 'k-1' }, body: hello('hello', ID) });
    for (let count = 0; count < 3; count += 1) await knock({ body: hello('hello', BUSY) });
  });
  afterAll(async () => {
    await engine.close();
    await engine.database.close();
  });

  const knock = ({ method = 'POST', path = MESSAGE, headers = {}, body = hello() }: Knock, accept = PROBLEM) =>
    fetch(`${engine.url}${path}`, {
      method,
      headers: { accept, 'x-api-key': KEY, 'content-type': 'application/json', ...headers },
      ...(method === 'POST' && { body }),
    });

  it.each(DOORS)(
    '%i %s is answered as problem details where Accept names them: %o',
    async (status, errorCode, door) => {
      const response = await knock(door);
      expect([response.status, response.headers.get('content-type')]).toEqual([status, `${PROBLEM}; charset=utf-8`]);
      expect(response.headers.get('vary')).toContain('Accept');
      const problem = problemDetailsSchema.strict().parse(await response.json());
      expect(problem).toMatchObject({ status, errorCode, type: `/api/docs/errors#${errorCode}` });
      expect(problem.instance).toMatch(/^urn:uuid:[0-9a-f-]{36}$/);
      expect(response.headers.has('retry-after')).toBe(status === 429);
    },
  );

  it.each(['', '*/*', 'application/json', `${PROBLEM};q=0`, `application/json, ${PROBLEM};q=0.5`])(
    'is answered in the body of the contract to "%s"',
    async (accept) => {
      const response = await knock({ method: 'GET', path: '/nothing' }, accept);
      expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
      errorResponseSchema.strict().parse(await response.json());
    },
  );

  it('has a type that leads to a page about its kind', async () => {
    const response = await knock({ method: 'GET', path: '/nothing' }, `application/json, ${PROBLEM}`);
    const { type, title } = problemDetailsSchema.parse(await response.json());
    const address = new URL(type, response.url);
    const page = await fetch(address);
    expect([title, page.status, page.headers.get('content-type')]).toEqual([
      'Not found',
      200,
      'text/html; charset=utf-8',
    ]);
    expect(await page.text()).toContain(`<a id="${address.hash.slice(1)}"></a><code>NOT_FOUND</code>`);
  });
});
