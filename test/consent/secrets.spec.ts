import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  type ActionHandler,
  done,
  failed,
  type JsonObject,
  ToolError,
  type ToolHandler,
  type WorkflowHandler,
} from '../../src/app/index.js';
import { isJsonObject } from '../../src/platform/common/json.js';
import { describeOnEachDatabase, type TestDatabase } from '../helpers/databases.js';
import { startEngine, type TestEngine } from '../helpers/engine.js';
import { type ScriptedModel, startScriptedModel } from '../helpers/scripted-model.js';

const PIN = '483915';
const FLOW = `
  INSERT INTO ce_intent (intent_code, description) VALUES ('BLOCK', 'Block a card');
  INSERT INTO ce_intent_classifier (rule_type, pattern, intent_code, state_code, priority) VALUES
    ('CONTAINS', 'block', 'BLOCK', 'ASK', 1);
  INSERT INTO ce_output_schema (intent_code, state_code, json_schema, priority) VALUES ('BLOCK', 'ANY',
    '{"type": "object", "required": ["card", "pin"], "properties": {
       "card": {"type": "string", "pattern": "^C[0-9]{3}$"},
       "pin": {"type": "string", "pattern": "^[0-9]{6}$", "x-sensitive": true}}}', 1);
  INSERT INTO ce_pending_action (intent_code, state_code, action_key, bean_name, method_names, description) VALUES
    ('BLOCK', 'ASK', 'block_card', 'cards', 'block', 'block the card');
  INSERT INTO ce_response (intent_code, state_code, output_format, response_type, exact_text, derivation_hint) VALUES
    ('BLOCK', 'ASK', 'TEXT', 'DERIVED', 'Shall I block card {{card}}?', 'Ask for what is missing, or for consent.');`;

/** As pydantic writes the arguments `pin: SecretStr | None, login: Login`. */
const PYDANTIC = JSON.stringify({
  type: 'object',
  properties: {
    pin: { anyOf: [{ type: 'string', format: 'password', writeOnly: true }, { type: 'null' }], default: null },
    code: { type: 'integer', writeOnly: true },
    login: { $ref: '#/$defs/Login' },
  },
  $defs: {
    Login: { type: 'object', properties: { password: { type: 'string', format: 'password', writeOnly: true } } },
  },
});
const GATE = `
  INSERT INTO ce_intent (intent_code, description) VALUES ('GATE', 'Open a gate');
  INSERT INTO ce_intent_classifier (rule_type, pattern, intent_code, state_code, priority) VALUES
    ('CONTAINS', 'gate', 'GATE', 'ASK', 1);
  INSERT INTO ce_output_schema (intent_code, state_code, json_schema, priority) VALUES ('GATE', 'ANY',
    '{"type": "object", "required": ["code"], "properties": {"code": {"$ref": "#/$defs/Code"}},
      "$defs": {"Code": {"type": "string", "pattern": "^[0-9]{6}$", "x-sensitive": true}}}', 1);
  INSERT INTO ce_mcp_tool (tool_code, tool_group, intent_code, state_code, description, side_effect, input_schema) VALUES
    ('gate.open', 'CUSTOM', 'ANY', 'ANY', 'Open the gate', 'WRITE', '${PYDANTIC}'),
    ('gate.run', 'WORKFLOW_ACTION', 'ANY', 'ANY', 'Run a gate', 'WRITE', NULL);
  INSERT INTO ce_pending_action (intent_code, state_code, action_key, bean_name, method_names, description) VALUES
    ('GATE', 'ASK', 'open_gate', 'gates', 'open', 'open the gate');
  INSERT INTO ce_response (intent_code, state_code, output_format, response_type, exact_text) VALUES
    ('GATE', 'ASK', 'TEXT', 'EXACT', 'Shall I open the gate?');`;

describeOnEachDatabase('a value that a schema marks as secret in a part of its own', (open) => {
  const opened: JsonObject[] = [];
  const gate: ToolHandler = {
    kind: 'tool',
    toolCode: 'gate.open',
    execute: ({ arguments: args }) => {
      opened.push(args);
      if (isJsonObject(args.login) && args.login.user === 'stuck') throw new Error(`stuck with ${String(args.pin)}`);
      return { opened_with: args.pin, code: args.code };
    },
  };
  const gates: ActionHandler = {
    kind: 'action',
    name: 'gates',
    methods: { open: ({ arguments: { code } }) => failed(`the code ${String(code)} is wrong.`) },
  };
  const run: WorkflowHandler = {
    kind: 'workflow',
    name: 'gate-run',
    inputSchema: JSON.parse(PYDANTIC) as JsonObject,
    run: async ({ arguments: { pin = null, code = null, login }, step }) => {
      if (isJsonObject(login) && login.user === 'bob')
        await step('gate', () => Promise.reject(new ToolError(`no gate for ${String(pin)}`)));
      return { pin, codes: [code] };
    },
  };
  let database: TestDatabase;
  let engine: TestEngine;
  beforeAll(async () => {
    database = await open();
    const config = {
      'flow.guardrail.require-approval-for-sensitive-actions': true,
      'flow.guardrail.sensitive-patterns': ['vault'],
    };
    engine = await startEngine({ database, seeds: [GATE], handlers: [gate, gates, run], config });
  });
  const actionsOf = async (id: string) => {
    const { items } = (await (await fetch(`${engine.url}/api/v1/actions`)).json()) as { items: JsonObject[] };
    return items.filter(({ conversationId }) => conversationId === id);
  };
  afterAll(() => engine.close());

  it('is hidden where the tool is asked about, and in what is recorded', async () => {
    const id = randomUUID();
    const login = { user: 'ann', password: 'walrus' };
    const asked = await engine.say('open the gate', id, {
      inputParams: { tool_request: { tool_code: 'gate.open', args: { pin: PIN, code: 471_123, login } } },
    });
    expect(asked.body.pendingActions).toMatchObject([
      { arguments: { pin: '[hidden]', code: '[hidden]', login: { user: 'ann', password: '[hidden]' } } },
    ]);
    const done = await engine.say('yes', id);
    expect(opened).toEqual([{ pin: PIN, code: 471_123, login }]);
    expect(done.text).toBe('Done. (opened with: [hidden], code: [hidden])');
    expect((await engine.say('yes', id)).text).toContain('code: [hidden]');
    const kept = await Promise.all(
      ['ce_conversation_history', 'ce_turn_record', 'ce_turn_reply'].map((table) =>
        database.database.query(`SELECT * FROM ${table} WHERE conversation_id = $1`, [id]),
      ),
    );
    for (const text of [asked.raw, done.raw, JSON.stringify(kept)]) {
      for (const secret of [PIN, 'walrus', '471123']) expect(text).not.toContain(secret);
    }
    const [action] = await actionsOf(id);
    const shown = await (await fetch(`${engine.url}/api/v1/actions/${String(action?.actionId)}`)).text();
    expect(JSON.parse(shown)).toMatchObject({ outcome: { result: { opened_with: '[hidden]', code: '[hidden]' } } });
    expect(shown).not.toContain('471123');
  });

  it('is hidden from whoever looks after actions and workflows', async () => {
    const id = randomUUID();
    const ask = async (tool_code: string, args: JsonObject, message = 'open the gate') => {
      await engine.say(message, id, { inputParams: { tool_request: { tool_code, args } } });
      await engine.say('yes', id);
    };
    await ask('gate.open', { pin: PIN, code: 1, login: { user: 'stuck', password: 'walrus' } });
    await ask('gate.run', {
      operation: 'start',
      workflow: 'gate-run',
      arguments: { pin: PIN, code: 471_123, login: { user: 'ann', password: 'walrus' } },
    });
    await ask('gate.run', {
      operation: 'start',
      workflow: 'gate-run',
      arguments: { pin: PIN, code: 2, login: { user: 'bob', password: 'walrus' } },
    });
    await ask('gate.open', { pin: PIN, code: 471_123, login: { user: 'ann', password: 'walrus' } }, 'the vault gate');
    const read = async (path: string) => (await fetch(`${engine.url}/api/v1/${path}`)).json();
    const held = await read('actions/held');
    expect(held).toMatchObject([
      { arguments: { pin: '[hidden]', login: { user: 'stuck' } }, error: 'stuck with [hidden]' },
    ]);
    const awaiting = await read('actions/awaiting-approval');
    expect(awaiting).toMatchObject([{ arguments: { code: '[hidden]', login: { user: 'ann', password: '[hidden]' } } }]);
    const runs = async () =>
      (await read(`workflows?conversationId=${id}`)) as { runId: string; error: string | null }[];
    await expect.poll(async () => (await runs()).map(({ error }) => error)).toEqual(['no gate for [hidden]', null]);
    const [bobs, anns] = (await runs()).map(({ runId }) => `workflows/${id}/${runId}`);
    const failed = await read(String(bobs));
    expect(failed).toMatchObject({ error: 'no gate for [hidden]', steps: [{ error: 'no gate for [hidden]' }] });
    await expect.poll(() => read(String(anns))).toMatchObject({ result: { pin: '[hidden]', codes: ['[hidden]'] } });
    const shown = [held, awaiting, await runs(), failed, await read(String(anns))];
    for (const secret of [PIN, 'walrus', '471123']) expect(JSON.stringify(shown)).not.toContain(secret);
  });

  it('is hidden in replies and history of a flow whose schema refers to it', async () => {
    const id = randomUUID();
    const asked = await engine.say(`gate, code ${PIN}`, id);
    const told = await engine.say('yes', id);
    expect(told.text).toBe('It could not be done: the code [hidden] is wrong.');
    expect(asked.raw + told.raw).not.toContain(PIN);
    const rows = await database.database.query('SELECT * FROM ce_conversation_history WHERE conversation_id = $1', [
      id,
    ]);
    expect(rows.length).toBe(2);
    expect(JSON.stringify(rows)).not.toContain(PIN);
  });
});

describeOnEachDatabase('a value that the schema marks as secret', (open) => {
  const blocked: JsonObject[] = [];
  const cards: ActionHandler = {
    kind: 'action',
    name: 'cards',
    methods: {
      block: ({ arguments: args }) => {
        blocked.push(args);
        return done();
      },
    },
  };
  let database: TestDatabase;
  let model: ScriptedModel;
  let engine: TestEngine;
  beforeAll(async () => {
    database = await open();
    model = await startScriptedModel([{ reply: { text: 'Shall I block card C123?' } }]);
    engine = await startEngine({
      database,
      seeds: [FLOW],
      handlers: [cards],
      config: { 'llm.provider': 'openai-compatible', 'llm.base-url': model.url, 'llm.model': 'm' },
    });
  });
  afterAll(async () => {
    await engine.close();
    await model.close();
  });

  it('is run with, and stands in no reply, no prompt and no log of prompts', async () => {
    const id = randomUUID();
    const replies = [
      await engine.say(`block my card C123, the pin is ${PIN}`, id),
      await engine.say('what happens then?', id),
    ];
    expect(replies[0]?.body.pendingActions).toMatchObject([{ arguments: { card: 'C123', pin: '[hidden]' } }]);
    replies.push(await engine.say('yes', id));
    expect(blocked).toEqual([{ card: 'C123', pin: PIN }]);
    expect(replies.map(({ raw }) => raw).join('\n')).not.toContain(PIN);
    expect(model.requests.length).toBeGreaterThan(0);
    expect(JSON.stringify(model.requests.map(({ body }) => body))).not.toContain(PIN);
    const logged = await database.database.query('SELECT * FROM ce_llm_call_log');
    expect(logged.length).toBeGreaterThan(0);
    expect(JSON.stringify(logged)).not.toContain(PIN);
  });

  it('is recorded with the action that needs it alone, and shown at no address', async () => {
    const id = randomUUID();
    const events: string[] = [];
    const following = new AbortController();
    const stream = await fetch(`${engine.url}/api/v1/conversation/stream/${id}`, { signal: following.signal });
    const reading = (async () => {
      for await (const chunk of stream.body ?? []) events.push(Buffer.from(chunk).toString());
    })().catch(() => undefined);
    await engine.say(`block my card C456, the pin is ${PIN}`, id);
    await engine.say(`yes, the pin is ${PIN}`, id);
    await expect.poll(() => events.join('')).toContain('PENDING_ACTION_EXECUTED');
    following.abort();
    await reading;
    const addresses = ['audit/ID', 'audit/ID/trace'].map((path) => `conversation/${path}`);
    addresses.push(
      'conversations/ID',
      'conversations/ID/history',
      'conversations/ID/turns',
      'conversations',
      'actions',
    );
    addresses.push('actions/export?format=csv', 'actions/export?format=json', 'llm-calls');
    for (const address of addresses) {
      const response = await fetch(`${engine.url}/api/v1/${address.replace('ID', id)}`);
      expect([address, response.status]).toEqual([address, 200]);
      expect(await response.text()).not.toContain(PIN);
    }
    expect(events.join('')).not.toContain(PIN);
    for (const table of [
      'ce_conversation_history',
      'ce_turn_record',
      'ce_llm_call_log',
      'ce_turn_reply',
      'ce_outbox_event',
    ]) {
      const rows = await database.database.query(`SELECT * FROM ${table} WHERE conversation_id = $1`, [id]);
      expect(JSON.stringify(rows)).not.toContain(PIN);
    }
    const [action] = await database.database.query(
      'SELECT arguments_json, question, confirmed_words FROM ce_action_proposal WHERE conversation_id = $1',
      [id],
    );
    expect(JSON.stringify(action)).toContain(PIN);
    expect(action?.confirmed_words).toBe('yes, the pin is [hidden]');
  });
});
