import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import {
  checkManifest,
  Invoker,
  type JsonObject,
  type Manifest,
  type RemoteHttpBinding,
} from '../../src/tools/package-format/index.js';
import { echoTool, manifestOf, temporaryFolder } from './package-fixture.js';

const FORM = 'application/x-www-form-urlencoded';
const ends: (() => unknown)[] = [];

afterEach(async () => {
  for (const end of ends.splice(0)) await end();
});

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  ends.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

interface Seen {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: Buffer<ArrayBuffer>;
}

/** A service that keeps what it was asked, and the tool that asks it. */
async function service(
  binding: Partial<RemoteHttpBinding>,
  project: Partial<Manifest['project']> = {},
  env: NodeJS.ProcessEnv = {},
  status = () => 200,
) {
  const seen: Seen[] = [];
  const entrypoint = await serve(async (request, response) => {
    const { method = '', url = '', headers } = request;
    seen.push({ method, url, headers, body: Buffer.concat(await request.toArray()) });
    response.writeHead(status()).end('{}');
  });
  const properties = Object.fromEntries(Object.keys(binding.parameters ?? {}).map((name) => [name, {}]));
  const tool = echoTool({
    input_schema: { type: 'object', properties },
    output_schema: { type: 'object' },
    examples: [{ input: {}, output: {} }],
    binding: { type: 'remote-http', method: 'POST', path: '/a', result: { parse: 'json' }, ...binding },
  });
  const manifest = manifestOf([tool], { execution_model: 'remote-http', entrypoint, ...project });
  const invoker = new Invoker(manifest, { base: temporaryFolder(), env, log: () => {} });
  ends.push(() => invoker.close());
  const call = (input: JsonObject = {}) => invoker.invoke(tool.name, input);
  return { call, seen, manifest };
}

const last = (seen: readonly Seen[]) => seen.at(-1) ?? expect.fail('the service was not called');

describe('a form', () => {
  const parameters = {
    name: { in: 'body' },
    tags: { in: 'body', name: 'tag' },
    ids: { in: 'body', style: 'comma' },
    address: { in: 'body', style: 'deep' },
    raw: { in: 'body' },
  } as const;

  it('holds each field as its place says', async () => {
    const { call, seen } = await service({ content_type: FORM, parameters });
    const address = { city: 'Bonn', lines: ['a', { b: 1 }] };
    const outcome = await call({ name: 'A & B', tags: ['x', 'y'], ids: [1, 2], address, raw: { a: true } });
    expect(outcome).toEqual({ ok: true, output: {} });
    expect(last(seen).headers['content-type']).toBe(FORM);
    expect([...new URLSearchParams(last(seen).body.toString())]).toEqual([
      ['name', 'A & B'],
      ['tag', 'x'],
      ['tag', 'y'],
      ['ids', '1,2'],
      ['address[city]', 'Bonn'],
      ['address[lines][0]', 'a'],
      ['address[lines][1][b]', '1'],
      ['raw', '{"a":true}'],
    ]);
  });

  it('may have values of a list or an object behind each other, also in the path and in headers', async () => {
    const { call, seen } = await service({
      method: 'GET',
      path: '/a/{ids}',
      parameters: {
        ids: { in: 'path' },
        fields: { in: 'header' },
        words: { in: 'query', style: 'space' },
        tags: { in: 'query', style: 'pipe' },
        color: { in: 'query', style: 'comma' },
      },
    });
    await call({ ids: [1, 2], fields: ['a', 'b'], words: ['x', 'y'], tags: ['x', 'y'], color: { r: 1, g: 2 } });
    const { pathname, searchParams } = new URL(last(seen).url, 'http://service');
    expect(decodeURIComponent(pathname)).toBe('/a/1,2');
    expect(last(seen).headers.fields).toBe('a,b');
    expect([...searchParams]).toEqual([
      ['words', 'x y'],
      ['tags', 'x|y'],
      ['color', 'r,1,g,2'],
    ]);
  });

  it('leaves out what is null, but in JSON', async () => {
    const places = { a: { in: 'query' }, b: { in: 'header' }, c: { in: 'body' }, d: { in: 'body' } } as const;
    const input = { a: null, b: null, c: null, d: 1 };
    const form = await service({ content_type: FORM, parameters: places });
    await form.call(input);
    expect(last(form.seen)).toMatchObject({ url: '/a', body: Buffer.from('d=1') });
    expect(last(form.seen).headers).not.toHaveProperty('b');
    const json = await service({ parameters: places });
    await json.call(input);
    expect(last(json.seen)).toMatchObject({ url: '/a', body: Buffer.from('{"c":null,"d":1}') });
    const path = await service({ path: '/a/{id}', parameters: { id: { in: 'path' } } });
    expect(await path.call({ id: null })).toMatchObject({ ok: false, error: { code: 'INVALID_INPUT' } });
  });

  it('may be one object as a whole, and nothing else', async () => {
    const { call, seen } = await service({ content_type: FORM, parameters: { all: { in: 'whole-body' } } });
    await call({ all: { a: 'b', c: [1, 2] } });
    expect(last(seen).body.toString()).toBe('a=b&c=1&c=2');
    expect(await call({ all: 'a=b' })).toMatchObject({ ok: false, error: { code: 'INVALID_INPUT' } });
    expect(seen).toHaveLength(1);
  });

  it('of several parts holds files, whose bytes arrive as they are', async () => {
    const bytes = Buffer.from([0, 255, 13, 10, 45, 45]);
    const { call, seen } = await service({
      content_type: 'multipart/form-data',
      parameters: {
        title: { in: 'body' },
        photo: { in: 'body', file: 'image/png' },
        pages: { in: 'body', file: 'a/b' },
      },
    });
    const pages = [bytes, Buffer.from('two')].map((page) => page.toString('base64'));
    await call({ title: 'Ünï "x"', photo: bytes.toString('base64'), pages });
    const { headers, body } = last(seen);
    const form = await new Response(body, { headers: { 'content-type': String(headers['content-type']) } }).formData();
    const [photo] = form.getAll('photo') as unknown as File[];
    expect(form.get('title')).toBe('Ünï "x"');
    expect(photo).toMatchObject({ type: 'image/png', name: 'photo' });
    expect(Buffer.from((await photo?.arrayBuffer()) ?? new ArrayBuffer())).toEqual(bytes);
    expect(form.getAll('pages')).toHaveLength(2);
  });

  it('is not what JSON of another type is', async () => {
    const type = 'application/merge-patch+json';
    const { call, seen } = await service({ content_type: type, parameters: { name: { in: 'body' } } });
    await call({ name: 'a' });
    expect(last(seen)).toMatchObject({ headers: { 'content-type': type }, body: Buffer.from('{"name":"a"}') });
  });
});

describe('who calls', () => {
  const credentials = {
    key: { type: 'query', name: 'key', env: 'KEY' },
    session: { type: 'cookie', name: 'sid', env: 'SID' },
    login: { type: 'basic', env: 'LOGIN' },
    app: { type: 'header', name: 'X-App', env: 'APP' },
  } as const;

  it('is shown by the first credentials that are all there, each in its place', async () => {
    const choices = [['key'], ['login', 'app', 'session']];
    const env = { LOGIN: 'ann:pass:word', APP: 'app-1', SID: 'abc' };
    const { call, seen } = await service({ credentials: choices, path: '/a' }, { credentials }, env);
    await call();
    expect(last(seen)).toMatchObject({
      url: '/a',
      headers: {
        authorization: `Basic ${Buffer.from('ann:pass:word').toString('base64')}`,
        'x-app': 'app-1',
        cookie: 'sid=abc',
      },
    });
    const other = await service({ credentials: choices }, { credentials }, { ...env, KEY: 'k&1' });
    await other.call();
    expect(last(other.seen).url).toBe('/a?key=k%261');
    expect(last(other.seen).headers).not.toHaveProperty('authorization');
  });

  it('is not shown where a call needs nothing, and the service is not asked where it needs what is not set', async () => {
    const open = await service({ credentials: [[], ['login']] }, { credentials });
    expect(await open.call()).toMatchObject({ ok: true });
    const { call, seen } = await service({ credentials: [['key'], ['login', 'app']] }, { credentials }, { APP: 'a' });
    const message = 'It must be set in the environment: KEY, or LOGIN and APP.';
    expect(await call()).toMatchObject({ ok: false, error: { code: 'UNAUTHORIZED', message } });
    expect(seen).toEqual([]);
  });

  it('is asked for by name where a service refuses a call without it', async () => {
    const auth = { type: 'bearer', env: 'TOKEN', required: false } as const;
    const { call } = await service({}, { auth }, {}, () => 401);
    const hint = /called without a credential: set TOKEN in the environment/;
    expect(await call()).toMatchObject({ error: { code: 'UNAUTHORIZED', message: expect.stringMatching(hint) } });
    const entrypoint = await serve((_request, response) => response.writeHead(403).end('{"error": "no key"}'));
    const worded = await service({}, { auth, entrypoint });
    const message =
      'The service answered 403: no key. It was called without a credential: set TOKEN in the environment.';
    expect(await worded.call()).toMatchObject({ error: { code: 'FORBIDDEN', message } });
  });

  it('is told to nobody, in any form that it is sent in', async () => {
    const login = Buffer.from('ann:pass-wörd').toString('base64');
    const entrypoint = await serve((_request, response) => {
      response.writeHead(500).end(JSON.stringify({ error: `no ${login} with pass-wörd and ?k=k%261-key here` }));
    });
    const env = { LOGIN: 'ann:pass-wörd', KEY: 'k&1-key' };
    const { call } = await service({ credentials: [['login', 'key']] }, { credentials, entrypoint }, env);
    const message = 'The service answered 500: no *** with *** and ?k=*** here';
    expect(await call()).toMatchObject({ error: { message } });
  });
});

describe('a client that gets its own tokens', () => {
  const auth = { type: 'oauth2', env: 'SECRET', client_id_env: 'CLIENT', scopes: ['read', 'write'] } as const;
  const env = { CLIENT: 'a b', SECRET: 's&cret' };

  async function tokenServer(answer: () => [number, object]) {
    const asked: Seen[] = [];
    const url = await serve(async (request, response) => {
      const body = Buffer.concat(await request.toArray());
      asked.push({ method: request.method ?? '', url: request.url ?? '', headers: request.headers, body });
      const [status, content] = answer();
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(content));
    });
    return { token_url: `${url}/token`, asked };
  }

  it('asks once for all who wait, and again when the service no longer takes its token', async () => {
    let count = 0;
    const { token_url, asked } = await tokenServer(() => [200, { access_token: `token-${++count}`, expires_in: 3600 }]);
    let status = 200;
    const { call, seen } = await service({}, { auth: { ...auth, token_url } }, env, () => status);
    await Promise.all([call(), call(), call()]);
    await call();
    expect(asked).toHaveLength(1);
    expect(asked[0]?.body.toString()).toBe('grant_type=client_credentials&scope=read+write');
    const login = Buffer.from('a+b:s%26cret').toString('base64');
    expect(asked[0]?.headers.authorization).toBe(`Basic ${login}`);
    expect(new Set(seen.map(({ headers }) => headers.authorization))).toEqual(new Set(['Bearer token-1']));
    status = 401;
    expect(await call()).toMatchObject({ error: { code: 'UNAUTHORIZED' } });
    status = 200;
    await call();
    expect(last(seen).headers.authorization).toBe('Bearer token-2');
  });

  it.each([
    ['refuses it', 401, {}, 'UNAUTHORIZED', 'refused this client (status 401)'],
    ['fails', 503, {}, 'UPSTREAM_ERROR', 'gave no token (status 503)'],
    ['says something else', 200, { token: 'x' }, 'UPSTREAM_ERROR', 'gave no token (status 200)'],
  ])('does not call the service where the server of tokens %s', async (_case, status, body, code, text) => {
    const { token_url } = await tokenServer(() => [status, body]);
    const { call, seen } = await service({}, { auth: { ...auth, token_url } }, env);
    const message = `The server that gives access tokens ${text}.`;
    expect(await call()).toMatchObject({ error: { code, message, details: { started: false } } });
    expect(seen).toEqual([]);
  });
});

it.each([
  [{ credentials: [['nobody']] }, 'binding.credentials', /names nobody, which project\.credentials does not have/],
  [{ parameters: { a: { in: 'body', file: 'a/b' } } }, 'binding.parameters', /gives a file that is not part of/],
  [{ parameters: { a: { in: 'header', style: 'comma' } } }, 'binding.parameters', /gives a style to what stands/],
] as const)('a manifest is refused for %j', async (binding, path, message) => {
  const { manifest } = await service(binding as Partial<RemoteHttpBinding>);
  expect(checkManifest(manifest)).toEqual([
    expect.objectContaining({ path: expect.stringContaining(path), message: expect.stringMatching(message) }),
  ]);
});
