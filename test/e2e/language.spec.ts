import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type ActionHandler, done } from '../../src/handlers/index.js';
import { openSqlite, type TestDatabase } from '../helpers/databases.js';
import { startEngine, type TestEngine } from '../helpers/engine.js';

const SCHEMA = JSON.stringify({
  type: 'object',
  properties: {
    uhrzeit: { type: 'string', pattern: '^\\d{2}:\\d{2}$' },
    personen: { type: 'integer', minimum: 1, maximum: 20 },
  },
});
const SEED = `
  INSERT INTO ce_intent (intent_code, description) VALUES ('BUCHUNG', 'Buchungen');
  INSERT INTO ce_intent_classifier (rule_type, pattern, intent_code, state_code, priority) VALUES
    ('CONTAINS', 'tisch buchen', 'BUCHUNG', 'FRAGE', 1);
  INSERT INTO ce_output_schema (intent_code, state_code, json_schema, priority) VALUES ('BUCHUNG', 'ANY', '${SCHEMA}', 1);
  INSERT INTO ce_pending_action (intent_code, state_code, action_key, bean_name, method_names) VALUES
    ('BUCHUNG', 'FRAGE', 'buchen', 'tische', 'buchen');
  INSERT INTO ce_response (intent_code, state_code, output_format, response_type, exact_text) VALUES
    ('BUCHUNG', 'FRAGE', 'TEXT', 'EXACT', 'Soll ich den Tisch für {{personen}} um {{uhrzeit}} Uhr buchen?');`;

const PARAMETERS = { inputParams: { uhrzeit: '11:30', personen: 2 } };

describe('a service whose language is German', () => {
  let engine: TestEngine;
  let database: TestDatabase;
  let booked = 0;
  const buchen = () => {
    booked += 1;
    return done();
  };
  const tische: ActionHandler = { kind: 'action', name: 'tische', methods: { buchen } };
  beforeAll(async () => {
    database = await openSqlite();
    engine = await startEngine({ database, seeds: [SEED], handlers: [tische], config: { 'flow.language': 'de' } });
  });
  afterEach(() => {
    booked = 0;
  });
  afterAll(async () => {
    await engine.close();
    await database.close();
  });

  async function statusAfter(reply: string): Promise<unknown> {
    const id = randomUUID();
    await engine.say('Ich möchte einen Tisch buchen', id, PARAMETERS);
    const { context } = await engine.say(reply, id);
    return (context.pending_action_runtime as { status?: string }).status;
  }

  it.each(['ja', 'Ja bitte!', 'passt', 'Natürlich, danke'])('books after %j', async (reply) => {
    expect(await statusAfter(reply)).toBe('EXECUTED');
    expect(booked).toBe(1);
  });

  it.each(['nein', 'lieber nicht', 'abbrechen'])('books nothing after %j', async (reply) => {
    expect(await statusAfter(reply)).toBe('REJECTED');
    expect(booked).toBe(0);
  });

  it.each([
    ['ja aber um 12:30', 'Soll ich den Tisch für 2 um 12:30 Uhr buchen?'],
    ['nein, lieber für drei Personen', 'Soll ich den Tisch für 3 um 11:30 Uhr buchen?'],
    ['mach drei draus', 'Soll ich den Tisch für 3 um 11:30 Uhr buchen?'],
  ])('asks anew about what %j changes', async (reply, question) => {
    const id = randomUUID();
    await engine.say('Ich möchte einen Tisch buchen', id, PARAMETERS);
    expect((await engine.say(reply, id)).text).toContain(question);
  });

  it.each(['ähm', 'ja aber um 12:30', 'mach drei draus', 'super'])('asks again after %j', async (reply) => {
    expect(await statusAfter(reply)).toBe('OPEN');
    expect(booked).toBe(0);
  });
});

describe('a service whose language nobody knows', () => {
  it('does not start, and says which there are', async () => {
    const database = await openSqlite();
    const started = startEngine({ database, config: { 'flow.language': 'tlh' } });
    await expect(started).rejects.toThrow(/there is no language "tlh", only de, en; put your own/);
    await database.close();
  });
});
