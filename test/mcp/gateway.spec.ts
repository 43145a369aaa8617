import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openSqlite, type TestDatabase } from '../helpers/databases.js';
import { startEngine, type TestEngine } from '../helpers/engine.js';
import { BANK, Bank } from './bank.js';
import { call, connect, textOf } from './connect.js';

let database: TestDatabase;
let engine: TestEngine;
let bank: Bank;
const CONFIG = {
  'mcp.gateway-tools.enabled': true,
  'mcp.gateway-tools.above': 2,
  // The tools that come with the product are always listed beside them.
  'shipped-tools.legacy-rule-conversion.enabled': false,
  'shipped-tools.compute-delta-sc.enabled': false,
};

beforeEach(async () => {
  database = await openSqlite();
  bank = new Bank();
  process.env.MCP_TEST_KEY_BALANCE = 'balance-secret';
  process.env.MCP_TEST_KEY_ALL = 'all-secret';
  const clients = {
    all: { key: 'env:MCP_TEST_KEY_ALL' },
    teller: { key: 'env:MCP_TEST_KEY_BALANCE', tools: ['bank.balance', 'gateway_*'] },
  };
  const config = { ...CONFIG, 'mcp.server.clients': clients };
  engine = await startEngine({ database, seeds: [BANK], handlers: bank.handlers, config });
});
afterEach(async () => {
  await engine.close();
  await database.close();
});
const all = { headers: { authorization: 'Bearer all-secret' } };
const teller = { headers: { authorization: 'Bearer balance-secret' } };
const names = (tools: readonly { name: string }[]) => tools.map(({ name }) => name);

describe('a client of many tools', () => {
  it('loads those that find and call the others', async () => {
    const { client } = await connect(engine.url, all);
    expect(names((await client.listTools()).tools)).toEqual([
      'convengine_confirm_action',
      'convengine_message',
      'gateway_invoke',
      'gateway_list_tools',
      'gateway_run_playbook',
      'gateway_search_tools',
    ]);
    const found = JSON.parse(textOf(await call(client, 'gateway_search_tools', { query: 'balance of account' })));
    expect(found.tools[0]).toMatchObject({ tool_code: 'bank.balance', input_schema: { required: ['account'] } });
    const invoked = await call(client, 'gateway_invoke', { tool_code: 'bank.balance', arguments: { account: 'a' } });
    expect(JSON.parse(textOf(invoked))).toEqual({ balance: 12.5 });
    const { tools } = await client.listTools();
    const harmless = tools.filter(({ annotations }) => annotations?.readOnlyHint).map(({ name }) => name);
    expect(harmless).toEqual(['gateway_list_tools', 'gateway_search_tools']);
    const misspelt = await call(client, 'gateway_invoke', { tool_code: 'bank_balence', arguments: { account: 'a' } });
    expect(textOf(misspelt)).toBe('There is no tool "bank_balence". Did you mean "bank.balance"?');
    await expect(call(client, 'bank.balence')).rejects.toThrow(
      'Unknown tool: bank.balence. Did you mean "bank.balance"?',
    );
    const nested = await call(client, 'gateway_invoke', {
      tool_code: 'gateway_search_tools',
      arguments: { query: 'spaceship' },
    });
    expect(JSON.parse(textOf(nested))).toMatchObject({ total: 0, note: expect.stringContaining('gateway_list_tools') });
    await client.close();
  });

  it('is asked for consent to what it invokes', async () => {
    const { client, questions } = await connect(engine.url, { ...all, elicit: () => ({ action: 'decline' }) });
    await call(client, 'gateway_invoke', { tool_code: 'bank.pay', arguments: { to: 'ann', amount: 5 } });
    expect(questions[0]).toContain('ann');
    expect(bank.paid).toEqual([]);
    await client.close();
  });

  it('finds and calls nothing beyond its scope', async () => {
    const { client } = await connect(engine.url, teller);
    expect(names((await client.listTools()).tools)).toContain('bank.balance');
    const found = textOf(await call(client, 'gateway_search_tools', { query: 'pay bank balance' }));
    expect(found).not.toContain('bank.pay');
    const refused = await call(client, 'gateway_invoke', { tool_code: 'bank.pay', arguments: { to: 'x', amount: 1 } });
    expect([refused.isError, textOf(refused)]).toEqual([true, 'There is no tool "bank.pay".']);
    const wrong = await call(client, 'gateway_search_tools', {});
    expect([wrong.isError, textOf(wrong)]).toEqual([true, expect.stringContaining('query')]);
    await client.close();
  });
});
