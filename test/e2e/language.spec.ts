import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type ActionHandler, done } from '../../src/platform/handlers-api/index.js';
import { describeOnEachDatabase, openSqlite, type TestDatabase } from '../helpers/databases.js';
import { MovableClock, startEngine, type TestEngine } from '../helpers/engine.js';

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

const TABLE = JSON.stringify({
  type: 'object',
  properties: { ort: { type: 'string' }, personen: { type: 'integer', minimum: 1, maximum: 20 } },
});
const TABLE_SEED = `
  INSERT INTO ce_intent (intent_code, description) VALUES ('TISCH', 'einen Tisch buchen'), ('TAXI', 'ein Taxi rufen');
  INSERT INTO ce_intent_classifier (rule_type, pattern, intent_code, state_code, priority) VALUES
    ('CONTAINS', 'tisch', 'TISCH', 'FRAGE', 1), ('CONTAINS', 'taxi', 'TAXI', 'FRAGE', 1);
  INSERT INTO ce_output_schema (intent_code, state_code, json_schema, priority) VALUES ('TISCH', 'ANY', '${TABLE}', 1);
  INSERT INTO ce_pending_action (intent_code, state_code, action_key, bean_name, method_names, description) VALUES
    ('TISCH', 'FRAGE', 'buchen', 'tische', 'buchen', 'Tisch buchen'),
    ('TAXI', 'FRAGE', 'rufen', 'tische', 'buchen', 'Taxi rufen');
  INSERT INTO ce_config (config_type, config_key, config_value) VALUES
    ('PendingActionStep', 'REJECTED_TEXT', 'Dann eben nicht.');
  INSERT INTO ce_response (intent_code, state_code, output_format, response_type, exact_text) VALUES
    ('TISCH', 'FRAGE', 'TEXT', 'EXACT', 'Soll ich den Tisch in {{ort}} für {{personen}} Personen buchen?');`;

describeOnEachDatabase('a whole conversation in German', (open) => {
  let engine: TestEngine;
  const clock = new MovableClock();
  const booked: unknown[] = [];
  const tische: ActionHandler = {
    kind: 'action',
    name: 'tische',
    methods: {
      buchen: ({ arguments: args }) => {
        booked.push(args);
        return done({ nummer: 'T7' });
      },
    },
  };
  beforeAll(async () => {
    const config = { 'flow.language': 'de' };
    engine = await startEngine({ database: await open(), seeds: [TABLE_SEED], handlers: [tische], config, clock });
  });
  afterEach(() => {
    booked.length = 0;
  });
  afterAll(() => engine.close());

  async function start(): Promise<string> {
    const id = randomUUID();
    const { text } = await engine.say('einen Tisch bitte', id, { inputParams: { ort: 'Bremen', personen: 2 } });
    expect(text).toBe('Soll ich den Tisch in Bremen für 2 Personen buchen?');
    return id;
  }

  it('says what changed, does it once, and says that it is done', async () => {
    const id = await start();
    expect((await engine.say('nein, lieber in Kiel', id)).text).toBe(
      'Geändert: ort Bremen → Kiel.\n\nSoll ich den Tisch in Kiel für 2 Personen buchen?',
    );
    expect((await engine.say('ja bitte', id)).text).toBe('Erledigt. (nummer: T7)');
    expect((await engine.say('ja', id)).text).toBe(
      'Das ist schon erledigt; es wurde nicht noch einmal getan. (nummer: T7)',
    );
    expect(booked).toEqual([{ ort: 'Kiel', personen: 2 }]);
  });

  it('does nothing that has expired, and says so', async () => {
    const id = await start();
    clock.advance(24 * 3_600_000);
    expect((await engine.say('ja', id)).text).toMatch(/^Diese Anfrage ist abgelaufen, und es wurde nichts getan\./);
    expect(booked).toEqual([]);
  });

  it('says why a value is not taken', async () => {
    expect((await engine.say('ändere die Personen auf 30', await start())).text).toContain(
      'Ich konnte personen nicht ändern: darf höchstens 20 sein.',
    );
  });

  it('asks in its own words where the flow has none', async () => {
    expect((await engine.say('ein Taxi', randomUUID())).text).toBe('Soll ich das ausführen: Taxi rufen?');
  });

  it("says in the flow's words what the flow has words for", async () => {
    expect((await engine.say('nein', await start())).text).toBe('Dann eben nicht.');
  });

  it('says that it did not understand', async () => {
    expect((await engine.say('xyzzy', randomUUID())).text).toBe(
      'Das habe ich leider nicht verstanden. Können Sie es anders sagen?',
    );
  });
});

describe('a service whose language lacks a text', () => {
  it('does not start, and names it', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'languages-'));
    await mkdir(join(directory, 'en'));
    const replies = await readFile('config/languages/en/replies.yaml', 'utf8');
    await writeFile(join(directory, 'en/replies.yaml'), replies.replace(/^ +EXPIRED_TEXT:.*\n/m, ''));
    const database = await openSqlite();
    const started = startEngine({ database, config: { 'flow.language-directory': directory } });
    await expect(started).rejects.toThrow(
      /replies\.yaml is not as the engine needs it:\n {2}PendingActionStep\.EXPIRED_TEXT:/,
    );
    await database.close();
    await rm(directory, { recursive: true });
  });
});

describe('a service whose language nobody knows', () => {
  it('does not start, and says which there are', async () => {
    const database = await openSqlite();
    const started = startEngine({ database, config: { 'flow.language': 'tlh' } });
    await expect(started).rejects.toThrow(/there is no language "tlh", only de, en, es; put your own/);
    await database.close();
  });
});
