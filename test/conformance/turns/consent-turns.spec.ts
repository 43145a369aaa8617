import { expect, it } from 'vitest';
import { describeOnEachDatabase } from '../../helpers/databases.js';
import { dialogueActAnswer, RecordingAction, scripted, talk } from './conversation.js';
import {
  CANCEL_FLOW,
  classifier,
  DONE_WHEN_EXECUTED,
  intent,
  LOAN_ACTION,
  LOAN_FLOW,
  pendingAction,
  response,
} from './flow-rows.js';

const FLOW = CANCEL_FLOW + pendingAction() + DONE_WHEN_EXECUTED;

describeOnEachDatabase('what is no consent to an action', (open) => {
  it('does not run on a yes that a model is not sure of, and stays open', async () => {
    const task = new RecordingAction();
    const { model, config } = await scripted(dialogueActAnswer('AFFIRM', 0.05));
    const user = await talk(open, FLOW, { handlers: [task], config });
    await user.sayAll('cancel my order', 'haan bilkul');
    expect(model.requests.length).toBeGreaterThan(0);
    expect(task.calls).toHaveLength(0);
    expect(await user.statuses()).toEqual(['OPEN']);
  });

  it('does not run when a model calls a plain no a yes', async () => {
    const task = new RecordingAction();
    const { model, config } = await scripted(dialogueActAnswer('AFFIRM', 1));
    const user = await talk(open, FLOW, {
      handlers: [task],
      config: { ...config, 'flow.dialogue-act.resolute': 'LLM_ONLY' },
    });
    await user.sayAll('cancel my order', 'no, do not cancel it');
    expect(model.requests.length).toBeGreaterThan(0);
    expect(task.calls).toHaveLength(0);
  });

  it('does not run on a yes to a reply that asked nothing', async () => {
    const task = new RecordingAction();
    const seed = classifier('cancel my order', 'CANCEL_ORDER', 'CONFIRM_CANCEL') + pendingAction();
    const user = await talk(open, seed, { handlers: [task], config: { 'flow.response.default-text': 'Pardon?' } });
    const asked = await user.say('cancel my order');
    await user.say('yes');
    expect(asked.text === 'Pardon?' && task.calls.length > 0).toBe(false);
  });

  it('does not run on a yes out of the blue, nor on the next one', async () => {
    const task = new RecordingAction();
    const seed = CANCEL_FLOW + pendingAction({ intent: 'ANY', state: 'ANY' });
    const user = await talk(open, seed, { handlers: [task] });
    const first = await user.say('ok');
    expect(first.text).toContain('nothing waiting for your confirmation');
    await user.say('ok');
    expect(task.calls).toHaveLength(0);
  });

  it('does not run in the turn in which its own state is entered, also where no state is required', async () => {
    const task = new RecordingAction();
    const seed = FLOW + classifier('^go ahead$', 'CANCEL_ORDER', 'CONFIRM_CANCEL');
    const config = { 'flow.interaction-policy.require-resolved-intent-and-state': false };
    const user = await talk(open, seed, { handlers: [task], config });
    await user.say('go ahead');
    expect(task.calls).toHaveLength(0);
  });

  it('does not run on a yes where the configuration switches that off', async () => {
    const task = new RecordingAction();
    const config = { 'flow.interaction-policy.execute-pending-on-affirm': false };
    const user = await talk(open, FLOW, { handlers: [task], config });
    await user.sayAll('cancel my order', 'yes');
    expect(task.calls).toHaveLength(0);
  });

  it('gives way to the action of another request, and a yes runs that one alone', async () => {
    const cancel = new RecordingAction();
    const refund = new RecordingAction('refundTask');
    const seed =
      FLOW +
      classifier('refund', 'REFUND', 'CONFIRM_REFUND') +
      response('REFUND', 'CONFIRM_REFUND', 'Refund it?') +
      pendingAction({ intent: 'REFUND', state: 'CONFIRM_REFUND', key: 'refund_order', bean: 'refundTask' });
    const user = await talk(open, seed, { handlers: [cancel, refund] });
    const asked = await user.sayAll('cancel my order', 'I want a refund');
    expect(asked.text).toBe('Refund it?');
    await user.sayAll('yes', 'yes');
    expect([cancel.calls.length, refund.calls.length]).toEqual([0, 1]);
    expect(await user.statuses()).toEqual(['REJECTED', 'EXECUTED']);
  });

  it('does not run on a yes that answers the reply of another intent', async () => {
    const task = new RecordingAction();
    const user = await talk(open, LOAN_FLOW + LOAN_ACTION, { handlers: [task] });
    await user.say('loan please', { amt: 5 });
    const left = await user.say('faq please');
    expect(left.text).toContain('Ask me anything.');
    await user.say('yes');
    expect(left.text.includes('Shall I lend 5?') || task.calls.length === 0).toBe(true);
  });

  it('does not run on a yes that answers another question of the engine', async () => {
    const task = new RecordingAction();
    const seed =
      FLOW +
      intent('BILL', 'pay a bill') +
      intent('TICKET', 'buy a ticket') +
      classifier('something', 'BILL', 'IDLE') +
      classifier('something', 'TICKET', 'IDLE');
    const user = await talk(open, seed, { handlers: [task] });
    const asked = await user.sayAll('cancel my order', 'something else');
    expect(asked.text).toMatch(/pay a bill or buy a ticket/);
    await user.say('yes');
    expect(task.calls).toHaveLength(0);
  });

  it('takes the repeated request for no refusal: it stays open and asks again', async () => {
    const task = new RecordingAction();
    const user = await talk(open, FLOW, { handlers: [task] });
    const again = await user.sayAll('cancel my order', 'cancel my order');
    expect(again.text).toBe('Are you sure?');
    expect(await user.statuses()).toEqual(['OPEN']);
    expect(task.calls).toHaveLength(0);
  });
});
