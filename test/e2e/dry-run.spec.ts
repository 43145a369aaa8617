import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { done, type Handler } from '../../src/app/index.js';
import type { DryRun } from '../../src/engine/dry-run/index.js';
import type { JsonObject } from '../../src/platform/common/json.js';
import { describeOnEachDatabase, openSqlite, type TestDatabase } from '../helpers/databases.js';
import { embeddingKeys, startEmbeddingServer } from '../helpers/embedding-server.js';
import { startEngine, type TestEngine } from '../helpers/engine.js';
import { type ScriptedModel, startScriptedModel } from '../helpers/scripted-model.js';
import { Upstream } from '../helpers/upstream.js';
import { WebhookReceiver } from '../helpers/webhook-receiver.js';

/** A desk whose turns come by everything that a turn can have done. */
const DESK = `
  INSERT INTO ce_intent (intent_code, description) VALUES ('REFUND', 'wants a refund'), ('TRACK', 'looks for a parcel');
  INSERT INTO ce_intent_classifier (rule_type, pattern, intent_code, state_code, priority) VALUES
    ('REGEX', '\\brefund\\b', 'REFUND', 'ASK', 1), ('REGEX', '\\bparcel\\b', 'TRACK', 'IDLE', 2);
  INSERT INTO ce_intent_example (intent_code, utterance) VALUES
    ('REFUND', 'give me my money back'), ('REFUND', 'i want it reimbursed'), ('TRACK', 'where is it'),
    ('TRACK', 'has it been sent');
  INSERT INTO ce_output_schema (intent_code, state_code, json_schema, priority) VALUES ('REFUND', 'ANY',
    '{"type": "object", "required": ["order"], "properties": {
       "order": {"type": "integer"}, "pin": {"type": "string", "x-sensitive": true}}}', 10);
  INSERT INTO ce_container_config (intent_code, state_code, page_id, section_id, container_id, input_param_name) VALUES
    ('REFUND', 'ANY', 1, 2, 33, 'customer');
  INSERT INTO ce_pending_action (intent_code, state_code, action_key, bean_name, method_names) VALUES
    ('REFUND', 'CONFIRM', 'pay_back', 'refunds', 'pay');
  INSERT INTO ce_rule (rule_id, phase, intent_code, state_code, rule_type, match_pattern, action, action_value, priority)
  VALUES
    (1, 'PRE_RESPONSE_RESOLUTION', 'REFUND', 'ASK', 'JSON_PATH', '$.schemaComplete', 'SET_STATE', 'CONFIRM', 10),
    (2, 'PRE_RESPONSE_RESOLUTION', 'REFUND', 'CONFIRM', 'JSON_PATH',
     '$.inputParams.pending_action_result == ''EXECUTED''', 'SET_STATE', 'PAID', 10),
    (3, 'PRE_RESPONSE_RESOLUTION', 'REFUND', 'ASK', 'JSON_PATH', '$.inputParams.tier == ''GOLD''', 'SET_TASK',
     'prices:total', 5),
    (4, 'PRE_RESPONSE_RESOLUTION', 'TRACK', 'IDLE', 'EXACT', 'ANY', 'CALL_TOOL',
     '{"tool_code": "parcel.find", "args": {"text": "{{user_input}}"}, "as": "parcel"}', 10),
    (5, 'POST_TOOL_EXECUTION', 'TRACK', 'IDLE', 'EXACT', 'ANY', 'SET_STATE', 'FOUND', 10);
  INSERT INTO ce_mcp_tool (tool_code, tool_group, intent_code, state_code, side_effect) VALUES
    ('parcel.find', 'HTTP_API', 'ANY', 'ANY', 'READ'), ('parcel.stop', 'HTTP_API', 'ANY', 'ANY', 'WRITE');
  INSERT INTO ce_response (intent_code, state_code, output_format, response_type, exact_text) VALUES
    ('REFUND', 'ASK', 'TEXT', 'EXACT', 'Which order?'), ('REFUND', 'CONFIRM', 'TEXT', 'EXACT', 'Refund {{order}}?'),
    ('REFUND', 'PAID', 'TEXT', 'EXACT', 'Paid: {{pending_action_output.ref}}.'),
    ('TRACK', 'ANY', 'TEXT', 'EXACT', 'It is {{tool_status}} {{parcel.place}}.');`;

/** Intents that are told apart by what messages mean. */
const EXAMPLES = `
  INSERT INTO ce_intent (intent_code, description) VALUES ('REFUND', 'wants a refund'), ('TRACK', 'looks for a parcel');
  INSERT INTO ce_response (intent_code, state_code, output_format, response_type, exact_text) VALUES
    ('REFUND', 'ANY', 'TEXT', 'EXACT', 'How much was it?'), ('TRACK', 'ANY', 'TEXT', 'EXACT', 'It is on its way.');
  INSERT INTO ce_intent_example (intent_code, utterance) VALUES
    ('REFUND', 'i want a refund'), ('REFUND', 'refund my order'), ('REFUND', 'give me a refund'),
    ('TRACK', 'where is my parcel'), ('TRACK', 'track my parcel'), ('TRACK', 'has my parcel been sent');`;

const ANYTHING = { reply: { text: 'hm' } };

/** What was called, by name. */
function countingHandlers(calls: string[], shop: string): Handler[] {
  const ask = async (name: string) => {
    calls.push(name);
    await fetch(shop);
    return {};
  };
  return [
    { kind: 'action', name: 'refunds', methods: { pay: async () => done({ ...(await ask('pay')), ref: 'R-1' }) } },
    { kind: 'rule-task', name: 'prices', methods: { total: () => ask('total') } },
    { kind: 'container-data', load: () => ask('container') },
    { kind: 'response-transformer', intent: 'ANY', state: 'ANY', transform: async () => void (await ask('transform')) },
    { kind: 'step-hook', beforeStep: async () => void (await ask('hook')) },
    { kind: 'tool', toolCode: 'parcel.find', sideEffect: 'READ', execute: () => ask('find') },
    { kind: 'tool', toolCode: 'parcel.stop', sideEffect: 'WRITE', execute: () => ask('stop') },
  ];
}

describeOnEachDatabase('a dry run', (open) => {
  const calls: string[] = [];
  const shop = new Upstream();
  const webhooks = new WebhookReceiver();
  let model: ScriptedModel;
  let database: TestDatabase;
  let engine: TestEngine;
  let stored: string;
  beforeAll(async () => {
    await shop.start();
    await webhooks.start();
    model = await startScriptedModel([{ reply: { json: { dialogueAct: 'QUESTION', confidence: 0.9 } } }]);
    database = await open();
    engine = await startEngine({
      database,
      seeds: [DESK],
      handlers: countingHandlers(calls, shop.url),
      config: {
        'webhooks.url': webhooks.url,
        'webhooks.secret': 'a-secret-of-32-characters-or-more',
        'webhooks.poll-seconds': 1,
        'llm.provider': 'openai-compatible',
        'llm.base-url': model.url,
        'llm.model': 'scripted',
      },
    });
    stored = randomUUID();
    await engine.say('a refund for order 7017', stored);
    const done = randomUUID();
    for (const message of ['a refund for order 1', 'yes']) await engine.say(message, done);
  });
  afterAll(async () => {
    await engine.close();
    await model.close();
    await webhooks.stop();
    await shop.stop();
  });

  const post = (body: JsonObject) =>
    fetch(`${engine.url}/api/v1/flow/dry-run`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  const dryRun = async (body: JsonObject): Promise<DryRun> => {
    const response = await post(body);
    expect(response.status).toBe(200);
    return (await response.json()) as DryRun;
  };
  const turnsOf = async (body: JsonObject) => (await dryRun(body)).turns;

  it('writes nothing to any table, calls no handler, no tool and no server', async () => {
    await expect.poll(() => webhooks.received.length, { timeout: 10_000 }).toBeGreaterThan(0);
    const before = await settledTables(database);
    const seen = () => [calls.length, shop.requests.length, webhooks.received.length, model.requests.length];
    const seenBefore = seen();
    expect(seenBefore.every((count) => count > 0)).toBe(true);
    const runs = [
      await dryRun({ messages: ['a refund please', 'order 12', 'yes', 'yes'], inputParams: { tier: 'GOLD' } }),
      await dryRun({ messages: ['yes please'], conversationId: stored }),
      await dryRun({ messages: ['no', 'start over'], conversationId: stored }),
      await dryRun({ messages: ['where is my parcel?', 'has anything been sent my way?'] }),
      await dryRun({
        messages: ['my parcel', 'yes'],
        inputParams: { tool_request: { tool_code: 'parcel.stop', args: { id: 1 } } },
      }),
    ];
    const kinds = runs.flatMap(({ turns }) => turns.flatMap(({ withheld }) => withheld.map(({ kind }) => kind)));
    expect([...new Set(kinds)].sort()).toEqual(['ACTION', 'CONTAINER', 'RULE_TASK', 'TOOL', 'TRANSFORMER']);
    expect(await tables(database)).toEqual(before);
    expect(seen()).toEqual(seenBefore);
  });

  it('leaves the question of the conversation that it began from open', async () => {
    await dryRun({ messages: ['yes please'], conversationId: stored });
    const view = await fetch(`${engine.url}/api/v1/conversations/${stored}`);
    expect(await view.json()).toMatchObject({
      turn: 1,
      pendingActions: [{ arguments: { order: 7017 }, isAsked: true }],
    });
  });

  it('shows with what an action would be carried out, as a stored conversation stands', async () => {
    const [turn] = await turnsOf({ messages: ['yes please'], conversationId: stored });
    expect(turn).toMatchObject({
      turn: 2,
      from: { intent: 'REFUND', state: 'CONFIRM' },
      to: { intent: 'REFUND', state: 'PAID' },
      understood: { act: 'AFFIRM', acts: [{ evidence: 'yes please' }] },
      withheld: expect.arrayContaining([
        {
          kind: 'ACTION',
          name: 'pay_back',
          by: 'refunds:pay',
          arguments: { order: 7017 },
          outcome: 'ASSUMED',
          result: null,
        },
      ]),
    });
  });

  it('carries what one message has led to over to the next, and goes on with results that are given', async () => {
    const results = { PAY_BACK: { ref: 'R-99' }, 'prices:total': { total: 3 }, 33: { name: 'Ann' } };
    const messages = ['i want a refund', 'order 12', 'yes'];
    const turns = await turnsOf({ messages, results, inputParams: { tier: 'GOLD' } });
    expect(turns.map(({ turn, reply, to }) => [turn, reply?.value, to.state])).toEqual([
      [1, 'Which order?', 'ASK'],
      [2, 'Refund 12?', 'CONFIRM'],
      [3, 'Paid: R-99.', 'PAID'],
    ]);
    expect(turns[1]?.understood.values).toEqual([{ field: 'order', value: 12, words: '12' }]);
    expect(turns[1]?.questions).toMatchObject([{ question: 'Refund 12?', arguments: { order: 12 }, consent: 'PLAIN' }]);
    expect(turns[0]?.context.container_data).toEqual({ customer: { name: 'Ann' } });
    const outcomes = turns.flatMap(({ withheld }) => withheld.map(({ kind, outcome }) => `${kind} ${outcome}`));
    expect(outcomes).toEqual(expect.arrayContaining(['ACTION GIVEN', 'RULE_TASK GIVEN', 'CONTAINER GIVEN']));
  });

  it('decides as a real turn does', async () => {
    const id = randomUUID();
    const messages = ['i want a refund', 'order 12', 'what?', 'yes', 'yes'];
    const real: unknown[] = [];
    for (const message of messages) {
      const { text, state } = await engine.say(message, id);
      real.push([text, state]);
    }
    const turns = await turnsOf({ messages, models: true, results: { pay_back: { ref: 'R-1' } } });
    expect(turns.map(({ reply, to }) => [reply?.value, to.state])).toEqual(real);
  });

  it('says of each rule whether it fired, and of one that did not what it saw, or why nobody looked', async () => {
    const [turn] = await turnsOf({ messages: ['a refund please'], inputParams: { tier: 'SILVER' } });
    const rule = (id: number) => turn?.rules.find(({ ruleId }) => ruleId === id);
    expect(turn?.rules).toHaveLength(5);
    expect(rule(3)).toMatchObject({ outcome: 'CONDITION_NOT_MET', saw: { inputParams: { tier: 'SILVER' } } });
    expect(rule(1)).toMatchObject({ outcome: 'CONDITION_NOT_MET', saw: { schemaComplete: false } });
    const places = [{ intent: 'REFUND', state: 'ASK' }];
    expect(rule(2)).toMatchObject({ outcome: 'OUT_OF_SCOPE', state: 'CONFIRM', saw: null, places });
    expect(rule(5)).toMatchObject({ outcome: 'PHASE_NOT_RUN', places: [] });
    const [gold] = await turnsOf({ messages: ['a refund please'], inputParams: { tier: 'GOLD' } });
    expect(gold?.rules.find(({ ruleId }) => ruleId === 3)).toMatchObject({ outcome: 'FIRED' });
  });

  it('does not invent what a tool would answer', async () => {
    const [without] = await turnsOf({ messages: ['where is my parcel?'] });
    const call = { kind: 'TOOL', name: 'parcel.find', arguments: { text: 'where is my parcel?' } };
    expect(without?.withheld[0]).toMatchObject({ ...call, outcome: 'MISSING' });
    expect(without?.reply?.value).toBe('It is ERROR .');
    const results = { 'parcel.find': { place: 'in Bonn' } };
    const [given] = await turnsOf({ messages: ['where is my parcel?'], results });
    expect(given?.withheld[0]).toMatchObject({ ...call, outcome: 'GIVEN', result: { place: 'in Bonn' } });
    expect(given?.reply?.value).toBe('It is SUCCESS in Bonn.');
  });

  it('asks for a tool that writes, and has a yes run nothing', async () => {
    const inputParams = { tool_request: { tool_code: 'parcel.stop', args: { id: 1 } } };
    const [asked] = await turnsOf({ messages: ['my parcel'], inputParams });
    expect(asked?.questions).toMatchObject([{ arguments: { id: 1 } }]);
    expect(asked?.withheld.map(({ kind }) => kind)).not.toContain('ACTION');
  });

  it('presses a button of the question before, or of one that is open', async () => {
    const confirm = { decision: 'CONFIRM', question: 0 };
    const turns = await turnsOf({ messages: ['a refund for order 9', confirm], results: { pay_back: { ref: 'R-9' } } });
    expect(turns[1]).toMatchObject({ message: '', decision: 'CONFIRM', reply: { value: 'Paid: R-9.' } });
    const [rejected] = await turnsOf({ messages: [{ decision: 'REJECT' }], conversationId: stored });
    expect(rejected?.withheld.map(({ kind }) => kind)).not.toContain('ACTION');
    expect(rejected?.questions).toEqual([]);
    const none = await post({ messages: ['a refund please', confirm] });
    expect([none.status, ((await none.json()) as JsonObject).errorCode]).toEqual([400, 'INVALID_REQUEST']);
  });

  it('answers with rows that are not switched to, and leaves those that run', async () => {
    const rows = await fetch(`${engine.url}/api/v1/flow/tables/ce_response/rows?search=Which`);
    const { items } = (await rows.json()) as { items: { row: string }[] };
    const edits: JsonObject[] = [
      { table: 'ce_response', row: items[0]?.row ?? '', values: { exact_text: 'Tell me the order.' } },
      { table: 'ce_policy', values: { rule_type: 'CONTAINS', pattern: 'obliged', response_text: 'Any time.' } },
    ];
    const turns = await turnsOf({ messages: ['a refund please'], edits });
    expect(turns[0]?.reply?.value).toBe('Tell me the order.');
    expect((await turnsOf({ messages: ['much obliged'], edits }))[0]?.reply?.value).toBe('Any time.');
    expect((await turnsOf({ messages: ['a refund please'] }))[0]?.reply?.value).toBe('Which order?');
    const wrong = await post({ messages: ['hello'], edits: [{ table: 'ce_response', values: {} }] });
    expect([wrong.status, ((await wrong.json()) as JsonObject).errorCode]).toEqual([422, 'FLOW_INVALID']);
  });

  it('tells intents apart by the examples that are tried', async () => {
    const utterances = ['my bicycle is broken', 'the bicycle broke', 'a broken bicycle', 'repair the bicycle please'];
    const edits: JsonObject[] = [
      { table: 'ce_intent', values: { intent_code: 'REPAIR', description: 'has something broken' } },
      ...utterances.map((utterance) => ({ table: 'ce_intent_example', values: { intent_code: 'REPAIR', utterance } })),
      {
        table: 'ce_response',
        values: {
          intent_code: 'REPAIR',
          state_code: 'ANY',
          output_format: 'TEXT',
          response_type: 'EXACT',
          exact_text: 'Bring it.',
        },
      },
    ];
    const tried = await dryRun({ messages: ['my broken bicycle'], edits });
    expect(tried).toMatchObject({ hasOldExamples: false, turns: [{ to: { intent: 'REPAIR' } }] });
    expect((await turnsOf({ messages: ['my broken bicycle'] }))[0]?.to.intent).not.toBe('REPAIR');
  });

  it('begins in the place that it is given', async () => {
    const start = { intent: 'refund', state: 'ask', context: { order: 5 } };
    const [turn] = await turnsOf({ ...start, messages: ['thanks'] });
    expect(turn).toMatchObject({ from: { intent: 'REFUND', state: 'ASK' }, to: { state: 'CONFIRM' } });
    expect(turn?.questions).toMatchObject([{ arguments: { order: 5 } }]);
  });

  it('asks the model where it is told to, writes nothing of that down either, and says where one was left out', async () => {
    const before = await settledTables(database);
    const asked = model.requests.length;
    const { modelLeftOut } = await dryRun({ messages: ['hm'] });
    expect([modelLeftOut, model.requests.length]).toEqual([true, asked]);
    const withModel = await dryRun({ messages: ['hm'], models: true });
    expect(withModel.modelLeftOut).toBe(false);
    expect(withModel.turns[0]?.understood).toMatchObject({ act: 'QUESTION', actSource: 'LLM' });
    expect(model.requests.length).toBeGreaterThan(asked);
    expect(await tables(database)).toEqual(before);
  });

  it('asks the model of the tenant at work, and no other', async () => {
    const [own, shared] = await Promise.all([startScriptedModel([ANYTHING]), startScriptedModel([ANYTHING])]);
    const other = await startEngine({
      database: await open(),
      seeds: [DESK],
      config: {
        'auth.tenant': 'acme',
        'llm.provider': 'openai-compatible',
        'llm.base-url': shared.url,
        'llm.model': 'big',
        tenants: { acme: { 'llm.base-url': own.url } },
      },
    });
    try {
      const response = await fetch(`${other.url}/api/v1/flow/dry-run`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ messages: ['hm, my account is 4711'], models: true }),
      });
      expect(response.status).toBe(200);
      expect([own.requests.length > 0, shared.requests.length]).toEqual([true, 0]);
    } finally {
      await other.close();
      await Promise.all([own.close(), shared.close()]);
    }
  });

  it('asks no model of embeddings what a message means', async () => {
    const meanings = await startEmbeddingServer();
    const config = embeddingKeys(meanings);
    const other = await startEngine({ database: await open(), seeds: [EXAMPLES], config });
    try {
      await expect
        .poll(async () => (await other.say('cash please', randomUUID())).intent, { timeout: 8_000 })
        .toBe('REFUND');
      const asked = meanings.requests.length;
      const response = await fetch(`${other.url}/api/v1/flow/dry-run`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ messages: ['cash if you please'], models: true }),
      });
      expect(((await response.json()) as DryRun).turns[0]?.understood.act).toBe('NEW_REQUEST');
      expect(meanings.requests.length).toBe(asked);
    } finally {
      await other.close();
    }
  });

  it('hides what schemas mark as secret', async () => {
    const run = await dryRun({ messages: ['a refund for order 12, pin: hunter2'] });
    expect(JSON.stringify({ ...run, turns: run.turns.map((turn) => ({ ...turn, message: '' })) })).not.toContain(
      'hunter2',
    );
    expect(run.turns[0]?.message).not.toContain('hunter2');
  });

  it.each([
    [404, 'NOT_FOUND', { messages: ['hi'], conversationId: randomUUID() }],
    [400, 'INVALID_REQUEST', { messages: [] }],
    [400, 'INVALID_REQUEST', { messages: ['hi'], intent: 'NOWHERE' }],
    [400, 'INVALID_REQUEST', { messages: ['hi'], state: 'NOWHERE' }],
    [400, 'INVALID_REQUEST', { messages: ['hi'], conversationId: randomUUID(), state: 'ASK' }],
    [400, 'INVALID_INPUT_PARAMS', { messages: ['hi'], inputParams: { tool_request: 1 } }],
    [413, 'REQUEST_TOO_LARGE', { messages: ['x'.repeat(20_000)] }],
  ])('is refused with %i %s where it cannot be', async (status, errorCode, body) => {
    const response = await post(body);
    expect([response.status, await response.json()]).toEqual([status, expect.objectContaining({ errorCode })]);
  });
});

describe('the address of dry runs', () => {
  it('is for operators', async () => {
    const config = { 'security.admin-api-key': 'admin', 'security.conversation-api-key': 'chat' };
    const engine = await startEngine({ database: await openSqlite(), seeds: [DESK], config });
    try {
      const ask = (key: string) =>
        fetch(`${engine.url}/api/v1/flow/dry-run`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'x-api-key': key },
          body: JSON.stringify({ messages: ['hi'] }),
        });
      expect([(await ask('chat')).status, (await ask('admin')).status]).toEqual([401, 200]);
    } finally {
      await engine.close();
    }
  });
});

/** Every row of every table, as text. */
async function tables({ database, dialect }: TestDatabase): Promise<Record<string, string[]>> {
  const names = await database.query(
    dialect === 'sqlite'
      ? "SELECT name FROM sqlite_master WHERE type = 'table'"
      : "SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public'",
  );
  const rows: Record<string, string[]> = {};
  for (const { name } of names) {
    // Processes say every few seconds that they are there.
    if (name === 'ce_process') continue;
    const all = await database.query(`SELECT * FROM "${String(name)}"`);
    rows[String(name)] = all.map((row) => JSON.stringify(row)).sort();
  }
  return rows;
}

/** The same, when what goes on beside turns has come to rest. */
async function settledTables(database: TestDatabase): Promise<Record<string, string[]>> {
  let before = await tables(database);
  for (;;) {
    await sleep(100);
    const after = await tables(database);
    const isDelivered = !Object.values(after).flat().join().includes('"delivered_at_ms":null');
    if (isDelivered && JSON.stringify(after) === JSON.stringify(before)) return after;
    before = after;
  }
}
