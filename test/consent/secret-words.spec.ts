import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type ActionHandler, done, type JsonObject } from '../../src/app/index.js';
import { describeOnEachDatabase, type TestDatabase } from '../helpers/databases.js';
import { startEngine, type TestEngine } from '../helpers/engine.js';
import { type ScriptedModel, startScriptedModel } from '../helpers/scripted-model.js';

const FLOW = `
  INSERT INTO ce_intent (intent_code, description) VALUES ('INSURE', 'Insure somebody');
  INSERT INTO ce_intent_classifier (rule_type, pattern, intent_code, state_code, priority) VALUES
    ('CONTAINS', 'insure', 'INSURE', 'ASK', 1);
  INSERT INTO ce_output_schema (intent_code, state_code, json_schema, priority) VALUES ('INSURE', 'ANY',
    '{"type": "object", "required": ["salary"], "properties": {
       "passphrase": {"type": "string", "x-sensitive": true, "pattern": "^[a-z]+[^a-z0-9][0-9]$"},
       "smoker": {"type": "boolean", "x-sensitive": true},
       "pin": {"type": "string", "x-sensitive": true, "pattern": "^[0-9]{6}$"},
       "birthday": {"type": "string", "format": "date", "x-sensitive": true},
       "salary": {"type": "integer", "x-sensitive": true}}}', 1);
  INSERT INTO ce_pending_action (intent_code, state_code, action_key, bean_name, method_names, description) VALUES
    ('INSURE', 'ASK', 'insure', 'office', 'insure', 'Insure you');
  INSERT INTO ce_response (intent_code, state_code, output_format, response_type, exact_text) VALUES
    ('INSURE', 'ASK', 'TEXT', 'DERIVED', 'Shall I insure you?');`;

describeOnEachDatabase('what is marked as secret, in other words than the value has', (open) => {
  const insured: JsonObject[] = [];
  const office: ActionHandler = {
    kind: 'action',
    name: 'office',
    methods: {
      insure: ({ arguments: args }) => {
        insured.push(args);
        return done();
      },
    },
  };
  let database: TestDatabase;
  let model: ScriptedModel;
  let engine: TestEngine;
  beforeAll(async () => {
    database = await open();
    const nothing = { when: 'JSON', reply: { json: {} } };
    model = await startScriptedModel([nothing, { reply: { text: 'Shall I insure you?' } }]);
    engine = await startEngine({
      database,
      seeds: [FLOW],
      handlers: [office],
      config: { 'llm.provider': 'openai-compatible', 'llm.base-url': model.url, 'llm.model': 'm' },
    });
  });
  afterAll(async () => {
    await engine.close();
    await model.close();
  });

  const asked = () => JSON.stringify(model.requests.map(({ body }) => body));
  const kept = async (id: string) => {
    const tables = ['ce_conversation_history', 'ce_turn_record', 'ce_llm_call_log', 'ce_turn_reply'];
    const rows = tables.map((table) =>
      database.database.query(`SELECT * FROM ${table} WHERE conversation_id = $1`, [id]),
    );
    return JSON.stringify(await Promise.all(rows));
  };

  it('stands in no prompt, no log of prompts, no history and no audit', async () => {
    const id = randomUUID();
    await engine.say('insure me, birthday 3 March 1985, salary is 85,000, passphrase: hunter"2, smoker: yes', id);
    await engine.say('what happens then?', id);
    await engine.say('yes', id);
    const secrets = { birthday: '1985-03-03', salary: 85_000, passphrase: 'hunter"2', smoker: true };
    expect(insured).toEqual([secrets]);
    expect(model.requests.length).toBeGreaterThan(3);
    for (const text of [asked(), await kept(id)]) {
      for (const secret of ['3 March', '1985-03', '85,000', '85000', 'hunter', 'smoker\\":true', 'smoker":true']) {
        expect([secret, text.includes(secret)]).toEqual([secret, false]);
      }
    }
  });

  it('as the answer to a question', async () => {
    const id = randomUUID();
    await engine.say('insure me', id);
    await engine.say('85,001', id);
    await engine.say('yes', id);
    expect(insured.at(-1)).toEqual({ salary: 85_001 });
    expect(asked()).not.toMatch(/85,?001/);
    expect(await kept(id)).not.toMatch(/85,?001/);
  });

  it('with a slip of the finger', async () => {
    const id = randomUUID();
    await engine.say('insure me, my pin is 48391', id);
    expect(asked()).not.toContain('48391');
    expect(await kept(id)).not.toContain('48391');
  });
});
