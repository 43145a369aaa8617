import { createHmac } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { openSqlite, type TestDatabase } from '../helpers/databases.js';
import { MovableClock, startEngine, type TestEngine } from '../helpers/engine.js';
import { AUDIENCE, TestProvider } from './provider.js';

const base64 = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

describe('a token of an OpenID provider', () => {
  let provider: TestProvider;
  let opened: TestDatabase;
  const engines: TestEngine[] = [];

  beforeAll(async () => {
    provider = await TestProvider.start();
    opened = await openSqlite();
  });
  afterEach(async () => {
    vi.useRealTimers();
    for (const engine of engines.splice(0)) await engine.close();
  });
  afterAll(async () => {
    await provider.goAway();
    await opened.close();
  });

  const start = async (config: Record<string, unknown> = {}, clock?: MovableClock) => {
    const engine = await startEngine({
      database: opened,
      config: { ...provider.settings, ...config },
      ...(clock && { clock }),
    });
    engines.push(engine);
    return engine;
  };
  const read = async (engine: TestEngine, path: string, token: string) => {
    const response = await fetch(`${engine.url}${path}`, { headers: { authorization: `Bearer ${token}` } });
    const { message } = (await response.json()) as { message?: string };
    return { status: response.status, message, challenge: response.headers.get('www-authenticate') };
  };
  const LIST = '/api/v1/actions';

  it('that the provider itself has given lets a service talk for the users it names', async () => {
    const engine = await start();
    const headers = { authorization: `Bearer ${await provider.grant()}`, 'x-on-behalf-of': 'ann' };
    const id = crypto.randomUUID();
    expect((await engine.say('hello', id, {}, headers)).status).toBe(200);
    const [row] = await opened.database.query(
      `SELECT c.user_id, r.principal FROM ce_conversation c JOIN ce_turn_record r ON r.conversation_id = c.conversation_id
        WHERE c.conversation_id = $1`,
      [id],
    );
    expect(row).toEqual({ user_id: 'ann', principal: 'USER:ann' });
    expect(
      await engine.count(
        `SELECT count(*) FROM ce_audit WHERE conversation_id = $1 AND payload_json LIKE '%"userNamedBy":"desk"%'`,
        [id],
      ),
    ).toBe(1);
    const ann = await provider.sign('ann');
    expect((await read(engine, `/api/v1/conversations/${id}`, ann)).status).toBe(200);
    expect((await read(engine, `/api/v1/conversations/${id}`, await provider.sign('bob'))).status).toBe(404);
  });

  it('gives the roles that the settings give the values of its claim, and else that of a user', async () => {
    const engine = await start();
    const status = async (claims: Record<string, unknown>, path = LIST) =>
      (await read(engine, path, await provider.sign('ann', { claims }))).status;
    expect(await status({ groups: ['bot-viewers', 'others'] })).toBe(200);
    expect(await status({ groups: 'others bot-admins' })).toBe(200);
    expect(await status({ groups: ['others', 'constructor', '__proto__', 'admin'] })).toBe(403);
    expect(await status({})).toBe(403);
    const strict = await start({ 'auth.oidc.default-role': '' });
    const refused = await read(strict, '/api/v1/tools', await provider.sign('ann'));
    expect([refused.status, refused.message]).toEqual([
      403,
      'This address is for service, agent; the caller has no role.',
    ]);
  });

  it('is of the tenant that its claim names, where one is configured, and else refused', async () => {
    const engine = await start({ 'auth.oidc.tenant-claim': 'org.id', 'auth.tenant': 'acme' });
    const list = async (org: unknown) => {
      const { status, message = '' } = await read(
        engine,
        LIST,
        await provider.sign('ann', { claims: { groups: ['bot-viewers'], org: { id: org } } }),
      );
      return [status, /tenant "?[\w-]*"?/.exec(message)?.[0]];
    };
    expect(await list('acme')).toEqual([200, undefined]);
    expect(await list('globex')).toEqual([403, 'tenant "globex"']);
    for (const none of [undefined, '', '*', 'acme globex', ['acme', 'globex'], 7]) {
      expect([none, ...(await list(none))]).toEqual([none, 401, 'tenant that']);
    }
  });

  it('is refused with what is wrong with it, and how to come back', async () => {
    const engine = await start();
    const now = Math.floor(Date.now() / 1000);
    const [, payload = ''] = (await provider.sign('ann', { claims: { groups: ['bot-admins'] } })).split('.');
    const other = await TestProvider.start();
    const secret = JSON.stringify({ kty: 'RSA' });
    const hmac = `${base64({ alg: 'HS256', kid: 'first' })}.${payload}`;
    const admin = { groups: ['bot-admins'] };
    const signed = (claims: Record<string, unknown>) => provider.sign('ann', { claims: { ...admin, ...claims } });
    const valid = await signed({});
    const refused: [string, string][] = [
      ['is of another provider (convengine.auth.oidc.issuer)', await signed({ iss: 'https://evil.example' })],
      ['is for another service (convengine.auth.oidc.audience)', await signed({ aud: 'https://other.example' })],
      ['is for another service (convengine.auth.oidc.audience)', await signed({ aud: undefined })],
      ['has expired', await signed({ exp: now - 60 })],
      ['has expired', await signed({ exp: undefined })],
      ['is not valid yet', await signed({ nbf: now + 60 })],
      ['says of nobody that it is theirs (sub)', await signed({ sub: undefined })],
      ['says of nobody that it is theirs (sub)', await signed({ sub: 'a\nb' })],
      ['cannot be verified', await provider.sign('ann', { claims: admin, alg: 'RS384' })],
      ['cannot be verified', await other.sign('ann', { claims: { ...admin, iss: provider.issuer } })],
      ['cannot be verified', `${base64({ alg: 'none' })}.${payload}.`],
      ['cannot be verified', `${base64({ alg: 'RS256', kid: 'first' })}.${payload}.`],
      ['cannot be verified', `${hmac}.${createHmac('sha256', secret).update(hmac).digest('base64url')}`],
      ['cannot be verified', valid.replace(/\.[^.]+\./, `.${base64({ sub: 'ann', ...admin })}.`)],
      ['cannot be verified', 'a.b.c'],
      ['is too long', await signed({ more: 'x'.repeat(8_192) })],
    ];
    await other.goAway();
    for (const [reason, token] of refused) {
      expect(await read(engine, LIST, token)).toEqual({
        status: 401,
        message: `The token ${reason}.`,
        challenge: `Bearer error="invalid_token", resource_metadata="${engine.url}/.well-known/oauth-protected-resource"`,
      });
    }
    expect((await read(engine, LIST, valid)).status).toBe(200);
  });

  it('is not even read by the server where it is huge', async () => {
    const engine = await start();
    const response = await fetch(`${engine.url}${LIST}`, {
      headers: { authorization: `Bearer a.${'b'.repeat(60_000)}.c` },
    });
    expect(response.status).toBe(431);
  });

  it('counts as long as the clocks of both may be apart after its end', async () => {
    const clock = new MovableClock();
    const engine = await start({}, clock);
    const token = await provider.sign('ann', { claims: { groups: ['bot-viewers'] } });
    clock.advance(320_000);
    expect((await read(engine, LIST, token)).status).toBe(200);
    clock.advance(20_000);
    expect(await read(engine, LIST, token)).toMatchObject({ status: 401, message: 'The token has expired.' });
  });

  it('is taken while the provider is away, where its key is known, and refused with 503 where none is', async () => {
    const [known, unknowing] = [await start(), await start()];
    const token = await provider.sign('ann', { claims: { groups: ['bot-viewers'] } });
    expect((await read(known, LIST, token)).status).toBe(200);
    await provider.goAway();
    expect((await read(known, LIST, token)).status).toBe(200);
    expect(await read(unknowing, LIST, token)).toMatchObject({ status: 503 });
    await provider.comeBack();
    await expect.poll(async () => (await read(unknowing, LIST, token)).status).toBe(200);
  });

  it('of a key that the provider has begun to use is taken, and its keys are fetched once', async () => {
    const clock = new MovableClock();
    const engine = await start({}, clock);
    const claims = { groups: ['bot-viewers'] };
    await provider.goAway();
    await provider.changeKey('second');
    await provider.comeBack();
    provider.keyRequests = 0;
    const tokens = await Promise.all(Array.from({ length: 10 }, () => provider.sign('ann', { claims })));
    const statuses = await Promise.all(tokens.map(async (token) => (await read(engine, LIST, token)).status));
    expect([statuses.every((status) => status === 200), provider.keyRequests]).toEqual([true, 1]);
    const forged = await provider.sign('ann', { claims, kid: 'made-up' });
    for (let time = 0; time < 5; time += 1) expect((await read(engine, LIST, forged)).status).toBe(401);
    expect(provider.keyRequests).toBe(1);
  });

  it('of a key that the provider does not use any more is refused, and of the one it uses now taken, half a minute later', async () => {
    const engine = await start();
    const claims = { groups: ['bot-viewers'] };
    const old = await provider.sign('ann', { claims });
    expect((await read(engine, LIST, old)).status).toBe(200);
    await provider.goAway();
    await provider.changeKey('third');
    await provider.comeBack();
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 31_000 });
    expect((await read(engine, LIST, await provider.sign('ann', { claims }))).status).toBe(200);
    expect((await read(engine, LIST, old)).status).toBe(401);
  });

  it('is what clients of the Model Context Protocol are led to', async () => {
    const engine = await start();
    const found = await fetch(`${engine.url}/.well-known/oauth-protected-resource/mcp`);
    expect(await found.json()).toEqual({
      resource: `${engine.url}/mcp`,
      resource_name: 'ConvEngine',
      authorization_servers: [provider.issuer],
      bearer_methods_supported: ['header'],
    });
    const initialize = (token: string) =>
      fetch(`${engine.url}/mcp`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${token}`,
          'content-type': 'application/json',
          accept: 'application/json, text/event-stream',
        },
        body: JSON.stringify({
          jsonrpc: '2.0',
          id: 1,
          method: 'initialize',
          params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 't', version: '1' } },
        }),
      });
    const refused = await initialize(await provider.sign('ann', { claims: { aud: 'https://other.example' } }));
    expect([refused.status, refused.headers.get('www-authenticate')]).toEqual([
      401,
      `Bearer error="invalid_token", resource_metadata="${engine.url}/.well-known/oauth-protected-resource/mcp"`,
    ]);
    const mine = await initialize(await provider.sign('ann', { claims: { aud: ['other', AUDIENCE] } }));
    expect(mine.status).toBe(200);
    const session = mine.headers.get('mcp-session-id') ?? '';
    await mine.body?.cancel();
    const ping = async (subject: string) => {
      const response = await fetch(`${engine.url}/mcp`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${await provider.sign(subject)}`,
          'mcp-session-id': session,
          'content-type': 'application/json',
          accept: 'application/json, text/event-stream',
        },
        body: JSON.stringify({ jsonrpc: '2.0', id: 2, method: 'ping' }),
      });
      await response.body?.cancel();
      return response.status;
    };
    expect([await ping('ann'), await ping('bob')]).toEqual([200, 404]);
  });
});
