import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { JsonObject } from '../../../src/platform/common/json.js';
import { readTools } from '../../../src/tools/sources/files/index.js';
import { inTurn, json, status, type UpstreamBehaviour, type UpstreamRequest } from '../../helpers/upstream.js';
import { serveHttpTools, silence } from './http-api-setup.js';

const { upstream, tools } = serveHttpTools();
const other = serveHttpTools();

/** A capability file; `{{url}}` in it is the server's address. */
const file = (config: string, more = '', service = 'rest') => `
name: acme_find
schema:
  input: { type: object, properties: { id: { type: integer }, q: { type: string }, kind: { type: string } } }
providers:
  primary:
    service: ${service}
    timeout: 30
    config: { ${config} }
${more}`;

/** Reads a file, calls its tool, and gives the result. */
async function call(text: string, args: JsonObject = {}, times = 1): Promise<unknown> {
  const folder = await mkdtemp(join(tmpdir(), 'capability-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await writeFile(
    join(folder, 'one.yaml'),
    text.replaceAll('{{url}}', upstream.url).replaceAll('{{other}}', other.upstream.url),
  );
  const read = await readTools([folder]);
  expect(read.problems.filter(({ severity }) => severity === 'error')).toEqual([]);
  const runner = tools({ maxAttempts: 1 }, [other.upstream.host]);
  let result: unknown;
  for (let nth = 0; nth < times; nth += 1) result = await runner.runTool(read.tools[0] as never, args);
  return result;
}

const sent = () => upstream.requests.map(({ method, url }) => `${method} ${url}`);
const lastBody = () => JSON.parse(upstream.requests.at(-1)?.body ?? 'null');
const text =
  (body: string, type: string): UpstreamBehaviour =>
  (response) =>
    void response.writeHead(200, { 'content-type': type }).end(body);
/** Says back what it was asked, as some servers do. */
const echo =
  (code = 200): UpstreamBehaviour =>
  (response, nth, { url, headers, body }: UpstreamRequest) =>
    json({ url, headers, body }, code)(response, nth, null as never);

describe('a secret of a capability file', () => {
  it.each([
    ['in a parameter', file('endpoint: "{{url}}/x", params: { q: "{q}", token: "{env.K}" }'), '/x?q=hi&token=a%2Fb+c'],
    ['in the path', file('endpoint: "{{url}}/{env.K}/x/{id}"'), '/a%2Fb%20c/x/7?q=hi'],
    [
      'in the parameter that auth.param names',
      file(
        'endpoint: "{{url}}/x", params: { q: "{q}" }',
        'auth: { required: true, type: api_key, key: K, param: key }',
      ),
      '/x?q=hi&key=a%2Fb+c',
    ],
  ])('goes %s, and comes back in no result and no error', async (_where, capability, url) => {
    vi.stubEnv('K', 'a/b c');
    upstream.behave(echo());
    const result = JSON.stringify(await call(capability, { id: 7, q: 'hi' }));
    expect(sent()).toEqual([`GET ${url}`]);
    upstream.behave(echo(400));
    const error = await call(capability, { id: 7, q: 'hi' }).catch(String);
    for (const said of [result, String(error)]) expect(said).not.toMatch(/a\/b c|a%2Fb/);
    expect(result).toContain('[redacted]');
  });

  it('can be the whole address', async () => {
    vi.stubEnv('HOOK', `${upstream.url}/hook/s3cret?v=1`);
    await call(file('endpoint: "{env.HOOK}", method: POST, body: { text: "{q}" }', 'metadata: { read_only: true }'), {
      q: '{{$secret.s1}}',
    });
    expect(sent()).toEqual(['POST /hook/s3cret?v=1']);
    expect(lastBody()).toEqual({ text: '{{$secret.s1}}' });
  });

  it('stands in headers as the file writes them, and is not sent twice', async () => {
    vi.stubEnv('K', 'secret-1');
    const header = 'endpoint: "{{url}}/x", params: {}, headers: { Authorization: "Token {env.K}" }';
    await call(file(header, 'auth: { required: true, type: api_key, key: K }'));
    expect(upstream.requests[0]?.headers.authorization).toBe('Token secret-1');
    expect(JSON.stringify(upstream.requests[0]?.headers).match(/secret-1/g)).toHaveLength(1);
  });

  it.each([
    ['{ required: true, type: basic, key: K }', { authorization: 'Basic YW5uOnB3ZA==' }],
    ['{ required: true, type: api_key, key: K }', { authorization: 'ann:pwd' }],
    ['{ required: true, type: api_key, key: K, header: X-Key, prefix: Key }', { 'x-key': 'Key ann:pwd' }],
    ['{ required: true, type: bearer, key: K }', { authorization: 'Bearer ann:pwd' }],
  ])('is sent as %s says', async (auth, headers) => {
    vi.stubEnv('K', 'ann:pwd');
    await call(file('endpoint: "{{url}}/x"', `auth: ${auth}`));
    expect(upstream.requests[0]?.headers).toMatchObject(headers);
  });

  it('that is not there keeps the request from being sent', async () => {
    const missing = call(file('endpoint: "{{url}}/x", params: { token: "{env.NOBODY_SETS_THIS}" }'));
    await expect(missing).rejects.toThrow('NOBODY_SETS_THIS, which is missing or empty');
    expect(upstream.requests).toEqual([]);
  });

  it('of a client gets a token, once for all calls', async () => {
    vi.stubEnv('ID', 'id-1');
    vi.stubEnv('SECRET', 'secret-1');
    other.upstream.behave(json({ access_token: 'token-1', expires_in: 3600 }));
    const auth = 'auth: { required: true, type: oauth2, flow: client_credentials, token_url: "{{other}}/token",';
    const keys = ' client_id_key: ID, client_secret_key: SECRET, scopes: [a, b] }';
    await call(file('endpoint: "{{url}}/x"', auth + keys), {}, 2);
    expect(upstream.requests.map(({ headers }) => headers.authorization)).toEqual(['Bearer token-1', 'Bearer token-1']);
    expect(other.upstream.requests.map(({ body }) => body)).toEqual(['grant_type=client_credentials&scope=a+b']);
    const [asked] = other.upstream.requests;
    expect(asked?.headers.authorization).toBe(`Basic ${Buffer.from('id-1:secret-1').toString('base64')}`);
  });
});

describe('the request of a capability file', () => {
  it.each<[string, string, JsonObject, string]>([
    [
      'takes constants where an argument is left out',
      'endpoint: "{{url}}/{kind}", static_params: { kind: a, n: 5 }',
      {},
      '/a?n=5',
    ],
    [
      'lets an argument go before a constant',
      'endpoint: "{{url}}/{kind}", static_params: { kind: a }',
      { kind: 'b' },
      '/b',
    ],
    [
      'adds renamed arguments to listed ones',
      'endpoint: "{{url}}/x", params: { n: "{id}" }, param_map: { q: query }',
      { id: 1, q: 'a' },
      '/x?query=a&n=1',
    ],
    [
      'chooses its path by an argument',
      'base_url: "{{url}}", path_selector: { parameter: kind, default: all, paths: { all: /all, one: "/one/{id}" } }',
      { kind: 'one', id: 3 },
      '/one/3',
    ],
    [
      'takes the default path',
      'base_url: "{{url}}", params: {}, path_selector: { parameter: kind, default: all, paths: { all: /all } }',
      {},
      '/all',
    ],
  ])('%s', async (_what, config, args, url) => {
    await call(file(config), args);
    expect(sent().map((line) => line.replace(/[?&]id=\d+$/, ''))).toEqual([`GET ${url}`]);
  });

  it('is not sent with a value that no path is for', async () => {
    const config = 'base_url: "{{url}}", path_selector: { parameter: kind, paths: { all: /all } }';
    await expect(call(file(config), { kind: '../admin' })).rejects.toThrow('"kind" must be one of all');
    expect(upstream.requests).toEqual([]);
  });

  it('has a form or a text as its body where the file says so', async () => {
    const more = 'metadata: { read_only: true }';
    const form = 'body_content_type: application/x-www-form-urlencoded, body: { a: "{q}", b: "{id}", c: "{kind}" }';
    await call(file(`endpoint: "{{url}}/x", method: POST, ${form}`, more), { q: 'a b&c', id: 1 });
    await call(file('endpoint: "{{url}}/x", method: POST, body_content_type: text/plain, body: "say {q}"', more), {
      q: 'hi',
    });
    expect(upstream.requests.map(({ headers, body }) => [headers['content-type'], body])).toEqual([
      ['application/x-www-form-urlencoded', 'a=a+b%26c&b=1'],
      ['text/plain', 'say hi'],
    ]);
  });

  it('is a GraphQL query with the arguments it declares as variables', async () => {
    const query = 'query: "query($id: Int, $first: Int) { order(id: $id) { id } }", variables: { first: 3 }';
    upstream.behave(json({ data: { order: { id: 7 } } }));
    const graphql = file(`endpoint: "{{url}}/graphql", ${query}, response_path: data.order`, '', 'graphql');
    expect(await call(graphql, { id: 7, q: '") { admin }' })).toEqual({ id: 7 });
    expect(lastBody()).toEqual({
      query: 'query($id: Int, $first: Int) { order(id: $id) { id } }',
      variables: { first: 3, id: 7 },
    });
    upstream.behave(json({ data: null, errors: [{ message: 'no such order' }] }));
    await expect(call(graphql, { id: 8 })).rejects.toThrow('The GraphQL server answered with errors: no such order');
  });

  it('is a mutation that failed where the answer says so, and in doubt where it has data all the same', async () => {
    const mutation = file(
      'endpoint: "{{url}}/graphql", query: "mutation($id: Int) { pay(id: $id) { id } }"',
      '',
      'graphql',
    );
    const errors = [{ message: 'card declined' }];
    upstream.behave(json({ data: null, errors }));
    await expect(call(mutation, { id: 7 })).rejects.toMatchObject({
      message: 'The GraphQL server answered with errors: card declined',
      mayHaveHappened: false,
    });
    upstream.behave(json({ data: { pay: { id: 7 } }, errors }));
    await expect(call(mutation, { id: 7 })).rejects.toMatchObject({ mayHaveHappened: true });
  });

  it('is a JSON-RPC call with the arguments as its parameters', async () => {
    upstream.behave(json({ jsonrpc: '2.0', id: 1, result: { block: '0x1' } }));
    const config = 'endpoint: "{{url}}/rpc", method: eth_call, default_params: { q: latest, deep: true }';
    const rpc = file(config, 'metadata: { read_only: true }', 'jsonrpc');
    expect(await call(rpc, { id: 7 })).toEqual({ block: '0x1' });
    expect(lastBody()).toEqual({
      jsonrpc: '2.0',
      id: 1,
      method: 'eth_call',
      params: { q: 'latest', deep: true, id: 7 },
    });
    upstream.behave(json({ jsonrpc: '2.0', id: 1, error: { code: -32601, message: 'Method not found' } }));
    await expect(call(rpc)).rejects.toThrow('JSON-RPC error -32601 Method not found');
  });
});

describe('the answer to a capability file', () => {
  const RATES = `<?xml version="1.0"?><g:Envelope xmlns:g="urn:g"><g:note>daily</g:note>
    <Cube><Cube currency="USD" rate="1.05"/><Cube currency="GBP" rate="0.85">a &amp; b</Cube></Cube></g:Envelope>`;

  it('that is XML is read as JSON, whether the file says so or not', async () => {
    upstream.behave(text(RATES, 'text/xml'));
    expect(await call(file('endpoint: "{{url}}/rates"'))).toEqual({
      note: { '#text': 'daily' },
      Cube: {
        Cube: [
          { '@currency': 'USD', '@rate': '1.05' },
          { '#text': 'a & b', '@currency': 'GBP', '@rate': '0.85' },
        ],
      },
    });
    const path = 'response_format: xml, response_path: Cube.Cube.0.@rate';
    expect(await call(file(`endpoint: "{{url}}/rates", ${path}`))).toEqual({ text: '1.05' });
  });

  it.each([
    ['cannot be read', '<a><b></a>'],
    ['defines entities', '<!DOCTYPE a [<!ENTITY x "y">]><a>&x;</a>'],
    ['nests too deeply', '<a>'.repeat(1000) + '</a>'.repeat(1000)],
  ])('that is XML which %s is an error', async (problem, body) => {
    upstream.behave(text(body, 'application/xml'));
    await expect(call(file('endpoint: "{{url}}/x"'))).rejects.toThrow(problem);
  });

  it('is given again to the same call while it is young, and to no other one', async () => {
    const cached = file('endpoint: "{{url}}/x", params: { q: "{q}" }', 'cache: { strategy: exact, ttl: 60 }');
    upstream.behave(inTurn(json({ n: 1 }), json({ n: 2 })));
    expect(await call(cached, { q: 'a' }, 3)).toEqual({ n: 1 });
    expect(upstream.requests).toHaveLength(1);
    const folder = await mkdtemp(join(tmpdir(), 'capability-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    await writeFile(join(folder, 'one.yaml'), cached.replaceAll('{{url}}', upstream.url));
    const [tool] = (await readTools([folder])).tools;
    const runner = tools();
    await runner.runTool(tool as never, { q: 'a' });
    await runner.runTool(tool as never, { q: 'b' });
    const now = performance.now.bind(performance);
    const later = vi.spyOn(performance, 'now').mockImplementation(() => now() + 61_000);
    onTestFinished(() => later.mockRestore());
    await runner.runTool(tool as never, { q: 'a' });
    expect(sent().slice(1)).toEqual(['GET /x?q=a', 'GET /x?q=b', 'GET /x?q=a']);
  });

  it('is not kept of a tool that writes, nor where it was an error', async () => {
    const cache = 'cache: { strategy: exact, ttl: 60 }';
    await call(file('endpoint: "{{url}}/x", method: POST', cache), {}, 2);
    expect(upstream.requests).toHaveLength(2);
    upstream.behave(inTurn(status(404), json({ n: 2 })));
    await call(file('endpoint: "{{url}}/x"', cache)).catch(() => undefined);
    expect(await call(file('endpoint: "{{url}}/x"', cache))).toEqual({ n: 2 });
  });

  it.each([
    ['answers with 500', status(500)],
    ['does not answer in its time', silence],
  ])('comes from the fallback where the provider %s', async (_why, behaviour) => {
    upstream.behave(behaviour);
    other.upstream.behave(json({ from: 'fallback' }));
    const two = file('endpoint: "{{url}}/x"').replace('timeout: 30', 'timeout: 0.3');
    const fallback = '  fallback:\n    - config: { endpoint: "{{other}}/y", params: { id: "{id}" } }\n';
    expect(await call(two + fallback, { id: 3 })).toEqual({ from: 'fallback' });
    expect(other.upstream.requests.map(({ url }) => url)).toEqual(['/y?id=3']);
  });

  it('does not come from the fallback where the provider refuses the call, or the tool writes', async () => {
    const fallback = '  fallback: { config: { endpoint: "{{other}}/y" } }\n';
    other.upstream.behave(json({}));
    upstream.behave(status(404));
    await expect(call(file('endpoint: "{{url}}/x"') + fallback)).rejects.toThrow('status 404');
    upstream.behave(status(503));
    await expect(call(file('endpoint: "{{url}}/x", method: POST') + fallback)).rejects.toThrow('status 503');
    expect(other.upstream.requests).toEqual([]);
  });
});

describe('schema.output of a capability file', () => {
  const declared = (output: string, more = '') =>
    file('endpoint: "{{url}}/x"', more).replace('providers:', `  output: ${output}\nproviders:`);
  const BOOK = '{ type: object, properties: { id: { type: integer }, title: { type: string } }, required: [id] }';

  it('is what the answer must be; what it does not speak of is allowed, and null for what it does not require', async () => {
    upstream.behave(json({ id: 1, title: null, more: true }));
    expect(await call(declared(BOOK))).toEqual({ id: 1, title: null, more: true });
    upstream.behave(json({ id: 'one' }));
    await expect(call(declared(BOOK))).rejects.toThrow(
      'acme_find answered what its output_schema does not allow: id must be a whole number, not text',
    );
  });

  it('is of what the transforms leave', async () => {
    upstream.behave(json({ data: { id: 1 } }));
    expect(await call(declared(BOOK, 'transform: { project: [data.id], rename: { data.id: id } }'))).toEqual({ id: 1 });
  });

  it('can be switched off, and describes no text', async () => {
    upstream.behave(json({ id: 'one' }));
    expect(await call(declared(BOOK, 'convengine: { check_output: false }'))).toEqual({ id: 'one' });
    upstream.behave(text('ok', 'text/plain'));
    expect(await call(declared('{ type: string }'))).toEqual({ text: 'ok' });
  });
});

it('a body that is an argument which was not given is not sent', async () => {
  await call(file('endpoint: "{{url}}/x", method: POST, body: "{kind}"', 'metadata: { read_only: true }'), { id: 7 });
  expect(upstream.requests.map(({ body }) => body)).toEqual(['']);
});

describe('the time of a capability file', () => {
  const slow =
    (ms: number): UpstreamBehaviour =>
    (response, nth, request) =>
      void setTimeout(() => json({ late: true })(response, nth, request), ms).unref();

  /** With the timeout that the file names, where the configuration has an answer take less. */
  async function callFor(seconds: number): Promise<unknown> {
    const folder = await mkdtemp(join(tmpdir(), 'capability-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    const text = file('endpoint: "{{url}}/x"').replace('timeout: 30', `timeout: ${seconds}`);
    await writeFile(join(folder, 'one.yaml'), text.replaceAll('{{url}}', upstream.url));
    const [tool] = (await readTools([folder])).tools;
    return tools({ readTimeoutMs: 150, maxAttempts: 3 }).runTool(tool as never, {});
  }

  it('is that of an answer, too, which is asked for once', async () => {
    upstream.behave(slow(400));
    expect(await callFor(30)).toEqual({ late: true });
    expect(upstream.requests).toHaveLength(1);
  });

  it('ends a call that takes longer', async () => {
    upstream.behave(silence);
    const before = performance.now();
    await expect(callFor(0.4)).rejects.toThrow();
    expect(performance.now() - before).toBeGreaterThan(350);
    expect(upstream.requests).toHaveLength(1);
  });
});
