import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import type { JsonObject } from '../../src/platform/common/json.js';
import type { ToolHandler } from '../../src/platform/handlers-api/index.js';
import { scripted, talk } from '../conformance/turns/conversation.js';
import { CANCEL_FLOW } from '../conformance/turns/flow-rows.js';
import { describeOnEachDatabase } from '../helpers/databases.js';

const row = (code: string, intent: string, description: string) =>
  `INSERT INTO ce_mcp_tool (tool_code, tool_group, intent_code, state_code, description, input_schema) VALUES
  ('${code}', 'HTTP_API', '${intent}', 'ANY', '${description}', '{"type":"object","properties":{"id":{"type":"integer"}}}');`;
const SEED = [
  CANCEL_FLOW,
  row('order.find', 'ANY', 'Finds an order'),
  row('order.cancel', 'ANY', 'Cancels an order'),
  row('hidden.order', 'OTHER', 'An order of another intent'),
].join('\n');
const PLAYBOOK = `
name: find_and_cancel
description: finds and cancels an order
inputs: { type: object, properties: { id: { type: integer } }, required: [id] }
steps:
  - { name: find, tool: order.find, arguments: { id: $inputs.id } }
  - { name: other, tool: order.find, arguments: { id: 2 }, condition: $inputs.id > 5 }
  - { name: cancel, tool: order.cancel, arguments: { id: $find.id }, condition: $find }
`;

describeOnEachDatabase('the tools that stand for all others', (open) => {
  const setUp = async (more: Record<string, unknown> = {}) => {
    const folder = await mkdtemp(join(tmpdir(), 'gateway-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    await writeFile(join(folder, 'playbook.yaml'), PLAYBOOK);
    const calls: [string, JsonObject][] = [];
    const handler = (toolCode: string, sideEffect: 'READ' | 'WRITE'): ToolHandler => ({
      kind: 'tool',
      toolCode,
      sideEffect,
      execute: ({ arguments: args }) => {
        calls.push([toolCode, args]);
        return { id: 7 };
      },
    });
    const config = { 'capabilities.directories': [folder], 'mcp.gateway-tools.enabled': true, ...more };
    const handlers = [handler('order.find', 'READ'), handler('order.cancel', 'WRITE')];
    const user = await talk(open, SEED, { handlers, config });
    const ask = (code: string, args = {}) => user.say('please', { tool_request: { tool_code: code, args } });
    const results = async () => (await user.audit('TOOL_ORCHESTRATION_RESULT')).map(({ result }) => result);
    return { user, ask, calls, results };
  };

  it('search and list what the conversation may call, and nothing else', async () => {
    const { ask, results } = await setUp();
    await ask('gateway_search_tools', { query: 'cancel an order', limit: 1 });
    await ask('gateway_list_tools', { limit: 2 });
    expect(await results()).toMatchObject([
      {
        total: 3,
        tools: [{ tool_code: 'order.cancel', side_effect: 'WRITE', input_schema: { properties: { id: {} } } }],
      },
      { total: 3, tools: [{ tool_code: 'order.find', side_effect: 'READ' }, { tool_code: 'order.cancel' }] },
    ]);
    expect(JSON.stringify(await results())).not.toContain('hidden');
  });

  it('invoke what reads at once, and propose what writes, as the tool itself', async () => {
    const { user, ask, calls } = await setUp();
    await ask('gateway_invoke', { tool_code: 'order.find', arguments: { id: 1 } });
    expect(calls).toEqual([['order.find', { id: 1 }]]);
    const asked = await ask('gateway_invoke', { tool_code: 'order.cancel', arguments: { id: 1 } });
    expect(asked.text).toBe('Shall I cancel an order with id 1?');
    expect(calls).toHaveLength(1);
    expect(await user.proposals()).toMatchObject([{ tool_code: 'order.cancel' }]);
  });

  it.each([
    ['gateway_invoke', { tool_code: 'hidden.order' }],
    ['gateway_run_playbook', { name: 'nothing' }],
  ])('%s %j does not reach beyond the scope', async (code, args) => {
    const { user, ask, calls } = await setUp();
    await ask(code, args);
    expect(await user.audit('TOOL_ORCHESTRATION_RESULT')).toMatchObject([{ status: 'SKIPPED_SCOPE_MISMATCH' }]);
    expect(calls).toEqual([]);
  });

  it('refuse what they do not know, instead of leaving it out', async () => {
    const { user, ask, calls } = await setUp();
    const { context } = await ask('gateway_invoke', { tool_code: 'order.cancel', args: { id: 1 } });
    const errorMessage = 'Arguments of gateway_invoke are not valid: args is not a known field';
    expect(context).toMatchObject({ mcp: { toolExecution: { outcome: 'ERROR', errorMessage } } });
    expect([calls, await user.proposals()]).toEqual([[], []]);
  });

  it('run playbooks by name, after the question, and dry without running anything', async () => {
    const { user, ask, calls, results } = await setUp();
    await ask('gateway_run_playbook', { name: 'FIND_and_cancel', arguments: { id: 1 }, dry_run: true });
    const find = { tool_code: 'order.find', side_effect: 'READ' };
    expect(await results()).toEqual([
      {
        playbook: 'find_and_cancel',
        side_effect: 'WRITE',
        steps: [
          { step: 'find', group: 1, ...find, runs: 'always', condition: null, arguments: { id: 1 } },
          { step: 'other', group: 1, ...find, runs: 'never', condition: '$inputs.id > 5', arguments: { id: 2 } },
          {
            step: 'cancel',
            group: 2,
            tool_code: 'order.cancel',
            side_effect: 'WRITE',
            runs: 'perhaps',
            condition: '$find',
            arguments: { id: '$find.id' },
          },
        ],
      },
    ]);
    await ask('gateway_run_playbook', { name: 'find_and_cancel', arguments: { id: 1 } });
    expect(calls).toEqual([]);
    await user.say('yes');
    expect(calls.map(([code]) => code)).toEqual(['order.find', 'order.cancel']);
  });

  it('are all that the planner reads of where there are more tools than it should', async () => {
    const prompts: string[] = [];
    const plan = (json: JsonObject) => ({
      when: ({ user }: { user: string }) => user.includes('gateway_search_tools') && prompts.push(user) > 0,
      reply: { json },
    });
    const { config } = await scripted(
      plan({
        action: 'CALL_TOOL',
        tool_code: 'gateway_invoke',
        args: { tool_code: 'order.cancel', arguments: { id: 3 } },
        answer: null,
      }),
    );
    const { user } = await setUp({ ...config, 'mcp.gateway-tools.above': 2 });
    const asked = await user.say('cancel my order');
    expect(prompts[0]).not.toContain('Finds an order');
    expect(asked.text).toBe('Shall I cancel an order with id 3?');
  });

  it('are not there unless they are switched on', async () => {
    const { user, ask } = await setUp({ 'mcp.gateway-tools.enabled': false });
    await ask('gateway_list_tools');
    expect(await user.audit('TOOL_ORCHESTRATION_RESULT')).toMatchObject([{ status: 'SKIPPED_SCOPE_MISMATCH' }]);
  });
});
