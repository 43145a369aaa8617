import { describe, expect, it } from 'vitest';
import { EngineError } from '../../../platform/common/errors.js';
import type { JsonObject } from '../../../platform/common/json.js';
import { readClientParams } from './client-params.js';

const read = (params: JsonObject) => readClientParams(params, { inputParamsBytes: 1_000, jsonDepth: 5 });
const refusal = (params: JsonObject): EngineError => {
  try {
    read(params);
  } catch (error) {
    if (error instanceof EngineError) return error;
  }
  throw new Error('expected a refusal');
};

describe('inputParams', () => {
  it('keeps what is the consumer’s own', () => {
    expect(read({ customerId: 'C1', files: [] }).values).toEqual({ customerId: 'C1', files: [] });
  });

  it('reads the keys the contract lets a client send', () => {
    const params = read({
      pending_action_key: 'refund',
      approval_granted: true,
      tool_request: { tool_code: 'crm.lookup', args: {} },
    });
    expect(params).toMatchObject({ pendingActionKey: 'refund', approval: { by: 'client', note: '' }, values: {} });
    expect(params.toolRequest).toEqual({ tool_code: 'crm.lookup', args: {} });
  });

  it('reads who approves which revision of which action', () => {
    const approval = { granted: true, by: ' ann ', note: 'seen', action_id: 'A-1', revision: 2 };
    expect(read({ approval }).approval).toEqual({ by: 'ann', note: 'seen', actionId: 'a-1', revision: 2 });
    const refusals: JsonObject[] = [{ granted: false }, { by: 'ann' }, {}];
    for (const refused of refusals) {
      expect(read({ approval: refused }).approval).toBeUndefined();
    }
    expect(read({ approval: { granted: false }, approval_granted: true }).approval).toBeUndefined();
  });

  it.each([
    'pending_action',
    'pending_action_runtime',
    'intent_lock',
    'mcp',
    'memory',
    'guardrail_blocked',
    'skip_tool_execution',
    'dialogue_act',
    'policy_decision',
    'pending_action_result',
    'schema_id',
    'mcp_final_answer',
  ])('drops %s, which is the engine’s word', (key) => {
    const params = read({ [key]: true });
    expect(params.values).toEqual({});
    expect(params.ignoredKeys).toEqual([key]);
  });

  it.each([[true], ['true'], ['1'], ['yes'], [1]])('takes reset: %j for a reset', (value) => {
    expect(read({ reset: value }).resetKey).toBe('reset');
  });

  it('does not take reset: false for one', () => expect(read({ reset: false }).resetKey).toBeUndefined());

  it.each([
    [{ pending_action_key: 5 }, 'inputParams.pending_action_key'],
    [{ approval_granted: 'true' }, 'inputParams.approval_granted'],
    [{ approval: { granted: 'yes' } }, 'inputParams.approval.granted'],
    [{ tool_request: { tool_code: 'x' } }, 'inputParams.tool_request'],
    [{ tool_request: { tool_group: 'SHELL', args: {} } }, 'inputParams.tool_request.tool_group'],
  ])('refuses %j and names the key', (params, key) => {
    expect(refusal(params as JsonObject)).toMatchObject({ code: 'INVALID_INPUT_PARAMS' });
    expect(refusal(params as JsonObject).message).toContain(key);
  });

  it('refuses what is too long or too deep', () => {
    expect(refusal({ text: 'x'.repeat(1_001) }).code).toBe('REQUEST_TOO_LARGE');
    expect(refusal({ a: { b: { c: { d: { e: { f: 1 } } } } } }).code).toBe('INVALID_INPUT_PARAMS');
  });
});
