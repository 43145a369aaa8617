import { expect, it } from 'vitest';
import { describeOnEachDatabase } from '../../helpers/databases.js';
import { MovableClock } from '../../helpers/engine.js';
import { RecordingAction, talk } from './conversation.js';
import { CANCEL_FLOW, pendingAction } from './flow-rows.js';

const FLOW = CANCEL_FLOW + pendingAction();

describeOnEachDatabase('an action whose time runs out', (open) => {
  it('does not run an expired action on a later yes, and says that it has expired', async () => {
    const task = new RecordingAction();
    const user = await talk(open, FLOW, { handlers: [task], config: { 'flow.action-lifecycle.ttl-turns': 1 } });
    const late = await user.sayAll('cancel my order', 'what is the fee?', 'yes');
    expect(late.text).toContain('expired');
    expect(late.context.pending_action_runtime).toMatchObject({ status: 'EXPIRED', expired_turn: 3 });
    expect(task.calls).toHaveLength(0);
  });

  it('does not open an expired action again by itself', async () => {
    const task = new RecordingAction();
    const user = await talk(open, FLOW, { handlers: [task], config: { 'flow.action-lifecycle.ttl-turns': 1 } });
    await user.sayAll('cancel my order', 'what is the fee?', 'hm', 'yes', 'yes');
    expect(await user.statuses()).toEqual(['EXPIRED']);
    expect(task.calls).toHaveLength(0);
  });

  it('counts the turn of the question: a yes in the last turn allowed still runs it', async () => {
    const task = new RecordingAction();
    const user = await talk(open, FLOW, { handlers: [task], config: { 'flow.action-lifecycle.ttl-turns': 2 } });
    await user.sayAll('cancel my order', 'what is the fee?', 'yes');
    expect(task.calls).toHaveLength(1);
  });

  it('counts its turns from the last one in which the same was requested and the question shown again', async () => {
    const task = new RecordingAction();
    const user = await talk(open, FLOW, { handlers: [task], config: { 'flow.action-lifecycle.ttl-turns': 2 } });
    const asked = await user.sayAll('cancel my order', 'cancel my order', 'cancel my order', 'cancel my order');
    expect(asked.text).toContain('Are you sure?');
    expect(asked.context.pending_action_runtime).toMatchObject({ created_turn: 1, expires_turn: 6, revision: 1 });
    expect(asked.body.pendingActions).toMatchObject([{ revision: 1, expiresAfterTurn: 6 }]);
    await user.sayAll('what is the fee?', 'yes please');
    expect(task.calls).toHaveLength(1);
    expect(await user.statuses()).toEqual(['EXECUTED']);
  });

  it('expires by turns where the question was shown again and the same was not requested', async () => {
    const task = new RecordingAction();
    const user = await talk(open, FLOW, { handlers: [task], config: { 'flow.action-lifecycle.ttl-turns': 2 } });
    const shown = await user.sayAll('cancel my order', 'cancel my order', 'what is the fee?', 'what is the fee?');
    expect(shown.text).toContain('Are you sure?');
    const late = await user.say('yes');
    expect(late.context.pending_action_runtime).toMatchObject({ status: 'EXPIRED', reason: 'TTL_TURNS' });
    expect(task.calls).toHaveLength(0);
  });

  it('expires by minutes however often the same was requested', async () => {
    const task = new RecordingAction();
    const clock = new MovableClock();
    const config = { 'flow.action-lifecycle.ttl-minutes': 5 };
    const user = await talk(open, FLOW, { handlers: [task], clock, config });
    await user.say('cancel my order');
    clock.advance(3 * 60_000);
    await user.say('cancel my order');
    clock.advance(2 * 60_000);
    const late = await user.say('yes');
    expect(late.context.pending_action_runtime).toMatchObject({ status: 'EXPIRED', reason: 'TTL_MINUTES' });
    expect(task.calls).toHaveLength(0);
  });

  it('expires by minutes at the very minute', async () => {
    const task = new RecordingAction();
    const clock = new MovableClock();
    const user = await talk(open, FLOW, {
      handlers: [task],
      clock,
      config: { 'flow.action-lifecycle.ttl-minutes': 5 },
    });
    await user.say('cancel my order');
    clock.advance(5 * 60_000);
    const late = await user.say('yes');
    expect(late.context.pending_action_runtime).toMatchObject({ status: 'EXPIRED', reason: 'TTL_MINUTES' });
    expect(task.calls).toHaveLength(0);
  });

  it('expires by the clocks of its row, which go before the configured ones, and by those where it has none', async () => {
    const task = new RecordingAction();
    const clock = new MovableClock();
    const seed = CANCEL_FLOW + pendingAction({ ttl_turns: 1, ttl_minutes: 600 });
    const user = await talk(open, seed, { handlers: [task], clock });
    const asked = await user.say('cancel my order');
    clock.advance(60 * 60_000);
    const { created_turn, expires_turn } = Object(asked.context.pending_action_runtime);
    expect(expires_turn).toBe(created_turn + 1);
    const late = await user.sayAll('what is the fee?', 'yes');
    expect(late.context.pending_action_runtime).toMatchObject({ status: 'EXPIRED', reason: 'TTL_TURNS' });
    const forever = await talk(open, CANCEL_FLOW + pendingAction({ ttl_minutes: 0 }), { handlers: [task], clock });
    await forever.say('cancel my order');
    clock.advance(24 * 60 * 60_000);
    await forever.say('yes');
    expect(task.calls).toHaveLength(1);
  });

  it('expires by turns in a conversation longer than the history it keeps', async () => {
    const task = new RecordingAction();
    const config = { 'flow.conversation-history.max-turns': 2, 'flow.action-lifecycle.ttl-turns': 2 };
    const user = await talk(open, FLOW, { handlers: [task], config });
    const asked = await user.sayAll('one', 'two', 'three', 'four', 'cancel my order');
    expect(asked.context.pending_action_runtime).toMatchObject({ created_turn: 5, expires_turn: 7 });
    const late = await user.sayAll('five', 'six', 'yes');
    expect(late.context.pending_action_runtime).toMatchObject({ status: 'EXPIRED' });
    expect(task.calls).toHaveLength(0);
  });

  it('is opened anew by a new request, and runs on the yes to that one', async () => {
    const task = new RecordingAction();
    const user = await talk(open, FLOW, { handlers: [task], config: { 'flow.action-lifecycle.ttl-turns': 1 } });
    const asked = await user.sayAll('cancel my order', 'what is the fee?', 'hm', 'cancel my order');
    expect(asked.text).toContain('Are you sure?');
    await user.say('yes');
    expect(task.calls).toHaveLength(1);
    expect(await user.statuses()).toEqual(['EXPIRED', 'EXECUTED']);
  });

  it('never expires where both clocks are switched off', async () => {
    const task = new RecordingAction();
    const clock = new MovableClock();
    const config = { 'flow.action-lifecycle.ttl-turns': 0, 'flow.action-lifecycle.ttl-minutes': 0 };
    const user = await talk(open, FLOW, { handlers: [task], clock, config });
    await user.sayAll('cancel my order', 'a', 'b', 'c', 'd');
    clock.advance(7 * 24 * 3_600_000);
    await user.say('yes');
    expect(task.calls).toHaveLength(1);
  });
});
