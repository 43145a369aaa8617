import { expect, it } from 'vitest';
import { scripted, talk } from '../conformance/turns/conversation.js';
import {
  classifier,
  intent,
  LOAN_FLOW,
  pendingAction,
  response,
  rule,
  schema,
  setting,
} from '../conformance/turns/flow-rows.js';
import { describeOnEachDatabase } from '../helpers/databases.js';
import { refreshFlow } from '../helpers/engine.js';
import { SENTENCES } from '../helpers/intent-sentences.js';

function examples(code: string, state: string | null, ...utterances: readonly string[]): string {
  const rows = utterances.map((utterance) => `('${code}', ${state ? `'${state}'` : 'NULL'}, '${utterance}')`);
  return `INSERT INTO ce_intent_example (intent_code, state_code, utterance) VALUES ${rows.join(', ')};\n`;
}

const CANCEL = examples('CANCEL', null, ...SENTENCES.CANCEL);
const REFUND = examples('REFUND', 'ASK', ...SENTENCES.REFUND);
const TRACK = examples('TRACK', null, ...SENTENCES.TRACK);
const FLOW =
  intent('CANCEL', 'cancel an order') +
  intent('REFUND', 'get money back') +
  intent('TRACK', 'find a parcel') +
  classifier('^/cancel', 'CANCEL', 'START') +
  classifier('^/(cancel now|track now)', 'TRACK', 'FOUND') +
  response('CANCEL', 'START', 'Which order?') +
  response('REFUND', 'ASK', 'How much was it?') +
  response('TRACK', 'ANY', 'It is on its way.') +
  response('UNKNOWN', 'UNKNOWN', 'Sorry?') +
  CANCEL +
  REFUND +
  TRACK;

describeOnEachDatabase('an intent with examples', (open) => {
  it('is found in words that no pattern has, in the state of its first classifier row', async () => {
    const user = await talk(open, FLOW);
    const reply = await user.say('could you cancel the thing I ordered');
    expect([reply.intent, reply.state, reply.text]).toEqual(['CANCEL', 'START', 'Which order?']);
    expect(await user.audit('INTENT_EXAMPLES_CLASSIFIED')).toMatchObject([
      { outcome: 'SURE', candidates: [{ intent: 'CANCEL' }, {}, {}], familiarity: expect.any(Number) },
    ]);
    expect(await user.audit('INTENT_RESOLVED_BY_CLASSIFIER')).toMatchObject([{ resolvedIntent: 'CANCEL' }]);
  });

  it('is entered in the state of its examples where they have one', async () => {
    const user = await talk(open, FLOW);
    const reply = await user.say('please return the money I paid');
    expect([reply.intent, reply.state]).toEqual(['REFUND', 'ASK']);
  });

  it('is not found in words about something else', async () => {
    const user = await talk(open, FLOW);
    const reply = await user.say('who wrote hamlet');
    expect([reply.intent, reply.text]).toEqual(['UNKNOWN', 'Sorry?']);
    expect(await user.audit('INTENT_EXAMPLES_CLASSIFIED')).toMatchObject([{ outcome: 'OUT_OF_SCOPE' }]);
    expect(await user.stages()).toContain('INTENT_RESOLVE_NO_CHANGE');
  });

  it('gives way to a single classifier row that matches', async () => {
    const user = await talk(open, FLOW);
    const reply = await user.say('/cancel where is my parcel');
    expect(reply.intent).toBe('CANCEL');
    expect(await user.stages()).not.toContain('INTENT_EXAMPLES_CLASSIFIED');
  });

  it('decides between classifier rows that match both, and only between these', async () => {
    const decided = await (await talk(open, FLOW)).say('/cancel now: has the parcel been sent');
    expect([decided.intent, decided.state]).toEqual(['TRACK', 'FOUND']);
    const asked = await (await talk(open, FLOW)).say('/cancel now: I want a refund');
    expect(asked.text).toBe('Did you mean cancel an order or find a parcel?');
  });

  it.each([
    ['the second one', 'REFUND'],
    ['cancel', 'CANCEL'],
    ['2', 'REFUND'],
    ['money', 'REFUND'],
    ['I want a refund', 'REFUND'],
    ['where is my parcel', 'TRACK'],
  ])('is asked for when it could be another one, and "%s" is understood as the answer', async (answer, wanted) => {
    const user = await talk(open, FLOW);
    const asked = await user.say('refund my order');
    expect(asked.text).toBe('Did you mean cancel an order or get money back?');
    expect([asked.intent, asked.context.pending_clarification]).toMatchObject([
      'UNKNOWN',
      { reason: 'INTENT_COLLISION', options: [{ intent: 'CANCEL', state: 'START' }, { intent: 'REFUND' }] },
    ]);
    const answered = await user.say(answer);
    expect(answered.intent).toBe(wanted);
    expect(answered.context.pending_clarification).toBeUndefined();
  });

  it('is not looked for in the words that start over', async () => {
    const user = await talk(open, FLOW + examples('CANCEL', null, 'start it over', 'over and start again'));
    expect((await user.say('start over')).intent).toBe('UNKNOWN');
    expect(await user.stages()).not.toContain('INTENT_EXAMPLES_CLASSIFIED');
  });

  it('is asked for once: an answer that leaves it open gets the likelier one, one about nothing gets none', async () => {
    const user = await talk(open, FLOW);
    expect((await user.sayAll('refund my order', 'refund my order')).intent).toBe('CANCEL');
    const other = await talk(open, FLOW);
    expect((await other.sayAll('refund my order', 'purple monkey')).intent).toBe('UNKNOWN');
  });

  it('asks in words and with thresholds of the flow', async () => {
    const own =
      setting('AgentIntentResolver', 'COLLISION_TEXT', 'Which: {{options}}?') +
      setting('IntentExampleClassifier', 'MIN_CONFIDENCE', '0.99');
    const user = await talk(open, FLOW + own);
    expect((await user.say('cancel the refund')).text).toBe('Which: get money back or cancel an order?');
    const strict = await talk(open, FLOW + setting('IntentExampleClassifier', 'OUT_OF_SCOPE_SHARE', '1'));
    expect((await strict.say('cancel my order')).text).toBe('Sorry?');
  });

  it('follows the rows after a refresh', async () => {
    const user = await talk(open, FLOW);
    const { database } = user.engine.database;
    expect((await user.say('pizza with cheese please')).intent).toBe('UNKNOWN');
    const pizza = ['a pizza with cheese', 'order a pizza', 'I am hungry, pizza please', 'bring me a big pizza'];
    for (const utterance of pizza) {
      await database.query("INSERT INTO ce_intent_example (intent_code, utterance) VALUES ('PIZZA', $1)", [utterance]);
    }
    await refreshFlow(user.engine);
    expect((await user.say('pizza with cheese please')).intent).toBe('PIZZA');
    await database.query("UPDATE ce_intent_example SET enabled = false WHERE intent_code = 'PIZZA'");
    await refreshFlow(user.engine);
    expect((await user.say('reset')).intent).toBe('UNKNOWN');
    expect((await user.say('pizza with cheese please')).intent).toBe('UNKNOWN');
  });

  it('saves the model a call where it is sure, and leaves the rest to the model', async () => {
    const { config, model } = await scripted(
      { when: ({ system }) => system.includes('"dialogueAct"'), reply: { json: { dialogueAct: 'NEW_REQUEST' } } },
      { when: ({ system }) => system.includes('CHOOSE'), reply: { json: { intent: 'TRACK', confidence: 0.9 } } },
    );
    const seed = FLOW + setting('AgentIntentResolver', 'SYSTEM_PROMPT', 'CHOOSE');
    const user = await talk(open, seed, { config });
    const chosen = () => model.requests.filter(({ system }) => system.includes('CHOOSE')).length;
    expect([(await user.say('could you cancel the thing I ordered')).intent, chosen()]).toEqual(['CANCEL', 0]);
    expect([(await user.say('refund my order')).intent, chosen()]).toEqual(['TRACK', 1]);
    expect([(await user.say('who wrote hamlet')).intent, chosen()]).toEqual(['TRACK', 2]);
  });

  it('is asked for where the model does not know either', async () => {
    const { config } = await scripted(
      { when: ({ system }) => system.includes('CHOOSE'), reply: { json: { intent: 'TRACK', confidence: 0.1 } } },
      { reply: { text: 'nonsense' } },
    );
    const seed = FLOW + setting('AgentIntentResolver', 'SYSTEM_PROMPT', 'CHOOSE');
    const user = await talk(open, seed, { config });
    expect((await user.say('refund my order')).text).toBe('Did you mean cancel an order or get money back?');
  });
});

describeOnEachDatabase('while something is collected or open', (open) => {
  const AMOUNT = { type: 'object', properties: { amount: { type: 'integer' } }, required: ['amount'] };
  const COLLECTING =
    FLOW +
    schema('CANCEL', 'ANY', AMOUNT) +
    rule({ intent: 'CANCEL', state: 'START', type: 'JSON_PATH', pattern: '$.schemaComplete', value: 'CONFIRM' }) +
    response('CANCEL', 'CONFIRM', 'Cancel {{amount}} of them?') +
    pendingAction({ intent: 'CANCEL', state: 'CONFIRM' });

  it('the same request in other words does not start over', async () => {
    const user = await talk(open, COLLECTING);
    await user.say('cancel the thing I ordered');
    const asked = await user.say('3');
    expect(asked.state).toBe('CONFIRM');
    const again = await user.say('the order really has to be cancelled');
    expect([again.intent, again.state, again.context.amount]).toEqual(['CANCEL', 'CONFIRM', 3]);
    expect(await user.statuses()).toEqual(['OPEN']);
  });

  it('a question about an intent that only answers is answered in between', async () => {
    const user = await talk(open, COLLECTING);
    await user.sayAll('cancel the thing I ordered', '3');
    const between = await user.say('when will my parcel arrive?');
    expect(between.text).toContain('It is on its way.');
    expect(between.text).toContain('Cancel 3 of them?');
    expect([between.intent, await user.statuses()]).toEqual(['CANCEL', ['OPEN']]);
  });

  it('an answer is an answer, whatever it looks like', async () => {
    const seed = LOAN_FLOW + examples('FAQ', null, '5 dollars', '10 dollars', '20 dollars') + CANCEL;
    const user = await talk(open, seed);
    const given = await user.sayAll('loan please', '5 dollars');
    expect([given.intent, given.context.amt]).toEqual(['LOAN', 5]);
  });
});
