import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { HttpApiPolicy, HttpApiRequestSpec } from '../../../src/platform/handlers-api/index.js';
import { inTurn, json, reset, status, Upstream, type UpstreamBehaviour } from '../../helpers/upstream.js';
import { drip, serveHttpTools, silence } from './http-api-setup.js';

const { upstream, tools } = serveHttpTools();
const other = new Upstream();
beforeAll(() => other.start());
afterAll(() => other.stop());
const writing = (defaults: Partial<HttpApiPolicy> = {}, spec: Partial<HttpApiRequestSpec> = {}) =>
  tools(defaults).writing({ url: upstream.url, method: 'POST', body: {}, ...spec });

/** Only what never comes is waited for in vain. */
const timeFor = (behaviour: UpstreamBehaviour) => (behaviour === silence ? { readTimeoutMs: 100 } : {});

describe('a call that writes', () => {
  it.each([
    ['a status', status(503)],
    ['a reset', reset],
    ['silence', silence],
  ])('is sent once after %s, and nothing says it may be repeated', async (_what, behaviour) => {
    upstream.behave(behaviour);
    await expect(writing(timeFor(behaviour)).run({ idempotencyKey: 'k-1' })).rejects.toThrow('after 1 attempt(s)');
    expect(upstream.requests).toHaveLength(1);
    expect(upstream.requests[0]?.headers['idempotency-key']).toBe('k-1');
  });

  it('is sent again with the same key where the server recognises it', async () => {
    upstream.behave(inTurn(reset, status(503), json({ done: true })));
    const result = await writing({ maxAttempts: 3 }, { idempotent: true }).run({ idempotencyKey: 'k-1' });
    expect(result).toMatchObject({ attempt: 3, mapped: { done: true } });
    expect(upstream.requests.map(({ headers }) => headers['idempotency-key'])).toEqual(['k-1', 'k-1', 'k-1']);
  });

  it('is sent again where its row says that it may be, unless the request knows better', async () => {
    upstream.behave(status(503));
    const call = { idempotencyKey: 'k-1', executionPolicy: 'idempotent' } as const;
    await expect(writing().run(call)).rejects.toThrow('after 2 attempt(s)');
    await expect(writing({}, { idempotent: false }).run(call)).rejects.toThrow('after 1 attempt(s)');
    await expect(writing().run({ ...call, idempotencyKey: null })).rejects.toThrow('after 1 attempt(s)');
  });

  it('whose connection never came about is tried again: nothing was sent', async () => {
    await other.stop();
    const run = tools({}, [other.host]).writing({ url: other.url, method: 'POST' }).run({ idempotencyKey: 'k-1' });
    await expect(run).rejects.toThrow('IO error after 2 attempt(s): no connection (ECONNREFUSED)');
    await expect(run).rejects.toMatchObject({ mayHaveHappened: false });
    await other.start();
  });

  it.each([
    ['nobody answers', (): string => other.url],
    ['it may not go', (): string => 'http://169.254.169.254/'],
    ['the page is gone', (): string => `${upstream.url}/gone`],
  ])('is led nowhere by a redirect, also with GET, and is in doubt: where %s', async (_where, location) => {
    await other.stop();
    upstream.behave(inTurn((...request) => status(302, { location: location() })(...request), status(404)));
    const made = tools({}, [other.host]).writing({ url: upstream.url });
    await expect(made.run({ idempotencyKey: 'k-1' })).rejects.toMatchObject({ mayHaveHappened: true });
    expect(upstream.requests).toHaveLength(1);
    await other.start();
  });

  it('without a key is sent at most once, whatever the server does and the policy says', async () => {
    const statuses = [200, 302, 404, 429, 500, 502, 503];
    const behaviours = new Map<string, UpstreamBehaviour>(statuses.map((code) => [String(code), status(code)]));
    behaviours.set('reset', reset).set('silence', silence).set('drip', drip);
    const known = fc.constantFrom(...behaviours.keys());
    const spec = fc.record({
      method: fc.constantFrom('POST', 'PATCH', 'PUT', 'DELETE', 'GET'),
      idempotent: fc.boolean(),
      sideEffect: fc.constantFrom('READ' as const, 'WRITE' as const),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.array(known, { minLength: 1, maxLength: 3 }),
        spec,
        fc.integer({ min: 1, max: 4 }),
        async (plan, how, maxAttempts) => {
          const writes = how.sideEffect === 'WRITE' || how.method === 'POST' || how.method === 'PATCH';
          upstream.behave(inTurn(...plan.map((name) => behaviours.get(name) ?? silence)));
          const { sideEffect, method, idempotent } = how;
          const defaults = { maxAttempts, readTimeoutMs: 100, initialBackoffMs: 0, circuitBreakerEnabled: false };
          const made = tools({ ...defaults, retryStatusCodes: [302, 404, 429, 500, 502, 503] });
          made.add({
            kind: 'http-api-request',
            toolCode: 'a.b',
            sideEffect,
            requestSpec: { url: upstream.url, method, idempotent },
          });
          await made.run().catch(() => undefined);
          expect(upstream.requests.length).toBeLessThanOrEqual(writes ? 1 : maxAttempts);
          await made.close();
        },
      ),
      { numRuns: 60 },
    );
  });

  it('is done when it was answered with 2xx, whatever the answer is worth', async () => {
    upstream.behave(json(['x'], 201, { 'content-type': 'image/png' }));
    expect(await writing().run({ idempotencyKey: 'k' })).toMatchObject({
      status: 201,
      mapped: {
        note: 'Done, but the answer was left out: HTTP_API call was answered with image/png, which is not expected',
      },
    });
    upstream.behave(json('x'.repeat(20_000)));
    expect(await writing().run({ idempotencyKey: 'k' })).toMatchObject({
      status: 200,
      mapped: { note: expect.any(String) },
    });
  });

  it.each([
    ['the connection broke', reset, true],
    ['no answer came in time', silence, true],
    ['the server failed', status(500), true],
    ['the server is not at work', status(503), false],
    ['the server refused', status(422), false],
    ['the server leads to a page about it', status(303), true],
    ['the server wants it at another address', status(307), false],
  ])('says whether it may have been done: %s', async (_why, behaviour, mayHaveHappened) => {
    upstream.behave(behaviour);
    await expect(writing(timeFor(behaviour)).run({ idempotencyKey: 'k' })).rejects.toMatchObject({ mayHaveHappened });
  });
});
