import { expect, it } from 'vitest';
import type { ToolGroupAdapter, ToolHandler } from '../../../src/platform/handlers-api/index.js';
import { ToolError } from '../../../src/tools/index.js';
import { describeOnEachDatabase } from '../../helpers/databases.js';
import { talk } from './conversation.js';
import { CANCEL_FLOW, response, rule, tool } from './flow-rows.js';

describeOnEachDatabase('a tool that a client asks for', (open) => {
  it('runs a tool that a client asks for once, not again in the turns after', async () => {
    let calls = 0;
    const clock: ToolHandler = {
      kind: 'tool',
      toolCode: 'clock.now',
      sideEffect: 'READ',
      execute: () => {
        calls += 1;
        return { hour: 12 };
      },
    };
    const user = await talk(open, CANCEL_FLOW + tool('clock.now', 'CALCULATOR_TRANSFORM'), { handlers: [clock] });
    await user.say('what time is it', { tool_request: { tool_code: 'clock.now', args: {} } });
    expect(await user.audit('TOOL_ORCHESTRATION_RESULT')).toMatchObject([{ status: 'SUCCESS', result: { hour: 12 } }]);
    await user.sayAll('and now', 'and now');
    expect(calls).toBe(1);
  });

  it('does not take an approval for the yes to a writing tool', async () => {
    let calls = 0;
    const wipe: ToolHandler = { kind: 'tool', toolCode: 'disk.wipe', execute: () => ++calls };
    const user = await talk(open, CANCEL_FLOW + tool('disk.wipe', 'WORKFLOW_ACTION'), { handlers: [wipe] });
    await user.say('do it', { approval_granted: true, tool_request: { tool_code: 'disk.wipe', args: {} } });
    expect(calls).toBe(0);
  });

  it('asks before it runs a writing tool that a client asks for', async () => {
    const seen: unknown[] = [];
    const wipe: ToolHandler = { kind: 'tool', toolCode: 'disk.wipe', execute: (call) => seen.push(call.arguments) };
    const user = await talk(open, CANCEL_FLOW + tool('disk.wipe', 'WORKFLOW_ACTION'), { handlers: [wipe] });
    const asked = await user.say('do it', { tool_request: { tool_code: 'disk.wipe', args: { disk: 'C' } } });
    expect(asked.text).toMatch(/disk\.wipe.*disk C/);
    expect(seen).toEqual([]);
    await user.sayAll('yes', 'yes');
    expect(seen).toEqual([{ disk: 'C' }]);
  });

  it('shows what a writing tool would do also where a rule has moved the conversation on', async () => {
    const wipe: ToolHandler = { kind: 'tool', toolCode: 'disk.wipe', execute: () => 'wiped' };
    const seed =
      tool('disk.wipe', 'WORKFLOW_ACTION') +
      rule({ intent: 'ANY', state: 'ANY', pattern: 'do it', value: 'BUSY' }) +
      response('ANY', 'BUSY', 'Shall I go on?');
    const user = await talk(open, seed, { handlers: [wipe] });
    const asked = await user.say('do it', { tool_request: { tool_code: 'disk.wipe', args: { disk: 'C' } } });
    expect(asked.state).toBe('BUSY');
    expect(asked.text).toMatch(/disk\.wipe.*disk C/);
  });

  it('refuses a group that is not the tool’s own', async () => {
    const read: ToolHandler = { kind: 'tool', toolCode: 'crm.lookup', sideEffect: 'READ', execute: () => ({}) };
    const user = await talk(open, CANCEL_FLOW + tool('crm.lookup', 'HTTP_API'), { handlers: [read] });
    await user.say('look', { tool_request: { tool_code: 'crm.lookup', tool_group: 'FILES', args: {} } });
    expect(await user.audit('TOOL_ORCHESTRATION_ERROR')).toMatchObject([
      { error: 'tool_group FILES does not fit: the tool crm.lookup is of the group HTTP_API' },
    ]);
  });

  it('runs a group without a tool only where the configuration allows it', async () => {
    const files: ToolGroupAdapter = {
      kind: 'tool-group',
      toolGroup: 'FILES',
      sideEffect: 'READ',
      execute: () => 'ran',
    };
    const ask = { tool_request: { tool_group: 'FILES', args: {} } };
    const denied = await talk(open, CANCEL_FLOW, { handlers: [files] });
    await denied.say('list', ask);
    expect((await denied.audit('TOOL_ORCHESTRATION_ERROR'))[0]?.error).toContain('groups-without-code');
    const config = { 'mcp.groups-without-code': ['FILES'] };
    const allowed = await talk(open, CANCEL_FLOW, { handlers: [files], config });
    await allowed.say('list', ask);
    expect(await allowed.audit('TOOL_ORCHESTRATION_RESULT')).toMatchObject([{ result: { text: 'ran' } }]);
  });

  it('holds a writing tool that cannot tell whether it has happened', async () => {
    let calls = 0;
    const pay: ToolHandler = {
      kind: 'tool',
      toolCode: 'bank.pay',
      execute: () => {
        calls += 1;
        throw new ToolError('the bank did not answer', { mayHaveHappened: true });
      },
    };
    const user = await talk(open, CANCEL_FLOW + tool('bank.pay', 'HTTP_API'), { handlers: [pay] });
    await user.say('pay', { tool_request: { tool_code: 'bank.pay', args: { to: 'Ann' } } });
    await user.sayAll('yes', 'yes');
    expect([calls, await user.statuses()]).toEqual([1, ['IN_PROGRESS']]);
  });

  it('shows and records no argument that the schema marks as sensitive, and runs with it', async () => {
    const seen: unknown[] = [];
    const login: ToolHandler = {
      kind: 'tool',
      toolCode: 'crm.login',
      inputSchema: { type: 'object', properties: { pin: { type: 'string', 'x-sensitive': true } } },
      execute: (call) => seen.push(call.arguments),
    };
    const user = await talk(open, CANCEL_FLOW + tool('crm.login', 'HTTP_API'), { handlers: [login] });
    const asked = await user.say('log in', { tool_request: { tool_code: 'crm.login', args: { pin: 'zebra-4711' } } });
    expect(asked.text).toContain('pin [hidden]');
    await user.say('yes');
    expect(seen).toEqual([{ pin: 'zebra-4711' }]);
    expect(JSON.stringify(await user.audit('%'))).not.toContain('zebra-4711');
  });
});
