import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { JsonObject } from '../../../../src/app/index.js';
import { describeOnEachDatabase, type TestDatabase } from '../../../helpers/databases.js';
import { refreshFlow, startEngine, type TestEngine } from '../../../helpers/engine.js';
import { blockCard, CARD_FLOW, cards } from './card-flow.js';
import { read } from './read.js';

const RULES = `
  INSERT INTO ce_rule (intent_code, state_code, rule_type, match_pattern, action, action_value) VALUES
    ('BLOCK', 'ASK', 'JSON_PATH', '$.inputParams.pending_action_result == ''EXECUTED''', 'SET_STATE', 'BLOCKED');
  INSERT INTO ce_response (intent_code, state_code, output_format, response_type, exact_text) VALUES
    ('BLOCK', 'BLOCKED', 'TEXT', 'EXACT', 'It is blocked.'), ('BLOCK', 'LOST', 'TEXT', 'EXACT', 'Nobody comes here.');`;

describeOnEachDatabase('the flow as a graph', (open) => {
  let database: TestDatabase;
  let engine: TestEngine;
  beforeAll(async () => {
    database = await open();
    engine = await startEngine({ database, seeds: [CARD_FLOW, RULES], handlers: [cards] });
    for (const message of [blockCard('C101'), 'yes']) await engine.say(message, '0198c7a4-5b1e-7c3d-9e8f-2a6b4c0d1e5f');
    await engine.say(blockCard('C102'), randomUUID());
  });
  afterAll(() => engine.close());
  const flow = async () => (await read(`${engine.url}/api/v1/flow`)).body;

  it('has the rules as edges, with what they look at and where they lead', async () => {
    const { intents, states, rules, classifiers, pendingActions, responses } = await flow();
    expect(intents).toMatchObject([{ code: 'BLOCK', description: 'Block a card', enteredState: 'ASK' }]);
    expect(states).toEqual(expect.arrayContaining(['ASK', 'BLOCKED', 'LOST']));
    expect(rules).toMatchObject([
      {
        id: 1,
        phase: 'PRE_RESPONSE_RESOLUTION',
        from: { intent: 'BLOCK', state: 'ASK' },
        condition: `JSON_PATH $.inputParams.pending_action_result == 'EXECUTED'`,
        action: 'SET_STATE',
        actionValue: 'BLOCKED',
        to: { intent: 'BLOCK', state: 'BLOCKED' },
      },
    ]);
    expect(classifiers).toMatchObject([{ intent: 'BLOCK', state: 'ASK', ruleType: 'CONTAINS', pattern: 'block' }]);
    expect(pendingActions).toMatchObject([
      { actionKey: 'block_card', handler: 'cards', methods: ['block'], riskLevel: 'MEDIUM' },
    ]);
    expect(responses).toHaveLength(3);
  });

  it('has what flow check finds, and where conversations are', async () => {
    const { findings, traffic } = await flow();
    const messages = (findings as JsonObject[]).map(
      ({ severity, table, message }) => `${severity} ${table} ${message}`,
    );
    expect(messages).toContainEqual(expect.stringMatching(/^warning ce_response no classifier.*"LOST"/));
    expect(traffic).toEqual([
      { intent: 'BLOCK', state: 'ASK', conversations: 1 },
      { intent: 'BLOCK', state: 'BLOCKED', conversations: 1 },
    ]);
  });

  it('is what was loaded last, is not sent again while it is the same, and is for operators alone', async () => {
    const url = `${engine.url}/api/v1/flow`;
    const etag = String((await read(url)).headers.get('etag'));
    expect((await read(url, { 'if-none-match': etag })).status).toBe(304);
    await database.database.query(`UPDATE ce_intent SET description = 'Block it'`);
    expect((await read(url, { 'if-none-match': etag })).status).toBe(304);
    await refreshFlow(engine);
    expect((await flow()).intents).toMatchObject([{ description: 'Block it' }]);
    expect((await read(url, { 'x-forwarded-for': '203.0.113.9' })).status).toBe(401);
  });
});
