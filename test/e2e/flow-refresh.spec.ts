import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { describeOnEachDatabase, openSqlite, type TestDatabase } from '../helpers/databases.js';
import { startEngine, type TestEngine } from '../helpers/engine.js';

const GOOD = `
  INSERT INTO ce_intent (intent_code, description) VALUES ('HELLO', 'hello');
  INSERT INTO ce_intent_classifier (classifier_id, rule_type, pattern, intent_code, state_code, priority)
    VALUES (1, 'REGEX', '^hello', 'HELLO', 'IDLE', 1);
  INSERT INTO ce_response (response_id, intent_code, state_code, output_format, response_type, exact_text)
    VALUES (1, 'HELLO', 'IDLE', 'TEXT', 'EXACT', 'first');`;

describeOnEachDatabase('a refresh of the flow tables', (open) => {
  let engine: TestEngine;
  let database: TestDatabase;
  beforeAll(async () => {
    database = await open();
    engine = await startEngine({ database, seeds: [GOOD] });
  });
  afterAll(() => engine.close());
  const refresh = () => fetch(`${engine.url}/api/v1/cache/refresh`, { method: 'POST' });
  const hello = async () => (await engine.say('hello', randomUUID())).text;

  it('switches to what the tables say now', async () => {
    expect(await hello()).toBe('first');
    await database.database.query("UPDATE ce_response SET exact_text = 'second' WHERE response_id = 1");
    expect(await hello()).toBe('first');
    expect((await refresh()).status).toBe(200);
    expect(await hello()).toBe('second');
  });

  it('names every row that cannot be used, and keeps the flow that works', async () => {
    await database.database.query("UPDATE ce_intent_classifier SET pattern = '(hello' WHERE classifier_id = 1");
    await database.database.query("UPDATE ce_response SET exact_text = 'third' WHERE response_id = 1");
    const refused = await refresh();
    expect(refused.status).toBe(422);
    const body = (await refused.json()) as { errorCode: string; message: string; data: { problems: unknown[] } };
    expect(body.errorCode).toBe('FLOW_INVALID');
    expect(body.message).toContain('ce_intent_classifier[1].pattern');
    expect(body.data.problems).toHaveLength(1);
    expect(await hello()).toBe('second');
  });
});

describe('a service', () => {
  const broken = GOOD.replace("'^hello'", "'('");
  it('does not start on rows it cannot use, and names them', async () => {
    const database = await openSqlite();
    await expect(startEngine({ database, seeds: [broken] })).rejects.toThrow('ce_intent_classifier[1].pattern');
    await database.close();
  });

  it('starts without them where that is configured', async () => {
    const database = await openSqlite();
    const engine = await startEngine({ database, seeds: [broken], config: { 'flow.validation': 'lenient' } });
    expect((await engine.say('hello', randomUUID())).status).toBe(200);
    await engine.close();
    await database.close();
  });
});
