import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { JsonObject } from '../../src/platform/common/json.js';
import { describeOnEachDatabase, type TestDatabase } from '../helpers/databases.js';
import { startEngine, type TestEngine } from '../helpers/engine.js';

const EXAMPLE = 'test/docs/sql-tools.sql';
const ORDERS = `
  CREATE TABLE orders (id INTEGER PRIMARY KEY, customer TEXT, total INTEGER, placed_on DATE, note TEXT, request_key TEXT);
  INSERT INTO orders (id, customer, total, placed_on) VALUES
    (1, 'ann', 10, '2026-01-05'), (2, 'bob', 20, '2026-01-06'), (3, 'ann', 30, '2026-02-01');`;

describeOnEachDatabase('the example of docs/tools.md', (open) => {
  let database: TestDatabase;
  let engine: TestEngine;

  beforeAll(async () => {
    database = await open();
    engine = await startEngine({ database, seeds: [ORDERS, EXAMPLE] });
  });
  afterAll(() => engine.close());

  const request = async (tool_code: string, args: JsonObject, id: string = randomUUID()) => {
    const inputParams = { tool_request: { tool_code, args } };
    const reply = await engine.say('please', id, { inputParams });
    return (reply.context.mcp as { toolExecution: JsonObject }).toolExecution;
  };

  it('finds orders at once', async () => {
    const args = { customer: 'ann', sort: 'total' };
    expect(await request('orders.find', args)).toMatchObject({
      status: 'SUCCESS',
      toolGroup: 'DB',
      result: [
        { id: 3, total: 30, placed_on: '2026-02-01' },
        { id: 1, total: 10, placed_on: '2026-01-05' },
      ],
    });
    expect((await request('orders.find', { ...args, since: '2026-01-31' })).result).toHaveLength(1);
    expect((await request('orders.find', { ...args, limit: 1 })).result).toHaveLength(1);
  });

  it('tells the caller what is wrong with the arguments', async () => {
    expect((await request('orders.find', { customer: 'ann', sort: 'note' })).errorMessage).toMatch(
      /^Identifier not allowed for CeMcpDbTool id \d+: sort=note$/,
    );
    expect((await request('orders.find', { sort: 'id' })).errorMessage).toContain('orders.find are not valid');
  });

  it('writes after the yes, once, with the key of the action', async () => {
    const id = randomUUID();
    const note = "it's; DELETE FROM orders; --";
    const noted = "SELECT count(*) FROM orders WHERE note IS NOT NULL AND request_key <> ''";
    expect((await request('orders.note', { id: 2, note }, id)).status).toBe('PENDING_CONFIRMATION');
    expect(await engine.count(noted)).toBe(0);
    await engine.say('yes', id);
    expect(await engine.count(noted)).toBe(1);
    expect(await engine.count('SELECT count(*) FROM orders WHERE note = $1', [note])).toBe(1);
    await database.database.query('UPDATE orders SET note = NULL');
    await engine.say('yes', id);
    expect(await engine.count(noted)).toBe(0);
  });

  it('keeps the service from starting when a statement is not allowed', async () => {
    const other = await open();
    const unsafe = "UPDATE ce_mcp_db_tool SET sql_template = 'SELECT * FROM ce_audit'";
    await expect(startEngine({ database: other, seeds: [ORDERS, EXAMPLE, unsafe] })).rejects.toThrow(
      'SQL uses a table that is not allowed: ce_audit',
    );
  });
});
