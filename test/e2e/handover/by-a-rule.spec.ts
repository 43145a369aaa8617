import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type ActionHandler, failed } from '../../../src/app/index.js';
import type { JsonObject } from '../../../src/platform/common/json.js';
import { describeOnEachDatabase } from '../../helpers/databases.js';
import { startEngine, type TestEngine } from '../../helpers/engine.js';
import { BANK, Bank } from '../../mcp/bank.js';
import { desk, get } from './desk.js';

/** Hands over in the turn in which a tool is asked for, in which an action has failed, and with a secret in the note. */
const FLOW = `
  INSERT INTO ce_intent (intent_code, description) VALUES ('HELP', 'Needs help'), ('MOVE', 'Moves');
  INSERT INTO ce_intent_classifier (rule_type, pattern, intent_code, state_code, priority) VALUES
    ('CONTAINS', 'help', 'HELP', 'START', 1), ('CONTAINS', 'move', 'MOVE', 'ASK', 1);
  INSERT INTO ce_output_schema (intent_code, state_code, json_schema, priority) VALUES ('MOVE', 'ANY',
    '{"type": "object", "properties": {"pin": {"type": "string", "pattern": "^[0-9]{6}$", "x-sensitive": true}}}', 1);
  INSERT INTO ce_pending_action (intent_code, state_code, action_key, bean_name, method_names) VALUES
    ('MOVE', 'ASK', 'move', 'mover', 'move');
  INSERT INTO ce_rule (intent_code, state_code, rule_type, match_pattern, action, action_value, priority) VALUES
    ('HELP', 'ANY', 'EXACT', 'any', 'CALL_TOOL', '{"tool_code": "bank.pay", "args": {"to": "Ann", "amount": 30}}', 1),
    ('HELP', 'ANY', 'EXACT', 'any', 'SET_STATE', 'WAITS', 2),
    ('HELP', 'ANY', 'EXACT', 'any', 'HAND_OVER', 'helpers', 3),
    ('MOVE', 'ANY', 'JSON_PATH', '$.inputParams.pending_action_result == ''FAILED''', 'HAND_OVER',
     '{"queue": "movers", "note": "failed with {{pin}}"}', 1);
  INSERT INTO ce_response (intent_code, state_code, output_format, response_type, exact_text) VALUES
    ('MOVE', 'ASK', 'TEXT', 'EXACT', 'Shall I move you?');`;

describeOnEachDatabase('a rule that hands a conversation over', (open) => {
  const bank = new Bank();
  const mover: ActionHandler = { kind: 'action', name: 'mover', methods: { move: () => failed('The van is broken.') } };
  let engine: TestEngine;
  let id: string;
  beforeAll(async () => {
    engine = await startEngine({ database: await open(), seeds: [BANK, FLOW], handlers: [...bank.handlers, mover] });
  });
  afterAll(() => engine.close());
  beforeEach(() => {
    id = randomUUID();
  });

  it('withdraws what its turn has put before the user, asks nothing, and lets the other rules have their say', async () => {
    const reply = await engine.say('help me', id);
    expect(reply.text).toBe('A person will answer you here.');
    expect(reply.body).toMatchObject({
      state: 'WAITS',
      pendingActions: [],
      handover: { queue: 'helpers', by: 'FLOW' },
    });
    const rows = await engine.database.database.query(
      'SELECT status, reason FROM ce_action_proposal WHERE conversation_id = $1',
      [id],
    );
    expect(rows).toEqual([{ status: 'REJECTED', reason: 'SUPERSEDED' }]);
    await desk(engine, id, 'end', { by: 'ann' });
    await engine.say('yes', id);
    expect(bank.paid).toEqual([]);
  });

  it('is told with what has become of the action whose failure it is about', async () => {
    await engine.say('move me, my pin is 483915', id);
    const reply = await engine.say('yes', id);
    expect(reply.text).toContain('The van is broken.');
    expect(reply.text).toContain('A person will answer you here.');
    expect(reply.body).toMatchObject({ handover: { queue: 'movers' } });
  });

  it('shows no secret in its note', async () => {
    await engine.say('move me, my pin is 483915', id);
    await engine.say('yes', id);
    const { items } = await get(engine, '/api/v1/handovers?queue=movers');
    const listed = (items as JsonObject[]).find(({ conversationId }) => conversationId === id);
    expect(listed?.note).toBe('failed with [hidden]');
  });
});
