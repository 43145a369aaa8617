import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { describeOnEachDatabase } from '../helpers/databases.js';
import { startEngine, type TestEngine } from '../helpers/engine.js';

const STATUS = {
  type: 'object',
  required: ['flight'],
  properties: { flight: { type: 'string', pattern: '^[A-Z]{2}\\d+$' } },
};
const TRANSFER = {
  type: 'object',
  required: ['amount', 'recipient'],
  properties: { amount: { type: 'integer' }, recipient: { type: 'string' }, at: { type: 'string', format: 'time' } },
};
const SEED = `
  INSERT INTO ce_intent (intent_code, description) VALUES ('STATUS', 'status of a flight'), ('TRANSFER', 'money');
  INSERT INTO ce_intent_classifier (rule_type, pattern, intent_code, state_code, priority) VALUES
    ('REGEX', '(?i)status|estado', 'STATUS', 'LOOK', 1),
    ('REGEX', '(?i)transfer|überweis', 'TRANSFER', 'COLLECT', 2);
  INSERT INTO ce_output_schema (intent_code, state_code, json_schema, priority) VALUES
    ('STATUS', 'ANY', '${JSON.stringify(STATUS)}', 1), ('TRANSFER', 'ANY', '${JSON.stringify(TRANSFER)}', 1);
  INSERT INTO ce_response (intent_code, state_code, output_format, response_type, exact_text) VALUES
    ('STATUS', 'LOOK', 'TEXT', 'EXACT', 'Flight {{flight}}; missing: {{missing_fields}}.'),
    ('TRANSFER', 'COLLECT', 'TEXT', 'EXACT', 'Missing: {{missing_fields}}.');
  INSERT INTO ce_pending_action (intent_code, state_code, action_key, bean_name, method_names) VALUES
    ('TRANSFER', 'CONFIRM', 'transfer_money', 'bank', 'transfer');`;

describeOnEachDatabase('values of a question and numbers alone, over HTTP', (open) => {
  async function withEngine(config: Record<string, unknown>, use: (engine: TestEngine, id: string) => Promise<void>) {
    const engine = await startEngine({ database: await open(), seeds: [SEED], config });
    try {
      await use(engine, randomUUID());
    } finally {
      await engine.close();
    }
  }

  it('fill the slots of an intent that only reads, by the pattern of a property of any name', () =>
    withEngine({}, async (engine, id) => {
      const reply = await engine.say('what is the status of LH123?', id);
      expect(reply.context).toMatchObject({ flight: 'LH123' });
      expect(reply.text).toBe('Flight LH123; missing: .');
    }));

  it('fill no slot of an intent that has something done', () =>
    withEngine({}, async (engine, id) => {
      const reply = await engine.say('what does it cost to transfer 50 euros?', id);
      expect(reply.context).not.toHaveProperty('amount');
    }));

  it('are an amount where a number is the only one, without a currency', () =>
    withEngine({}, async (engine, id) => {
      expect((await engine.say('transfer 50 to Bob', id)).context).toMatchObject({ amount: 50 });
    }));

  it.each([
    ['LANGUAGE', undefined],
    [24, '09:30:00Z'],
  ])('leave the half of the day open or not, by hours of the clock: %s', (hours, at) =>
    withEngine({ 'flow.clock-hours': hours }, async (engine, id) => {
      const { context } = await engine.say('transfer it at 9:30', id);
      expect(context.at).toBe(at);
    }),
  );
});
