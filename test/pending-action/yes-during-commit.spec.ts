import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { type ActionHandler, done } from '../../src/platform/handlers-api/index.js';
import { openPostgres, type TestDatabase } from '../helpers/databases.js';
import { startEngine, type TestEngine } from '../helpers/engine.js';

const FLOW = `
  INSERT INTO ce_intent (intent_code, description) VALUES ('ORDER', 'orders');
  INSERT INTO ce_intent_classifier (rule_type, pattern, intent_code, state_code, priority) VALUES
    ('REGEX', 'cancel my order', 'ORDER', 'ASK', 1);
  INSERT INTO ce_pending_action (intent_code, state_code, action_key, bean_name, method_names) VALUES
    ('ORDER', 'ASK', 'cancel_order', 'orders', 'cancel');
  INSERT INTO ce_response (intent_code, state_code, output_format, response_type, exact_text) VALUES
    ('ORDER', 'ASK', 'TEXT', 'EXACT', 'Shall I cancel it?');`;

/** Makes storing a turn take long enough for another process to wait for it. */
const SLOW_COMMIT = `
  CREATE FUNCTION take_time() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN PERFORM pg_sleep(0.7); RETURN NULL; END';
  CREATE TRIGGER slow_commit AFTER UPDATE ON ce_conversation FOR EACH ROW WHEN (NEW.turn_no > OLD.turn_no)
    EXECUTE FUNCTION take_time();`;

describe.skipIf(!inject('postgres')?.available).each([
  ['everything', true],
  ['nothing', false],
])('a yes that another process reads while the turn of the first is being stored (%s is audited)', (_what, audited) => {
  let database: TestDatabase;
  let engines: readonly [TestEngine, TestEngine];
  let runs = 0;
  const orders: ActionHandler = {
    kind: 'action',
    name: 'orders',
    methods: {
      cancel: () => {
        runs += 1;
        return done();
      },
    },
  };
  beforeAll(async () => {
    database = await openPostgres();
    const options = { database, handlers: [orders], config: { 'audit.enabled': audited } };
    engines = [await startEngine({ ...options, seeds: [FLOW] }), await startEngine(options)];
  });
  afterAll(async () => {
    for (const engine of engines) await engine.close();
    await database.close();
  });

  /** Two processes are told yes at the same time, about a question that was asked just now. */
  const sayYesToBoth = async (headers: Record<string, string>) => {
    runs = 0;
    const id = randomUUID();
    await engines[0].say('cancel my order', id);
    await database.dataSource.query(SLOW_COMMIT);
    try {
      return await Promise.all(engines.map((engine) => engine.say('yes', id, {}, headers)));
    } finally {
      await database.dataSource.query('DROP FUNCTION take_time CASCADE');
    }
  };

  it('is told that the action has been done, and not that nothing was done', async () => {
    const texts = (await sayYesToBoth({})).map(({ text }) => text).sort();
    expect(texts[0]).toMatch(/^Done\./);
    expect(texts[1]).toContain('already been done');
    expect(runs).toBe(1);
  });

  it('gets the same reply for the same Idempotency-Key', async () => {
    const [first, second] = await sayYesToBoth({ 'idempotency-key': 'yes-1' });
    expect(second?.raw).toBe(first?.raw);
    expect(first?.text).toMatch(/^Done\./);
    expect(runs).toBe(1);
  });
});
