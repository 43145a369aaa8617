import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { HttpApiPolicy } from '../../../src/platform/handlers-api/index.js';
import { json, reset, status, Upstream } from '../../helpers/upstream.js';
import { type HttpTools, serveHttpTools, silence } from './http-api-setup.js';

const { upstream, tools } = serveHttpTools();
const other = new Upstream();
beforeAll(() => other.start());
afterAll(() => other.stop());
const reading = (defaults: Partial<HttpApiPolicy>) => tools(defaults, [other.host]).reading({ url: upstream.url });

describe('a circuit', () => {
  const OPEN_MS = 60_000;
  const QUICK = { maxAttempts: 1, circuitFailureThreshold: 3, circuitOpenMs: OPEN_MS };
  /** Moves the clock that circuits go by to where those that are open let a call through. */
  const passOpenTime = () => {
    const now = Date.now.bind(Date);
    const later = vi.spyOn(Date, 'now').mockImplementation(() => now() + OPEN_MS);
    onTestFinished(() => later.mockRestore());
  };
  const fail = async (made: HttpTools, times: number, toolCode = 'a.b') => {
    for (let nth = 0; nth < times; nth += 1) await made.run({ toolCode }).catch(() => undefined);
  };

  it.each([
    ['status 500', status(500)],
    ['resets', reset],
    ['silence', silence],
  ])('opens after as many failed calls in a row as is set: %s', async (_what, behaviour) => {
    const made = reading(behaviour === silence ? { ...QUICK, readTimeoutMs: 400 } : QUICK);
    upstream.behave(behaviour);
    await fail(made, 3);
    expect(upstream.requests).toHaveLength(3);
    await expect(made.run()).rejects.toThrow('Circuit open for tool A.B');
    expect(upstream.requests).toHaveLength(3);
  });

  it('counts a call once, however many requests it took', async () => {
    const made = reading({ ...QUICK, maxAttempts: 2 });
    upstream.behave(status(503));
    await fail(made, 2);
    upstream.behave(json({}));
    await expect(made.run()).resolves.toMatchObject({ status: 200 });
  });

  it('stays closed whatever mistakes the caller makes', async () => {
    const made = reading(QUICK).reading({ url: `${upstream.url}/{{id}}` }, 'no.id');
    made.reading({ url: upstream.url, auth: { type: 'API_KEY', secret: 'env:NOWHERE' } }, 'no.key');
    made.reading(
      { url: upstream.url, responseMapping: { mode: 'MAPPER_CLASS', mapperClassName: 'nobody' } },
      'no.mapper',
    );
    made.reading({ url: upstream.url, responseMapping: { mode: 'JSON_PATH', path: '$.x', strict: true } }, 'no.field');
    upstream.behave(status(404));
    await fail(made, 5);
    upstream.behave(status(429));
    await fail(made, 5);
    upstream.behave(json({}));
    for (const toolCode of ['no.id', 'no.key', 'no.mapper', 'no.field']) {
      await fail(made, 5, toolCode);
      await expect(made.run({ toolCode })).rejects.not.toThrow('Circuit open');
    }
    await expect(made.run()).resolves.toMatchObject({ status: 200 });
  });

  it('of one tool and one host is no other’s', async () => {
    const made = reading(QUICK).reading({ url: upstream.url }, 'c.d');
    const hosts = [upstream.url, other.url];
    let nth = 0;
    made.add({
      kind: 'http-api-request',
      toolCode: 'two.hosts',
      sideEffect: 'READ',
      requestSpec: () => ({ url: hosts[nth] ?? '' }),
    });
    upstream.behave(status(500));
    await fail(made, 3);
    await fail(made, 3, 'two.hosts');
    upstream.behave(json({}));
    await expect(made.run()).rejects.toThrow('Circuit open');
    await expect(made.run({ toolCode: 'c.d' })).resolves.toMatchObject({ status: 200 });
    await expect(made.run({ toolCode: 'two.hosts' })).rejects.toThrow('Circuit open');
    nth = 1;
    await expect(made.run({ toolCode: 'two.hosts' })).resolves.toMatchObject({ status: 200 });
    // Of several hosts, the one that gets nothing counts.
    expect(made.circuits()).toEqual({ 'A.B': 'OPEN', 'C.D': 'CLOSED', 'TWO.HOSTS': 'OPEN' });
  });

  it('lets one call try after its time; the others wait and follow it', async () => {
    const made = reading(QUICK);
    upstream.behave(status(500));
    await fail(made, 3);
    passOpenTime();
    let atOnce = 0;
    upstream.behave((response, nth) => {
      if (nth > 1) return json({})(response, nth, null as never);
      setTimeout(() => {
        atOnce = upstream.requests.length;
        json({})(response, nth, null as never);
      }, 50);
    });
    const results = await Promise.all([1, 2, 3, 4, 5].map(() => made.run()));
    expect(results).toHaveLength(5);
    expect(atOnce).toBe(1);
    expect(upstream.requests).toHaveLength(5);
  });

  it('does not send what was cancelled while it waited', async () => {
    const made = reading(QUICK);
    upstream.behave(status(500));
    await fail(made, 3);
    passOpenTime();
    const controller = new AbortController();
    const isCancelled = Promise.withResolvers<void>();
    upstream.behave((...received) => {
      controller.abort(new Error('cancelled'));
      void isCancelled.promise.then(() => json({})(...received));
    });
    const tried = made.run();
    await expect(made.run({ signal: controller.signal })).rejects.toThrow('cancelled');
    isCancelled.resolve();
    await tried;
    await new Promise((resolve) => setTimeout(resolve, 60));
    expect(upstream.requests).toHaveLength(1);
  });

  it('opens again when that call fails, without the others being sent', async () => {
    const made = reading(QUICK);
    upstream.behave(status(500));
    await fail(made, 3);
    passOpenTime();
    upstream.behave(status(500));
    const results = await Promise.allSettled([1, 2, 3, 4, 5].map(() => made.run()));
    const reasons = results.map((result) => String((result as PromiseRejectedResult).reason.message));
    expect(reasons.filter((reason) => reason === 'Circuit open for tool A.B')).toHaveLength(4);
    expect(upstream.requests).toHaveLength(1);
  });

  it('does not close because the call that tried was cancelled', async () => {
    const made = reading(QUICK);
    upstream.behave(status(500));
    await fail(made, 3);
    passOpenTime();
    const controller = new AbortController();
    upstream.behave(() => controller.abort(new Error('cancelled')));
    await expect(made.run({ signal: controller.signal })).rejects.toThrow('cancelled');
    await expect(made.run()).rejects.toThrow('Circuit open for tool A.B');
  });

  it('counts a call that the tool’s own time ended, and not one that was cancelled', async () => {
    const made = reading(QUICK);
    for (let nth = 0; nth < 3; nth += 1) {
      const controller = new AbortController();
      upstream.behave(() => controller.abort(new Error('cancelled')));
      await expect(made.run({ signal: controller.signal })).rejects.toThrow('cancelled');
    }
    upstream.behave(silence);
    for (let nth = 0; nth < 3; nth += 1) {
      await expect(made.run({ timeoutMs: 300 })).rejects.toThrow('did not answer within 300 ms');
    }
    await expect(made.run()).rejects.toThrow('Circuit open for tool A.B');
    expect(upstream.requests).toHaveLength(3);
  });

  it('does nothing where it is switched off', async () => {
    const made = reading({ ...QUICK, circuitBreakerEnabled: false });
    upstream.behave(status(500));
    await fail(made, 6);
    expect(upstream.requests).toHaveLength(6);
  });

  it('counts concurrent calls one by one', async () => {
    const made = reading({ ...QUICK, circuitFailureThreshold: 20 });
    upstream.behave(status(500));
    await Promise.allSettled(Array.from({ length: 19 }, () => made.run()));
    await expect(made.run()).rejects.toThrow('status 500');
    await expect(made.run()).rejects.toThrow('Circuit open');
  });
});
