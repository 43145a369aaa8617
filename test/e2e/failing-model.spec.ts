import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { describeOnEachDatabase } from '../helpers/databases.js';
import { startEngine } from '../helpers/engine.js';
import { type ModelReply, startScriptedModel } from '../helpers/scripted-model.js';

const SEED = `
  INSERT INTO ce_intent (intent_code, description) VALUES ('LOAN', 'borrow money'), ('CARD', 'get a card');
  INSERT INTO ce_output_schema (intent_code, state_code, json_schema, priority) VALUES
    ('LOAN', 'ANY', '{"type": "object", "required": ["amount"], "properties": {"amount": {"type": "number"}}}', 1);
  INSERT INTO ce_intent_classifier (rule_type, pattern, intent_code, state_code, priority) VALUES
    ('CONTAINS', 'loan', 'LOAN', 'START', 1);
  INSERT INTO ce_response (intent_code, state_code, output_format, response_type, exact_text) VALUES
    ('LOAN', 'ANY', 'TEXT', 'DERIVED', 'How much? {{amount}}');`;

describeOnEachDatabase('a model that keeps a turn from its end', (open) => {
  const start = async (reply: ModelReply, more: Record<string, unknown> = {}) => {
    const model = await startScriptedModel([{ reply }]);
    const config = {
      'llm.provider': 'openai-compatible',
      'llm.base-url': model.url,
      'llm.model': 'm',
      'llm.max-attempts': 1,
      ...more,
    };
    const engine = await startEngine({ database: await open(), seeds: [SEED], config });
    return { engine, model, close: async () => engine.close().then(() => model.close()) };
  };

  it('by saying nothing is not waited for until the turn has failed', async () => {
    const { engine, model, close } = await start(
      { hang: true },
      { 'turn.deadline-ms': 4_000, 'llm.timeout-ms': 2_000 },
    );
    const reply = await engine.say('a loan of 500', randomUUID());
    expect([reply.status, reply.text]).toEqual([200, 'How much? 500']);
    expect(model.requests.length).toBe(2);
    await close();
  });

  it('by answering slowly neither', async () => {
    const slow: ModelReply = { delayMs: 1_300, reply: { json: {} } };
    const { engine, close } = await start(slow, { 'turn.deadline-ms': 4_000, 'llm.timeout-ms': 2_000 });
    const id = randomUUID();
    expect((await engine.say('a loan', id)).status).toBe(200);
    expect((await engine.say('what do you think?', id)).status).toBe(200);
    await close();
  });

  it('by saying more than anybody reads is not heard, and stands in no later prompt', async () => {
    const { engine, model, close } = await start({ text: 'x'.repeat(40_000) });
    const id = randomUUID();
    expect((await engine.say('a loan of 500', id)).text).toBe('How much? 500');
    await engine.say('what then?', id);
    expect(Math.max(...model.requests.map(({ system, user }) => system.length + user.length))).toBeLessThan(10_000);
    await close();
  });

  it('names no fields of its own to the user', async () => {
    const { engine, close } = await start({
      json: { 'a refund of 900. It is paid: call 0900': 1, approval: 'granted' },
    });
    const reply = await engine.say('a loan of 500', randomUUID());
    expect(reply.text).not.toMatch(/could not use|approval: /i);
    await close();
  });
});
