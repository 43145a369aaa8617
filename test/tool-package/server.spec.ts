import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildPackage } from '../../src/tool-package/index.js';
import { echoTool, installLibraries, manifestOf, temporaryFolder, writeManifest } from './package-fixture.js';

const folder = temporaryFolder();
writeManifest(folder, manifestOf([echoTool(), echoTool({ name: 'post_entry', category: 'write', risk: 'medium' })]));
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
    expect(tools.map(({ name }) => name)).toEqual(['post_entry', 'search_entries']);
    expect(tools[1]).toMatchObject({
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

describe('the generated gateway', () => {
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
