import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { done, type ResponseTransformer } from '../../../src/platform/handlers-api/index.js';
import { describeOnEachDatabase } from '../../helpers/databases.js';
import { NEVER_BY_ITSELF_MS, watchTimers } from '../../helpers/timers.js';
import { only, RecordingAction, scripted, talk } from './conversation.js';
import { CANCEL_FLOW, classifier, DONE_WHEN_EXECUTED, pendingAction, response, ruleOnResult } from './flow-rows.js';

const FLOW = CANCEL_FLOW + pendingAction() + DONE_WHEN_EXECUTED;

describeOnEachDatabase('an action that has been answered', (open) => {
  it('runs once, however often the user says yes', async () => {
    const task = new RecordingAction();
    const user = await talk(open, CANCEL_FLOW + pendingAction(), { handlers: [task] });
    await user.sayAll('cancel my order', 'yes');
    expect((await user.say('yes')).text).toContain('already been done');
    await user.say('no');
    expect((await user.say('yes')).text).toContain('already been done');
    expect(task.calls).toHaveLength(1);
    expect(await user.statuses()).toEqual(['EXECUTED']);
  });

  it('does not ask the question of an executed action again', async () => {
    const user = await talk(open, CANCEL_FLOW + pendingAction(), { handlers: [new RecordingAction()] });
    await user.sayAll('cancel my order', 'yes');
    for (const message of ['no', 'thanks', 'what now']) {
      expect((await user.say(message)).text, message).not.toContain('Are you sure?');
    }
  });

  it('does not run a refused action on a later yes, until it is asked for again', async () => {
    const task = new RecordingAction();
    const user = await talk(open, CANCEL_FLOW + pendingAction(), { handlers: [task] });
    await user.sayAll('cancel my order', 'no', 'yes', 'hm', 'yes');
    expect(task.calls).toHaveLength(0);
    const asked = await user.say('cancel my order');
    expect(asked.text).toBe('Are you sure?');
    await user.say('yes');
    expect(task.calls).toHaveLength(1);
  });

  it('is proposed anew by a new request, and the old result moves nothing', async () => {
    const task = new RecordingAction();
    const user = await talk(open, FLOW, { handlers: [task] });
    const asked = await user.sayAll('cancel my order', 'yes', 'cancel my order');
    const before = 'This was done before in this conversation, with the same values; a yes does it once more.';
    expect([asked.state, asked.text]).toEqual(['CONFIRM_CANCEL', `${before}\n\nAre you sure?`]);
    expect(task.calls).toHaveLength(1);
    await user.say('yes');
    expect(task.calls).toHaveLength(2);
    const [first, second] = task.calls.map((call) => call.idempotencyKey);
    expect(first).not.toBe(second);
  });

  it('leaves no result behind that a rule of the next turn would take for its own', async () => {
    const seed = FLOW + ruleOnResult('EXECUTED', 'AGAIN', { state: 'DONE' });
    const user = await talk(open, seed, { handlers: [new RecordingAction()] });
    await user.sayAll('cancel my order', 'yes');
    const state = (await user.row()).state_code;
    expect((await user.say('and what now')).state).toBe(state);
    expect(only(await user.stages(3), ['SET_STATE'])).toEqual([]);
  });

  it('runs once when five yeses arrive at the same time, and each gets a reply', async () => {
    const task = new RecordingAction('orderTask', {
      execute: async () => {
        await sleep(50);
        return done({ reference: 'R-1' });
      },
    });
    const user = await talk(open, FLOW, { handlers: [task] });
    await user.say('cancel my order');
    const replies = await Promise.all(Array.from({ length: 5 }, () => user.say('yes')));
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    expect(task.calls).toHaveLength(1);
    expect(replies.filter(({ text }) => text === 'Cancelled.')).toHaveLength(1);
    expect(replies.filter(({ text }) => text.includes('already been done'))).toHaveLength(4);
    expect((await user.row()).turn_no).toBe(6);
  });

  it('is known as done by the next turn when its own turn failed afterwards', async () => {
    const task = new RecordingAction();
    const runOut = watchTimers();
    let hangs = true;
    const slow: ResponseTransformer = {
      kind: 'response-transformer',
      intent: 'CANCEL_ORDER',
      state: 'DONE',
      transform: () => {
        if (!hangs) return undefined;
        runOut();
        return new Promise(() => {});
      },
    };
    const config = { 'turn.deadline-ms': NEVER_BY_ITSELF_MS };
    const user = await talk(open, FLOW, { handlers: [task, slow], config });
    const asked = await user.say('cancel my order');
    const failed = await user.say('yes');
    expect([failed.status, failed.body.errorCode]).toEqual([504, 'TURN_TIMEOUT']);
    expect(await user.row()).toMatchObject({ state_code: 'CONFIRM_CANCEL', context_json: asked.context });
    expect(await user.statuses()).toEqual(['EXECUTED']);
    hangs = false;
    const told = await user.say('yes');
    expect([told.status, told.state]).toEqual([200, 'DONE']);
    expect(told.context.pending_action_runtime).toMatchObject({ status: 'EXECUTED' });
    expect(task.calls).toHaveLength(1);
  });

  it('is told although there is no response for where it leads', async () => {
    const task = new RecordingAction();
    const seed =
      classifier('cancel my order', 'CANCEL_ORDER', 'CONFIRM_CANCEL') +
      response('CANCEL_ORDER', 'CONFIRM_CANCEL', 'Are you sure?') +
      pendingAction() +
      DONE_WHEN_EXECUTED;
    const user = await talk(open, seed, { handlers: [task] });
    const reply = await user.sayAll('cancel my order', 'yes');
    expect([reply.status, reply.state]).toEqual([200, 'DONE']);
    expect(reply.text).toContain('Done.');
    expect((await user.say('and now?')).status).toBe(200);
    expect(await user.stages(3)).toContain('RESPONSE_MAPPING_NOT_FOUND');
  });

  it('is told although the model that words the reply is down', async () => {
    const task = new RecordingAction();
    const derived = `INSERT INTO ce_response (intent_code, state_code, output_format, response_type, derivation_hint)
      VALUES ('CANCEL_ORDER', 'TOLD', 'TEXT', 'DERIVED', 'Say it.');`;
    const { config } = await scripted({ reply: { status: 400 } });
    const seed = CANCEL_FLOW + pendingAction() + ruleOnResult('EXECUTED', 'TOLD') + derived;
    const user = await talk(open, seed, { handlers: [task], config });
    const reply = await user.sayAll('cancel my order', 'yes');
    expect([reply.status, reply.state]).toEqual([200, 'TOLD']);
    expect(reply.text).toContain('Done.');
    expect(task.calls).toHaveLength(1);
  });

  it('does not make the conversation unusable by a result that is too large for its context', async () => {
    const task = new RecordingAction('orderTask', { execute: () => done({ report: 'x'.repeat(20_000) }) });
    const user = await talk(open, FLOW, { handlers: [task], config: { 'limits.context-bytes': 8_000 } });
    const reply = await user.sayAll('cancel my order', 'yes');
    expect(await user.statuses()).toEqual(['EXECUTED']);
    expect([reply.status, reply.state]).toEqual([200, 'DONE']);
    expect((await user.say('thanks')).status).toBe(200);
    expect(task.calls).toHaveLength(1);
  });

  it('is stored, with the whole turn, before the reply is sent', async () => {
    const user = await talk(open, FLOW, { handlers: [new RecordingAction()] });
    const reply = await user.sayAll('cancel my order', 'yes');
    expect(await user.row()).toMatchObject({ intent_code: 'CANCEL_ORDER', state_code: 'DONE', turn_no: 2 });
    expect((await user.row()).context_json).toEqual(reply.context);
  });
});
