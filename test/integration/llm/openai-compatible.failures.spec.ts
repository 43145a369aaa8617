import { createServer } from 'node:net';
import { describe, expect, it } from 'vitest';
import { hasCode } from '../../../src/platform/common/errors.js';
import { API_KEY, clientOf, failureOf, mentionsKey, request } from './client-fixture.js';

const OK = { reply: { text: 'ok' } };

async function timed<T>(work: () => Promise<T>): Promise<{ value: T; tookMs: number }> {
  const startedAt = performance.now();
  const value = await work();
  return { value, tookMs: performance.now() - startedAt };
}

describe('a failure that may pass', () => {
  it.each([408, 429, 500, 502, 503])('with status %i is tried again', async (status) => {
    const { client, server } = await clientOf([{ reply: { status }, times: 1 }, OK]);
    expect(await client.text(request())).toBe('ok');
    expect(server.requests).toHaveLength(2);
  });

  it.each(['before-headers', 'in-body'] as const)('with a connection lost %s is tried again', async (drop) => {
    const { client, server } = await clientOf([{ reply: { drop }, times: 1 }, OK]);
    expect(await client.text(request())).toBe('ok');
    expect(server.requests).toHaveLength(2);
  });

  it('is tried no more often than the attempts allow', async () => {
    const { client, server } = await clientOf([{ reply: { status: 500 } }], { maxAttempts: 3 });
    const failure = await failureOf(client.text(request()));
    expect(failure).toMatchObject({ code: 'LLM_CALL_FAILED', httpStatus: 500, provider: 'openai-compatible' });
    expect(server.requests).toHaveLength(3);
  });

  it('leaves no attempt for a repair that it has used up', async () => {
    const { client, server } = await clientOf([{ reply: { status: 500 }, times: 1 }, { reply: { text: 'prose' } }]);
    expect((await failureOf(client.json(request(), {}))).code).toBe('LLM_INVALID_RESPONSE');
    expect(server.requests).toHaveLength(2);
  });

  it('is tried again after the seconds the server asks for', async () => {
    const { client, server } = await clientOf([
      { reply: { status: 429, headers: { 'retry-after': '1' } }, times: 1 },
      OK,
    ]);
    await client.text(request());
    const [first, second] = server.requests.map(({ receivedAt }) => receivedAt);
    expect((second ?? 0) - (first ?? 0)).toBeGreaterThanOrEqual(990);
  });

  it('ends the call at once where the server asks for more time than is left', async () => {
    const reply = { status: 429, headers: { 'retry-after': '30' } };
    const { client, server } = await clientOf([{ reply }, OK], { timeoutMs: 10_000 });
    const { value: failure, tookMs } = await timed(() => failureOf(client.text(request())));
    expect(failure).toMatchObject({ httpStatus: 429, data: { retryAfterSeconds: 30 } });
    expect(server.requests).toHaveLength(1);
    expect(tookMs).toBeLessThan(20_000);
  });

  it('is tried again after the milliseconds that some servers ask for', async () => {
    const headers = { 'retry-after-ms': '20', 'retry-after': '30' };
    const { client, server } = await clientOf([{ reply: { status: 429, headers }, times: 1 }, OK]);
    expect(await client.text(request())).toBe('ok');
    expect(server.requests).toHaveLength(2);
  });

  it('understands a time to wait that is given as a date', async () => {
    const date = new Date(Date.now() + 60_000).toUTCString();
    const { client, server } = await clientOf([{ reply: { status: 503, headers: { 'retry-after': date } } }]);
    const failure = await failureOf(client.text(request()));
    expect(hasCode(failure, 'LLM_CALL_FAILED') && failure.data.retryAfterSeconds).toBeGreaterThan(50);
    expect(server.requests).toHaveLength(1);
  });

  it('is reported where nobody listens', async () => {
    const taken = createServer();
    const port = await new Promise<number>((resolve) => {
      taken.listen(0, '127.0.0.1', () => resolve((taken.address() as { port: number }).port));
    });
    await new Promise((resolve) => taken.close(resolve));
    const { client } = await clientOf([], { baseUrl: `http://127.0.0.1:${port}/v1` });
    const failure = await failureOf(client.text(request()));
    expect(failure).toMatchObject({ code: 'LLM_CALL_FAILED', httpStatus: undefined });
    expect(failure.message).toBe('DialogueActStep: model test-model could not be reached.');
    expect(failure.detail).toContain('ECONNREFUSED');
  });
});

describe('a failure for good', () => {
  it.each([400, 401, 403, 404, 409])('with status %i is not tried again', async (status) => {
    const { client, server } = await clientOf([{ reply: { status } }]);
    expect(await failureOf(client.text(request()))).toMatchObject({ code: 'LLM_CALL_FAILED', httpStatus: status });
    expect(server.requests).toHaveLength(1);
  });

  it.each([
    ['HTML', '<html>Welcome</html>'],
    ['an error with status 200', { error: { message: 'overloaded' } }],
    ['no choices', { choices: [] }],
    ['nothing', ''],
  ])('is a server that answers with %s', async (_what, body) => {
    const { client, server } = await clientOf([{ reply: { status: 200, body } }]);
    expect((await failureOf(client.text(request()))).code).toBe('LLM_INVALID_RESPONSE');
    expect(server.requests).toHaveLength(1);
  });

  it('is an answer without end: reading stops at the limit and the connection is closed', async () => {
    const { client, server } = await clientOf([{ reply: { endless: true } }]);
    const failure = await failureOf(client.text(request()));
    expect(failure.code).toBe('LLM_INVALID_RESPONSE');
    expect(failure.message).toContain('2097152 bytes');
    expect(await server.requests[0]?.answered).toBe(false);
  });

  it.each([200, 404])('is an answer of 50 MB with status %i, which is not read to its end', async (status) => {
    const { client, server } = await clientOf([{ reply: { status, body: 'x'.repeat(52_428_800) } }]);
    const failure = await failureOf(client.text(request()));
    expect(failure.code).toBe(status === 200 ? 'LLM_INVALID_RESPONSE' : 'LLM_CALL_FAILED');
    expect(failure.message.length).toBeLessThan(200);
    expect(await server.requests[0]?.answered).toBe(false);
  });

  it('is an answer just over the limit, and an answer just under it is none', async () => {
    const { client } = await clientOf([
      { when: 'long', reply: { text: 'x'.repeat(2_096_000) } },
      { reply: { text: 'x'.repeat(2_097_152) } },
    ]);
    expect(await client.text(request({ user: 'long' }))).toHaveLength(2_096_000);
    expect((await failureOf(client.text(request({ user: 'too much' })))).code).toBe('LLM_INVALID_RESPONSE');
  });
});

describe('an attempt out of time', () => {
  it.each([
    ['no headers', { hang: true }],
    ['late headers', { delayMs: 30_000, reply: { text: 'late' } }],
    ['a body that drips', { dripEveryMs: 20 }],
  ] as const)('ends the call on %s, and closes the connection', async (_what, reply) => {
    // Long enough for the call to arrive on a busy machine, too.
    const { client, server } = await clientOf([{ reply }], { timeoutMs: 2_000 });
    const { signal } = new AbortController();
    await expect(failureOf(client.text(request({ signal })))).resolves.toMatchObject({ code: 'LLM_TIMEOUT' });
    expect(server.requests).toHaveLength(1);
    expect(await server.requests[0]?.answered).toBe(false);
  });
});

describe('a caller that gives up', () => {
  it.each([
    ['before the headers', { hang: true }],
    ['in the body', { dripEveryMs: 20 }],
  ] as const)('%s is obeyed at once, and the connection is closed', async (_when, reply) => {
    const { client, server } = await clientOf([{ reply }], { timeoutMs: 60_000 });
    const caller = new AbortController();
    const failure = failureOf(client.text(request({ signal: caller.signal })));
    await expect.poll(() => server.requests.length).toBe(1);
    const { value, tookMs } = await timed(() => {
      caller.abort();
      return failure;
    });
    expect(value).toMatchObject({ code: 'LLM_CALL_FAILED' });
    expect(value.message).toContain('cancelled');
    expect(tookMs).toBeLessThan(25_000);
    expect(await server.requests[0]?.answered).toBe(false);
  });

  it('while the client waits to try again is obeyed at once', async () => {
    const reply = { status: 429, headers: { 'retry-after': '50' } };
    const { client, server } = await clientOf([{ reply }], { timeoutMs: 60_000 });
    const caller = new AbortController();
    const failure = failureOf(client.text(request({ signal: caller.signal })));
    await expect.poll(() => server.requests.length).toBe(1);
    await server.requests[0]?.answered;
    setTimeout(() => caller.abort(), 200);
    const { value, tookMs } = await timed(() => failure);
    expect(value.message).toContain('cancelled');
    expect(tookMs).toBeLessThan(25_000);
    expect(server.requests).toHaveLength(1);
  });

  it('before the call sends nothing', async () => {
    const { client, server } = await clientOf([OK]);
    await failureOf(client.text(request({ signal: AbortSignal.abort() })));
    expect(server.requests).toHaveLength(0);
  });

  it('because its own time is over is told so', async () => {
    const { client } = await clientOf([{ reply: { hang: true } }]);
    const failure = await failureOf(client.text(request({ signal: AbortSignal.timeout(100) })));
    expect(failure.code).toBe('LLM_TIMEOUT');
  });
});

describe('a call that is over', () => {
  it('leaves no timer behind, whether it succeeded or failed', async () => {
    const { client } = await clientOf(
      [{ when: 'fail', reply: { status: 401 } }, { when: 'hang', reply: { hang: true } }, OK],
      { timeoutMs: 500_000 },
    );
    const timers = () => process.getActiveResourcesInfo().filter((resource) => resource === 'Timeout').length;
    await client.text(request());
    const before = timers();
    const caller = new AbortController();
    const hanging = failureOf(client.text(request({ user: 'hang', signal: caller.signal })));
    await failureOf(client.text(request({ user: 'fail' })));
    await client.text(request());
    caller.abort();
    await hanging;
    expect(timers()).toBeLessThanOrEqual(before);
  });
});

describe('the API key', () => {
  it('is in no error, even when the server repeats it', async () => {
    const body = { error: { message: `Incorrect API key provided: ${API_KEY}.` } };
    const { client } = await clientOf([{ reply: { status: 401, body } }]);
    const failure = await failureOf(client.text(request()));
    expect(failure.detail).toContain('Incorrect API key provided');
    expect(mentionsKey(failure)).toBe(false);
  });

  it('is in no error, even when the server repeats a part of it', async () => {
    const body = { error: { message: 'Incorrect API key provided: sk-test-****vZ.' } };
    const { client } = await clientOf([{ reply: { status: 401, body } }]);
    expect((await failureOf(client.text(request()))).detail).not.toContain('vZ');
  });

  it('is in no error where the text that holds it is shortened in the middle of the key', async () => {
    const body = `${'x'.repeat(495)}${API_KEY}`;
    const { client } = await clientOf([{ reply: { status: 401, body } }]);
    expect((await failureOf(client.text(request()))).detail).not.toContain('sk-te');
  });

  it('is in no error where it cannot be sent at all', async () => {
    const apiKey = 'secret\nwith a line break';
    const { client, server } = await clientOf([OK], { apiKey });
    const failure = await failureOf(client.text(request()));
    expect(failure.code).toBe('LLM_CALL_FAILED');
    expect(mentionsKey(failure, 'secret')).toBe(false);
    expect(server.requests).toHaveLength(0);
  });

  it('is in no error where nobody can be reached', async () => {
    const { client, server } = await clientOf([]);
    await server.close();
    expect(mentionsKey(await failureOf(client.text(request())))).toBe(false);
  });
});
