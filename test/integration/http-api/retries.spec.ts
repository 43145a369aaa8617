import { describe, expect, it } from 'vitest';
import type { HttpApiPolicy, HttpApiRequestSpec } from '../../../src/platform/handlers-api/index.js';
import { inTurn, json, reset, status } from '../../helpers/upstream.js';
import { drip, serveHttpTools, silence } from './http-api-setup.js';

const { upstream, tools } = serveHttpTools();
const reading = (defaults: Partial<HttpApiPolicy> = {}, spec: Partial<HttpApiRequestSpec> = {}) =>
  tools(defaults).reading({ url: upstream.url, ...spec });

describe('a call that fails', () => {
  it('is made again after 503, once, after a pause', async () => {
    upstream.behave(inTurn(status(503), json({ id: 1 })));
    const result = await reading({ initialBackoffMs: 100, maxBackoffMs: 1_000 }).run();
    expect(result).toEqual({ status: 200, attempt: 2, latencyMs: expect.any(Number), mapped: { id: 1 } });
    const [first = 0, second = 0] = upstream.times;
    expect(second - first).toBeGreaterThanOrEqual(49);
  });

  it.each([
    [503, 2],
    [502, 2],
    [429, 2],
    [504, 2],
    [500, 1],
    [404, 1],
    [400, 1],
    [302, 1],
  ])('always with %i is given up after %i request(s), in the contract’s words', async (code, requests) => {
    upstream.behave(status(code));
    await expect(reading().run()).rejects.toThrow(
      `HTTP_API call failed with status ${code} after ${requests} attempt(s)`,
    );
    expect(upstream.requests).toHaveLength(requests);
  });

  it.each([
    ['resets', reset, 'the connection broke (ECONNRESET)'],
    ['says nothing', silence, 'no answer within 100 ms'],
    ['drips for ever', drip, 'no answer within 100 ms'],
  ])('because the server %s is made again, and told as an IO error', async (_how, behaviour, why) => {
    upstream.behave(behaviour);
    const text = `HTTP_API call failed due to IO error after 2 attempt(s): ${why}`;
    await expect(reading(behaviour === reset ? {} : { readTimeoutMs: 100 }).run()).rejects.toThrow(text);
    expect(upstream.requests).toHaveLength(2);
  });

  it('with an IO error is not made again where the policy says so', async () => {
    upstream.behave(reset);
    await expect(reading({ retryOnIoException: false }).run()).rejects.toThrow('after 1 attempt(s)');
    await expect(reading({}, { policy: { retryOnIoException: false } }).run()).rejects.toThrow('after 1 attempt(s)');
    expect(upstream.requests).toHaveLength(2);
  });

  it('pauses longer each time up to the limit, less up to half', async () => {
    upstream.behave(status(503));
    const policy = { maxAttempts: 4, initialBackoffMs: 40, backoffMultiplier: 2, maxBackoffMs: 100 };
    await expect(reading(policy).run()).rejects.toThrow('after 4 attempt(s)');
    const pauses = upstream.times.slice(1).map((time, index) => time - (upstream.times[index] ?? 0));
    for (const [index, least] of [20, 40, 50].entries()) expect(pauses[index]).toBeGreaterThanOrEqual(least - 1);
  });

  it('waits as long as Retry-After says', async () => {
    upstream.behave(inTurn(status(429, { 'retry-after': '1' }), json({})));
    await reading().run();
    const [first = 0, second = 0] = upstream.times;
    expect(second - first).toBeGreaterThanOrEqual(990);
  });

  it('is not waited for when Retry-After leads beyond the time of the call', async () => {
    upstream.behave(status(429, { 'retry-after': '3600' }));
    const started = performance.now();
    await expect(reading().run()).rejects.toThrow('status 429 after 1 attempt(s)');
    expect(performance.now() - started).toBeLessThan(30_000);
  });

  it('ends at once when it is cancelled in a pause, and leaves no timer', async () => {
    upstream.behave(status(503, { 'retry-after': '4' }));
    const controller = new AbortController();
    const made = reading();
    const before = process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length;
    const run = made.run({ signal: controller.signal });
    await expect.poll(() => upstream.requests).toHaveLength(1);
    setTimeout(() => controller.abort(new Error('cancelled')), 20);
    await expect(run).rejects.toThrow('cancelled');
    await made.close();
    const after = process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length;
    expect(after).toBeLessThanOrEqual(before);
    expect(upstream.requests).toHaveLength(1);
  });

  it('ends with the time of the tool, whatever the policy allows', async () => {
    upstream.behave(silence);
    const started = performance.now();
    await expect(reading({ readTimeoutMs: 60_000 }).run({ timeoutMs: 100 })).rejects.toThrow(
      'did not answer within 100 ms',
    );
    expect(performance.now() - started).toBeLessThan(30_000);
  });
});
