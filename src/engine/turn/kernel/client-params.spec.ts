import { describe, expect, it } from 'vitest';
import { EngineError } from '../../../platform/common/errors.js';
import type { JsonObject } from '../../../platform/common/json.js';
import { readClientParams } from './client-params.js';

const LIMITS = { inputParamsBytes: 1_000, jsonDepth: 5, attachments: 2, attachmentBytes: 3_000 };
const read = (params: JsonObject) => readClientParams(params, LIMITS);
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

describe('files in inputParams', () => {
  const bytes = Buffer.alloc(2_000, 'a');
  const file: JsonObject = { name: 'a.txt', mimeType: 'text/plain', size: 1, content: bytes.toString('base64') };
  const kept = { name: 'a.txt', mimeType: 'text/plain', size: 2_000, sha256: expect.any(String) };

  it('are taken out: what is left in the parameters is their name, type, size and hash', () => {
    const { attachments, values } = read({ files: [file, { content: '', name: 'b' }, 'see above'], customerId: 'C1' });
    expect(attachments).toEqual([
      { ...kept, content: bytes },
      {
        name: 'b',
        mimeType: 'application/octet-stream',
        size: 0,
        sha256: expect.any(String),
        content: Buffer.alloc(0),
      },
    ]);
    expect(values).toEqual({
      files: [kept, expect.objectContaining({ name: 'b', size: 0 }), 'see above'],
      customerId: 'C1',
    });
    expect(JSON.stringify(values)).not.toContain('content');
  });

  it('have limits of their own: so many, and so large together', () => {
    expect(refusal({ files: [file, file, file] })).toMatchObject({ code: 'REQUEST_TOO_LARGE' });
    expect(refusal({ files: [file, file, file] }).message).toContain('convengine.limits.attachments.');
    expect(refusal({ files: [file, file] })).toMatchObject({ code: 'REQUEST_TOO_LARGE' });
    expect(refusal({ files: [file, file] }).message).toContain('4000 bytes long together; at most 3000');
    const exact = { ...file, content: Buffer.alloc(3_000).toString('base64') };
    expect(read({ files: [exact] }).attachments).toMatchObject([{ size: 3_000 }]);
  });

  it.each([
    [{ ...file, name: '../a.txt' }, 'inputParams.files.0.name'],
    [{ ...file, name: null }, 'inputParams.files.0.name'],
    [{ ...file, mimeType: 'text' }, 'inputParams.files.0.mimeType'],
    [{ ...file, content: 'not base64!' }, 'inputParams.files.0.content'],
    [{ ...file, encoding: 'utf-8' }, 'inputParams.files.0.content'],
  ])('are refused where they cannot be read: %#', (wrong, path) => {
    expect(refusal({ files: [wrong] })).toMatchObject({ code: 'INVALID_INPUT_PARAMS', data: { problems: [{ path }] } });
  });

  it('that are none stay parameters like others', () => {
    const files = ['a.txt', { name: 'b.txt', url: 'https://files.example/b.txt' }];
    expect(read({ files })).toMatchObject({ attachments: [], values: { files } });
  });
});
