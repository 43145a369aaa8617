import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DryRun } from '../../../src/engine/dry-run/index.js';
import { applySeed } from '../../../src/platform/persistence/index.js';
import { openSqlite } from '../../helpers/databases.js';
import { refreshFlow, startEngine, type TestEngine } from '../../helpers/engine.js';
import { BuiltCli } from './built-cli.js';

describe('convengine why', () => {
  let cli: BuiltCli;
  let engine: TestEngine;
  beforeAll(async () => {
    cli = await BuiltCli.build();
    const config = { 'handlers.directories': ['seeds/demo/handlers'] };
    engine = await startEngine({ database: await openSqlite(), seeds: ['seeds/demo/demo.sql'], config });
  });
  afterAll(async () => {
    await engine.close();
    await cli.close();
  });

  const why = (...args: string[]) => cli.run(['why', ...args, '--url', engine.url]);

  it('says what was understood, which rules fired, and of the others what they needed and saw', async () => {
    const { code, stdout } = await why('cancel my order 7017');
    expect(code).toBe(0);
    expect(stdout).toContain('bot> Shall I cancel order 7017?');
    expect(stdout).toContain('taken       orderId = "7017" from "7017"');
    expect(stdout).toContain('fired       rule 1 SET_STATE CONFIRM_CANCELLATION');
    expect(stdout).toMatch(
      /not fired {3}rule 2 SET_STATE CANCELLED .*\n.*needs JSON_PATH .* saw .*pending_action_result = null/,
    );
    expect(stdout).toContain('--all shows why');
    expect((await why('cancel my order 7017', '--all')).stdout).toContain(
      'is for CONNECTION_TRANSFER / COLLECT_INPUTS',
    );
  });

  it('shows with what a yes would do something, in a conversation that it leaves as it is', async () => {
    const id = randomUUID();
    await engine.say('cancel my order 7017', id);
    const results = '{"cancel_order": {"cancellationReference": "CXL-1"}}';
    const { stdout } = await why('yes please', '--conversation', id, '--results', results);
    expect(stdout).toContain('Your cancellation reference is CXL-1.');
    expect(stdout).toContain('would do    ACTION cancel_order {"orderId":"7017"} (with the result that was given)');
    expect((await engine.say('yes please', id)).state).toBe('CANCELLED');
  });

  it('says why a rule could not call its tool', async () => {
    await applySeed(
      engine.database.database,
      `INSERT INTO ce_mcp_tool (tool_code, tool_group, intent_code, state_code, side_effect, input_schema) VALUES
         ('crm.look', 'HTTP_API', 'ANY', 'ANY', 'READ', '{"type": "object", "required": ["id"]}');
       INSERT INTO ce_rule (rule_id, phase, intent_code, state_code, rule_type, match_pattern, action, action_value) VALUES
         (77, 'PRE_AGENT_MCP', 'GREETING', 'ANY', 'REGEX', '.*', 'CALL_TOOL', '{"tool_code": "crm.look", "args": {}}');`,
      'rows.sql',
    );
    await refreshFlow(engine);
    const { stdout } = await why('hello');
    expect(stdout).toMatch(/fired {7}rule 77 CALL_TOOL .*\n +could not call it: .*CRM.LOOK/);
  });

  it('gives all of it as JSON, and says what it was asked wrong', async () => {
    const { turns } = JSON.parse((await why('hello', '--json')).stdout) as DryRun;
    expect(turns).toMatchObject([{ message: 'hello', to: { intent: 'GREETING' } }]);
    expect(await why('hello', '--state', 'NOWHERE')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('The flow has no state NOWHERE.'),
    });
    expect(await why('hello', '--params', '[1]')).toMatchObject({ code: 2 });
  });
});
