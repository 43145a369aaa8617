import { expect, it } from 'vitest';
import { type ActionMethod, done, failed } from '../../../src/platform/handlers-api/index.js';
import { describeOnEachDatabase } from '../../helpers/databases.js';
import { RecordingAction, talk } from './conversation.js';
import { CANCEL_FLOW, DONE_WHEN_EXECUTED, pendingAction, response, ruleOnResult } from './flow-rows.js';

const FLOW = CANCEL_FLOW + pendingAction({ methods: 'step1, boom' }) + DONE_WHEN_EXECUTED;

function steps(boom: ActionMethod): RecordingAction {
  return new RecordingAction('orderTask', { step1: () => done({ step: 1 }), boom });
}

function throwing(message: string): RecordingAction {
  return steps(() => {
    throw new Error(message);
  });
}

describeOnEachDatabase('an action that fails', (open) => {
  it('is held when its handler throws, since nobody knows what it did, and a later yes repeats none of its steps', async () => {
    const task = throwing('boom');
    const user = await talk(open, FLOW, { handlers: [task] });
    const reply = await user.sayAll('cancel my order', 'yes');
    expect([reply.status, reply.state]).toEqual([200, 'CONFIRM_CANCEL']);
    expect(reply.text).toContain('cannot tell');
    expect(reply.context.pending_action_runtime).toMatchObject({ status: 'IN_PROGRESS', reason: 'OUTCOME_UNKNOWN' });
    expect(await user.stages(2)).toContain('PENDING_ACTION_FAILED');
    await user.sayAll('yes', 'yes');
    expect(task.sequence).toEqual(['step1', 'boom']);
  });

  it('lets rules and the reply follow the failure', async () => {
    const seed = FLOW + ruleOnResult('FAILED', 'TROUBLE') + response('CANCEL_ORDER', 'TROUBLE', 'We will call you.');
    const user = await talk(open, seed, { handlers: [steps(() => failed('no stock'))] });
    const reply = await user.sayAll('cancel my order', 'yes');
    expect([reply.state, reply.text]).toEqual(['TROUBLE', 'We will call you.']);
  });

  it('shows nobody what was thrown: it may hold what only operators may see', async () => {
    const user = await talk(open, FLOW, { handlers: [throwing('no route to 10.1.2.3, password hunter2')] });
    const reply = await user.sayAll('cancel my order', 'yes');
    expect(reply.status).toBe(200);
    expect(reply.raw).not.toContain('hunter2');
    const [row] = await user.proposals();
    expect(row?.error_text).toContain('hunter2');
  });

  it('shows the user the reason that its handler reports', async () => {
    const task = steps(() => failed('The order has been shipped.'));
    const user = await talk(open, FLOW, { handlers: [task] });
    const reply = await user.sayAll('cancel my order', 'yes');
    expect(reply.text).toContain('The order has been shipped.');
    expect(await user.statuses()).toEqual(['REJECTED']);
  });

  it('waits for another yes when nothing has happened, and does not repeat the steps that are done', async () => {
    const task = steps(({ attempt }) => (attempt === 1 ? failed('Busy.', { retryable: true }) : done({ ok: true })));
    const user = await talk(open, FLOW, { handlers: [task] });
    const first = await user.sayAll('cancel my order', 'yes');
    expect(first.text).toContain('Busy.');
    expect(first.context.pending_action_runtime).toMatchObject({ status: 'OPEN', created_turn: 1, expires_turn: 4 });
    const second = await user.say('yes');
    expect([second.state, second.text]).toEqual(['DONE', 'Cancelled.']);
    expect(task.sequence).toEqual(['step1', 'boom', 'boom']);
    expect(new Set(task.calls.map((call) => call.idempotencyKey)).size).toBe(1);
  });

  it('hands a method what the methods before it gave', async () => {
    const task = steps(() => done(null));
    const user = await talk(open, FLOW, { handlers: [task] });
    await user.sayAll('cancel my order', 'yes');
    expect(task.calls.at(-1)?.results).toEqual({ step1: { step: 1 } });
  });

  it.each([undefined, null, false, 0, 'ok', { error: 'no' }])(
    'is no success when its handler returns %o',
    async (value) => {
      const task = new RecordingAction('orderTask', { execute: () => value as never });
      const user = await talk(open, CANCEL_FLOW + pendingAction() + DONE_WHEN_EXECUTED, { handlers: [task] });
      const reply = await user.sayAll('cancel my order', 'yes');
      expect(reply.state).toBe('CONFIRM_CANCEL');
      expect(reply.text).toContain('cannot tell');
      expect(reply.context.pending_action_runtime).toMatchObject({ status: 'IN_PROGRESS' });
    },
  );

  it('is closed and told when no handler is registered for it', async () => {
    const user = await talk(open, CANCEL_FLOW + pendingAction());
    const reply = await user.sayAll('cancel my order', 'yes');
    expect(reply.status).toBe(200);
    expect(reply.text).toContain('cannot be carried out');
    expect(reply.context.pending_action_runtime).toMatchObject({ status: 'REJECTED', reason: 'HANDLER_MISSING' });
  });
});
