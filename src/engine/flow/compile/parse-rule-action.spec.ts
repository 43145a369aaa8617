import { describe, expect, it } from 'vitest';
import { parseRuleAction } from './parse-rule-action.js';

describe('a rule action', () => {
  it.each([
    ['SET_STATE', ' done ', { type: 'SET_STATE', state: 'DONE' }],
    ['set_intent', 'ORDER', { type: 'SET_INTENT', intent: 'ORDER' }],
    ['GET_CONTEXT', null, { type: 'GET_CONTEXT', key: 'context' }],
    ['GET_SESSION', 'me', { type: 'GET_SESSION', key: 'me' }],
    ['SET_TASK', 'prices: load , total', { type: 'SET_TASK', handler: 'prices', methods: ['load', 'total'] }],
    ['SET_TASK', 'refresh', { type: 'SET_TASK', handler: 'refresh', methods: ['refresh'] }],
    ['SET_DIALOGUE_ACT', 'edit', { type: 'SET_DIALOGUE_ACT', act: 'EDIT' }],
    [
      'SET_DIALOGUE_ACT',
      '{"dialogue_act":"AFFIRM","confidence":0.9,"standalone_query":"yes"}',
      { type: 'SET_DIALOGUE_ACT', act: 'AFFIRM', confidence: 0.9, standaloneQuery: 'yes' },
    ],
    [
      'CALL_TOOL',
      '{"tool_code":"crm.lookup","args":{"id":"{{customerId}}"},"as":"customer"}',
      { type: 'CALL_TOOL', toolCode: 'crm.lookup', args: { id: '{{customerId}}' }, as: 'customer' },
    ],
    ['CALL_TOOL', '{"tool_code":"crm.list"}', { type: 'CALL_TOOL', toolCode: 'crm.list', args: {}, as: null }],
    ['HAND_OVER', '', { type: 'HAND_OVER', queue: '', note: '', reply: '' }],
    ['HAND_OVER', 'billing', { type: 'HAND_OVER', queue: 'billing', note: '', reply: '' }],
    ['HAND_OVER', '{"queue":"a","note":"{{b}}"}', { type: 'HAND_OVER', queue: 'a', note: '{{b}}', reply: '' }],
    ['SET_INPUT_PARAM', 'vip', { type: 'SET_INPUT_PARAM', values: { vip: true } }],
    ['SET_INPUT_PARAM', 'limit: 5', { type: 'SET_INPUT_PARAM', values: { limit: 5 } }],
    ['SET_INPUT_PARAM', 'name: Ann B', { type: 'SET_INPUT_PARAM', values: { name: 'Ann B' } }],
    ['SET_INPUT_PARAM', '{"key":"a","value":1}', { type: 'SET_INPUT_PARAM', values: { a: 1 } }],
    ['SET_INPUT_PARAM', '{"a":1,"b":null}', { type: 'SET_INPUT_PARAM', values: { a: 1, b: null } }],
    ['SET_INPUT_PARAM', '[{"key":"a","value":1},{"key":"b"}]', { type: 'SET_INPUT_PARAM', values: { a: 1, b: null } }],
  ])('%s %j is read', (action, value, expected) => {
    expect(parseRuleAction(action, value)).toEqual({ action: expected });
  });

  it('splits SET_JSON at the first colon', () => {
    expect(parseRuleAction('SET_JSON', 'city:$.address.city')).toMatchObject({
      action: { type: 'SET_JSON', key: 'city' },
    });
  });

  it.each([
    ['SET_STATE', '', 'must name a state'],
    ['SET_TASK', '', 'must name a task'],
    ['SET_TASK', 'prices:,', 'must name a task'],
    ['SET_JSON', 'city:$.a[', 'is not a JSON path'],
    ['SET_INPUT_PARAM', ' ', 'must name at least one parameter'],
    ['CALL_TOOL', 'crm.lookup', 'must be JSON like {"tool_code"'],
    ['CALL_TOOL', '{"tool_code":"a","arguments":{}}', '"arguments" is unknown'],
    ['CALL_TOOL', '{"tool_code":"a","args":[]}', 'args must be a JSON object'],
    ['CALL_TOOL', '{"tool_code":"a","as":" "}', 'as must be the name of a parameter'],
    ['HAND_OVER', '{"team":"a"}', '"team" is unknown'],
    ['HAND_OVER', '{"note":1}', 'must be texts'],
    ['EXPLODE', 'x', 'unknown action "EXPLODE"'],
  ])('%s %j is refused with a reason', (action, value, reason) => {
    expect(parseRuleAction(action, value)).toMatchObject({ problem: expect.stringContaining(reason) });
  });
});
