import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { ElicitRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { exportPackage } from '../../src/authoring/toolgen/index.js';
import { Invoker, type Manifest } from '../../src/tools/package-format/index.js';
import { describeOnEachDatabase } from '../helpers/databases.js';
import { startEngine, type TestEngine } from '../helpers/engine.js';
import { BANK, Bank } from '../mcp/bank.js';
import { installLibraries, temporaryFolder } from './package-fixture.js';

const KEY = 'desk-key';

/** What a table alone defines: a statement, without a handler. */
const SQL_TOOL = `
INSERT INTO ce_mcp_tool (tool_code, tool_group, intent_code, state_code, description, side_effect, input_schema) VALUES
  ('sums.seven', 'DB', 'ANY', 'ANY', 'Seven', 'READ', NULL),
  ('Odd/Name', 'WORKFLOW_ACTION', 'ANY', 'ANY', NULL, 'READ',
   '{"required": ["code"], "properties": {"code": {"type": "integer", "minimum": 5, "maximum": 4}}}');
INSERT INTO ce_mcp_db_tool (tool_id, dialect, max_rows, param_schema, sql_template)
  SELECT tool_id, 'ANSI', 10, '{}', 'SELECT 7 AS answer' FROM ce_mcp_tool
   WHERE tool_code = 'sums.seven';
`;

const CAPABILITY = `
name: library_search
description: Finds books
schema: { input: { type: object, required: [title], properties: { title: { type: string } } } }
providers: { primary: { timeout: 7, config: { endpoint: https://library.example/books } } }
`;

const PLAYBOOK = `
name: pay_twice
description: Pays two people
inputs: { type: object, required: [to], properties: { to: { type: string } } }
steps:
  - { name: first, tool: bank.pay, arguments: { to: $inputs.to, amount: 1 } }
  - { name: second, tool: bank.pay, arguments: { to: $inputs.to, amount: 2 } }
`;

describeOnEachDatabase('the export of a service', (open) => {
  let engine: TestEngine;
  let manifest: Manifest;
  const bank = new Bank();
  const out = temporaryFolder();
  const files = temporaryFolder();
  const service = () => ({ url: engine.url, apiKey: KEY });
  const tool = (name: string) => manifest.tools.find((one) => one.name === name);

  beforeAll(async () => {
    process.env.EXPORT_DESK_KEY = KEY;
    process.env.EXPORT_SOME_KEY = 'some-key';
    process.env.EXPORT_OTHER_KEY = 'other-key';
    writeFileSync(join(files, 'library.yaml'), CAPABILITY);
    writeFileSync(join(files, 'twice.yaml'), PLAYBOOK);
    engine = await startEngine({
      database: await open(),
      seeds: [BANK, SQL_TOOL],
      handlers: [...bank.handlers, { kind: 'tool', toolCode: 'Odd/Name', execute: () => ({ ok: true }) }],
      config: {
        'capabilities.directories': [files],
        'mcp.server.clients': {
          desk: { key: 'env:EXPORT_DESK_KEY', kind: 'service' },
          some: { key: 'env:EXPORT_SOME_KEY', tools: ['*balance'] },
          other: { key: 'env:EXPORT_OTHER_KEY' },
        },
        'mcp.servers': {
          other: {
            command: process.execPath,
            args: [resolve('test/mcp/fixtures/other-server.mjs')],
            env: { DESCRIPTION: join(files, 'library.yaml') },
            tools: ['echo'],
            read: ['echo'],
          },
        },
      },
    });
    const list = () => exportPackage({ ...service(), out: temporaryFolder(), build: false });
    await vi.waitFor(async () => expect((await list()).tools).toContain('other_echo'), {
      timeout: 30_000,
      interval: 200,
    });
    await exportPackage({ ...service(), out });
    manifest = JSON.parse(readFileSync(join(out, 'tool.manifest.json'), 'utf8'));
  });
  afterAll(() => engine.close());

  it('holds the tools of tables, handlers, capability files, playbooks and other servers that the caller may call', () => {
    expect(manifest.tools.map(({ name }) => name)).toEqual([
      'bank_balance',
      'bank_pay',
      'bank_slow',
      'confirm_action',
      'library_search',
      'other_echo',
      'pay_twice',
      'sums_seven',
    ]);
  });

  it('leaves a tool out that no example can be made for, and says so', async () => {
    const { warnings } = await exportPackage({ ...service(), out, build: false });
    expect(warnings).toEqual([expect.stringMatching(/^odd_name was left out: no example could be made \(\/code/)]);
  });

  it('carries over what is known of a tool: risk, side effects, time, policy, schemas', () => {
    expect(tool('bank_balance')).toMatchObject({
      description: 'Balance of an account',
      category: 'read',
      risk: 'low',
      idempotency: 'idempotent',
      input_schema: { required: ['account'] },
      output_schema: { properties: { result: { required: ['balance'], additionalProperties: true } } },
      examples: [{ input: { account: 'text' }, output: { result: { balance: 1 } } }],
    });
    expect(tool('bank_pay')).toMatchObject({
      category: 'write',
      risk: 'high',
      idempotency: 'non-idempotent',
      constraints: { read_only_mode_supported: false, confirmed_by: 'confirm_action' },
    });
    expect([tool('library_search')?.timeout_ms, tool('bank_slow')?.timeout_ms]).toEqual([7000, 5000]);
    expect([tool('pay_twice')?.category, tool('confirm_action')?.risk]).toEqual(['write', 'high']);
  });

  it('is the same, byte for byte, for the same tools', async () => {
    const again = temporaryFolder();
    await exportPackage({ ...service(), out: again });
    for (const file of ['tool.manifest.json', 'generated.lock.json']) {
      expect(readFileSync(join(again, file), 'utf8')).toBe(readFileSync(join(out, file), 'utf8'));
    }
  });

  it('holds nothing that the caller may not call', async () => {
    const own = await exportPackage({ url: engine.url, apiKey: 'some-key', out: temporaryFolder(), build: false });
    expect([own.tools, own.build]).toEqual([['bank_balance'], undefined]);
  });

  it('replaces no manifest that says something else, until it is told to', async () => {
    const own = { url: engine.url, apiKey: 'some-key', out: temporaryFolder(), build: false };
    const file = join(own.out, 'tool.manifest.json');
    writeFileSync(file, '{}');
    expect((await exportPackage(own)).exists).toBe(true);
    expect(readFileSync(file, 'utf8')).toBe('{}');
    expect((await exportPackage({ ...own, force: true })).exists).toBe(false);
    expect((await exportPackage(own)).exists).toBe(false);
  });

  it.each([
    ['a wrong key', () => ({ url: engine.url, apiKey: 'wrong' }), /HTTP 401, This address needs an API key/],
    ['another service', () => ({ url: `${engine.url}/api`, apiKey: KEY }), /HTTP 404/],
    ['no service', () => ({ url: 'http://127.0.0.1:9', apiKey: KEY }), /cannot be read: /],
  ])('says why it cannot be made of %s', async (_what, where, message) => {
    await expect(exportPackage({ ...where(), out: temporaryFolder() })).rejects.toMatchObject({
      code: 'EXPORT_FAILED',
      message: expect.stringMatching(message),
    });
  });

  it('calls the service, and does what writes once, after the yes', async () => {
    const env = { CONVENGINE_API_KEY: KEY };
    const tools = new Invoker(manifest, { base: out, env, log: () => {} });
    expect(await tools.invoke('bank_balance', { account: 'a' })).toEqual({
      ok: true,
      output: { result: { balance: 12.5 } },
    });
    expect(await tools.invoke('bank_balance', { account: 'none' })).toMatchObject({
      error: { code: 'UPSTREAM_ERROR', message: 'The service answered 424: There is no such account.' },
    });
    expect(await tools.invoke('sums_seven', {})).toMatchObject({ output: { result: [{ answer: 7 }] } });
    expect(await tools.invoke('other_echo', { text: 'hi' })).toMatchObject({ output: { result: { echo: 'hi' } } });
    const before = bank.paid.length;
    const asked = await tools.invoke('bank_pay', { to: 'ann', amount: 3 });
    expect(asked).toMatchObject({ ok: true, output: { status: 'OPEN', message: expect.stringContaining('ann') } });
    expect(bank.paid.length).toBe(before);
    const word = { action_id: asked.ok ? asked.output.action_id : '', decision: 'yes' };
    for (const _ of [1, 2]) {
      expect(await tools.invoke('confirm_action', word)).toMatchObject({ ok: true, output: { status: 'EXECUTED' } });
    }
    expect(bank.paid.length).toBe(before + 1);
    await tools.close();
  });

  it('passes the yes of a model on as that of an agent, also with the key of a service', async () => {
    const model = new Client({ name: 'model', version: '1' });
    installLibraries(out);
    const args = [join(out, 'mcp/src/server.ts')];
    const env = { PATH: process.env.PATH ?? '', CONVENGINE_API_KEY: KEY };
    await model.connect(new StdioClientTransport({ command: process.execPath, args, stderr: 'pipe', env }));
    const call = async (name: string, input: Record<string, unknown>) =>
      (await model.callTool({ name, arguments: input })).structuredContent as Record<string, unknown>;
    const before = bank.paid.length;
    const { action_id } = await call('bank_pay', { to: 'eve', amount: 9 });
    const answered = await call('confirm_action', { action_id, decision: 'yes' });
    expect(answered).toMatchObject({ status: 'OPEN', consent_problem: expect.stringContaining('page-code') });
    expect(bank.paid.length).toBe(before);
    expect(await call('confirm_action', { action_id, decision: 'no' })).toMatchObject({ status: 'REJECTED' });
    await model.close();
  });

  it('says which key it needs where its user has agreed and the word does not count', async () => {
    const host = new Client({ name: 'host', version: '1' }, { capabilities: { elicitation: {} } });
    host.setRequestHandler(ElicitRequestSchema, () => ({ action: 'accept' }));
    const args = [join(out, 'mcp/src/server.ts')];
    const env = { PATH: process.env.PATH ?? '', CONVENGINE_API_KEY: 'other-key' };
    await host.connect(new StdioClientTransport({ command: process.execPath, args, stderr: 'pipe', env }));
    const answered = await host.callTool({ name: 'bank_pay', arguments: { to: 'eve', amount: 9 } });
    expect(answered.structuredContent).toMatchObject({
      status: 'OPEN',
      consent_problem: expect.stringContaining('kind: service'),
    });
    await host.close();
  });

  it('refuses what writes in read-only mode, and everything without the key', async () => {
    const readOnly = new Invoker(manifest, {
      base: out,
      env: { READ_ONLY: '1', CONVENGINE_API_KEY: KEY },
      log: () => {},
    });
    expect(await readOnly.invoke('bank_pay', { to: 'ann', amount: 3 })).toMatchObject({ error: { code: 'FORBIDDEN' } });
    const keyless = new Invoker(manifest, { base: out, env: {}, log: () => {} });
    expect(await keyless.invoke('bank_slow', {})).toMatchObject({ error: { code: 'UNAUTHORIZED' } });
  });
});
