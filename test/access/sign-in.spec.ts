import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { PERMISSIONS, type Permission, ROUTES } from '../../src/interfaces/callers/index.js';
import { ApiKeyStore } from '../../src/platform/identity/index.js';
import { SseClient } from '../e2e/http/sse-client.js';
import { describeOnEachDatabase, openSqlite, type TestDatabase } from '../helpers/databases.js';
import { MovableClock, startEngine, type TestEngine } from '../helpers/engine.js';
import { keyFor } from './keys.js';
import { TestProvider } from './provider.js';
import { Visitor } from './visitor.js';

const SESSION = 'convengine-session';
const ATTEMPT = 'convengine-sign-in';
const LIST = '/api/v1/actions';
const MINUTE_MS = 60_000;

describeOnEachDatabase('signing in to the console', (open) => {
  let opened: TestDatabase;
  let provider: TestProvider;
  let engine: TestEngine;
  /** Another process on the same database. */
  let other: TestEngine;
  const clock = new MovableClock();
  let movedMs = 0;
  const wait = (minutes: number) => {
    movedMs += minutes * MINUTE_MS;
    clock.advance(minutes * MINUTE_MS);
  };
  /** Back to when the provider's clock is. */
  const stopWaiting = () => wait(-movedMs / MINUTE_MS);

  beforeAll(async () => {
    provider = await TestProvider.start();
    opened = await open();
    const config = provider.signInSettings;
    engine = await startEngine({ database: opened, config, clock });
    other = await startEngine({ database: opened, config: { ...config, 'http.public-url': engine.url }, clock });
    provider.know(engine.url);
  });
  afterEach(() => {
    stopWaiting();
    vi.useRealTimers();
  });
  afterAll(async () => {
    await engine.close();
    await other.close();
    await provider.goAway();
    await opened.close();
  });

  const visitor = () => new Visitor(engine);
  const signedIn = async (name: string) => {
    const browser = visitor();
    expect((await browser.signIn(name)).location).toBe(`${engine.url}/console/actions`);
    return browser;
  };

  it('through the provider gives the browser a session, with the role that the provider says, and no token', async () => {
    const browser = visitor();
    const start = await browser.visit('/console/sign-in/start');
    const asked = new URL(start.location).searchParams;
    expect(Object.fromEntries(asked)).toMatchObject({
      response_type: 'code',
      client_id: 'console',
      redirect_uri: `${engine.url}/console/sign-in/callback`,
      scope: 'openid profile',
      code_challenge_method: 'S256',
    });
    expect(
      [asked.get('state'), asked.get('nonce'), asked.get('code_challenge')].every((one) => one && one.length > 40),
    ).toBe(true);
    const back = await browser.signIn('ann', '/console/actions?view=waiting');
    expect([back.status, back.location]).toEqual([303, `${engine.url}/console/actions?view=waiting`]);
    const [cleared = '', cookie = '', ...more] = back.setCookies;
    expect(cleared).toMatch(new RegExp(`^${ATTEMPT}=; Max-Age=0`));
    expect(cookie).toMatch(new RegExp(`^${SESSION}=[\\w-]{43}; Path=/; HttpOnly; SameSite=Strict$`));
    expect(more).toEqual([]);
    const { body } = await browser.ask('/api/v1/me');
    expect(body).toMatchObject({
      subject: 'ann',
      name: 'ann of the provider',
      proof: 'token',
      roles: ['approver'],
      permissions: { 'actions.read': 'any', 'actions.approve': 'any' },
      signIn: { provider: new URL(provider.issuer).host, keys: false },
    });
    expect(Object.keys(body.permissions as object).toSorted()).toEqual(
      (Object.keys(PERMISSIONS) as Permission[]).filter((one) => 'approver' in PERMISSIONS[one].roles).toSorted(),
    );
    const rows = JSON.stringify(await opened.database.query('SELECT * FROM ce_browser_session'));
    const token = browser.cookie(SESSION) ?? 'none';
    expect([rows.includes(token), rows.includes('approver'), rows.includes('of the provider')]).toEqual([
      false,
      false,
      false,
    ]);
  });

  it('gives what the role may and no more, and a role that stands in the ID token counts as one of its own page', async () => {
    const browser = await signedIn('vera');
    expect((await browser.ask(LIST)).status).toBe(200);
    const refused = await browser.ask(`${LIST}/${randomUUID()}/approve`, {
      method: 'POST',
      body: JSON.stringify({ revision: 1, by: 'vera' }),
    });
    expect(refused).toMatchObject({ status: 403, body: { errorCode: 'FORBIDDEN' } });
    expect((await browser.ask('/api/v1/tools')).status).toBe(403);
    const user = await signedIn('mia');
    const said = await user.ask('/api/v1/conversation/message', { method: 'POST', body: '{"message": "hello"}' });
    expect(said.status).toBe(200);
    expect(await engine.count(`SELECT count(*) FROM ce_conversation WHERE user_id = 'mia'`)).toBe(1);
  });

  it('holds in every process, until one signs out, which leads to the provider and ends it everywhere', async () => {
    const browser = await signedIn('vera');
    const id = randomUUID();
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const cookie = { cookie: `${SESSION}=${browser.cookie(SESSION)}` };
    const stream = await SseClient.open(`${other.url}/api/v1/conversation/stream/${id}`, cookie);
    await stream.waitFor(1);
    expect((await browser.ask(LIST, {}, other)).status).toBe(200);
    const stolen = browser.cookie(SESSION) ?? '';
    const { status, body } = await browser.ask('/api/v1/session', { method: 'DELETE' });
    expect(status).toBe(200);
    const signOut = new URL(String(body.signOutAt));
    expect([signOut.origin, signOut.searchParams.get('post_logout_redirect_uri')]).toEqual([
      provider.issuer,
      `${engine.url}/console`,
    ]);
    expect((await browser.visit(signOut.href)).status).toBe(200);
    expect(browser.cookie(SESSION)).toBeUndefined();
    browser.setCookie(SESSION, stolen);
    expect([(await browser.ask(LIST)).status, (await browser.ask(LIST, {}, other)).status]).toEqual([401, 401]);
    await vi.advanceTimersByTimeAsync(15_000);
    vi.useRealTimers();
    await stream.ended;
  });

  it('takes back who was sent away by another process', async () => {
    const browser = visitor();
    const back = new URL(await browser.throughProvider('ann'));
    const taken = await browser.visit(`${other.url}${back.pathname}${back.search}`);
    expect(taken.location).toBe(`${engine.url}/console/actions`);
    expect((await browser.ask('/api/v1/me')).body).toMatchObject({ subject: 'ann' });
  });

  it('counts the way back once, for the browser that was sent away, as it was begun, and for ten minutes', async () => {
    const problem = ({ location }: { location: string }) => new URL(location).searchParams.get('problem');
    const browser = visitor();
    const back = await browser.throughProvider('ann');
    const attempt = browser.cookie(ATTEMPT) ?? '';

    expect(problem(await visitor().visit(back))).toBe('stale');
    const changed = new URL(back);
    changed.searchParams.set('state', 'x'.repeat(43));
    expect(problem(await browser.visit(changed.href))).toBe('refused');
    const withoutState = new URL(back);
    withoutState.searchParams.delete('state');
    browser.setCookie(ATTEMPT, attempt);
    expect(problem(await browser.visit(withoutState.href))).toBe('refused');
    browser.setCookie(ATTEMPT, `${attempt.slice(0, -2)}${attempt.endsWith('AA') ? 'BB' : 'AA'}`);
    expect(problem(await browser.visit(back))).toBe('stale');
    const elsewhere = visitor();
    await elsewhere.throughProvider('ann');
    // The code of somebody else's way, put into one's own.
    const swapped = new URL(back);
    const own = new URL(await elsewhere.throughProvider('ann'));
    own.searchParams.set('code', swapped.searchParams.get('code') ?? '');
    expect(problem(await elsewhere.visit(own.href))).toBe('refused');

    const late = visitor();
    const tooLate = await late.throughProvider('ann');
    wait(10);
    expect(problem(await late.visit(tooLate))).toBe('stale');
    stopWaiting();
    const fresh = visitor();
    const first = await fresh.throughProvider('ann');
    const kept = fresh.cookie(ATTEMPT) ?? '';
    expect(problem(await fresh.visit(first))).toBeNull();
    expect(problem(await fresh.visit(first))).toBe('stale');
    fresh.setCookie(ATTEMPT, kept);
    expect(problem(await fresh.visit(first))).toBe('refused');
  });

  it('ends when nothing has come for half an hour, and after eight hours whatever has come', async () => {
    const browser = await signedIn('vera');
    for (let minutes = 0; minutes < 8 * 60; minutes += 24) {
      expect([minutes, (await browser.ask(LIST)).status]).toEqual([minutes, 200]);
      wait(24);
    }
    expect((await browser.ask(LIST)).status).toBe(401);
    stopWaiting();
    const idle = await signedIn('vera');
    wait(30);
    expect((await idle.ask(LIST)).status).toBe(401);
    expect((await idle.ask('/api/v1/me')).body).toMatchObject({ subject: '', proof: 'none', session: null });
    const { key } = await keyFor(opened, 'viewer', 'ann');
    await visitor().ask('/api/v1/session', { method: 'POST', body: JSON.stringify({ key }) });
    const left = 'SELECT count(*) FROM ce_browser_session WHERE used_at_ms <= $1';
    expect(await engine.count(left, [clock.now() - 30 * MINUTE_MS])).toBe(0);
  });

  it('lets no page of elsewhere act, nor sign anybody in or out', async () => {
    const browser = await signedIn('root');
    const post = (path: string, origin: string | undefined, method = 'POST') =>
      browser.visit(`${engine.url}${path}`, {
        method,
        headers: {
          ...(origin !== undefined && { origin }),
          ...(method === 'POST' && { 'content-type': 'application/json' }),
        },
        ...(method === 'POST' && { body: '{"key": "x"}' }),
      });
    // The last two may call with keys of their own (http.cors-origins).
    const pages = ['https://evil.example', 'null', undefined, 'http://localhost:5173', 'http://localhost:3000'];
    for (const origin of pages) {
      for (const path of ['/api/v1/cache/refresh', '/api/v1/session']) {
        expect([path, origin, (await post(path, origin)).status]).toEqual([path, origin, 403]);
      }
      expect((await post('/api/v1/session', origin, 'DELETE')).status).toBe(403);
    }
    expect((await post('/api/v1/cache/refresh', engine.url)).status).toBe(200);
    expect((await browser.ask(LIST)).status).toBe(200);
  });

  it('opens every address that the table gives its role, and no other', async () => {
    const browser = await signedIn('vera');
    const wrong: string[] = [];
    for (const [route, { needs }] of Object.entries(ROUTES)) {
      const [method = '', path = ''] = route.split(' ');
      if (needs === 'public' || needs === 'link' || path.includes('/stream/')) continue;
      const { status } = await browser.visit(path.replace(/:(\w+)/g, randomUUID()), {
        method,
        headers: { origin: engine.url, 'content-type': 'application/json' },
        ...(method === 'POST' && { body: '{}' }),
      });
      const may = 'viewer' in PERMISSIONS[needs].roles;
      if (may ? [401, 403].includes(status) : status !== 403) wrong.push(`${route}: ${status}`);
    }
    expect(wrong).toEqual([]);
  });

  it('with a key gives a session that the key is not in, and that ends with the key', async () => {
    const { key, keyId } = await keyFor(opened, 'approver', 'desk');
    const browser = visitor();
    const sign = (text: string) =>
      browser.ask('/api/v1/session', { method: 'POST', body: JSON.stringify({ key: text }) });
    expect(await sign(`${key.slice(0, -1)}~`)).toMatchObject({ status: 401, body: { errorCode: 'UNAUTHORIZED' } });
    const { status, body, setCookies } = await sign(key);
    expect([status, JSON.stringify([body, setCookies]).includes(key)]).toEqual([200, false]);
    expect(body).toMatchObject({ subject: 'desk', name: 'desk', proof: 'key', roles: ['approver'] });
    expect(JSON.stringify(await opened.database.query('SELECT * FROM ce_browser_session'))).not.toContain(key);
    expect((await browser.ask(LIST)).status).toBe(200);
    await new ApiKeyStore(opened.database).revoke(keyId, Date.now());
    const now = performance.now();
    const later = vi.spyOn(performance, 'now').mockImplementation(() => now + 30_001);
    expect((await browser.ask(LIST)).status).toBe(401);
    later.mockRestore();
  });

  it('with the two keys of the settings opens what each of them does', async () => {
    const config = { 'security.admin-api-key': 'the-admins-key', 'security.conversation-api-key': 'the-chats-key' };
    const keyed = await startEngine({ database: opened, config });
    const browser = new Visitor(keyed);
    const sign = (key: string) => browser.ask('/api/v1/session', { method: 'POST', body: JSON.stringify({ key }) });
    const may = ({ body }: { body: Record<string, unknown> }) => Object.keys(body.permissions as object);
    expect(may(await sign('the-chats-key'))).not.toContain('actions.read');
    expect((await browser.ask(LIST)).status).toBe(401);
    expect(may(await sign('the-admins-key'))).toEqual(expect.arrayContaining(['actions.read', 'conversation.talk']));
    const said = await browser.ask('/api/v1/conversation/message', { method: 'POST', body: '{"message": "hello"}' });
    expect([(await browser.ask(LIST)).status, said.status]).toEqual([200, 200]);
    const out = await browser.ask('/api/v1/session', { method: 'DELETE' });
    expect(out.body).toEqual({ signOutAt: null });
    expect((await browser.ask(LIST)).status).toBe(401);
    await keyed.close();
  });
});

describe('the way to the console over the provider', () => {
  let opened: TestDatabase;
  let provider: TestProvider;
  let engine: TestEngine;

  beforeAll(async () => {
    provider = await TestProvider.start();
    opened = await openSqlite();
    engine = await startEngine({ database: opened, config: provider.signInSettings });
    provider.know(engine.url);
  });
  afterAll(async () => {
    await engine.close();
    await provider.goAway();
    await opened.close();
  });

  it('leads to a page of the console, whatever the address says', async () => {
    const wanted: [string, string][] = [
      ['/console/actions?view=waiting', '/console/actions?view=waiting'],
      ['https://evil.example/console', '/console'],
      ['//evil.example/console', '/console'],
      ['/\\evil.example/console', '/console'],
      ['/console/../../evil', '/console'],
      ['javascript:alert(1)', '/console'],
      ['/api/v1/session', '/console'],
      ['/console/sign-in/start', '/console'],
      [`/console/${'x'.repeat(1_000)}`, '/console'],
    ];
    for (const [returnTo, path] of wanted) {
      expect([returnTo, (await new Visitor(engine).signIn('ann', returnTo)).location]).toEqual([
        returnTo,
        engine.url + path,
      ]);
    }
  });

  it('says why somebody is not signed in, on a page of the console', async () => {
    const declined = await new Visitor(engine).signIn('');
    expect(declined.location).toBe(
      `${engine.url}/console/sign-in?problem=denied&returnTo=${encodeURIComponent('/console/actions')}`,
    );
    const config = { ...provider.signInSettings, 'auth.oidc.default-role': '' };
    const strict = await startEngine({ database: opened, config });
    provider.know(strict.url);
    expect((await new Visitor(strict).signIn('mia')).location).toContain('problem=role');
    await strict.close();
    const unknown = await startEngine({
      database: opened,
      config: { ...config, 'auth.oidc.client-secret': 'another' },
    });
    provider.know(unknown.url);
    expect((await new Visitor(unknown).signIn('ann')).location).toContain('problem=refused');
    await unknown.close();
    const lonely = await startEngine({
      database: opened,
      config: { ...config, 'auth.oidc.issuer': 'http://127.0.0.1:9' },
    });
    expect((await new Visitor(lonely).visit('/console/sign-in/start')).location).toContain('problem=away');
    await lonely.close();
  });

  it('gives cookies that are for it alone where the service is reached over https', async () => {
    const config = { ...provider.signInSettings, 'http.public-url': 'https://bot.example.org' };
    const safe = await startEngine({ database: opened, config });
    provider.know('https://bot.example.org');
    const browser = new Visitor(safe);
    const back = new URL(await browser.throughProvider('ann'));
    expect(back.origin).toBe('https://bot.example.org');
    expect(browser.cookie(`__Host-${ATTEMPT}`)).toBeDefined();
    const { location, setCookies } = await browser.visit(back.pathname + back.search);
    expect(location).toBe('https://bot.example.org/console/actions');
    expect(setCookies.at(-1)).toMatch(
      new RegExp(`^__Host-${SESSION}=[\\w-]{43}; Path=/; HttpOnly; Secure; SameSite=Strict$`),
    );
    const ask = () => browser.ask('/api/v1/me', { headers: { origin: 'https://bot.example.org' } });
    expect((await ask()).body).toMatchObject({ subject: 'ann' });
    // One that another host of the domain has set has another name.
    browser.setCookie(SESSION, browser.cookie(`__Host-${SESSION}`) ?? '');
    browser.setCookie(`__Host-${SESSION}`, '');
    expect((await ask()).body).toMatchObject({ subject: '' });
    await safe.close();
  });
});
