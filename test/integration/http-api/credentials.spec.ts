import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { HttpApiRequestSpec } from '../../../src/platform/handlers-api/index.js';
import { inTurn, json, reset, status, Upstream } from '../../helpers/upstream.js';
import { serveHttpTools } from './http-api-setup.js';

const { upstream, tools } = serveHttpTools();
const send = (spec: Omit<HttpApiRequestSpec, 'url'>) =>
  tools()
    .reading({ ...spec, url: upstream.url })
    .run();

describe('credentials', () => {
  it.each([
    [{ type: 'API_KEY', secret: 'env:K' }, 'x-api-key', 'sec/ret+1'],
    [{ type: 'API_KEY', headerName: '', secret: 'env:K' }, 'x-api-key', 'sec/ret+1'],
    [{ type: 'API_KEY', headerName: 'X-Mine', secret: 'env:K' }, 'x-mine', 'sec/ret+1'],
    [{ type: 'BEARER_STATIC', secret: 'env:K' }, 'authorization', 'Bearer sec/ret+1'],
    [{ type: 'BEARER_STATIC', prefix: 'Token', secret: 'env:K' }, 'authorization', 'Token sec/ret+1'],
  ] as const)('%j go over the headers of the request', async (auth, name, value) => {
    vi.stubEnv('K', 'sec/ret+1');
    await send({ auth, headers: { 'X-API-KEY': 'own', Authorization: 'own', 'X-Mine': 'own' } });
    expect(upstream.requests[0]?.headers[name]).toBe(value);
  });

  it('that are no reference, or lead nowhere, are told without being repeated', async () => {
    const inline = send({ auth: { type: 'BEARER_STATIC', secret: 'sk-live-1234' as 'env:X' } });
    await expect(inline).rejects.toThrow('auth.secret of a.b is not a reference. Write env:NAME or file:/path');
    await expect(inline).rejects.not.toThrow('sk-live');
    await expect(send({ auth: { type: 'API_KEY', secret: 'env:NOWHERE' } })).rejects.toThrow(
      'NOWHERE, which is missing',
    );
    expect(upstream.requests).toEqual([]);
  });

  it('are blacked out where the server says them back, in results and in errors', async () => {
    vi.stubEnv('K', 'sec/ret+1');
    const auth = { type: 'BEARER_STATIC', secret: 'env:K' } as const;
    upstream.behave((response, _nth, { headers }) => json({ said: headers.authorization })(response, 1, null as never));
    expect(await send({ auth })).toMatchObject({ mapped: { said: 'Bearer [redacted]' } });
    upstream.behave((response, _nth, { headers }) =>
      json({ why: headers.authorization }, 403)(response, 1, null as never),
    );
    await expect(send({ auth })).rejects.toThrow('status 403 after 1 attempt(s): {"why":"Bearer [redacted]"}');
  });
});

describe('a token of the client’s own', () => {
  const tokenServer = new Upstream();
  beforeAll(() => tokenServer.start());
  afterAll(() => tokenServer.stop());
  const auth = () =>
    ({
      type: 'OAUTH2_CLIENT_CREDENTIALS',
      tokenUrl: `${tokenServer.url}/token`,
      clientId: 'id:1',
      clientSecret: 'env:K',
      scope: 'read',
    }) as const;
  const withToken = () => {
    vi.stubEnv('K', 'p&ss');
    return tools({}, [tokenServer.host]).reading({ url: upstream.url, auth: auth() });
  };
  const token = (value: string, seconds?: number) =>
    json({ access_token: value, token_type: 'Bearer', expires_in: seconds });

  it('is fetched once for all who wait, and kept', async () => {
    tokenServer.behave((response) => setTimeout(() => token('t-1', 3600)(response, 1, null as never), 30));
    const made = withToken();
    await Promise.all([made.run(), made.run(), made.run()]);
    await made.run();
    expect(tokenServer.requests).toHaveLength(1);
    expect(tokenServer.requests[0]).toMatchObject({ method: 'POST', body: 'grant_type=client_credentials&scope=read' });
    const basic = Buffer.from(String(tokenServer.requests[0]?.headers.authorization).slice(6), 'base64').toString();
    expect(basic).toBe('id%3A1:p%26ss');
    expect(upstream.requests.map(({ headers }) => headers.authorization)).toEqual(Array(4).fill('Bearer t-1'));
  });

  it('is fetched again when it has expired, and when the server does not accept it', async () => {
    tokenServer.behave((response, nth) => token(`t-${nth}`, nth === 1 ? 0.02 : 3600)(response, nth, null as never));
    const made = withToken();
    await made.run();
    await new Promise((resolve) => setTimeout(resolve, 30));
    upstream.behave(status(401));
    await expect(made.run()).rejects.toThrow('status 401');
    upstream.behave(json({}));
    await made.run();
    expect(upstream.requests[0]?.headers.authorization).toBe('Bearer t-3');
  });

  it('goes on being fetched for the others when one who waits is cancelled', async () => {
    tokenServer.behave((response) => setTimeout(() => token('t-1', 3600)(response, 1, null as never), 50));
    const made = withToken();
    const controller = new AbortController();
    const cancelled = made.run({ signal: controller.signal });
    const other = made.run();
    setTimeout(() => controller.abort(new Error('cancelled')), 10);
    await expect(cancelled).rejects.toThrow('cancelled');
    await other;
    expect(upstream.requests).toHaveLength(1);
    expect(tokenServer.requests).toHaveLength(1);
  });

  it('that is refused is told without the secret, and nothing is sent', async () => {
    tokenServer.behave(json({ error: 'invalid_client', secret: 'p&ss' }, 400));
    await expect(withToken().run()).rejects.toThrow('auth of a.b: the token endpoint answered with status 400');
    tokenServer.behave(json({ token: 'none' }));
    await expect(withToken().run()).rejects.toThrow('auth of a.b: the token endpoint gave no access_token');
    expect(upstream.requests).toEqual([]);
  });

  it('that does not come is asked for again, also for a write: the write itself was not sent', async () => {
    tokenServer.behave(inTurn(reset, token('t-1', 3600)));
    vi.stubEnv('K', 'p&ss');
    const writing = () => tools({}, [tokenServer.host]).writing({ url: upstream.url, auth: auth() });
    expect(await writing().run({ idempotencyKey: 'k' })).toMatchObject({ attempt: 2 });
    expect(upstream.requests).toHaveLength(1);
    tokenServer.behave(reset);
    await expect(writing().run({ idempotencyKey: 'k' })).rejects.toMatchObject({
      message: 'auth of a.b: the token endpoint did not answer: the connection broke (ECONNRESET)',
      mayHaveHappened: false,
    });
  });
});
