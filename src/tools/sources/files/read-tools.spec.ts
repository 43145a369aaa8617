import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Tool } from '../../tool.js';
import { readTools } from './index.js';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tools-'));
});
afterAll(() => rm(folder, { recursive: true }));

/** Reads one file with this text. */
async function read(text: string) {
  await writeFile(join(folder, 'one.yaml'), text);
  const { tools, problems } = await readTools([folder]);
  return { tool: tools[0], tools, problems: problems.map(({ id, message }) => `${basename(id ?? '')} ${message}`) };
}

const requestOf = (tool: Tool | undefined) => (tool?.does.kind === 'request' ? tool.does.request : undefined);

const capability = (more: string, config = 'endpoint: https://api.example/search') => `
name: acme_search
description: Finds things
schema:
  input: { type: object, properties: { query: { type: string }, id: { type: integer } } }
providers:
  primary:
    timeout: 5
    config: { ${config} }
${more}`;

describe('a capability file', () => {
  it('is a tool of the group HTTP_API that is offered everywhere', async () => {
    const { tool, problems } = await read(capability(''));
    expect(problems).toEqual([]);
    expect(tool).toMatchObject({
      code: 'acme_search',
      group: 'HTTP_API',
      intent: 'ANY',
      state: 'ANY',
      description: 'Finds things',
      sideEffect: 'READ',
      executionPolicy: 'at-most-once',
      timeoutMs: 5000,
    });
    expect(requestOf(tool)).toEqual({
      method: 'GET',
      url: 'https://api.example/search',
      auth: { type: 'NONE' },
      queryParams: { query: '{{query}}', id: '{{id}}' },
      responseMapping: { mode: 'DOCUMENT' },
      timeoutMs: 5000,
    });
  });

  it.each([
    ['a GET', 'method: GET', '', 'READ'],
    ['a HEAD', 'method: head', '', 'READ'],
    ['a POST', 'method: POST', '', 'WRITE'],
    ['a DELETE', 'method: DELETE', '', 'WRITE'],
    ['a POST that only searches', 'method: POST', 'metadata: { read_only: true }', 'READ'],
    ['a GET that is said to write', 'method: GET', 'metadata: { read_only: false }', 'WRITE'],
    ['what the engine is told', 'method: GET', 'convengine: { side_effect: WRITE }', 'WRITE'],
  ])('of %s has its side effect', async (_what, method, more, sideEffect) => {
    const { tool } = await read(capability(more, `endpoint: https://api.example/x, ${method}`));
    expect(tool?.sideEffect).toBe(sideEffect);
  });

  it.each<[string, string, object]>([
    [
      'path, renamed and constant parameters',
      'base_url: https://api.example/, path: "/v1/{id}", params: { q: "{query}" }, static_params: { n: 5 }',
      { url: 'https://api.example/v1/{{id}}', constants: { n: 5 }, queryParams: { n: '{{n}}', q: '{{query}}' } },
    ],
    [
      'renamed arguments',
      'endpoint: https://api.example/s, param_map: { query: q }',
      { queryParams: { q: '{{query}}', id: '{{id}}' } },
    ],
    [
      'a body of its own',
      'endpoint: https://api.example/s, method: POST, body: { text: "{query}", at: ["{id}"] }',
      { body: { text: '{{query}}', at: ['{{id}}'] } },
    ],
    ['the arguments as body', 'endpoint: "https://api.example/s/{id}", method: PUT', { body: { query: '{{query}}' } }],
    [
      'a part of the answer',
      'endpoint: https://api.example/s, response_path: "chart.result.0.meta"',
      { responseMapping: { mode: 'DOCUMENT', path: '$.chart.result[0].meta' } },
    ],
    ['text', 'endpoint: https://api.example/s, response_format: text', { responseMapping: { mode: 'TEXT' } }],
  ])('asks with %s', async (_what, config, request) => {
    const { tool, problems } = await read(capability('', config));
    expect(problems).toEqual([]);
    expect(requestOf(tool)).toMatchObject(request);
  });

  it.each<[string, object]>([
    ['{ type: none }', { type: 'NONE' }],
    [
      '{ required: true, type: api_key, key: ACME_KEY, header: X-Key }',
      { type: 'API_KEY', headerName: 'X-Key', secret: 'env:ACME_KEY' },
    ],
    ['{ required: true, type: bearer, key: "env:ACME_KEY" }', { type: 'BEARER_STATIC', secret: 'env:ACME_KEY' }],
    [
      '{ required: true, type: api_key, key: "{env.ACME_KEY}", header: Authorization, prefix: Token }',
      { type: 'BEARER_STATIC', prefix: 'Token', secret: 'env:ACME_KEY' },
    ],
    ['{ required: true, type: bearer, key: "file:/run/key" }', { type: 'BEARER_STATIC', secret: 'file:/run/key' }],
    ['{ required: false, type: bearer, key: "env:NOBODY_SETS_THIS" }', { type: 'NONE' }],
  ])('shows who calls by %s', async (auth, spec) => {
    expect(requestOf((await read(capability(`auth: ${auth}`))).tool)?.auth).toEqual(spec);
  });

  it('can be for some states of an intent', async () => {
    const { tools } = await read(
      capability('visible_in_states: [ask, done]\nconvengine: { intent: order, risk: HIGH }'),
    );
    expect(tools.map(({ intent, state, risk }) => [intent, state, risk])).toEqual([
      ['ORDER', 'ASK', 'HIGH'],
      ['ORDER', 'DONE', 'HIGH'],
    ]);
  });

  it('shapes its result by its transform, and then its response_transform', async () => {
    const { tool } = await read(capability('transform: { project: [a] }\nresponse_transform: { rename: { a: b } }'));
    expect(tool?.transform?.apply({ a: 1, c: 2 })).toEqual({ b: 1 });
  });

  it.each([
    [
      'transform:\n  redact:\n    - { pattern: "[", replacement: x }',
      '',
      'one.yaml:12:18 "transform.redact.0.pattern": ',
    ],
    ['', 'path: /x', 'one.yaml:9:13 "providers.primary.config": has neither "endpoint" nor "base_url"'],
    ['', 'endpoint: "https://{query}.example/x"', '"providers.primary.config.endpoint": must begin with'],
    [
      '',
      'endpoint: https://api.example/x, params: { a: "{nothing}" }',
      'asks for {nothing}, which schema.input does not have',
    ],
    ['', 'endpoint: https://api.example/x, headers: { X-Key: "{keychain.k}" }', '{keychain.k} is not supported'],
    ['auth: { type: bearer, key: "keychain:acme" }', '', '"auth.key": refers to keychain, which is not read here'],
    ['auth: { type: digest, key: ACME }', '', '"auth.type": "digest" is not supported'],
    ['', 'endpoint: https://api.example/x, response_format: binary', '"binary" is not supported'],
    ['', 'endpoint: https://api.example/x, response_path: "a[?("', 'cannot be read as a path'],
    ['metadata: { exposure: personal }', '', '"metadata.exposure": "personal" is not supported'],
    ['auth: { type: bearer, key: sk_live_abcdefgh12345678 }', '', '"auth.key": is not a reference'],
    ['auth: { type: oauth2 }', '', '"auth.type": "oauth2" has no login of a user'],
    ['convengine: { state: X }', '', '"convengine": Unrecognized key: "state" (did you mean "states"?); known are '],
  ])('with an error gives no tool: %s %s', async (more, config, problem) => {
    const { tools, problems } = await read(capability(more, config || undefined));
    expect(tools).toEqual([]);
    expect(problems.join('\n')).toContain(problem);
    expect(problems.join('\n')).not.toContain('sk_live');
  });
});

it.each([
  ['webhooks: { paid: { path: /paid } }', '"webhooks": are not received'],
  ['cache: { strategy: semantic, ttl: 60 }', '"cache.strategy": "semantic" counts as "exact"'],
  ['cache: { strategy: exact, ttl: 60 }\nmetadata: { read_only: false }', '"cache": is not heeded: the tool writes'],
  ['projection: { actor: { id: a } }', '"projection": is not heeded'],
  ['auth: { type: none, shared_account: x }', '"auth.shared_account": is not a key that is read here'],
  ['surprise: 1', '"surprise": is not a key that is read here'],
  ['schema: { output: { type: 7 } }', '"schema.output": is not a usable JSON Schema'],
])('what nothing heeds is a warning, and the tool is there: %s', async (more, warning) => {
  const base = capability(more).replace(/schema:\n {2}input.*\n/, more.startsWith('schema:') ? '' : '$&');
  await writeFile(join(folder, 'one.yaml'), base);
  const { tools, problems } = await readTools([folder]);
  expect(tools).toHaveLength(1);
  expect(problems.map(({ severity, message }) => `${severity} ${message}`)).toEqual([
    expect.stringContaining(`warning ${warning}`),
  ]);
});

it('a directory that is not there is a problem', async () => {
  expect((await readTools(['/nowhere/at/all'])).problems).toMatchObject([
    { severity: 'error', id: '/nowhere/at/all', message: 'does not exist' },
  ]);
});
