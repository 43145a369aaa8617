import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type ActionHandler, done, type ResponseTransformer } from '../../src/handlers/index.js';
import { describeOnEachDatabase } from '../helpers/databases.js';
import { startEngine, type TestEngine } from '../helpers/engine.js';

const FLOW = `
  INSERT INTO ce_intent (intent_code, description) VALUES ('ORDER', 'orders');
  INSERT INTO ce_intent_classifier (rule_type, pattern, intent_code, state_code, priority) VALUES
    ('REGEX', 'my order', 'ORDER', 'ASK', 1);
  INSERT INTO ce_pending_action (intent_code, state_code, action_key, bean_name, method_names) VALUES
    ('ORDER', 'ASK', 'cancel_order', 'orders', 'cancel'), ('ORDER', 'ASK', 'refund_order', 'orders', 'refund');
  INSERT INTO ce_response (intent_code, state_code, output_format, response_type, exact_text) VALUES
    ('ORDER', 'ASK', 'TEXT', 'EXACT', 'Shall I cancel it or refund it?');`;

describeOnEachDatabase('a choice between two actions whose turn failed after the chosen one was done', (open) => {
  let engine: TestEngine;
  let ran: string[];
  let hangs = false;
  const act = (name: string) => () => {
    ran.push(name);
    hangs = true;
    return done();
  };
  const orders: ActionHandler = {
    kind: 'action',
    name: 'orders',
    methods: { cancel: act('cancel'), refund: act('refund') },
  };
  /** Keeps a reply from being worded until the turn's deadline. */
  const stuck: ResponseTransformer = {
    kind: 'response-transformer',
    intent: 'ANY',
    state: 'ANY',
    transform: () => (hangs ? new Promise(() => {}) : undefined),
  };
  beforeAll(async () => {
    const config = { 'turn.deadline-ms': 400 };
    engine = await startEngine({ database: await open(), seeds: [FLOW], handlers: [orders, stuck], config });
  });
  beforeEach(() => {
    ran = [];
    hangs = false;
  });
  afterAll(() => engine.close());

  it.each(['yes', 'yes please', 'refund_order', 'ok go ahead'])(
    'does not have the other one run by %j',
    async (again) => {
      const id = randomUUID();
      await engine.say('my order', id);
      await engine.say('yes', id);
      expect((await engine.say('refund_order', id)).status).toBe(504);
      hangs = false;
      const reply = await engine.say(again, id);
      expect(reply.status).toBe(200);
      await engine.say('yes', id);
      expect(ran).toEqual(['refund']);
    },
  );
});
