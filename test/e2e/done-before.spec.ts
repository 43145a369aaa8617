import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type ActionCall, done, failed } from '../../src/platform/handlers-api/index.js';
import { describeOnEachDatabase } from '../helpers/databases.js';
import { startEngine, type TestEngine } from '../helpers/engine.js';

const BEFORE = 'This was done before in this conversation, with the same values; a yes does it once more.';

/** An order is cancelled by its number; a parcel is charged and then shipped. */
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
    ('CANCEL', 'ASK', 'TEXT', 'EXACT', 'Shall I cancel order {{orderId}}?');
  INSERT INTO ce_intent (intent_code, description) VALUES ('SHIP', 'ship');
  INSERT INTO ce_intent_classifier (rule_type, pattern, intent_code, state_code, priority) VALUES
    ('REGEX', '\\bship parcel\\b', 'SHIP', 'ASK', 1);
  INSERT INTO ce_output_schema (intent_code, state_code, json_schema, priority) VALUES ('SHIP', 'ANY',
    '{"type": "object", "required": ["parcelId"], "properties": {"parcelId": {"type": "string", "pattern": "^[0-9]{4}$",
      "x-labels": ["parcel"]}}}', 1);
  INSERT INTO ce_pending_action (intent_code, state_code, action_key, bean_name, method_names) VALUES
    ('SHIP', 'ASK', 'ship', 'parcels', 'charge,ship');
  INSERT INTO ce_response (intent_code, state_code, output_format, response_type, exact_text) VALUES
    ('SHIP', 'ASK', 'TEXT', 'EXACT', 'Shall I ship parcel {{parcelId}}?');`;

describeOnEachDatabase('a question for an action that was carried out before', (open) => {
  let engine: TestEngine;
  let runs = 0;
  const charged: string[] = [];
  let [canShip, isLost] = [false, false];
  beforeAll(async () => {
    const cancel = () => {
      runs += 1;
      return done();
    };
    const charge = ({ arguments: { parcelId } }: ActionCall) => {
      charged.push(String(parcelId));
      return done();
    };
    const ship = () => (canShip ? done() : failed('There is no van.', { retryable: !isLost }));
    const parcels = { kind: 'action', name: 'parcels', methods: { charge, ship } } as const;
    const orders = { kind: 'action', name: 'orders', methods: { cancel } } as const;
    engine = await startEngine({ database: await open(), seeds: [FLOW], handlers: [orders, parcels] });
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

  it('says so by every door that asks', async () => {
    const id = randomUUID();
    await engine.say('cancel order 7020', id);
    await engine.say('yes', id);
    const { body } = await engine.say('cancel order 7020', id);
    expect(body.pendingActions).toMatchObject([{ question: `${BEFORE}\n\nShall I cancel order 7020?` }]);
  });

  it('says which methods have been done before it was amended, until they are done under the new values', async () => {
    const id = randomUUID();
    const partly = 'Done already, and not undone: charge. A yes does all of it once more.';
    await engine.say('ship parcel 8001', id);
    const failed = await engine.say('yes', id);
    expect(failed.text).toContain('Shall I try again?');
    for (const parcel of ['8002', '8003']) {
      const amended = await engine.say(`ship parcel ${parcel}`, id);
      expect(amended.text).toContain(`${partly}\n\nShall I ship parcel ${parcel}?`);
      expect(amended.body.pendingActions).toMatchObject([{ question: `${partly}\n\nShall I ship parcel ${parcel}?` }]);
    }
    canShip = true;
    expect((await engine.say('yes', id)).text).toMatch(/^Done\./);
    expect(charged).toEqual(['8001', '8003']);
    canShip = false;
  });

  it('says so after it has failed for good, and of no other values', async () => {
    const id = randomUUID();
    await engine.say('ship parcel 8010', id);
    isLost = true;
    expect((await engine.say('yes', id)).text).toMatch(/^It could not be done/);
    isLost = false;
    expect((await engine.say('ship parcel 8010', id)).text).toMatch(/^Done already, and not undone: charge\./);
    await engine.say('no', id);
    expect((await engine.say('ship parcel 8011', id)).text).toBe('Shall I ship parcel 8011?');
  });

  it('is told after a no as what is not undone', async () => {
    const id = randomUUID();
    await engine.say('ship parcel 8020', id);
    await engine.say('yes', id);
    const { text } = await engine.say('no', id);
    expect(text).toBe('All right, nothing more is done. Done already, and not undone: charge.');
  });
});
