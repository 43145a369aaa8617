import { expect, it } from 'vitest';
import { done } from '../../../src/platform/handlers-api/index.js';
import { describeOnEachDatabase } from '../../helpers/databases.js';
import { refreshFlow } from '../../helpers/engine.js';
import { dialogueActAnswer, only, RecordingAction, scripted, talk } from './conversation.js';
import {
  CANCEL_FLOW,
  DONE_WHEN_EXECUTED,
  LOAN_ACTION,
  LOAN_FLOW,
  pendingAction,
  response,
  ruleOnResult,
} from './flow-rows.js';

const FLOW = CANCEL_FLOW + pendingAction() + DONE_WHEN_EXECUTED;

describeOnEachDatabase('an action that waits for a yes', (open) => {
  it('opens in the turn whose reply is the question, and its clocks start there', async () => {
    const task = new RecordingAction();
    const user = await talk(open, FLOW, { handlers: [task] });
    const asked = await user.say('cancel my order');
    expect([asked.intent, asked.state, asked.text]).toEqual(['CANCEL_ORDER', 'CONFIRM_CANCEL', 'Are you sure?']);
    expect(asked.context.pending_action_runtime).toMatchObject({
      action_key: 'cancel_order',
      action_ref: 'orderTask:execute',
      status: 'OPEN',
      created_turn: 1,
      expires_turn: 4,
    });
    expect(await user.proposals()).toMatchObject([{ status: 'OPEN', created_turn: 1, question: 'Are you sure?' }]);
    expect(task.calls).toHaveLength(0);
  });

  it('writes the stages of a proposing turn down in the order of the contract, and asks no model', async () => {
    const user = await talk(open, FLOW, { handlers: [new RecordingAction()] });
    await user.say('cancel my order');
    const contract = [
      'USER_INPUT',
      'DIALOGUE_ACT_CLASSIFIED',
      'INTERACTION_POLICY_DECIDED',
      'GUARDRAIL_ALLOW',
      'INTENT_RESOLVE_START',
      'INTENT_CLASSIFICATION_MATCHED',
      'INTENT_RESOLVED_BY_CLASSIFIER',
      'AUTO_ADVANCE_SKIPPED_NO_SCHEMA',
      'PENDING_ACTION_LIFECYCLE',
      'RESOLVE_RESPONSE',
      'RESPONSE_EXACT',
      'ASSISTANT_OUTPUT',
      'MEMORY_UPDATED',
      'ENGINE_RETURN',
    ];
    const stages = await user.stages(1);
    expect(only(stages, contract)).toEqual(contract);
    expect(stages.filter((stage) => stage.includes('LLM'))).toEqual([]);
    expect(await user.audit('PENDING_ACTION_LIFECYCLE')).toMatchObject([{ event: 'OPEN', status: 'OPEN', turn: 1 }]);
  });

  it('runs once after a yes, and rules and reply of that turn know of it', async () => {
    const task = new RecordingAction();
    const user = await talk(open, FLOW, { handlers: [task] });
    const reply = await user.sayAll('cancel my order', 'yes');
    expect([reply.intent, reply.state, reply.text]).toEqual(['CANCEL_ORDER', 'DONE', 'Cancelled.']);
    expect(task.sequence).toEqual(['execute']);
    expect(reply.context.pending_action_runtime).toMatchObject({
      action_key: 'cancel_order',
      action_ref: 'orderTask:execute',
      status: 'EXECUTED',
      created_turn: 1,
      in_progress_turn: 2,
      expires_turn: 4,
    });
  });

  it('writes the stages of a confirming turn down in the order of the contract', async () => {
    const user = await talk(open, FLOW, { handlers: [new RecordingAction()] });
    await user.sayAll('cancel my order', 'yes');
    const contract = [
      'DIALOGUE_ACT_CLASSIFIED',
      'INTERACTION_POLICY_DECIDED',
      'GUARDRAIL_ALLOW',
      'INTENT_RESOLVE_START',
      'INTENT_RESOLVE_SKIPPED_POLICY',
      'PENDING_ACTION_EXECUTED',
      'SET_STATE',
      'RULE_APPLIED',
      'RESPONSE_EXACT',
      'ASSISTANT_OUTPUT',
      'ENGINE_RETURN',
    ];
    expect(only(await user.stages(2), contract)).toEqual(contract);
    const events = (await user.audit('PENDING_ACTION_LIFECYCLE')).map(({ event }) => event);
    expect(events).toEqual(['OPEN', 'IN_PROGRESS', 'EXECUTED']);
    const [, decided] = await user.audit('INTERACTION_POLICY_DECIDED');
    expect(decided).toMatchObject({ dialogueAct: 'AFFIRM', policyDecision: 'EXECUTE_PENDING_ACTION' });
  });

  it('is rejected by a no, does not run, and does not ask its question again', async () => {
    const task = new RecordingAction();
    const user = await talk(open, CANCEL_FLOW + pendingAction(), { handlers: [task] });
    const refused = await user.sayAll('cancel my order', 'no');
    expect(refused.context.pending_action_runtime).toMatchObject({ status: 'REJECTED', rejected_turn: 2 });
    expect(await user.stages(2)).toContain('PENDING_ACTION_REJECTED');
    expect(refused.text).not.toContain('Are you sure?');
    expect(task.calls).toHaveLength(0);
  });

  it('lets rules and the reply follow a refusal', async () => {
    const seed = FLOW + ruleOnResult('REJECTED', 'KEPT') + response('CANCEL_ORDER', 'KEPT', 'It stays.');
    const user = await talk(open, seed, { handlers: [new RecordingAction()] });
    expect(await user.sayAll('cancel my order', 'no')).toMatchObject({ state: 'KEPT', text: 'It stays.' });
  });

  it('runs after a polite yes without a model', async () => {
    const task = new RecordingAction();
    const user = await talk(open, FLOW, { handlers: [task] });
    expect(await user.sayAll('cancel my order', 'yes please')).toMatchObject({ state: 'DONE' });
    expect(task.calls).toHaveLength(1);
  });

  it('is asked again when only a model is sure of a yes whose words nobody knows', async () => {
    const task = new RecordingAction();
    const { config } = await scripted(dialogueActAnswer('AFFIRM', 0.97));
    const user = await talk(open, FLOW, { handlers: [task], config });
    const again = await user.sayAll('cancel my order', 'haan bilkul');
    expect((await user.audit('DIALOGUE_ACT_CLASSIFIED')).at(-1)).toMatchObject({ dialogueActSource: 'REGEX_GUARD' });
    expect([task.calls.length, again.text]).toEqual([0, expect.stringMatching(/yes or no.*Are you sure\?/)]);
    await user.say('yes');
    expect(task.calls).toHaveLength(1);
  });

  it('runs with the values the user was shown, whatever the client sends along with the yes', async () => {
    const task = new RecordingAction();
    const user = await talk(open, LOAN_FLOW + LOAN_ACTION, { handlers: [task] });
    const asked = await user.say('loan please', { amt: 5 });
    expect(asked.text).toBe('Shall I lend 5?');
    await user.say('yes', { amt: 9_000_000 });
    expect(task.calls.map((call) => call.arguments)).toEqual([{ amt: 5 }]);
  });

  it('runs what was proposed, even when its row names another handler by now', async () => {
    const task = new RecordingAction();
    const other = new RecordingAction('otherTask');
    const user = await talk(open, FLOW, { handlers: [task, other] });
    await user.say('cancel my order');
    await user.engine.database.database.query("UPDATE ce_pending_action SET bean_name = 'otherTask'");
    await refreshFlow(user.engine);
    await user.say('yes');
    expect([task.calls.length, other.calls.length]).toEqual([1, 0]);
  });

  it.each([
    ['disabled', 'UPDATE ce_pending_action SET enabled = false'],
    ['taken away', 'DELETE FROM ce_pending_action'],
  ])('does not run when its row was %s after the question, and the user is told', async (_what, change) => {
    const task = new RecordingAction();
    const user = await talk(open, FLOW, { handlers: [task] });
    await user.say('cancel my order');
    await user.engine.database.database.query(change);
    await refreshFlow(user.engine);
    const { text, context } = await user.say('yes');
    expect(text).toContain('That cannot be carried out at the moment, so nothing was done.');
    expect(context.pending_action_runtime).toMatchObject({ status: 'REJECTED', reason: 'ACTION_WITHDRAWN' });
    await user.say('yes');
    expect(task.calls).toEqual([]);
  });

  it('is told to the user with what the handler reported', async () => {
    const task = new RecordingAction('orderTask', { execute: () => done({ message: 'Reference R-77.' }) });
    const user = await talk(open, CANCEL_FLOW + pendingAction(), { handlers: [task] });
    expect((await user.sayAll('cancel my order', 'yes')).text).toContain('Reference R-77.');
  });
});
