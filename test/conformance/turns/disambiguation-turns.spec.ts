import { expect, it } from 'vitest';
import { describeOnEachDatabase, type OpenTestDatabase } from '../../helpers/databases.js';
import { RecordingAction, TestConversation, talk } from './conversation.js';
import { CANCEL_FLOW, pendingAction } from './flow-rows.js';

const TWO_ACTIONS =
  CANCEL_FLOW +
  pendingAction({ priority: 10, description: 'stop the delivery' }) +
  pendingAction({ key: 'refund_order', bean: 'refundTask', priority: 10, description: 'send the money back' });

async function twoActions(open: OpenTestDatabase, seed = TWO_ACTIONS) {
  const cancel = new RecordingAction();
  const refund = new RecordingAction('refundTask');
  const user = await talk(open, seed, { handlers: [cancel, refund] });
  return { user, calls: () => ({ cancel: cancel.calls.length, refund: refund.calls.length }) };
}

describeOnEachDatabase('a yes that could mean several actions', (open) => {
  it('is answered with the question which one, and runs none', async () => {
    const { user, calls } = await twoActions(open);
    const asked = await user.sayAll('cancel my order', 'yes');
    expect(asked.text).toMatch(/Which one .*cancel_order.*refund_order/);
    expect(asked.context.pending_clarification).toMatchObject({ reason: 'PENDING_ACTION_DISAMBIGUATION' });
    expect(await user.audit('DISAMBIGUATION_REQUIRED')).toMatchObject([
      { reason: 'MULTIPLE_PENDING_ACTIONS', candidateCount: 2, options: ['cancel_order', 'refund_order'] },
    ]);
    expect(calls()).toEqual({ cancel: 0, refund: 0 });
  });

  it.each(['refund_order', 'the second one', '2', 'the money back one'])(
    'understands the answer "%s"',
    async (answer) => {
      const { user, calls } = await twoActions(open);
      const reply = await user.sayAll('cancel my order', 'yes', answer);
      expect(calls()).toEqual({ cancel: 0, refund: 1 });
      expect(reply.context.pending_action_runtime).toMatchObject({ action_key: 'refund_order', status: 'EXECUTED' });
      expect(reply.context.pending_clarification).toBeUndefined();
    },
  );

  it('takes nothing for a choice that says more than which one, or no', async () => {
    const { user, calls } = await twoActions(open);
    const others = [
      'not the refund',
      "I don't want the second one",
      'what does the refund cost?',
      'the refund, but only half',
      'refund_order tomorrow',
      'the second one is a mistake',
      'why refund_order?',
      'no, not 2',
      'send the money back to Bob',
      'cancel',
    ];
    for (const answer of others) {
      const another = new TestConversation(user.engine);
      await another.sayAll('cancel my order', 'yes', answer);
      expect([answer, calls()]).toEqual([answer, { cancel: 0, refund: 0 }]);
    }
    await user.sayAll('cancel my order', 'yes');
    await user.engine.say('refund_order', user.id, { decision: 'REJECT' });
    expect(calls()).toEqual({ cancel: 0, refund: 0 });
  });

  it.each(['Yes, the second one please.', 'I want the refund', 'refund, thanks'])(
    'and takes "%s" for one',
    async (answer) => {
      const { user, calls } = await twoActions(open);
      await user.sayAll('cancel my order', 'yes', answer);
      expect(calls()).toEqual({ cancel: 0, refund: 1 });
    },
  );

  it('asks again, and runs nothing, when the answer names none of them', async () => {
    const { user, calls } = await twoActions(open);
    await user.sayAll('cancel my order', 'yes', 'purple', 'yes');
    expect(calls()).toEqual({ cancel: 0, refund: 0 });
  });

  it('runs none of them after a no to the question', async () => {
    const { user, calls } = await twoActions(open);
    await user.sayAll('cancel my order', 'yes', 'no', 'refund_order', 'yes');
    expect(calls()).toEqual({ cancel: 0, refund: 0 });
    expect(await user.statuses()).toEqual(['REJECTED', 'REJECTED']);
  });

  it('does not run the action that was not chosen on a repeated yes', async () => {
    const { user, calls } = await twoActions(open);
    await user.sayAll('cancel my order', 'yes', 'refund_order', 'yes', 'yes');
    expect(calls()).toEqual({ cancel: 0, refund: 1 });
  });

  it('runs the one that a client names with the yes, and forgets that name afterwards', async () => {
    const { user, calls } = await twoActions(open);
    await user.say('cancel my order');
    const reply = await user.say('yes', { pending_action_key: 'refund_order' });
    expect(reply.context.pending_action_runtime).toMatchObject({ action_key: 'refund_order', status: 'EXECUTED' });
    expect(calls()).toEqual({ cancel: 0, refund: 1 });
    const asked = await user.sayAll('cancel my order', 'yes');
    expect(asked.text).toContain('Which one');
    expect(calls()).toEqual({ cancel: 0, refund: 1 });
  });

  it('reads the words against the one that a client names', async () => {
    const { user, calls } = await twoActions(open);
    await user.say('cancel my order');
    await user.say('yes, cancel it please', { pending_action_key: 'refund_order' });
    expect(calls()).toEqual({ cancel: 0, refund: 0 });
    await user.say('yes, refund it please', { pending_action_key: 'refund_order' });
    expect(calls()).toEqual({ cancel: 0, refund: 1 });
  });

  it('runs none because a client names one: a name is no yes', async () => {
    const { user, calls } = await twoActions(open);
    await user.say('cancel my order');
    await user.say('hm', { pending_action_key: 'refund_order', approval_granted: true });
    expect(calls()).toEqual({ cancel: 0, refund: 0 });
  });

  it('runs none when a client names an action that is not open', async () => {
    const { user, calls } = await twoActions(open);
    await user.say('cancel my order');
    await user.say('yes', { pending_action_key: 'delete_account' });
    expect(calls()).toEqual({ cancel: 0, refund: 0 });
  });

  it('asks when the name a client gives fits two of them', async () => {
    const seed = CANCEL_FLOW + pendingAction() + pendingAction({ bean: 'refundTask', description: 'the other one' });
    const { user, calls } = await twoActions(open, seed);
    await user.say('cancel my order');
    const asked = await user.say('yes', { pending_action_key: 'cancel_order' });
    expect(asked.text).toContain('Which one');
    expect(calls()).toEqual({ cancel: 0, refund: 0 });
  });

  it('treats rows without a priority as equals instead of failing', async () => {
    const seed = CANCEL_FLOW + pendingAction() + pendingAction({ key: 'refund_order', bean: 'refundTask' });
    const { user, calls } = await twoActions(open, seed);
    const asked = await user.sayAll('cancel my order', 'yes');
    expect([asked.status, asked.text.includes('Which one')]).toEqual([200, true]);
    await user.say('cancel_order');
    expect(calls()).toEqual({ cancel: 1, refund: 0 });
  });

  it('proposes the row of the best priority alone where there is one', async () => {
    const seed = CANCEL_FLOW + pendingAction({ priority: 10 }) + pendingAction({ key: 'refund_order', priority: 20 });
    const { user, calls } = await twoActions(open, seed);
    await user.sayAll('cancel my order', 'yes');
    expect(calls()).toEqual({ cancel: 1, refund: 0 });
  });
});
