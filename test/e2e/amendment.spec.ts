import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { JsonObject } from '../../src/platform/common/json.js';
import { type ActionHandler, done } from '../../src/platform/handlers-api/index.js';
import { describeOnEachDatabase, openSqlite } from '../helpers/databases.js';
import { startEngine, type TestEngine } from '../helpers/engine.js';

const SCHEMA = JSON.stringify({
  type: 'object',
  properties: {
    time: { type: 'string', pattern: '^\\d{1,2}:\\d{2}$' },
    people: { type: 'integer', minimum: 1, maximum: 20 },
    terrace: { type: 'boolean' },
    note: { type: 'string' },
  },
  required: ['time', 'people'],
});
const SEED = `
  INSERT INTO ce_intent (intent_code, description) VALUES ('TABLE', 'book a table');
  INSERT INTO ce_intent_classifier (rule_type, pattern, intent_code, state_code, priority) VALUES
    ('CONTAINS', 'book a table', 'TABLE', 'ASK', 1);
  INSERT INTO ce_output_schema (intent_code, state_code, json_schema, priority) VALUES ('TABLE', 'ANY', '${SCHEMA}', 1);
  INSERT INTO ce_pending_action (intent_code, state_code, action_key, bean_name, method_names) VALUES
    ('TABLE', 'ASK', 'book', 'tables', 'book');
  INSERT INTO ce_response (intent_code, state_code, output_format, response_type, exact_text) VALUES
    ('TABLE', 'ASK', 'TEXT', 'EXACT', 'Shall I book for {{people}} at {{time}}?');`;

const booked: JsonObject[] = [];
const tables: ActionHandler = {
  kind: 'action',
  name: 'tables',
  methods: {
    book: ({ arguments: args }) => {
      booked.push(args);
      return done();
    },
  },
};

const parameters = { inputParams: { time: '11:30', people: 2 } };
const lastRevision = async (engine: TestEngine, id: string) =>
  engine.count('SELECT revision FROM ce_action_proposal WHERE conversation_id = $1', [id]);

describeOnEachDatabase('a correction of what was proposed', (open) => {
  let engine: TestEngine;
  beforeAll(async () => {
    engine = await startEngine({ database: await open(), seeds: [SEED], handlers: [tables] });
  });
  afterAll(() => engine.close());

  async function proposed(): Promise<string> {
    const id = randomUUID();
    const { text } = await engine.say('book a table', id, parameters);
    expect(text).toBe('Shall I book for 2 at 11:30?');
    return id;
  }

  it.each([
    ['no, change the time to 12:30', 'time 11:30 → 12:30', { time: '12:30', people: 2 }],
    ['change the people to 3', 'people 2 → 3', { time: '11:30', people: 3 }],
    ['yes, but for 3 people', 'people 2 → 3', { time: '11:30', people: 3 }],
  ])('by %j is said, asked about, and done after the yes', async (words, changes, args) => {
    const id = await proposed();
    const asked = await engine.say(words, id);
    expect(asked.text).toBe(`Changed: ${changes}.\n\nShall I book for ${args.people} at ${args.time}?`);
    expect(await lastRevision(engine, id)).toBe(2);
    const reminded = await engine.say('hmm', id);
    expect(reminded.text).not.toContain('Changed');
    await engine.say('yes', id);
    expect(booked.at(-1)).toEqual(args);
  });

  it.each([
    ['change the time to 12:30 and for 3 people', 'time 11:30 → 12:30, people 2 → 3', { time: '12:30', people: 3 }],
    ['for 4 people, and change the time to 12:30', 'time 11:30 → 12:30, people 2 → 4', { time: '12:30', people: 4 }],
    ['please change the time to 12:30, thanks', 'time 11:30 → 12:30', { time: '12:30', people: 2 }],
  ])('takes the other values of %j too, and only those', async (words, changes, args) => {
    const id = await proposed();
    const asked = await engine.say(words, id);
    expect(asked.text).toBe(`Changed: ${changes}.\n\nShall I book for ${args.people} at ${args.time}?`);
    await engine.say('yes', id);
    expect(booked.at(-1)).toEqual(args);
  });

  it('says which of the values beside it cannot be used', async () => {
    const id = await proposed();
    const { text } = await engine.say('change the time to 12:30 and for 99 people', id);
    expect(text).toContain('20');
    await engine.say('yes', id);
    expect(booked.at(-1)).toEqual({ time: '12:30', people: 2 });
  });

  it('to a value that does not fit is refused with the reason; what was proposed stays, and is asked again', async () => {
    const id = await proposed();
    const refused = await engine.say('change the people to 99', id);
    expect(refused.text).toMatch(/^I could not change people: .*20.*\n\nShall I book for 2 at 11:30\?$/);
    expect(await lastRevision(engine, id)).toBe(1);
    await engine.say('yes', id);
    expect(booked.at(-1)).toEqual({ time: '11:30', people: 2 });
  });
});

describe('a yes that switches something on', () => {
  it.each(['yes, with terrace', 'terrace please'])(
    'as %j does changes what was proposed, and runs nothing',
    async (words) => {
      const database = await openSqlite();
      const seed = SEED.replace('at {{time}}?', 'at {{time}}, terrace {{terrace}}?');
      const engine = await startEngine({ database, seeds: [seed], handlers: [tables] });
      const id = randomUUID();
      await engine.say('book a table', id, parameters);
      booked.length = 0;
      const asked = await engine.say(words, id);
      expect(asked.text).toBe('Changed: terrace true.\n\nShall I book for 2 at 11:30, terrace true?');
      expect(booked).toEqual([]);
      await engine.say('yes', id);
      expect(booked).toEqual([{ time: '11:30', people: 2, terrace: true }]);
      await engine.close();
      await database.close();
    },
  );
});

describe('a change to a value that another argument has', () => {
  it('is no yes, though the question has every word of it', async () => {
    const database = await openSqlite();
    const seed = SEED.replace('Shall I book for {{people}}', 'Shall I book, note {{note}}, people {{people}},');
    const engine = await startEngine({ database, seeds: [seed], handlers: [tables] });
    const id = randomUUID();
    const asked = await engine.say('book a table', id, {
      inputParams: { time: '11:30', people: 2, note: 'call me at 5' },
    });
    expect(asked.text).toBe('Shall I book, note call me at 5, people 2, at 11:30?');
    booked.length = 0;
    expect((await engine.say('change the people to 5', id)).text).toMatch(/^Changed: people 2 → 5\./);
    expect(booked).toEqual([]);
    await engine.say('yes', id);
    expect(booked).toMatchObject([{ time: '11:30', people: 5 }]);
    await engine.close();
    await database.close();
  });
});

describe('the words for a change', () => {
  it("can be the flow's own", async () => {
    const words = `INSERT INTO ce_config (config_type, config_key, config_value)
      VALUES ('CorrectionStep', 'CHANGED_TEXT', 'Now {{changes}}!')`;
    const database = await openSqlite();
    const engine = await startEngine({ database, seeds: [SEED, words], handlers: [tables] });
    const id = randomUUID();
    await engine.say('book a table', id, parameters);
    expect((await engine.say('change the people to 3', id)).text).toMatch(/^Now people 2 → 3!/);
    await engine.close();
    await database.close();
  });
});
