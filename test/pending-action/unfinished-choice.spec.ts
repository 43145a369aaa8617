import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { ActionKeeper } from '../../src/engine/turn/index.js';
import { type ActionHandler, done, type ResponseTransformer } from '../../src/platform/handlers-api/index.js';
import { describeOnEachDatabase } from '../helpers/databases.js';
import { startEngine, type TestEngine } from '../helpers/engine.js';
import { NEVER_BY_ITSELF_MS, watchTimers } from '../helpers/timers.js';

const FLOW = `
  INSERT INTO ce_intent (intent_code, description) VALUES ('ORDER', 'orders'), ('BILL', 'bills'), ('GIFT', 'gifts');
  INSERT INTO ce_intent_classifier (rule_type, pattern, intent_code, state_code, priority) VALUES
    ('REGEX', 'my order', 'ORDER', 'ASK', 1), ('REGEX', 'my bill', 'BILL', 'ASK', 1),
    ('REGEX', 'a gift', 'GIFT', 'ASK', 1);
  INSERT INTO ce_pending_action (intent_code, state_code, action_key, bean_name, method_names, timeout_ms) VALUES
    ('ORDER', 'ASK', 'cancel_order', 'orders', 'cancel', NULL),
    ('ORDER', 'ASK', 'refund_order', 'orders', 'refund', NULL),
    ('BILL', 'ASK', 'pay_bill', 'orders', 'pay', 30),
    ('GIFT', 'ASK', 'send_gift', 'orders', 'send', NULL);
  INSERT INTO ce_response (intent_code, state_code, output_format, response_type, exact_text) VALUES
    ('ORDER', 'ASK', 'TEXT', 'EXACT', 'Shall I cancel it or refund it?'),
    ('BILL', 'ASK', 'TEXT', 'EXACT', 'Shall I pay it?'),
    ('GIFT', 'ASK', 'TEXT', 'EXACT', 'Shall I send it?');`;

describeOnEachDatabase('a choice between two actions whose turn failed after the chosen one was done', (open) => {
  let engine: TestEngine;
  let ran: string[];
  let isStuck = false;
  let runOut: () => void;
  const act = (name: string) => () => {
    isStuck = ran.length === 0;
    ran.push(name);
    return done();
  };
  const orders: ActionHandler = {
    kind: 'action',
    name: 'orders',
    methods: { cancel: act('cancel'), refund: act('refund'), pay: () => new Promise(() => {}), send: () => done() },
  };
  /** Keeps a reply from being worded until the turn's deadline, which has come then. */
  const stuck: ResponseTransformer = {
    kind: 'response-transformer',
    intent: 'ANY',
    state: 'ANY',
    transform: () => {
      if (!isStuck) return undefined;
      runOut();
      return new Promise(() => {});
    },
  };
  beforeAll(async () => {
    runOut = watchTimers();
    const config = { 'turn.deadline-ms': NEVER_BY_ITSELF_MS, 'flow.action-lifecycle.sweep-seconds': 0 };
    engine = await startEngine({ database: await open(), seeds: [FLOW], handlers: [orders, stuck], config });
  });
  beforeEach(() => {
    ran = [];
    isStuck = false;
  });
  afterAll(() => engine.close());

  /** The refund is chosen and made, and the turn of that choice ends in an error. */
  const chooseRefund = async (id: string) => {
    await engine.say('my order', id);
    await engine.say('yes', id);
    expect((await engine.say('refund_order', id)).status).toBe(504);
    expect(ran).toEqual(['refund']);
    isStuck = false;
  };

  it.each(['yes', 'refund_order'])('does not have the other one run by %j', async (again) => {
    const id = randomUUID();
    await chooseRefund(id);
    expect((await engine.say(again, id)).status).toBe(200);
    await engine.say('yes', id);
    expect(ran).toEqual(['refund']);
  });

  it('does not have the other one run when an older action is settled in between', async () => {
    const id = randomUUID();
    const keeper = engine.app.get(ActionKeeper);
    await engine.say('my bill', id);
    expect((await engine.say('yes', id)).text).toContain('cannot tell');
    await chooseRefund(id);
    const held = (await keeper.inDoubt(100)).find(({ conversationId }) => conversationId === id);
    await keeper.settle(held?.proposalId ?? '', { happened: true, result: null, by: 'ops', note: 'paid' });
    await engine.say('yes', id);
    await engine.say('yes', id);
    expect(ran).toEqual(['refund']);
  });

  it('is told of after a button for another action has been answered', async () => {
    const id = randomUUID();
    const { body } = await engine.say('a gift', id);
    const [gift] = body.pendingActions as unknown as { actionId: string; revision: number }[];
    const inReplyTo = { actionId: gift?.actionId ?? '', revision: gift?.revision ?? 0 };
    await engine.say('yes', id);
    await chooseRefund(id);
    const stale = await engine.say('', id, { inReplyTo, decision: 'CONFIRM' });
    expect(stale.text).toContain('your answer was to a question that is not open');
    expect((await engine.say('yes', id)).text).toContain('already been done');
    expect(ran).toEqual(['refund']);
  });
});
