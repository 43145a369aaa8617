import { expect, it } from 'vitest';
import { done, type ToolHandler } from '../../../src/platform/handlers-api/index.js';
import { describeOnEachDatabase } from '../../helpers/databases.js';
import { RecordingAction, talk } from './conversation.js';
import {
  CANCEL_FLOW,
  classifier,
  DONE_WHEN_EXECUTED,
  pendingAction,
  response,
  rule,
  ruleOnResult,
  tool,
} from './flow-rows.js';

const FLOW = CANCEL_FLOW + pendingAction() + DONE_WHEN_EXECUTED;
const APPROVAL_TO_DELETE = {
  'consent.client-approvals': true,
  'flow.guardrail.require-approval-for-sensitive-actions': true,
  'flow.guardrail.sensitive-patterns': ['delete'],
};

/** "refund my order" moves by a rule to where the flow asks. */
const REFUND_FLOW =
  classifier('refund my order', 'REFUND', 'IDLE') +
  rule({ intent: 'REFUND', state: 'IDLE', value: 'CONFIRM' }) +
  pendingAction({ intent: 'REFUND', state: 'CONFIRM', key: 'refund_order' }) +
  ruleOnResult('EXECUTED', 'DONE', { intent: 'REFUND', state: 'CONFIRM' }) +
  response('REFUND', 'CONFIRM', 'Shall I refund your order?') +
  response('REFUND', 'DONE', 'Refunded.');

describeOnEachDatabase('the guardrail', (open) => {
  it('denies a sensitive message for its own turn only: the next yes runs the action', async () => {
    const task = new RecordingAction();
    const user = await talk(open, FLOW, { handlers: [task], config: APPROVAL_TO_DELETE });
    const denied = await user.sayAll('cancel my order', 'delete it?');
    expect(await user.stages(2)).toContain('GUARDRAIL_DENY');
    expect(denied.text).toContain('approval');
    expect([task.calls.length, await user.statuses()]).toEqual([0, ['OPEN']]);
    const done = await user.say('yes');
    expect(await user.stages(3)).toContain('GUARDRAIL_ALLOW');
    expect([done.state, task.calls.length]).toEqual(['DONE', 1]);
  });

  it('looks at the action a yes would run, not only at the word yes', async () => {
    const task = new RecordingAction();
    const seed = CANCEL_FLOW + pendingAction({ key: 'delete_order' });
    const user = await talk(open, seed, { handlers: [task], config: APPROVAL_TO_DELETE });
    const denied = await user.sayAll('cancel my order', 'yes');
    expect(denied.text).toContain('approval');
    expect([task.calls.length, await user.statuses()]).toEqual([0, ['OPEN']]);
    expect(await user.stages(2)).toContain('PENDING_ACTION_SKIPPED');
  });

  it('wants an approval for a tool of high risk, whatever it is called', async () => {
    let calls = 0;
    const wipe: ToolHandler = { kind: 'tool', toolCode: 'disk.wipe', execute: () => ++calls };
    const seed = `${CANCEL_FLOW}${tool('disk.wipe', 'WORKFLOW_ACTION')}UPDATE ce_mcp_tool SET risk = 'HIGH';`;
    const user = await talk(open, seed, { handlers: [wipe], config: APPROVAL_TO_DELETE });
    await user.say('go', { tool_request: { tool_code: 'disk.wipe', args: {} } });
    expect((await user.say('yes')).text).toContain('approval');
    expect(calls).toBe(0);
    await user.say('yes', { approval_granted: true });
    expect(calls).toBe(1);
  });

  it('lets one approval through for the action that is open, and for no later one', async () => {
    const task = new RecordingAction();
    const seed = CANCEL_FLOW + pendingAction({ key: 'delete_order' }) + DONE_WHEN_EXECUTED;
    const user = await talk(open, seed, { handlers: [task], config: APPROVAL_TO_DELETE });
    await user.say('cancel my order');
    await user.say('yes', { approval_granted: true });
    expect(task.calls).toHaveLength(1);
    await user.sayAll('cancel my order', 'yes');
    expect(task.calls).toHaveLength(1);
    expect(await user.stages(4)).toContain('GUARDRAIL_DENY');
  });

  it('asks for a new approval for the next sensitive message', async () => {
    const user = await talk(open, FLOW, { handlers: [new RecordingAction()], config: APPROVAL_TO_DELETE });
    await user.say('delete the draft', { approval_granted: true });
    await user.say('delete the other draft');
    expect(await user.stages(1)).toContain('GUARDRAIL_ALLOW');
    expect(await user.stages(2)).toContain('GUARDRAIL_DENY');
  });

  it('is not talked out of it by blanks and invisible characters', async () => {
    const user = await talk(open, FLOW, {
      handlers: [new RecordingAction()],
      config: { ...APPROVAL_TO_DELETE, 'flow.guardrail.sensitive-patterns': ['delete all'] },
    });
    await user.say('delete \u200b\r\n\t all');
    expect(await user.stages(1)).toContain('GUARDRAIL_DENY');
  });

  it('holds tools back in the turn it denies, and in no other', async () => {
    let calls = 0;
    const clock: ToolHandler = { kind: 'tool', toolCode: 'clock.now', sideEffect: 'READ', execute: () => ++calls };
    const seed = CANCEL_FLOW + tool('clock.now', 'CALCULATOR_TRANSFORM');
    const user = await talk(open, seed, { handlers: [clock], config: APPROVAL_TO_DELETE });
    const request = { tool_request: { tool_code: 'clock.now', args: {} } };
    await user.say('delete the time', request);
    expect(calls).toBe(0);
    await user.say('tell the time', request);
    expect(calls).toBe(1);
  });

  it('with the fail-closed gate lets no action run without an approval', async () => {
    const task = new RecordingAction();
    const config = { ...APPROVAL_TO_DELETE, 'flow.guardrail.approval-gate-fail-closed': true };
    const user = await talk(open, FLOW, { handlers: [task], config });
    await user.sayAll('cancel my order', 'yes');
    expect(task.calls).toHaveLength(0);
    await user.say('yes', { approval_granted: true });
    expect(task.calls).toHaveLength(1);
  });

  it('opens what a sensitive message asks for awaiting approval, says so, and runs it after approval and yes', async () => {
    const task = new RecordingAction('orderTask', { execute: () => done({ reference: 'R-7' }) });
    const config = { ...APPROVAL_TO_DELETE, 'flow.guardrail.sensitive-patterns': ['refund'] };
    const user = await talk(open, REFUND_FLOW, { handlers: [task], config });
    const asked = await user.say('refund my order');
    expect(asked.text).toBe(
      'This needs an approval as well as your yes. It has been asked for.\n\nShall I refund your order?',
    );
    const actions = `${user.engine.url}/api/v1/actions`;
    const [waiting] = (await (await fetch(`${actions}/awaiting-approval`)).json()) as { proposalId: string }[];
    expect(waiting).toMatchObject({ actionKey: 'refund_order', conversationId: user.id });
    const early = await user.say('yes');
    expect(early.text).toContain('That needs an approval first');
    expect(task.calls).toHaveLength(0);
    await fetch(`${actions}/${waiting?.proposalId}/approve`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ revision: 1, by: 'ann', note: '' }),
    });
    expect((await user.say('yes')).state).toBe('DONE');
    await user.say('yes');
    expect(task.calls).toHaveLength(1);
  });

  it('asks for a tool that a sensitive message calls, awaiting approval, and runs nothing', async () => {
    let calls = 0;
    const refund: ToolHandler = { kind: 'tool', toolCode: 'order.refund', execute: () => ++calls };
    const seed = CANCEL_FLOW + tool('order.refund', 'WORKFLOW_ACTION');
    const user = await talk(open, seed, { handlers: [refund], config: APPROVAL_TO_DELETE });
    const asked = await user.say('delete it', { tool_request: { tool_code: 'order.refund', args: {} } });
    expect(asked.text).toContain('This needs an approval as well as your yes.');
    expect(await user.statuses()).toEqual(['OPEN']);
    await user.say('yes');
    expect(calls).toBe(0);
    await user.say('yes', { approval_granted: true });
    expect(calls).toBe(1);
  });
});
