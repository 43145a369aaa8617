import { request as httpRequest } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { CallToolResultSchema } from '@modelcontextprotocol/sdk/types.js';
import { Module } from '@nestjs/common';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { McpPromptProvider, McpResourceProvider, type McpResourceRequest } from '../../src/app/index.js';
import type { Principal } from '../../src/engine/principal/index.js';
import { ActionApprovals } from '../../src/engine/turn/index.js';
import { McpSessions } from '../../src/interfaces/mcp/sessions/mcp-sessions.js';
import { houseRules, plan, tidy } from '../docs/handlers.examples.js';
import { openSqlite, type TestDatabase } from '../helpers/databases.js';
import { startEngine, type TestEngine } from '../helpers/engine.js';
import { BANK, Bank } from './bank.js';
import { call, connect, newClient, textOf } from './connect.js';

const INITIALIZE = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'raw', version: '1' } },
};

@McpResourceProvider('marked://{name}', { name: 'marked', mimeType: 'text/markdown' })
class MarkedResource {
  read({ variables }: McpResourceRequest) {
    return `# ${variables.name}`;
  }
}

@McpPromptProvider('marked')
class MarkedPrompt {
  render() {
    return 'as marked';
  }
}

@Module({ providers: [MarkedResource, MarkedPrompt] })
class Marked {}

let database: TestDatabase;
let engine: TestEngine;
let bank: Bank;
const OPERATOR: Principal = { kind: 'OPERATOR', id: '', door: 'administration', proof: 'key' };

const closing: (() => Promise<unknown>)[] = [];

beforeAll(async () => {
  database = await openSqlite();
  closing.push(() => database.close());
});
afterEach(async () => {
  for (const close of closing.splice(1).reverse()) await close();
});

let seeded = false;
async function start(config: Record<string, unknown> = {}): Promise<string> {
  bank = new Bank();
  engine = await startEngine({ database, seeds: seeded ? [] : [BANK], handlers: bank.handlers, config });
  seeded = true;
  closing.push(() => engine.close());
  return engine.url;
}

/** A raw request, so that every header can be set. */
function send(
  url: string,
  headers: Record<string, string> = {},
  body: unknown = INITIALIZE,
  method = 'POST',
): Promise<{ status: number; headers: Record<string, unknown>; text: string }> {
  return new Promise((resolve, reject) => {
    const hasBody = method === 'POST';
    const accept = 'application/json, text/event-stream';
    const all = { ...(hasBody && { 'content-type': 'application/json' }), accept, ...headers };
    const outgoing = httpRequest(`${url}/mcp`, { method, headers: all }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (part: string) => {
        text += part;
      });
      response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, text }));
    });
    outgoing.on('error', reject);
    outgoing.end(hasBody ? JSON.stringify(body) : undefined);
  });
}

describe('/mcp', () => {
  it('answers names and pages of this machine and those that are configured, and no others', async () => {
    const url = await start({ 'http.cors-origins': ['https://app.example'] });
    const { host } = new URL(url);
    const statuses = [
      await send(url),
      await send(url, { origin: `http://${host}` }),
      await send(url, { origin: 'https://app.example' }),
      await send(url, { origin: 'https://evil.example' }),
      await send(url, { host: 'evil.example', origin: 'http://evil.example' }),
      await send(url, { host: 'evil.example' }),
    ].map(({ status }) => status);
    expect(statuses).toEqual([200, 200, 200, 403, 403, 403]);
    const refused = await send(url, { host: 'evil.example' });
    expect(JSON.parse(refused.text)).toEqual({
      jsonrpc: '2.0',
      error: { code: -32000, message: expect.stringContaining('convengine.http.allowed-hosts') },
      id: null,
    });
    await engine.close();
    expect((await send(await start({ 'mcp.server.allowed-hosts': ['*'] }), { host: 'any.example' })).status).toBe(200);
  });

  it('lets pages of other origins read the session where they are allowed', async () => {
    const url = await start({ 'http.cors-origins': ['https://app.example'] });
    const { headers } = await send(url, { origin: 'https://app.example' });
    expect(headers['access-control-allow-origin']).toBe('https://app.example');
    expect(String(headers['access-control-expose-headers'])).toContain('Mcp-Session-Id');
  });

  it('refuses what names no session, an unknown one, or that of another client', async () => {
    process.env.MCP_TEST_KEY_A = 'a-secret';
    process.env.MCP_TEST_KEY_B = 'b-secret';
    const clients = { a: { key: 'env:MCP_TEST_KEY_A' }, b: { key: 'env:MCP_TEST_KEY_B' } };
    const url = await start({ 'mcp.server.clients': clients });
    const ping = { jsonrpc: '2.0', id: 2, method: 'ping' };
    const a = { authorization: 'Bearer a-secret' };
    const begun = await send(url, a);
    const session = { 'mcp-session-id': String(begun.headers['mcp-session-id']) };
    const statuses = [
      await send(url, a, ping),
      await send(url, { ...a, 'mcp-session-id': 'no-such' }, ping),
      await send(url, { ...session, 'x-api-key': 'b-secret' }, ping),
      await send(url, { ...session }, ping),
      await send(url, { ...session, ...a, 'mcp-protocol-version': '1999-01-01' }, ping),
      await send(url, { ...session, ...a }, ping),
    ].map(({ status }) => status);
    expect(statuses).toEqual([400, 404, 404, 401, 400, 200]);
  });

  it('shows each key the tools of its scope', async () => {
    process.env.MCP_TEST_KEY_A = 'a-secret';
    const clients = { payments: { key: 'env:MCP_TEST_KEY_A', intents: ['pay'], tools: ['bank.a*', 'bank.b*'] } };
    const url = await start({ 'mcp.server.clients': clients, 'security.conversation-api-key': 'open-secret' });
    const listed = async (key: string) => {
      const { client } = await connect(url, { headers: { 'x-api-key': key } });
      closing.push(() => client.close());
      return (await client.listTools()).tools.map(({ name }) => name);
    };
    expect(await listed('a-secret')).toEqual(['bank.audit', 'bank.balance', 'convengine_confirm_action']);
    expect(await listed('open-secret')).not.toContain('bank.audit');
    await expect(listed('wrong')).rejects.toThrow();
  });

  it('does not start while the key of a client is not set', async () => {
    const clients = { a: { key: 'env:MCP_TEST_NO_SUCH_KEY' } };
    await expect(start({ 'mcp.server.clients': clients })).rejects.toThrow('MCP_TEST_NO_SUCH_KEY');
  });

  it('gives a client that lost its connection the answer it missed, once it comes back', async () => {
    const url = await start();
    const first = await connect(url);
    let token = '';
    const lost = first.client.callTool({ name: 'bank.slow' }, undefined, {
      onresumptiontoken: (id) => {
        token = id;
      },
    });
    lost.catch(() => undefined);
    await expect.poll(() => token).not.toBe('');
    const sessionId = first.transport.sessionId ?? '';
    const protocolVersion = first.transport.protocolVersion ?? '';
    await first.client.close();
    await sleep(50);
    const again = newClient({});
    const transport = new StreamableHTTPClientTransport(new URL(`${url}/mcp`), { sessionId });
    transport.setProtocolVersion(protocolVersion);
    await again.connect(transport);
    closing.push(() => again.close());
    const request = { method: 'tools/call' as const, params: { name: 'bank.slow', arguments: {} } };
    const result = await again.request(request, CallToolResultSchema, { resumptionToken: token });
    expect(textOf(result)).toBe('slept');
    expect(bank.aborted).toEqual([]);
  });

  it('ends sessions that nobody needs, to make room for new ones', async () => {
    const url = await start({ 'mcp.server.max-sessions': 2 });
    const ids: string[] = [];
    for (let count = 0; count < 3; count += 1) {
      ids.push(String((await send(url)).headers['mcp-session-id']));
      await sleep(5);
    }
    const ping = { jsonrpc: '2.0', id: 2, method: 'ping' };
    const statuses = await Promise.all(ids.map((id) => send(url, { 'mcp-session-id': id }, ping)));
    expect(statuses.map(({ status }) => status)).toEqual([404, 200, 200]);
    expect((await send(url, { 'mcp-session-id': ids[2] ?? '' }, undefined, 'DELETE')).status).toBe(200);
    expect((await send(url, { 'mcp-session-id': ids[2] ?? '' }, ping)).status).toBe(404);
  });

  it('ends a session that is not used, but none that a client listens to', async () => {
    const url = await start({ 'mcp.server.session-idle-minutes': 1 });
    const idle = { 'mcp-session-id': String((await send(url)).headers['mcp-session-id']) };
    const listening = await connect(url);
    closing.push(() => listening.client.close());
    await sleep(200);
    const ping = { jsonrpc: '2.0', id: 2, method: 'ping' };
    engine.app.get(McpSessions, { strict: false }).endIdle(Date.now() + 30_000);
    expect((await send(url, idle, ping)).status).toBe(200);
    engine.app.get(McpSessions, { strict: false }).endIdle(Date.now() + 61_000);
    expect((await send(url, idle, ping)).status).toBe(404);
    await listening.client.ping();
  });

  it('tells nothing of what fails inside', async () => {
    const url = await start();
    const { client } = await connect(url);
    closing.push(() => client.close());
    await database.database.query('ALTER TABLE ce_conversation_history RENAME TO gone');
    try {
      const failed = await call(client, 'bank.balance', { account: 'a' });
      expect(failed.isError).toBe(true);
      expect(textOf(failed)).not.toMatch(/ce_|gone|SQL|table/i);
    } finally {
      await database.database.query('ALTER TABLE gone RENAME TO ce_conversation_history');
    }
  });

  it('ends open streams when the service stops', async () => {
    const url = await start();
    await connect(url);
    const startedAt = performance.now();
    await engine.close();
    expect(performance.now() - startedAt).toBeLessThan(30_000);
  });

  it('runs nothing that needs an approval before it has one, whoever says yes', async () => {
    const url = await start({
      'flow.guardrail.require-approval-for-sensitive-actions': true,
      'flow.guardrail.sensitive-patterns': ['bank\\.pay'],
    });
    const { client } = await connect(url, { elicit: () => ({ action: 'accept', content: {} }) });
    closing.push(() => client.close());
    const held = await call(client, 'bank.pay', { to: 'Ann', amount: 3 });
    expect([held.isError, held.structuredContent?.status]).toEqual([true, 'OPEN']);
    expect(textOf(held)).toContain('needs an approval');
    const confirm = { action_id: held.structuredContent?.action_id, decision: 'yes' };
    expect((await call(client, 'convengine_confirm_action', confirm)).isError).toBe(true);
    expect(bank.paid).toEqual([]);
    const approvals = engine.app.get(ActionApprovals, { strict: false });
    await approvals.approve(String(confirm.action_id), 1, { by: 'ann', note: '' }, OPERATOR);
    const done = await call(client, 'convengine_confirm_action', confirm);
    expect(done.structuredContent).toMatchObject({ status: 'EXECUTED', result: { reference: 'P-1' } });
    expect(bank.paid).toHaveLength(1);
  });

  it('is not there where it is switched off', async () => {
    expect((await send(await start({ 'mcp.server.enabled': false }))).status).toBe(404);
  });

  it('refuses bodies that are too large or no JSON', async () => {
    const url = await start({ 'http.body-limit-bytes': 2_000 });
    const large = { ...INITIALIZE, padding: 'x'.repeat(3_000) };
    expect((await send(url, {}, large)).status).toBe(413);
    const response = await fetch(`${url}/mcp`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"jsonrpc"',
    });
    expect(response.status).toBe(400);
  });

  it('serves what the handlers of the documents make', async () => {
    bank = new Bank();
    const row = `INSERT INTO ce_mcp_tool (tool_code, tool_group, intent_code, state_code)
                 VALUES ('room.plan', 'WORKFLOW_ACTION', 'ANY', 'ANY')`;
    const own = await openSqlite();
    closing.push(() => own.close());
    engine = await startEngine({ database: own, seeds: [row], handlers: [plan, houseRules, tidy] });
    closing.push(() => engine.close());
    const { client } = await connect(engine.url);
    closing.push(() => client.close());
    const { content, structuredContent } = await call(client, 'room.plan', { room: 12 });
    expect(structuredContent).toBeUndefined();
    expect(content).toEqual([{ type: 'image', data: expect.any(String), mimeType: 'image/svg+xml' }]);
    const { contents } = await client.readResource({ uri: 'rooms://12/rules' });
    expect(contents).toMatchObject([{ text: 'Leave room 12 as you found it.' }]);
    const prompt = await client.getPrompt({ name: 'tidy_room', arguments: { room: '12' } });
    expect(JSON.stringify(prompt.messages)).toContain('room 12 tidied');
    await expect(client.getPrompt({ name: 'tidy_room' })).rejects.toMatchObject({ code: -32602 });
  });

  it('serves providers of a Nest application that are marked as resources and prompts', async () => {
    bank = new Bank();
    engine = await startEngine({ database, imports: [Marked] });
    closing.push(() => engine.close());
    const { client } = await connect(engine.url);
    closing.push(() => client.close());
    const { contents } = await client.readResource({ uri: 'marked://one' });
    expect(contents).toMatchObject([{ mimeType: 'text/markdown', text: '# one' }]);
    const prompt = await client.getPrompt({ name: 'marked' });
    expect(JSON.stringify(prompt.messages)).toContain('as marked');
  });

  it('serves resources and prompts of the flow', async () => {
    const url = await start();
    const { client } = await connect(url);
    closing.push(() => client.close());
    const read = async (uri: string) => {
      const [content] = (await client.readResource({ uri })).contents;
      return content && 'text' in content ? content.text : '';
    };
    expect(JSON.parse(await read('convengine://flow'))).toMatchObject({ intents: [{ code: 'PAY' }] });
    const intent = JSON.parse(await read('convengine://intents/pay'));
    expect(intent).toMatchObject({ code: 'PAY', collects: [{ schema: { required: ['to'] } }] });
    expect(JSON.parse(await read('convengine://tools/bank.pay'))).toMatchObject({ sideEffect: 'WRITE', risk: 'HIGH' });
    expect(await read('convengine://docs/pending-actions')).toContain('# Pending actions');
    await expect(read('convengine://docs/..%2FREADME')).rejects.toMatchObject({
      code: -32602,
      data: { uri: expect.any(String) },
    });
    await expect(read('convengine://tools/bank.audit')).rejects.toMatchObject({
      code: -32602,
      data: { uri: expect.any(String) },
    });
    const { prompts } = await client.listPrompts();
    expect(prompts).toMatchObject([{ name: 'pay', title: 'Pay somebody', arguments: [{ name: 'to' }] }]);
    const prompt = await client.getPrompt({ name: 'pay', arguments: { to: 'Ann' } });
    expect(JSON.stringify(prompt.messages)).toContain('to: Ann');
    const ref = { type: 'ref/resource' as const, uri: 'convengine://tools/{tool}' };
    const suggested = await client.complete({ ref, argument: { name: 'tool', value: 'bank.b' } });
    expect(suggested.completion.values).toEqual(['bank.balance']);
  });
});
