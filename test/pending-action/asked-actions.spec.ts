import { expect, it } from 'vitest';
import type { ResponseTransformer } from '../../src/platform/handlers-api/index.js';
import { RecordingAction, talk } from '../conformance/turns/conversation.js';
import { CANCEL_FLOW, pendingAction, response, rule, ruleOnResult } from '../conformance/turns/flow-rows.js';
import { describeOnEachDatabase } from '../helpers/databases.js';

const FLOW = CANCEL_FLOW + pendingAction();
const IN_GERMAN = 'Soll ich die Bestellung stornieren?';

/** Changes what is said where the action is asked. */
function transformer(transform: ResponseTransformer['transform']): ResponseTransformer {
  return { kind: 'response-transformer', intent: 'CANCEL_ORDER', state: 'CONFIRM_CANCEL', transform };
}

describeOnEachDatabase('a yes counts for what the last reply asked', (open) => {
  it('by action and revision, and the next reply that asks nothing takes that back', async () => {
    const user = await talk(open, FLOW, { handlers: [new RecordingAction()] });
    const asked = await user.say('cancel my order');
    const [proposal] = await user.proposals();
    expect(asked.context.pending_action_asked).toEqual([`${proposal?.proposal_id}.1`]);
    expect((await user.say('yes')).context).not.toHaveProperty('pending_action_asked');
  });

  it('and not for a question that a transformer has left out: it asks again and runs nothing', async () => {
    const task = new RecordingAction();
    const drops = transformer(() => ({ type: 'TEXT', value: 'Have a nice day.' }));
    const user = await talk(open, FLOW, { handlers: [task, drops] });
    const reply = await user.say('cancel my order');
    expect(reply.context).not.toHaveProperty('pending_action_asked');
    expect(await user.audit('RESPONSE_TRANSFORMER_ERROR')).toHaveLength(1);
    await user.sayAll('yes', 'yes');
    expect([task.calls.length, await user.statuses()]).toEqual([0, ['OPEN']]);
    expect((await user.audit('PENDING_ACTION_SKIPPED')).map(({ reason }) => reason)).toEqual([
      'asked again',
      'asked again',
    ]);
  });

  it('also where a transformer has put the question between other words, or made JSON of it', async () => {
    const task = new RecordingAction();
    const draws = transformer(({ value }) => ({
      type: 'JSON',
      value: { html: `<p>\n${value}</p>`, buttons: ['yes'] },
    }));
    const user = await talk(open, FLOW, { handlers: [task, draws] });
    await user.sayAll('cancel my order', 'hm', 'yes');
    expect(task.calls).toHaveLength(1);
  });

  it('also where a transformer has changed its words and says that they still ask', async () => {
    const task = new RecordingAction();
    const translates = transformer(() => ({ type: 'TEXT', value: IN_GERMAN, asks: true }));
    const user = await talk(open, FLOW, { handlers: [task, translates] });
    expect((await user.say('cancel my order')).text).toBe(IN_GERMAN);
    await user.say('yes');
    expect(task.calls).toHaveLength(1);
  });

  it('and not where a later transformer drops what an earlier one has translated', async () => {
    const task = new RecordingAction();
    const translates = transformer(() => ({ type: 'TEXT', value: IN_GERMAN, asks: true }));
    const drops = transformer(() => ({ type: 'TEXT', value: 'Have a nice day.' }));
    const user = await talk(open, FLOW, { handlers: [task, translates, drops] });
    await user.sayAll('cancel my order', 'yes');
    expect(task.calls).toHaveLength(0);
  });

  it('and asks in its own words where rules lead to an action that the flow has no question for', async () => {
    const task = new RecordingAction();
    const seed =
      FLOW +
      ruleOnResult('EXECUTED', 'OFFER_REFUND') +
      pendingAction({ key: 'refund_order', state: 'OFFER_REFUND', description: 'refund the order' });
    const user = await talk(open, seed, { handlers: [task] });
    const reply = await user.sayAll('cancel my order', 'yes');
    expect(reply.text).toMatch(/^Done\..*\n\nShall I refund the order/s);
    await user.say('yes');
    expect(task.calls).toHaveLength(2);
  });

  it('and not for an action whose question the rules have left for something else', async () => {
    const task = new RecordingAction();
    const seed =
      FLOW + rule({ pattern: 'wait', value: 'PAUSED' }) + response('CANCEL_ORDER', 'PAUSED', 'I am waiting.');
    const user = await talk(open, seed, { handlers: [task] });
    const reply = await user.sayAll('cancel my order', 'wait', 'yes');
    expect([task.calls.length, reply.text]).toEqual([0, expect.stringContaining('?')]);
    await user.say('yes');
    expect(task.calls).toHaveLength(1);
  });
});
