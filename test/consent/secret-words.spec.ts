import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type ActionHandler, done, type JsonObject, type ToolHandler } from '../../src/app/index.js';
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
       "nickname": {"type": "string", "x-sensitive": true},
       "smoker": {"type": "boolean", "x-sensitive": true},
       "pin": {"type": "string", "x-sensitive": true, "pattern": "^[0-9]{6}$"},
       "birthday": {"type": "string", "format": "date", "x-sensitive": true},
       "salary": {"type": "integer", "x-sensitive": true}}}', 1);
  INSERT INTO ce_pending_action (intent_code, state_code, action_key, bean_name, method_names, description) VALUES
    ('INSURE', 'ASK', 'insure', 'office', 'insure', 'Insure you');
  INSERT INTO ce_mcp_tool (tool_code, tool_group, intent_code, state_code, description, side_effect, input_schema) VALUES
    ('lock', 'CUSTOM', 'LOCK', 'ANY', 'Lock the door', 'WRITE',
     '{"type": "object", "properties": {"code": {"type": "string", "x-sensitive": true}}}'),
    ('peek', 'CUSTOM', 'LOCK', 'ANY', 'Look whether the door is open', 'READ',
     '{"type": "object", "properties": {"code": {"type": "string", "x-sensitive": true}}}');
  INSERT INTO ce_intent_classifier (rule_type, pattern, intent_code, state_code, priority) VALUES
    ('CONTAINS', 'lock', 'LOCK', 'START', 1);
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
  let config: Record<string, string>;
  beforeAll(async () => {
    database = await open();
    const plan = { action: 'CALL_TOOL', tool_code: 'lock', args: { code: 'walrus' } };
    const nothing = { when: 'JSON', reply: { json: {} } };
    model = await startScriptedModel([
      { when: 'You decide the next step', reply: { json: plan } },
      nothing,
      { reply: { text: 'Shall I insure you?' } },
    ]);
    config = { 'llm.provider': 'openai-compatible', 'llm.base-url': model.url, 'llm.model': 'm' };
    engine = await startEngine({
      database,
      seeds: [FLOW],
      handlers: [office],
      config,
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

  it('as an argument that a model has found for a tool: from the reply on', async () => {
    const id = randomUUID();
    const lock: ToolHandler = { kind: 'tool', toolCode: 'lock', execute: () => ({ locked: true }) };
    const door = await startEngine({ database, handlers: [office, lock], config });
    const replies = [await door.say('please lock it by walrus', id), await door.say('what does that do?', id)];
    await door.close();
    expect(replies[0]?.body.pendingActions).toMatchObject([{ arguments: { code: '[hidden]' } }]);
    expect(replies.map(({ raw }) => raw).join('\n')).not.toContain('walrus');
    const kept = 'SELECT user_input, assistant_output FROM ce_conversation_history WHERE conversation_id = $1';
    const [row] = await database.database.query('SELECT * FROM ce_conversation WHERE conversation_id = $1', [id]);
    expect(JSON.stringify([row, await database.database.query(kept, [id])])).not.toContain('walrus');
  });

  it('as an argument that a model has found for a tool that only reads, and that the tool gives back', async () => {
    const id = randomUUID();
    const plan = { action: 'CALL_TOOL', tool_code: 'peek', args: { code: 'badger' } };
    const looking = await startScriptedModel([
      { when: 'by badger', times: 1, reply: { json: {} } },
      { when: 'You decide the next step', times: 1, reply: { json: plan } },
      { when: 'You decide the next step', reply: { json: { action: 'ANSWER', answer: 'It is open.' } } },
      { when: 'JSON', reply: { json: {} } },
      { reply: { text: 'Hm.' } },
    ]);
    const called: JsonObject[] = [];
    const peek: ToolHandler = {
      kind: 'tool',
      toolCode: 'peek',
      execute: ({ arguments: args }) => {
        called.push(args);
        return { isOpen: true, by: args.code };
      },
    };
    const door = await startEngine({
      database,
      handlers: [office, peek],
      config: { ...config, 'llm.base-url': looking.url },
    });
    const first = await door.say('is the lock open, by badger', id);
    const asked = looking.requests.length;
    const replies = [first, await door.say('what does that do?', id)];
    await door.close();
    await looking.close();
    expect(called).toEqual([{ code: 'badger' }]);
    expect(replies.map(({ raw }) => raw).join('\n')).not.toContain('badger');
    expect(JSON.stringify(looking.requests.slice(asked).map(({ body }) => body))).not.toContain('badger');
    const tables = ['ce_conversation', 'ce_conversation_history', 'ce_turn_reply'];
    const rows = tables.map((table) =>
      database.database.query(`SELECT * FROM ${table} WHERE conversation_id = $1`, [id]),
    );
    expect(JSON.stringify(await Promise.all(rows))).not.toContain('badger');
  });

  it('is not what a model gives back in its place', async () => {
    const back = { nickname: '[hidden]', salary: 7 };
    const plan = { action: 'CALL_TOOL', tool_code: 'lock', args: { code: '[hidden]' } };
    const giving = await startScriptedModel([
      { when: 'You decide the next step', reply: { json: plan } },
      { when: 'You read values', reply: { json: back } },
      { reply: { text: 'Hm.' } },
    ]);
    const lock: ToolHandler = { kind: 'tool', toolCode: 'lock', execute: () => ({ locked: true }) };
    const other = await startEngine({
      database,
      handlers: [office, lock],
      config: { ...config, 'llm.base-url': giving.url },
    });
    const id = randomUUID();
    await other.say('insure me, nickname: Bunny, salary: 7', id);
    await other.say('yes', id);
    expect(insured.at(-1)).toEqual({ nickname: 'Bunny', salary: 7 });
    const asked = await other.say('please lock it', randomUUID());
    expect(asked.body.pendingActions).toEqual([]);
    await other.close();
    await giving.close();
  });

  it('with a slip of the finger', async () => {
    const id = randomUUID();
    await engine.say('insure me, my pin is 48391', id);
    expect(asked()).not.toContain('48391');
    expect(await kept(id)).not.toContain('48391');
  });
});
