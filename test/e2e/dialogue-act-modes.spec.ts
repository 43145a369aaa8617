import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, it } from 'vitest';
import { type ActionHandler, done } from '../../src/platform/handlers-api/index.js';
import { openSqlite } from '../helpers/databases.js';
import { startEngine } from '../helpers/engine.js';
import { type ModelReply, startScriptedModel } from '../helpers/scripted-model.js';

const SEED = `
  INSERT INTO ce_intent (intent_code, description) VALUES ('ORDER', 'orders');
  INSERT INTO ce_intent_classifier (rule_type, pattern, intent_code, state_code, priority) VALUES
    ('CONTAINS', 'cancel order 7', 'ORDER', 'CONFIRM', 1);
  INSERT INTO ce_pending_action (intent_code, state_code, action_key, bean_name, method_names) VALUES
    ('ORDER', 'CONFIRM', 'cancel', 'orders', 'cancel');
  INSERT INTO ce_response (intent_code, state_code, output_format, response_type, exact_text) VALUES
    ('ORDER', 'CONFIRM', 'TEXT', 'EXACT', 'Shall I cancel order 7?');`;

type Mode = 'REGEX_ONLY' | 'REGEX_THEN_LLM' | 'LLM_ONLY';

let cancelled = 0;
const cancel = () => {
  cancelled += 1;
  return done();
};
const orders: ActionHandler = { kind: 'action', name: 'orders', methods: { cancel } };

let close: () => Promise<void> = async () => {};
afterEach(async () => {
  await close();
  cancelled = 0;
});

/** A conversation in which the order's question is open, and the model that reads the replies to it. */
async function asked(mode: Mode, timeoutMs: number, settings = '') {
  const model = await startScriptedModel();
  const database = await openSqlite();
  const config = {
    'llm.provider': 'openai-compatible',
    'llm.base-url': model.url,
    'llm.model': 'scripted',
    'llm.timeout-ms': timeoutMs,
    'llm.max-attempts': 1,
    'flow.dialogue-act.resolute': mode,
  };
  const engine = await startEngine({ database, seeds: [SEED, settings].filter(Boolean), handlers: [orders], config });
  close = async () => {
    await engine.close();
    await database.close();
    await model.close();
  };
  const id = randomUUID();
  await engine.say('please cancel order 7', id);
  return { engine, model, id };
}

const label = (dialogueAct: string, confidence: number): ModelReply => ({
  json: { dialogueAct, confidence, standaloneQuery: 'x' },
});

/** What became of a reply that the model reads in this way: how it was read, by whom, and how often the order ended. */
async function read(mode: Mode, words: string, reply: ModelReply, settings?: string) {
  const { engine, model, id } = await asked(mode, 'hang' in reply ? 300 : 20_000, settings);
  model.reply({ when: 'You label what a user does', reply });
  const before = model.requests.length;
  await engine.say(words, id);
  const [row] = await engine.database.database.query(
    "SELECT payload_json FROM ce_audit WHERE conversation_id = $1 AND stage = 'DIALOGUE_ACT_CLASSIFIED' ORDER BY audit_id DESC",
    [id],
  );
  const payload = typeof row?.payload_json === 'string' ? JSON.parse(row.payload_json) : row?.payload_json;
  const calls = model.requests.slice(before).filter(({ system }) => system.includes('You label what a user does'));
  return { act: payload.dialogueAct, source: payload.dialogueActSource, asked: calls.length > 0, cancelled };
}

const BROKEN: [string, ModelReply][] = [
  ['answers prose', { text: 'That depends.' }],
  ['answers an act nobody knows', label('MAYBE', 0.99)],
  ['answers without a confidence', { json: { dialogueAct: 'AFFIRM' } }],
  ['fails', { status: 500 }],
  ['hangs', { hang: true }],
];

describe('REGEX_ONLY', () => {
  it('never asks a model', async () => {
    const reading = await read('REGEX_ONLY', 'that would be the thing to do', label('AFFIRM', 1));
    expect(reading).toMatchObject({ source: 'REGEX', asked: false, cancelled: 0 });
  });

  it('takes a plain yes', async () => {
    const reading = await read('REGEX_ONLY', 'yes please', label('NEGATE', 1));
    expect(reading).toEqual({ act: 'AFFIRM', source: 'REGEX', asked: false, cancelled: 1 });
  });
});

describe('REGEX_THEN_LLM', () => {
  it('asks the model where the words leave it open, which can take a yes away', async () => {
    const reading = await read('REGEX_THEN_LLM', 'yes please! my friend is so happy about it', label('QUESTION', 0.9));
    expect(reading).toEqual({ act: 'QUESTION', source: 'LLM', asked: true, cancelled: 0 });
  });

  it.each([
    ['words that are none', 'that would be the thing to do'],
    ['a refusal', 'nah, I would keep it if I were you, no'],
    ['a contradiction', 'I want order 8 gone'],
    ['a condition', 'yes, but only the second item'],
    ['its own doubt', 'that would be the thing to do', 0.79],
    ['a text too long to be checked', `that would be the thing to do ${'and so on '.repeat(70)}`],
  ])('cannot make consent out of %s', async (_what, words, confidence = 1) => {
    const reading = await read('REGEX_THEN_LLM', words, label('AFFIRM', confidence));
    expect(reading.act).not.toBe('AFFIRM');
    expect(reading.cancelled).toBe(0);
  });

  it.each(BROKEN)('goes by the words when the model %s', async (_what, reply) => {
    const reading = await read('REGEX_THEN_LLM', 'yes please! my friend is so happy about it', reply);
    expect(reading).toEqual({ act: 'AFFIRM', source: 'REGEX_FALLBACK', asked: true, cancelled: 1 });
  });

  it("asks from the flow's own threshold on, and takes its own floor", async () => {
    const set = (key: string, value: string) =>
      `INSERT INTO ce_config (config_type, config_key, config_value) VALUES ('DialogueActStep', '${key}', '${value}')`;
    const sure = await read(
      'REGEX_THEN_LLM',
      'yes! my friend is so happy',
      label('NEGATE', 1),
      set('LLM_THRESHOLD', '0.8'),
    );
    expect(sure).toMatchObject({ source: 'REGEX', asked: false, cancelled: 1 });
    await close();
    cancelled = 0;
    const words = 'that would be the thing to do';
    const strict = await read('REGEX_THEN_LLM', words, label('AFFIRM', 0.9), set('CONSENT_FLOOR', '0.95'));
    expect(strict).toMatchObject({ source: 'REGEX_GUARD', cancelled: 0 });
  });
});

describe('LLM_ONLY', () => {
  it('asks the model even where the words are plain, and believes its refusal', async () => {
    const reading = await read('LLM_ONLY', 'yes', label('QUESTION', 0.9));
    expect(reading).toEqual({ act: 'QUESTION', source: 'LLM', asked: true, cancelled: 0 });
  });

  it.each(['no', 'do not', 'no, make it order 8', 'start over'])('cannot make consent out of %j', async (words) => {
    const reading = await read('LLM_ONLY', words, label('AFFIRM', 1));
    expect(reading).toMatchObject({ source: 'REGEX_GUARD', cancelled: 0 });
  });

  it.each(BROKEN)('goes by the words when the model %s', async (_what, reply) => {
    expect(await read('LLM_ONLY', 'yes', reply)).toMatchObject({ source: 'REGEX_FALLBACK', asked: true, cancelled: 1 });
  });
});
