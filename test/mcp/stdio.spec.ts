import { StdioClientTransport as StatelessTransport } from '@modelcontextprotocol/client/stdio';
import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { applySeed } from '../../src/platform/persistence/index.js';
import { BuiltCli } from '../e2e/cli/built-cli.js';
import { describeOnEachDatabase, openSqlite } from '../helpers/databases.js';
import { call, newClient, newStatelessClient, textOf } from './connect.js';

const HANDLERS = `
let paid = 0;
export const pay = { kind: 'tool', toolCode: 'bank.pay', execute: () => ({ reference: 'P-' + ++paid }) };
export const balance = { kind: 'tool', toolCode: 'bank.balance', sideEffect: 'READ', execute: () => 'plenty' };
`;
const ROWS = `
INSERT INTO ce_mcp_tool (tool_code, tool_group, intent_code, state_code, description) VALUES
  ('bank.pay', 'WORKFLOW_ACTION', 'ANY', 'ANY', 'pay'), ('bank.balance', 'WORKFLOW_ACTION', 'ANY', 'ANY', 'Balance');
`;

/** How long the process may take to start, on a busy machine too; the client's own limit is a minute. */
const START_MS = 110_000;

let cli: BuiltCli;
const clients: Client[] = [];

beforeAll(async () => {
  cli = await BuiltCli.build();
  await cli.writeFiles({ 'handlers/bank.mjs': HANDLERS });
});
afterAll(async () => {
  for (const client of clients) await client.close();
  await cli.close();
});

describeOnEachDatabase('a client on standard input and output', (open) => {
  it('reads at once and is asked before anything is written', async () => {
    const { url, database } = await open();
    await applySeed(database, ROWS, 'rows.sql');
    const env = { CONVENGINE_HANDLERS_DIRECTORIES: '[handlers]', CONVENGINE_DATABASE_URL: url };
    const questions: string[] = [];
    const client = newClient({ elicit: () => ({ action: 'accept', content: {} }) }, questions);
    clients.push(client);
    const transport = new StdioClientTransport({ ...cli.command(['mcp']), env, stderr: 'pipe' });
    await client.connect(transport, { timeout: START_MS });
    expect(textOf(await call(client, 'bank.balance'))).toBe('plenty');
    const paid = await call(client, 'bank.pay', { to: 'Ann' });
    expect(paid.structuredContent).toMatchObject({ status: 'EXECUTED', result: { reference: 'P-1' } });
    expect(questions).toEqual([expect.stringContaining('Shall I pay with to Ann?')]);
    await client.close();
  });
});

describeOnEachDatabase('a client on standard input and output without a session', (open) => {
  it('reads at once, and carries the question to its user and the word back', async () => {
    const { url, database } = await open();
    await applySeed(database, ROWS, 'rows.sql');
    const env = { CONVENGINE_HANDLERS_DIRECTORIES: '[handlers]', CONVENGINE_DATABASE_URL: url };
    const questions: string[] = [];
    const answers = ['decline', 'accept'] as const;
    const client = newStatelessClient(
      { elicit: () => ({ action: answers[questions.length - 1] ?? 'cancel', content: {} }) },
      questions,
    );
    const transport = new StatelessTransport({ ...cli.command(['mcp']), env, stderr: 'pipe' });
    await client.connect(transport, { timeout: START_MS });
    onTestFinished(() => client.close());
    expect((await client.callTool({ name: 'bank.balance' })).content).toEqual([{ type: 'text', text: 'plenty' }]);
    const pay = () => client.callTool({ name: 'bank.pay', arguments: { to: 'Ann' } });
    expect((await pay()).structuredContent).toMatchObject({ status: 'REJECTED' });
    expect((await pay()).structuredContent).toMatchObject({ status: 'EXECUTED', result: { reference: 'P-1' } });
    expect(questions).toEqual(Array(2).fill(expect.stringContaining('Shall I pay with to Ann?')));
  });
});

describe('convengine mcp', () => {
  it('refuses a client that is not configured', async () => {
    const ended = await cli.run(['mcp', '--client', 'nobody']);
    expect([ended.code, ended.stdout]).toEqual([1, '']);
    expect(ended.stderr).toContain('convengine.mcp.server.clients has no client "nobody"');
  });

  it('shows which tools of other servers are held, and lets one be called as it is now', async () => {
    const { url, database, close } = await openSqlite();
    onTestFinished(close);
    const env = { CONVENGINE_DATABASE_URL: url };
    const pin = (tool: string, seen: string) =>
      `('crm', '${tool}', 'a', '{"description": "Before"}', 1, '${seen}', '{"description": "Now"}', 2)`;
    const rows = `INSERT INTO ce_mcp_tool_pin (server_name, tool_name, approved_hash, approved_json, approved_at_ms, seen_hash,
      seen_json, seen_at_ms) VALUES ${pin('read', 'a')}, ${pin('write', 'b')};`;
    await applySeed(database, rows, 'pins.sql');
    const listed = await cli.run(['mcp', 'tools'], { env });
    expect(listed.stdout).toMatch(/crm +read +callable +Now/);
    expect(listed.stdout).toMatch(/crm +write +HELD +Now/);
    const approved = await cli.run(['mcp', 'approve', 'crm', 'write', '--by', 'ann'], { env });
    expect(approved.stdout).toContain('Before');
    expect((await cli.run(['mcp', 'tools'], { env })).stdout).not.toContain('HELD');
    expect((await cli.run(['mcp', 'approve', 'crm', 'none', '--by', 'ann'], { env })).code).toBe(1);
  });

  it('ends in good order when its client ends, having written nothing that is no protocol', async () => {
    const ended = await cli.run(['mcp'], { input: '{"jsonrpc":"2.0","id":1,"method":"ping"}\n' });
    expect(ended.code).toBe(0);
    expect(ended.stdout.trim().split('\n')).toEqual(['{"result":{},"jsonrpc":"2.0","id":1}']);
  });
});
