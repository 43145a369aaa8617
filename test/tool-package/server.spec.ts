import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { Client as NewestClient, StreamableHTTPClientTransport as NewestTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport as NewestStdioTransport } from '@modelcontextprotocol/client/stdio';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { ElicitRequestSchema, type ElicitResult } from '@modelcontextprotocol/sdk/types.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildPackage } from '../../src/authoring/toolgen/index.js';
import type { JsonObject } from '../../src/platform/common/json.js';
import { type PackagedTool as Tool } from '../../src/tools/package-format/index.js';
import { REVISIONS, type Revision } from '../mcp/connect.js';
import { rawRequest, wordTo } from '../mcp/raw-request.js';
import {
  echoBinding,
  echoTool,
  installLibraries,
  manifestOf,
  temporaryFolder,
  writeManifest,
} from './package-fixture.js';

/** Answers as a service does that asks before it writes. */
const ACTION = {
  type: 'object',
  required: ['action_id', 'status', 'message'],
  properties: { action_id: { type: 'string' }, status: { type: 'string' }, message: { type: 'string' } },
};
const SAY = `const [id, word] = process.argv.slice(2);
console.log(JSON.stringify(word ? { action_id: id, status: word === 'yes' ? 'EXECUTED' : 'REJECTED', message: word }
  : { action_id: 'a-' + id, status: 'OPEN', message: 'Shall I pay ' + id + '?' }))`;
const asking = (name: string, properties: string[], changes: Partial<Tool>) =>
  echoTool({
    name,
    category: 'write',
    risk: 'medium',
    input_schema: {
      type: 'object',
      required: properties,
      properties: Object.fromEntries(properties.map((key) => [key, { type: 'string' }])),
    },
    output_schema: ACTION,
    examples: [
      {
        input: Object.fromEntries(properties.map((key) => [key, 'x'])),
        output: { action_id: 'x', status: 'OPEN', message: 'x' },
      },
    ],
    binding: echoBinding({
      command: ['node', '-e', SAY, '--'],
      arguments: properties.map((property) => ({ property })),
    }),
    ...changes,
  });

/** A client of revision 2026-07-28 whose user answers like this; without an answer it cannot ask. */
function newestClient(action?: ElicitResult['action']) {
  const questions: string[] = [];
  const client = new NewestClient(
    { name: 'test', version: '1' },
    { capabilities: action ? { elicitation: { form: {} } } : {}, versionNegotiation: { mode: { pin: '2026-07-28' } } },
  );
  if (action) {
    client.setRequestHandler('elicitation/create', ({ params }) => {
      questions.push(params.message);
      return { action } as { action: 'cancel' };
    });
  }
  return { client, questions };
}

function callBy(client: Client) {
  return async (name: string, input: Record<string, unknown>) => {
    const { structuredContent, content } = await client.callTool({ name, arguments: input });
    return structuredContent ?? JSON.parse((content as { text: string }[])[0]?.text ?? '');
  };
}

const folder = temporaryFolder();
writeManifest(
  folder,
  manifestOf([
    echoTool(),
    echoTool({ name: 'post_entry', category: 'write', risk: 'medium' }),
    asking('pay', ['to'], {
      constraints: { read_only_mode_supported: false, side_effects: [], confirmed_by: 'confirm' },
    }),
    asking('confirm', ['action_id', 'decision'], {}),
  ]),
);
buildPackage(folder);
installLibraries(folder);
const PATH = process.env.PATH ?? '';

describe('the generated MCP server', () => {
  const client = new Client({ name: 'test', version: '1' });
  let errors = '';

  beforeAll(async () => {
    const args = [join(folder, 'mcp/src/server.ts')];
    const transport = new StdioClientTransport({
      command: process.execPath,
      args,
      stderr: 'pipe',
      env: { PATH, READ_ONLY: '1' },
    });
    transport.stderr?.on('data', (chunk) => {
      errors += chunk;
    });
    await client.connect(transport);
  });
  afterAll(() => client.close());

  it('answers a ping and lists every tool of the manifest with its schemas', async () => {
    expect(await client.ping()).toEqual({});
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(['confirm', 'pay', 'post_entry', 'search_entries']);
    expect(tools[1]?.description).toMatch(/This only asks.*confirm/s);
    expect(tools[3]).toMatchObject({
      inputSchema: { required: ['q'], additionalProperties: false },
      outputSchema: { required: ['argv'] },
      annotations: { readOnlyHint: true, idempotentHint: true },
    });
  });

  it('answers a call with what the command gave', async () => {
    const result = await client.callTool({ name: 'search_entries', arguments: { q: 'rent', limit: 2 } });
    expect(result.structuredContent).toEqual({ argv: ['--limit', '2', '--', 'rent'] });
  });

  it.each([
    [{ q: 42 }, 'search_entries', 'INVALID_INPUT'],
    [{ q: 'a' }, 'post_entry', 'FORBIDDEN'],
  ])('answers %j to %s with %s, as an error that a model can read', async (input, name, code) => {
    const { isError, content } = await client.callTool({ name, arguments: input });
    expect(isError).toBe(true);
    expect(JSON.parse((content as { text: string }[])[0]?.text ?? '')).toMatchObject({ error: { code } });
  });

  it('refuses an unknown tool with -32602, and lives on', async () => {
    await expect(client.callTool({ name: 'nothing' })).rejects.toMatchObject({ code: -32602 });
    expect(await client.ping()).toEqual({});
  });

  it('logs the id of the request: that of the protocol, or what _meta says', async () => {
    await client.callTool({ name: 'search_entries', arguments: { q: 'a' }, _meta: { request_id: 'trace-1' } });
    const lines = errors.split('\n').filter((line) => line.startsWith('{'));
    const ids = lines.map((line) => JSON.parse(line).request_id);
    expect(ids).toContain('trace-1');
    expect(ids.every((id) => id === 'trace-1' || /^\d+$/.test(id))).toBe(true);
  });
});

describe('the generated MCP server on lines of revision 2026-07-28', () => {
  it('lists its tools, reads at once, and has the client ask before anything is done', async () => {
    const { client, questions } = newestClient('accept');
    const args = [join(folder, 'mcp/src/server.ts')];
    await client.connect(new NewestStdioTransport({ command: process.execPath, args, stderr: 'pipe', env: { PATH } }));
    expect((await client.listTools()).tools.map(({ name }) => name)).toContain('search_entries');
    expect((await client.callTool({ name: 'pay', arguments: { to: 'ann' } })).structuredContent).toMatchObject({
      status: 'EXECUTED',
    });
    expect(questions).toEqual(['Shall I pay ann?']);
    await client.close();
  });
});

describe('the generated MCP server on raw lines', () => {
  it('says nothing to a notification', async () => {
    const server = spawn(process.execPath, [join(folder, 'mcp/src/server.ts')], { env: { PATH } });
    const exit = once(server, 'exit');
    let output = '';
    server.stdout.on('data', (chunk) => {
      output += chunk;
      if (output.includes('"id":2')) server.stdin.end();
    });
    const params = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'raw', version: '1' } };
    const messages = [
      { id: 1, method: 'initialize', params },
      { method: 'notifications/initialized' },
      { id: 2, method: 'ping' },
    ];
    for (const message of messages) server.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
    await exit;
    expect(
      output
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line).id),
    ).toEqual([1, 2]);
  });
});

describe('the generated MCP server over HTTP', () => {
  const env = { PATH, TOOL_GATEWAY_KEY: 'http-key' };
  const authorization = 'Bearer http-key';
  const clients: Client[] = [];
  let server: ChildProcess;
  let url: string;

  beforeAll(async () => {
    server = spawn(process.execPath, [join(folder, 'mcp/src/server.ts'), '--http', '0'], {
      env,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    const [line] = await once(server.stderr as Readable, 'data');
    url = JSON.parse(String(line)).listening;
  });
  afterAll(async () => {
    for (const client of clients) await client.close();
    server.kill('SIGTERM');
    await once(server, 'exit');
  });

  /** A client whose user answers like this; without an answer it cannot ask. */
  async function connect(revision: Revision, action?: ElicitResult['action']) {
    if (revision === '2026-07-28') {
      const { client, questions } = newestClient(action);
      await client.connect(new NewestTransport(new URL(url), { requestInit: { headers: { authorization } } }));
      clients.push(client as unknown as Client);
      return { call: callBy(client as unknown as Client), questions };
    }
    const questions: string[] = [];
    const client = new Client({ name: 'test', version: '1' }, { capabilities: action ? { elicitation: {} } : {} });
    if (action) {
      client.setRequestHandler(ElicitRequestSchema, ({ params }) => {
        questions.push(params.message);
        return { action };
      });
    }
    await client.connect(
      new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers: { authorization } } }),
    );
    clients.push(client);
    return { call: callBy(client), questions };
  }

  describe.each(REVISIONS)('in revision %s', (revision) => {
    it.each([
      ['accept', 'EXECUTED'],
      ['decline', 'REJECTED'],
      ['cancel', 'REJECTED'],
    ] as const)(
      'puts the question of a tool that only asks before the user: after %s it is %s',
      async (action, status) => {
        const { call, questions } = await connect(revision, action);
        expect(await call('pay', { to: 'ann' })).toMatchObject({ action_id: 'a-ann', status });
        expect(questions).toEqual(['Shall I pay ann?']);
      },
    );

    it('takes no yes from the model where the user can be asked', async () => {
      const { call, questions } = await connect(revision, 'decline');
      await call('pay', { to: 'bob' });
      expect(await call('confirm', { action_id: 'a-bob', decision: 'yes' })).toMatchObject({ status: 'REJECTED' });
      expect(questions).toHaveLength(2);
      expect(await call('confirm', { action_id: 'a-else', decision: 'yes' })).toMatchObject({
        error: { code: 'FORBIDDEN' },
      });
    });

    it('takes no yes from the model where the user cannot be asked, and says what to do', async () => {
      const { call } = await connect(revision);
      expect(await call('pay', { to: 'cid' })).toMatchObject({ status: 'OPEN', message: 'Shall I pay cid?' });
      expect(await call('confirm', { action_id: 'a-cid', decision: 'yes' })).toMatchObject({
        error: { code: 'FORBIDDEN', message: expect.stringMatching(/cannot ask its user.*consent_url/) },
      });
      expect(await call('confirm', { action_id: 'a-cid', decision: 'no' })).toMatchObject({ status: 'REJECTED' });
    });
  });

  it('takes the word about a question once, and for the very same call', async () => {
    const headers = { authorization };
    const pay = (to: string, word: JsonObject = {}) =>
      rawRequest(url.replace(/\/mcp$/, ''), { name: 'pay', arguments: { to }, ...word }, { headers });
    const word = wordTo(await pay('dan'));
    expect((await pay('eve', word)).error).toMatchObject({ code: -32602 });
    expect((await pay('dan', word)).result.structuredContent).toMatchObject({ action_id: 'a-dan', status: 'EXECUTED' });
    expect((await pay('dan', word)).error).toMatchObject({ code: -32602 });
  });

  it.each([
    [401, {}],
    [403, { authorization, origin: 'https://elsewhere.example' }],
    [404, { authorization, 'mcp-session-id': 'unknown' }],
    [400, { authorization }],
  ])('answers %i to a request with %j that begins no session', async (status, headers) => {
    const accept = 'application/json, text/event-stream';
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' });
    const all = { 'content-type': 'application/json', accept, ...headers };
    expect((await fetch(url, { method: 'POST', headers: all, body })).status).toBe(status);
  });
});

describe('the generated gateway', () => {
  it('says without a trace of the stack that it needs a key', async () => {
    const server = spawn(process.execPath, [join(folder, 'mcp/src/gateway.ts')], { env: { PATH } });
    const [[text], [code]] = await Promise.all([once(server.stderr, 'data'), once(server, 'exit')]);
    expect([code, String(text)]).toEqual([1, expect.stringMatching(/^TOOL_GATEWAY_KEY is not set: .*\n$/)]);
  });

  it('answers calls with the key alone, with the status of an error', async () => {
    const env = { PATH, TOOL_GATEWAY_KEY: 'gate-key', PORT: '0' };
    const server = spawn(process.execPath, [join(folder, 'mcp/src/gateway.ts')], { env });
    const [line] = await once(server.stderr, 'data');
    const { listening } = JSON.parse(String(line));
    const call = (name: string, body: unknown, key = 'gate-key') =>
      fetch(`${listening}/tools/${name}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}` },
        body: JSON.stringify(body),
      });
    try {
      expect(await (await call('search_entries', { q: 'a' })).json()).toEqual({ argv: ['--', 'a'] });
      expect((await call('search_entries', { q: 1 })).status).toBe(400);
      expect((await call('nothing', {})).status).toBe(404);
      expect((await call('search_entries', { q: 'a' }, 'wrong')).status).toBe(401);
    } finally {
      server.kill('SIGTERM');
      await once(server, 'exit');
    }
  });
});
