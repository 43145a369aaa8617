import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { done } from '../../src/platform/handlers-api/index.js';
import { describeOnEachDatabase } from '../helpers/databases.js';
import { startEngine, type TestEngine } from '../helpers/engine.js';

const BEFORE = 'This was done before in this conversation, with the same values; a yes does it once more.';

/** An order is cancelled by its number. */
const FLOW = `
  INSERT INTO ce_intent (intent_code, description) VALUES ('CANCEL', 'cancel');
  INSERT INTO ce_intent_classifier (rule_type, pattern, intent_code, state_code, priority) VALUES
    ('REGEX', '\\bcancel order\\b', 'CANCEL', 'ASK', 1);
  INSERT INTO ce_output_schema (intent_code, state_code, json_schema, priority) VALUES ('CANCEL', 'ANY',
    '{"type": "object", "required": ["orderId"], "properties": {"orderId": {"type": "string", "pattern": "^[0-9]{4}$",
      "x-labels": ["order"]}}}', 1);
  INSERT INTO ce_pending_action (intent_code, state_code, action_key, bean_name, method_names) VALUES
    ('CANCEL', 'ASK', 'cancel', 'orders', 'cancel');
  INSERT INTO ce_response (intent_code, state_code, output_format, response_type, exact_text) VALUES
    ('CANCEL', 'ASK', 'TEXT', 'EXACT', 'Shall I cancel order {{orderId}}?');`;

describeOnEachDatabase('a question for an action that was carried out before', (open) => {
  let engine: TestEngine;
  let runs = 0;
  beforeAll(async () => {
    const cancel = () => {
      runs += 1;
      return done();
    };
    const orders = { kind: 'action', name: 'orders', methods: { cancel } } as const;
    engine = await startEngine({ database: await open(), seeds: [FLOW], handlers: [orders] });
  });
  afterAll(() => engine.close());

  it('says so for the same values, and for no others; a yes still means it', async () => {
    const id = randomUUID();
    const first = await engine.say('cancel order 7017', id);
    await engine.say('yes', id);
    const again = await engine.say('cancel order 7017', id);
    expect([first.text, again.text]).toEqual(['Shall I cancel order 7017?', `${BEFORE}\n\nShall I cancel order 7017?`]);
    expect((await engine.say('yes', id)).text).toMatch(/^Done\./);
    expect(runs).toBe(2);
    expect((await engine.say('cancel order 7018', id)).text).toBe('Shall I cancel order 7018?');
  });

  it('says nothing of what was refused', async () => {
    const id = randomUUID();
    await engine.say('cancel order 7019', id);
    await engine.say('no', id);
    expect((await engine.say('cancel order 7019', id)).text).not.toContain(BEFORE);
  });
});
