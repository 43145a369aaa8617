import { expect, it } from 'vitest';
import { describeOnEachDatabase } from '../../helpers/databases.js';
import { RecordingAction, talk } from './conversation.js';
import { CANCEL_FLOW, DONE_WHEN_EXECUTED, LOAN_FLOW, pendingAction } from './flow-rows.js';

const FLOW = CANCEL_FLOW + pendingAction() + DONE_WHEN_EXECUTED;

describeOnEachDatabase('starting over', (open) => {
  it.each(['reset', 'restart', '/reset', 'start over', 'Start over.'])('happens on "%s"', async (command) => {
    const user = await talk(open, FLOW, { handlers: [new RecordingAction()] });
    const reply = await user.sayAll('cancel my order', command);
    expect(await user.audit('CONVERSATION_RESET')).toMatchObject([{ reason: 'USER_TEXT_COMMAND' }]);
    expect([reply.intent, reply.state]).toEqual(['UNKNOWN', 'UNKNOWN']);
    expect(reply.context.pending_action_runtime).toBeUndefined();
  });

  it('withdraws what was waiting for a yes', async () => {
    const task = new RecordingAction();
    const user = await talk(open, FLOW, { handlers: [task] });
    await user.sayAll('cancel my order', 'reset', 'yes');
    expect(task.calls).toHaveLength(0);
    expect(await user.statuses()).toEqual(['REJECTED']);
  });

  it('happens when the client says so, for that turn only', async () => {
    const user = await talk(open, LOAN_FLOW);
    await user.say('loan please', { amt: 5 });
    const reply = await user.say('faq please', { reset: true });
    expect(await user.audit('CONVERSATION_RESET')).toMatchObject([{ reason: 'INPUT_PARAM:reset' }]);
    expect([reply.intent, reply.context.amt]).toEqual(['FAQ', undefined]);
    await user.say('loan please', { amt: 7 });
    expect((await user.say('hm')).context.amt).toBe(7);
  });
});
