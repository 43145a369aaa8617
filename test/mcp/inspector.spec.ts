import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import type { JsonObject } from '../../src/platform/common/json.js';
import { PAGE_CODE, press } from '../consent/asking-doors.js';
import { openSqlite } from '../helpers/databases.js';
import { startEngine, type TestEngine } from '../helpers/engine.js';
import { BANK, Bank } from './bank.js';

/** The launcher of `@modelcontextprotocol/inspector`, as its command `mcp-inspector` runs it. */
const INSPECTOR = 'node_modules/@modelcontextprotocol/inspector/clients/launcher/build/index.js';

/** Its names for revisions 2025-11-25 and 2026-07-28. */
describe.each(['legacy', 'modern'])('the command line of the MCP Inspector (%s)', (era) => {
  const bank = new Bank();
  let engine: TestEngine;
  beforeAll(async () => {
    const config = { 'consent.page-code': PAGE_CODE };
    engine = await startEngine({ database: await openSqlite(), seeds: [BANK], handlers: bank.handlers, config });
  });
  afterAll(() => engine.close());

  const inspect = async (...args: string[]) => {
    const server = [`${engine.url}/mcp`, '--transport', 'http', '--protocol-era', era];
    const command = [INSPECTOR, '--cli', ...server, '--format', 'json', '--method', ...args];
    const env = { ...process.env, HOME: inject('runFolder') };
    const { stdout } = await promisify(execFile)(process.execPath, command, { env });
    return JSON.parse(stdout) as { result: JsonObject };
  };
  const callTool = async (name: string, args: JsonObject) => {
    const called = await inspect('tools/call', '--tool-name', name, '--tool-args-json', JSON.stringify(args));
    return called.result.structuredContent as JsonObject;
  };

  it('lists the tools, and finds no schema that a client could not use', async () => {
    // With `--strict` it fails where it finds one.
    const { result } = await inspect('tools/list', '--strict');
    const tools = result.tools as { name: string }[];
    expect(tools.map(({ name }) => name)).toEqual(expect.arrayContaining(['bank.balance', 'bank.pay']));
  });

  it('calls what reads', async () => {
    expect(await callTool('bank.balance', { account: 'a' })).toEqual({ balance: 12.5 });
  });

  it('is led to the consent page by what writes, which is done once after the yes there', async () => {
    const asked = await callTool('bank.pay', { to: 'Ann', amount: 30 });
    expect(asked).toMatchObject({ status: 'OPEN', message: expect.stringContaining('Ann') });
    expect(bank.paid).toEqual([]);
    const page = String(asked.consent_url).replace('localhost', '127.0.0.1');
    expect([await press(page, true, PAGE_CODE), await press(page, true, PAGE_CODE)]).toEqual([200, 410]);
    expect(bank.paid).toMatchObject([{ args: { to: 'Ann', amount: 30 } }]);
  });
});
