import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { OPEN_WORK_STATEMENTS } from '../../../src/engine/flow-check/index.js';
import { describeOnEachDatabase, type TestDatabase } from '../../helpers/databases.js';
import { startEngine, type TestEngine } from '../../helpers/engine.js';
import { paymentFlow } from '../../schedules/payment-flow.js';
import { BuiltCli } from './built-cli.js';

const NOTE_TOOL = `
  CREATE TABLE notes (note TEXT);
  INSERT INTO ce_mcp_tool (tool_id, tool_code, tool_group, intent_code, state_code, description) VALUES
    (90, 'note.write', 'DB', 'ANY', 'ANY', 'write the note');
  INSERT INTO ce_mcp_db_tool (tool_id, dialect, safe_mode, param_schema, sql_template) VALUES (90, 'ANSI', false,
    '{"type": "object"}', 'INSERT INTO notes (note) VALUES (1)');`;

let cli: BuiltCli;
beforeAll(async () => {
  cli = await BuiltCli.build();
});
afterAll(() => cli.close());

describeOnEachDatabase('what rows would strand of the conversations of a service', (open) => {
  let database: TestDatabase;
  let engine: TestEngine;
  beforeAll(async () => {
    database = await open();
    const config = { 'handlers.directories': [resolve('seeds/demo/handlers')] };
    engine = await startEngine({ database, seeds: ['seeds/demo/demo.sql', NOTE_TOOL], config });
    for (const order of [7017, 7018, 7019]) await engine.say(`cancel my order ${order}`, randomUUID());
    await engine.say('cancel my order', randomUUID());
    const request = { tool_request: { tool_code: 'note.write', args: {} } };
    await engine.say('please', randomUUID(), { inputParams: request });
  });
  afterAll(() => engine.close());

  /** The demo's rows after some SQL, against those of the service. */
  async function check(sql: string, ...more: string[]) {
    const file = `${randomUUID()}.sql`;
    await cli.writeFiles({ [file]: `${await readFile('seeds/demo/demo.sql', 'utf8')}\n${NOTE_TOOL}\n${sql}` });
    return cli.run(['flow', 'check', '--demo', join(cli.directory, file), '--against', database.url, ...more]);
  }

  it('is nothing where only words change', async () => {
    const { stdout, code } = await check(`UPDATE ce_response SET exact_text = 'Hi.' WHERE exact_text LIKE 'Hello!%';`);
    expect(stdout).toContain('strands 0 conversations of 5, 0 open questions of 4 and 0 schedules of 0');
    expect(code).toBe(0);
  });

  it('is what stands in states, asks for actions and tools, or collects values that vanish, each with the row that does it', async () => {
    const renamed = ['ce_rule', 'ce_response', 'ce_pending_action', 'ce_prompt_template']
      .map((table) => `UPDATE ${table} SET state_code = 'SURE' WHERE state_code = 'CONFIRM_CANCELLATION';`)
      .join('');
    const { stdout, code } = await check(`${renamed}
      UPDATE ce_pending_action SET enabled = false WHERE action_key = 'cancel_order';
      DELETE FROM ce_output_schema WHERE intent_code = 'ORDER_CANCELLATION';
      DELETE FROM ce_mcp_db_tool; DELETE FROM ce_mcp_tool WHERE tool_id = 90;`);
    expect(stdout).toMatch(
      /stranded {2}3 open questions +cancel_order: a yes does nothing: no row.*ce_pending_action\[1\]/,
    );
    expect(stdout).toMatch(
      /stranded {2}3 conversations +ORDER_CANCELLATION\/CONFIRM_CANCELLATION: .*ce_response\[\d+\]/,
    );
    expect(stdout).toMatch(
      /stranded {2}\d conversations? +.*no values are asked for any more \(ce_output_schema\[\d+\]\)/,
    );
    expect(stdout).toMatch(
      /stranded {2}1 open question +note.write: .*gone \(ce_mcp_tool\[90\], ce_mcp_db_tool\[90\]\)/,
    );
    expect(code).toBe(1);
  });

  it('is an intent that is disabled; what goes on in another way is told, and strands nothing', async () => {
    const { stdout, code } = await check(`
      UPDATE ce_intent SET enabled = false WHERE intent_code = 'ORDER_CANCELLATION';
      UPDATE ce_mcp_db_tool SET sql_template = 'DELETE FROM notes' WHERE tool_id = 90;`);
    expect(stdout).toMatch(/stranded {2}3 conversations .*no intent .* any more \(ce_intent\[ORDER_CANCELLATION\]\)/);
    expect(stdout).toMatch(
      /changed {3}1 open question +note.write: a yes is asked for again.*\(ce_mcp_db_tool\[90\]\)/,
    );
    expect(stdout).toContain(', 0 open questions of 4 and');
    expect(code).toBe(1);
  });

  it('can be had as JSON, of the last days alone, and changes nothing', async () => {
    const { stdout } = await check('DELETE FROM ce_pending_action;', '--json', '--days', '0.000001');
    expect(JSON.parse(stdout).stranding).toEqual({
      affected: [],
      conversations: 0,
      questions: 0,
      schedules: 0,
      isCutOff: false,
    });
    expect(await engine.count('SELECT count(*) FROM ce_pending_action')).toBeGreaterThan(0);
  });

  it('is counted by indexes', async () => {
    if (database.dialect !== 'sqlite') return;
    const plan = async (sql: string, values: unknown[]) =>
      JSON.stringify(await database.database.query(`EXPLAIN QUERY PLAN ${sql}`, values));
    expect(await plan(OPEN_WORK_STATEMENTS.places, [new Date(0), 9])).toContain('ix_ce_conversation_started');
    expect(await plan(OPEN_WORK_STATEMENTS.questions, [0, 9, 0])).toContain('ix_ce_action_proposal_open');
    const schedules = await plan(OPEN_WORK_STATEMENTS.schedules, [9]);
    expect(schedules).toContain('ix_ce_schedule_due');
    expect(schedules).not.toMatch(/SCAN (p|ce_action_proposal)\b/);
  });
});

describeOnEachDatabase('what rows would stop that is agreed to for times to come', (open) => {
  const handlers = resolve('test/pending-action/effect-handlers');
  const flow = paymentFlow().replace("'payments', 'pay'", "'effects', 'cause'");
  let database: TestDatabase;
  let engine: TestEngine;
  beforeAll(async () => {
    database = await open();
    engine = await startEngine({ database, seeds: [flow], config: { 'handlers.directories': [handlers] } });
    for (const times of [2, 3]) {
      const id = randomUUID();
      await engine.say(`pay 50 to Bob every day at 8:00 pm, ${times} times`, id);
      await engine.say('yes', id);
    }
  });
  afterAll(() => engine.close());

  async function check(sql: string) {
    const file = `${randomUUID()}.sql`;
    await cli.writeFiles({ [file]: `${flow}\n${sql}` });
    const env = { CONVENGINE_HANDLERS_DIRECTORIES: JSON.stringify([handlers]) };
    return cli.run(['flow', 'check', join(cli.directory, file), '--against', database.url], { env });
  }

  it('is nothing where only words change', async () => {
    const { stdout, code } = await check(`UPDATE ce_response SET exact_text = 'Hi.' WHERE intent_code = 'HELLO';`);
    expect(stdout).toContain('strands 0 conversations of 2, 0 open questions of 0 and 0 schedules of 2');
    expect(code).toBe(0);
  });

  it('is that whose action no row has any more, however long ago it was agreed to', async () => {
    const { stdout, code } = await check(`UPDATE ce_pending_action SET enabled = false;`);
    expect(stdout).toMatch(
      /stranded +2 schedules +pay_somebody: they are stopped: no row has the action \(ce_pending_action\[1\]\)/,
    );
    expect(stdout).toContain('and 2 schedules of 2');
    expect(code).toBe(1);
  });
});
