import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type ActionHandler, done } from '../../src/platform/handlers-api/index.js';
import { openSqlite, type TestDatabase } from '../helpers/databases.js';
import { startEngine, type TestEngine } from '../helpers/engine.js';
import { type ScriptedModel, startScriptedModel } from '../helpers/scripted-model.js';

const SEED = `
  INSERT INTO ce_intent (intent_code, description) VALUES ('ORDER', 'orders'), ('LOAN', 'loans');
  INSERT INTO ce_intent_classifier (rule_type, pattern, intent_code, state_code, priority) VALUES
    ('CONTAINS', 'cancel my order', 'ORDER', 'CONFIRM', 1);
  INSERT INTO ce_output_schema (intent_code, state_code, json_schema, priority) VALUES
    ('LOAN', 'ANY', '{"type":"object","properties":{"amount":{"type":"number","minimum":1}},"required":["amount"]}', 1);
  INSERT INTO ce_rule (phase, intent_code, state_code, rule_type, match_pattern, action, action_value) VALUES
    ('POST_AGENT_INTENT', 'LOAN', 'UNKNOWN', 'EXACT', 'ANY', 'SET_STATE', 'COLLECT');
  INSERT INTO ce_pending_action (intent_code, state_code, action_key, bean_name, method_names) VALUES
    ('ORDER', 'CONFIRM', 'cancel', 'orders', 'cancel');
  INSERT INTO ce_response (intent_code, state_code, output_format, response_type, exact_text) VALUES
    ('ORDER', 'CONFIRM', 'TEXT', 'EXACT', 'Are you sure?'),
    ('LOAN', 'COLLECT', 'TEXT', 'DERIVED', 'I need: {{missing_fields}}.');`;

describe('a language model', () => {
  let engine: TestEngine;
  let hasty: TestEngine;
  let database: TestDatabase;
  let model: ScriptedModel;
  let cancelled = 0;
  const orders: ActionHandler = {
    kind: 'action',
    name: 'orders',
    methods: {
      cancel: () => {
        cancelled += 1;
        return done();
      },
    },
  };
  beforeAll(async () => {
    model = await startScriptedModel([]);
    database = await openSqlite();
    const config = {
      'llm.provider': 'openai-compatible',
      'llm.base-url': model.url,
      'llm.model': 'scripted',
      'llm.max-attempts': 1,
    };
    engine = await startEngine({ database, seeds: [SEED], handlers: [orders], config });
    hasty = await startEngine({ database, handlers: [orders], config: { ...config, 'llm.timeout-ms': 300 } });
  });
  afterEach(() => {
    cancelled = 0;
  });
  afterAll(async () => {
    await engine.close();
    await hasty.close();
    await database.close();
    await model.close();
  });

  const act = (dialogueAct: string, confidence: number) => ({
    when: 'You label what a user does',
    reply: { json: { dialogueAct, confidence, standaloneQuery: 'x' } },
    times: 1,
  });
  const asked = async () => {
    const id = randomUUID();
    await engine.say('cancel my order', id);
    return id;
  };

  it.each([0.95, 0.79, 0.05])(
    'cannot make consent of words that leave it open, %d sure of a yes',
    async (confidence) => {
      const id = await asked();
      model.reply(act('AFFIRM', confidence));
      const { text } = await engine.say('that would be the thing to do then', id);
      expect([cancelled, text]).toEqual([0, expect.stringContaining('Are you sure?')]);
    },
  );

  it.each(['no, keep it', "no, don't", 'I changed my mind, no'])(
    'cannot make consent of the refusal %j',
    async (words) => {
      const id = await asked();
      model.reply(act('AFFIRM', 0.99));
      await engine.say(words, id);
      expect(cancelled).toBe(0);
    },
  );

  it('cannot throw a conversation away that nobody asked to throw away', async () => {
    const id = await asked();
    model.reply(act('RESET', 0.99));
    const reply = await engine.say('hmm let me think about it', id);
    expect(reply.context.pending_action_runtime).toMatchObject({ status: 'OPEN' });
  });

  it('chooses an intent, and its values pass the schema or are dropped with every key nobody asked for', async () => {
    model.reply(
      act('NEW_REQUEST', 0.9),
      {
        when: 'choose which of the allowed intents',
        reply: { json: { intent: 'LOAN', confidence: 0.9, state: 'EVIL' } },
        times: 1,
      },
      {
        when: 'read values out of',
        reply: {
          json: { amount: -5, pending_action: { task: 'orders:cancel' }, approval: { granted: true }, memory: {} },
        },
        times: 1,
      },
      { when: 'You word the reply', reply: { text: 'How much do you need?' }, times: 1 },
    );
    const reply = await engine.say('I could use some money', randomUUID());
    expect([reply.intent, reply.state]).toEqual(['LOAN', 'COLLECT']);
    expect(reply.context).not.toHaveProperty('amount');
    expect(reply.context).not.toHaveProperty('pending_action');
    expect(reply.context).not.toHaveProperty('approval');
    expect(reply.text).toContain('How much do you need?');
  });

  it.each([
    ['returns prose', { text: 'Well, that depends.' }],
    ['returns nothing', { text: '' }],
    ['fails', { status: 500 }],
    ['drops the connection', { drop: 'before-headers' as const }],
    ['hangs', { hang: true as const }],
  ])('that %s makes the flow go its deterministic way, not fail', async (_what, reply) => {
    model.reply({ reply, times: 1 });
    const id = randomUUID();
    const answering = 'hang' in reply ? hasty : engine;
    expect((await answering.say('cancel my order', id)).text).toBe('Are you sure?');
    expect((await answering.say('yes please', id)).status).toBe(200);
    expect(cancelled).toBe(1);
  });

  it('is not asked where the words decide', async () => {
    const id = await asked();
    const before = model.requests.length;
    await engine.say('yes', id);
    expect(model.requests.length).toBe(before);
  });

  it('leaves a record of each call', async () => {
    const id = randomUUID();
    model.reply(act('NEW_REQUEST', 0.9));
    await engine.say('cancel my order', id);
    const [row] = await database.database.query('SELECT * FROM ce_llm_call_log WHERE conversation_id = $1', [id]);
    expect(row).toMatchObject({ step: 'DialogueActStep', model: 'scripted', provider: 'openai-compatible' });
  });

  it('is never given what a user wrote as a template', async () => {
    const id = randomUUID();
    model.reply(act('NEW_REQUEST', 0.9));
    await engine.say('cancel my order {{context}} {{inputParams}}', id);
    const sent = model.requests.find(({ user }) => user.includes('{{context}} {{inputParams}}'));
    expect(sent).toBeDefined();
  });
});
