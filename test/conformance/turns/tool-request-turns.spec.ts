import { expect, it } from 'vitest';
import type { ToolHandler } from '../../../src/handlers/index.js';
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
});
