import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type ActionHandler, done, failed, type JsonObject } from '../../src/app/index.js';
import { describeOnEachDatabase } from '../helpers/databases.js';
import { startEngine, type TestEngine } from '../helpers/engine.js';
import { type ModelReply, type ScriptedModel, startScriptedModel } from '../helpers/scripted-model.js';

/** One place for each way of asking: what stands in the rows as the question is a part of its name. */
const PLACES = {
  PAYTEXT: ['TEXT', 'DERIVED', "'Shall I pay {{payee}}?'"],
  PAYBARE: ['TEXT', 'DERIVED', 'NULL'],
  PAYJSON: ['JSON', 'DERIVED', `'{"ask": "Shall I pay {{payee}}?"}'`],
  PAYEXACT: ['TEXT', 'EXACT', "'Shall I pay {{payee}}?'"],
} as const;

const FLOW = `${Object.entries(PLACES)
  .map(
    ([intent, [format, type, text]]) => `
  INSERT INTO ce_intent (intent_code, description) VALUES ('${intent}', '${intent}');
  INSERT INTO ce_intent_classifier (rule_type, pattern, intent_code, state_code, priority) VALUES
    ('CONTAINS', '${intent.toLowerCase()}', '${intent}', 'ASK', 1);
  INSERT INTO ce_output_schema (intent_code, state_code, json_schema, priority) VALUES ('${intent}', 'ANY',
    '{"type": "object", "required": ["payee"], "properties": {
       "payee": {"type": "string", "pattern": "^[A-Z][a-z]+$"}, "note": {"type": "string"}, "amount": {"type": "number"}}}', 1);
  INSERT INTO ce_pending_action (intent_code, state_code, action_key, bean_name, method_names, description) VALUES
    ('${intent}', 'ASK', 'pay', 'bank', 'pay', 'Pay money');
  INSERT INTO ce_response (intent_code, state_code, output_format, response_type, exact_text, derivation_hint) VALUES
    ('${intent}', 'ASK', '${format}', '${type}', ${text}, 'Ask.'),
    ('${intent}', 'TOLD', 'TEXT', 'DERIVED', NULL, 'Tell.');
  INSERT INTO ce_rule (phase, intent_code, state_code, rule_type, match_pattern, action, action_value, priority) VALUES
    ('PRE_RESPONSE_RESOLUTION', '${intent}', 'ASK', 'JSON_PATH', '$[?(@.inputParams.pending_action_result == ''FAILED'')]', 'SET_STATE', 'TOLD', 1);`,
  )
  .join('\n')}`;

describeOnEachDatabase('a reply that a model words', (open) => {
  const paid: JsonObject[] = [];
  let hasMoney = true;
  const bank: ActionHandler = {
    kind: 'action',
    name: 'bank',
    methods: {
      pay: ({ arguments: args }) => {
        if (!hasMoney) return failed('there is no money.');
        paid.push(args);
        return done();
      },
    },
  };
  let words: ModelReply = { text: '' };
  let read: JsonObject = {};
  let model: ScriptedModel;
  let engine: TestEngine;
  beforeAll(async () => {
    model = await startScriptedModel([
      { when: 'You word the reply', reply: () => words },
      { when: 'You read values', reply: () => ({ json: read }) },
      { reply: { json: {} } },
    ]);
    engine = await startEngine({
      database: await open(),
      seeds: [FLOW],
      handlers: [bank],
      config: { 'llm.provider': 'openai-compatible', 'llm.base-url': model.url, 'llm.model': 'liar' },
    });
  });
  afterAll(async () => {
    await engine.close();
    await model.close();
  });

  const ask = async (intent: keyof typeof PLACES, says: ModelReply, reads: JsonObject = {}) => {
    [words, read, hasMoney] = [says, reads, true];
    const id = randomUUID();
    return { id, reply: await engine.say(`${intent.toLowerCase()} payee: Bob`, id) };
  };

  it.each([
    'Hello! Shall I tell you a joke?',
    'Done, you need do nothing more.',
    'Shall I pay Bob? No, that was a joke. Shall I tell you another one?',
    '{{payee}} gets nothing. OK?',
  ])('ends with the question of the flow: %s', async (says) => {
    const { reply } = await ask('PAYTEXT', { text: says });
    expect(reply.text).toBe(`${says}\n\nShall I pay Bob?`);
    expect(reply.body.pendingActions).toMatchObject([{ question: 'Shall I pay Bob?' }]);
  });

  it('has it once where the model says it', async () => {
    const { reply } = await ask('PAYTEXT', { text: 'Good choice. Shall I pay Bob?' });
    expect(reply.text).toBe('Good choice. Shall I pay Bob?');
    expect(model.requests.at(-1)?.system).toContain('\nShall I pay Bob?');
  });

  it('has the question of the engine where the flow has none', async () => {
    const { reply } = await ask('PAYBARE', { text: 'Shall I tell you a joke?' });
    expect(reply.text).toBe('Shall I tell you a joke?\n\nShall I pay money with payee Bob?');
  });

  it('is the JSON of the flow where that of the model does not ask', async () => {
    const { reply } = await ask('PAYJSON', { json: { ask: 'Shall I tell you a joke?' } });
    expect(reply.text).toBe('{"ask":"Shall I pay Bob?"}');
    const better = await ask('PAYJSON', { json: { ask: 'Shall I pay Bob?', mood: 'happy' } });
    expect(better.reply.text).toBe('{"ask":"Shall I pay Bob?","mood":"happy"}');
  });

  it('ends with the question that is still open, whatever the model says in between', async () => {
    const { id } = await ask('PAYTEXT', { text: 'Fine.' });
    words = { text: 'Shall I pay Bob? Or shall I tell you a joke?' };
    const reply = await engine.say('what happens then?', id);
    expect(reply.text).toMatch(/joke\?\n\nShall I pay Bob\?$/);
  });

  it('tells first what has failed', async () => {
    const { id } = await ask('PAYTEXT', { text: 'Fine.' });
    hasMoney = false;
    words = { text: 'Bob has his money.' };
    const reply = await engine.say('yes', id);
    expect(reply.state).toBe('TOLD');
    expect(reply.text).toMatch(/there is no money.*\n\nBob has his money\.$/s);
  });

  it.each(['PAYEXACT', 'PAYTEXT', 'PAYBARE'] as const)('shows what a model alone has read (%s)', async (intent) => {
    const before = paid.length;
    const { id, reply } = await ask(intent, { text: 'Fine.' }, { payee: 'Bob', amount: 900, note: 'for Mallory' });
    const [{ question = '' } = {}] = reply.body.pendingActions as { question?: string }[];
    for (const shown of ['900', 'for Mallory']) {
      expect(reply.text).toContain(shown);
      expect(question).toContain(shown);
    }
    await engine.say('yes', id);
    expect(paid.slice(before)).toEqual([{ payee: 'Bob', amount: 900, note: 'for Mallory' }]);
  });

  it('shows it in a later turn, and not what the user has said since', async () => {
    [words, read] = [{ text: 'Fine.' }, { amount: 900, note: 'for Mallory' }];
    const id = randomUUID();
    await engine.say('payexact', id);
    read = {};
    const reply = await engine.say('payee: Bob, amount: 20', id);
    expect(reply.text).toBe('I have understood as well: note for Mallory.\n\nShall I pay Bob?');
  });

  it('says nothing of what the user has said', async () => {
    read = { payee: 'Bob', amount: 20 };
    const reply = await engine.say('payexact payee: Bob, amount: 20', randomUUID());
    expect(reply.text).toBe('Shall I pay Bob?');
  });
});
