import { expect, it } from 'vitest';
import { describeOnEachDatabase } from '../../helpers/databases.js';
import type { ModelRule } from '../../helpers/scripted-model.js';
import { dialogueActAnswer, extractionAnswer, RecordingAction, scripted, talk } from './conversation.js';
import {
  CANCEL_FLOW,
  classifier,
  DONE_WHEN_EXECUTED,
  extractionPrompt,
  intent,
  LOAN_FLOW,
  pendingAction,
  response,
  setting,
} from './flow-rows.js';

const FLOW = CANCEL_FLOW + pendingAction() + DONE_WHEN_EXECUTED;
const NEW_REQUEST = dialogueActAnswer('NEW_REQUEST', 0.9);
const EXTRACTION = extractionPrompt('LOAN', 'IDLE', 'EXTRACT');

/** The model's choice of an intent for one message. */
function choice(message: string, json: Extract<ModelRule['reply'], { json: unknown }>['json']): ModelRule {
  const when: ModelRule['when'] = ({ system, user }) => system.includes('CHOOSE') && user.includes(`[${message}]`);
  return { when, reply: { json } };
}

const TWO_INTENTS =
  intent('A', 'pay a bill') +
  intent('B', 'buy a ticket') +
  response('A', 'ANY', 'Paying.') +
  response('B', 'ANY', 'Buying.') +
  response('UNKNOWN', 'UNKNOWN', 'Sorry?') +
  setting('AgentIntentResolver', 'SYSTEM_PROMPT', 'CHOOSE') +
  setting('AgentIntentResolver', 'USER_PROMPT', 'Pending: {{pending_clarification}} Message: [{{user_input}}]');

const EITHER = {
  intent: 'A',
  confidence: 0.6,
  intentScores: [
    { intent: 'A', confidence: 0.6 },
    { intent: 'B', confidence: 0.55 },
  ],
};

describeOnEachDatabase('the intent', (open) => {
  it.each([
    ['without a model', []],
    ['with a model', [NEW_REQUEST, extractionAnswer({}, 'loan please'), extractionAnswer({ amt: 5 }, '5 dollars')]],
  ])('is kept while values are missing, and free again when they are known, %s', async (_, script) => {
    const { config } = await scripted(...script);
    const user = await talk(open, LOAN_FLOW + EXTRACTION, script.length > 0 ? { config } : {});
    const asked = await user.say('loan please');
    expect(asked.context.intent_lock).toMatchObject({ locked: true, reason: 'SCHEMA_INCOMPLETE' });
    expect(asked.text).toBe('How much?');
    const given = await user.say('5 dollars');
    expect(await user.stages(2)).toContain('INTENT_RESOLVE_SKIPPED_SCHEMA_COLLECTION');
    expect([given.intent, given.context.amt, given.context.intent_lock]).toMatchObject(['LOAN', 5, { locked: false }]);
    const left = await user.say('faq please');
    expect([left.status, left.intent, left.text]).toEqual([200, 'FAQ', 'Ask me anything.']);
    expect((await user.audit('SCHEMA_STATUS')).map(({ schemaComplete }) => schemaComplete)).toEqual([false, true]);
  });

  it('may be left in the middle of collecting by a clear request of another kind', async () => {
    const user = await talk(open, LOAN_FLOW + CANCEL_FLOW.replace(response('UNKNOWN', 'UNKNOWN', 'Sorry?'), ''));
    const other = await user.sayAll('loan please', 'please cancel my order');
    expect([other.intent, other.text]).toEqual(['CANCEL_ORDER', 'Are you sure?']);
    expect(other.context.intent_lock).toMatchObject({ locked: false });
  });

  it('asks which of two likely intents is meant, and takes the answer', async () => {
    const { config, model } = await scripted(
      NEW_REQUEST,
      choice('something', EITHER),
      choice('a ticket', { intent: 'B', confidence: 0.9, intentScores: [{ intent: 'B', confidence: 0.9 }] }),
      choice('anything', EITHER),
    );
    const user = await talk(open, TWO_INTENTS, { config });
    const asked = await user.say('something');
    expect(asked.text).toMatch(/pay a bill or buy a ticket/);
    expect(asked.state).not.toBe('INTENT_COLLISION');
    const answered = await user.say('a ticket');
    expect(model.requests.at(-1)?.user).not.toContain('Pending: null');
    expect([answered.intent, answered.text]).toEqual(['B', 'Buying.']);
    expect(answered.context.pending_clarification).toBeUndefined();
  });

  it('asks which intent is meant in a later turn as well as in the first', async () => {
    const { config } = await scripted(
      NEW_REQUEST,
      choice('something', EITHER),
      choice('hm', { intent: '', confidence: 0 }),
    );
    const user = await talk(open, TWO_INTENTS, { config });
    const asked = await user.sayAll('hm', 'something');
    expect(asked.text).toMatch(/pay a bill or buy a ticket/);
    expect(asked.context.pending_clarification).toMatchObject({ reason: 'INTENT_COLLISION' });
    const next = await user.say('hm');
    expect(next.context.pending_clarification).toBeUndefined();
  });

  it('is not taken from a model that names one which does not exist', async () => {
    const { config } = await scripted(NEW_REQUEST, choice('something', { intent: 'TRANSFER_MONEY', confidence: 1 }));
    const user = await talk(open, TWO_INTENTS, { config });
    const reply = await user.say('something');
    expect([reply.intent, reply.text]).toEqual(['UNKNOWN', 'Sorry?']);
  });

  it('stays undecided, and the turn goes on, when the model answers nonsense', async () => {
    const { config } = await scripted({ reply: { text: 'I think it is nice weather.' } });
    const user = await talk(open, TWO_INTENTS, { config });
    const reply = await user.say('something');
    expect([reply.status, reply.text]).toEqual([200, 'Sorry?']);
  });

  it('may be chosen anew by a yes where the matrix says so', async () => {
    const task = new RecordingAction();
    const config = { 'flow.interaction-policy.matrix': { 'PENDING_ACTION:AFFIRM': 'RECLASSIFY_INTENT' } };
    const seed = FLOW + classifier('^yes$', 'CHEER', 'IDLE') + response('CHEER', 'IDLE', 'Hooray!');
    const user = await talk(open, seed, { handlers: [task], config });
    const reply = await user.sayAll('cancel my order', 'yes');
    expect(await user.audit('INTERACTION_POLICY_DECIDED')).toMatchObject([
      {},
      { policyDecision: 'RECLASSIFY_INTENT', skipIntentResolution: false },
    ]);
    expect([reply.text, task.calls.length]).toEqual(['Hooray!', 0]);
  });
});
