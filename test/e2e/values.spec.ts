import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { describeOnEachDatabase } from '../helpers/databases.js';
import { startEngine, type TestEngine } from '../helpers/engine.js';

const SCHEMA = {
  type: 'object',
  required: ['tickets', 'day', 'hour', 'name'],
  properties: {
    tickets: { type: 'integer', minimum: 1, maximum: 8 },
    day: { type: 'string', format: 'date' },
    hour: { type: 'string', format: 'time' },
    name: { type: 'string' },
  },
};
const SEED = `
  INSERT INTO ce_intent (intent_code, description) VALUES ('TICKETS', 'tickets');
  INSERT INTO ce_intent_classifier (rule_type, pattern, intent_code, state_code, priority) VALUES
    ('REGEX', '(?i)tickets|karten', 'TICKETS', 'COLLECT', 1);
  INSERT INTO ce_output_schema (intent_code, state_code, json_schema, priority) VALUES
    ('TICKETS', 'ANY', '${JSON.stringify(SCHEMA)}', 1);
  INSERT INTO ce_response (intent_code, state_code, output_format, response_type, exact_text) VALUES
    ('TICKETS', 'COLLECT', 'TEXT', 'EXACT', 'Missing: {{missing_fields}}.');`;

/** Wednesday, 11 March 2026, 00:30 in Berlin, still Tuesday in UTC. */
const clock = { now: () => Date.UTC(2026, 2, 10, 23, 30) };

describeOnEachDatabase('values from the words, over HTTP', (open) => {
  async function withEngine(config: Record<string, unknown>, use: (engine: TestEngine, id: string) => Promise<void>) {
    const engine = await startEngine({ database: await open(), seeds: [SEED], clock, config });
    try {
      await use(engine, randomUUID());
    } finally {
      await engine.close();
    }
  }

  it('come several at a time, on the day of the time zone; what breaks the schema is refused with its reason', () =>
    withEngine({ 'flow.time-zone': 'Europe/Berlin' }, async (engine, id) => {
      const first = await engine.say('12 tickets for tomorrow at 7pm, name is Ann Lee', id);
      expect(first.context).toMatchObject({ day: '2026-03-12', hour: '19:00:00+01:00', name: 'Ann Lee' });
      expect(first.context).not.toHaveProperty('tickets');
      expect(first.text).toMatch(/tickets: must be at most 8/i);
      expect((await engine.say('four', id)).context).toMatchObject({ tickets: 4, name: 'Ann Lee' });
    }));

  it('are read in the language of the configuration', () =>
    withEngine({ 'flow.language': 'de' }, async (engine, id) => {
      const { context } = await engine.say('vier Karten für tickets, übermorgen um halb acht, name: Jörg', id);
      expect(context).toMatchObject({ day: '2026-03-12', hour: '07:30:00Z', name: 'Jörg' });
    }));
});
