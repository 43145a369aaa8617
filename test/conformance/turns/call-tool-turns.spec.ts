import { Logger } from '@nestjs/common';
import { expect, it, vi } from 'vitest';
import type { JsonObject } from '../../../src/platform/common/json.js';
import type { SideEffect, ToolHandler } from '../../../src/platform/handlers-api/index.js';
import { describeOnEachDatabase } from '../../helpers/databases.js';
import { talk } from './conversation.js';
import { classifier, insert, response, rule, schema, tool } from './flow-rows.js';

/** A tool that keeps what it was called with. */
class Orders implements ToolHandler {
  readonly kind = 'tool';
  readonly calls: JsonObject[] = [];

  constructor(
    readonly sideEffect: SideEffect = 'READ',
    readonly toolCode = 'orders.look',
  ) {}

  execute: ToolHandler['execute'] = ({ arguments: args }) => {
    this.calls.push(args);
    return { status: 'SHIPPED', parcels: 2, of: args.orderId ?? null };
  };
}

const IN_ORDERS = { intent: 'ORDERS', state: 'LOOK' } as const;
const LOOKING = `${classifier('look up order', 'ORDERS', 'LOOK')}${schema('ORDERS', 'LOOK', {
  type: 'object',
  required: ['orderId'],
  properties: { orderId: { type: 'integer' } },
})}`;
const call = (value: JsonObject, more: { readonly phase?: string; readonly priority?: number } = {}) =>
  rule({
    ...IN_ORDERS,
    type: 'JSON_PATH',
    pattern: '$.schemaComplete',
    action: 'CALL_TOOL',
    ...more,
    value: JSON.stringify(value),
  });
const LOOK = { tool_code: 'orders.look', args: { orderId: '{{orderId}}', note: 'for {{orderId}}' }, as: 'order' };
const FLOW = LOOKING + tool('orders.look', 'HTTP_API') + response('ORDERS', 'LOOK', 'It is {{order.status}}.');

describeOnEachDatabase('a rule that calls a tool', (open) => {
  it('has its result for the reply, without a model, and gives arguments the type of their values', async () => {
    const orders = new Orders();
    const user = await talk(open, FLOW + call(LOOK), { handlers: [orders] });
    expect((await user.say('look up order 7017')).text).toBe('It is SHIPPED.');
    expect(orders.calls).toEqual([{ orderId: 7017, note: 'for 7017' }]);
    expect(await user.audit('TOOL_ORCHESTRATION_RESULT')).toMatchObject([
      { tool_code: 'orders.look', status: 'SUCCESS' },
    ]);
    expect(await user.audit('CALL_TOOL')).toMatchObject([{ tool_code: 'orders.look', status: 'SUCCESS' }]);
  });

  it('lets later rules decide by the result, as a parameter and as tool_result', async () => {
    const flow =
      FLOW +
      call(LOOK, { phase: 'PRE_AGENT_MCP' }) +
      rule({ ...IN_ORDERS, type: 'JSON_PATH', pattern: '$.inputParams.order.parcels == 2', value: 'SEVERAL' }) +
      rule({
        ...IN_ORDERS,
        state: 'SEVERAL',
        type: 'JSON_PATH',
        pattern: "$.inputParams.tool_result.status == 'SUCCESS'",
        value: 'TOLD',
      }) +
      response('ORDERS', 'TOLD', '{{tool_result.result.parcels}} parcels of order {{order.of}}.');
    const user = await talk(open, flow, { handlers: [new Orders()] });
    expect((await user.say('look up order 7017')).text).toBe('2 parcels of order 7017.');
  });

  it('that writes puts it before the user with exactly these arguments, and runs it once after the yes', async () => {
    const orders = new Orders('WRITE');
    const user = await talk(open, FLOW + call(LOOK), { handlers: [orders] });
    const asked = await user.say('look up order 7017');
    expect(asked.text).toContain('order id 7017, note for 7017');
    expect([orders.calls.length, await user.statuses()]).toEqual([0, ['OPEN']]);
    await user.say('yes');
    expect([orders.calls, await user.statuses()]).toEqual([[{ orderId: 7017, note: 'for 7017' }], ['EXECUTED']]);
    const refused = await talk(open, FLOW + call(LOOK), { handlers: [orders] });
    await refused.sayAll('look up order 7017', 'no');
    expect([orders.calls.length, await refused.statuses()]).toEqual([1, ['REJECTED']]);
  });

  it('calls nothing out of its scope, and tells rules and replies why', async () => {
    const orders = new Orders();
    const elsewhere = "UPDATE ce_mcp_tool SET state_code = 'ELSEWHERE';";
    const reply = "UPDATE ce_response SET exact_text = 'No: {{tool_status}}.';";
    const user = await talk(open, FLOW + call(LOOK) + elsewhere + reply, { handlers: [orders] });
    expect((await user.say('look up order 7017')).text).toBe('No: SKIPPED_SCOPE_MISMATCH.');
    expect(orders.calls).toEqual([]);
  });

  it('checks the arguments like any other call', async () => {
    const orders = new Orders();
    const strict = `UPDATE ce_mcp_tool SET input_schema = '{"type": "object", "properties": {"orderId": {"type": "string"}}, "required": ["orderId"]}';`;
    const reply = "UPDATE ce_response SET exact_text = '{{tool_result.error}}';";
    const user = await talk(open, FLOW + call(LOOK) + strict + reply, { handlers: [orders] });
    expect((await user.say('look up order 7017')).text).toContain('orderId');
    expect(orders.calls).toEqual([]);
  });

  it('tells the audit and the log what the schema of the handler refused', async () => {
    const warned = vi.spyOn(Logger.prototype, 'warn').mockReturnValue();
    const inputSchema = { type: 'object', required: ['orderId'], properties: { orderId: { type: 'integer' } } };
    const orders = Object.assign(new Orders(), { inputSchema });
    const misspelt = { ...LOOK, args: { orderID: '{{orderId}}' } };
    const user = await talk(open, FLOW + call(misspelt), { handlers: [orders] });
    await user.say('look up order 7017');
    const error = 'Arguments of orders.look are not valid: orderId is required';
    expect(orders.calls).toEqual([]);
    expect(await user.audit('CALL_TOOL')).toMatchObject([{ tool_code: 'orders.look', status: 'ERROR', error }]);
    const lines = warned.mock.calls.map(([line]) => String(line));
    expect(lines).toContainEqual(
      expect.stringMatching(/^rule \d+ could not call orders\.look \(conversation .*\): Arg/),
    );
    warned.mockRestore();
  });

  it('runs nothing in a turn that the guardrail refuses', async () => {
    const orders = new Orders();
    const config = {
      'flow.guardrail.require-approval-for-sensitive-actions': true,
      'flow.guardrail.sensitive-patterns': ['look'],
    };
    const user = await talk(open, FLOW + call(LOOK), { handlers: [orders], config });
    await user.say('look up order 7017');
    expect(orders.calls).toEqual([]);
  });

  it('carries out what was confirmed first, without a model, once', async () => {
    const orders = new Orders('WRITE');
    const confirming = [
      LOOKING,
      insert('ce_prompt_template', {
        intent_code: 'ORDERS',
        state_code: 'CONFIRM',
        output_format: 'TEXT',
        system_prompt: 'unused',
        user_prompt: 'unused',
        interaction_mode: 'CONFIRM',
      }),
      insert('ce_mcp_tool', {
        tool_code: 'orders.look',
        tool_group: 'HTTP_API',
        intent_code: 'ORDERS',
        state_code: 'DO',
      }),
      rule({
        ...IN_ORDERS,
        type: 'JSON_PATH',
        pattern: '$.schemaComplete',
        phase: 'POST_SCHEMA_EXTRACTION',
        value: 'CONFIRM',
      }),
      rule({
        ...IN_ORDERS,
        state: 'CONFIRM',
        phase: 'PRE_AGENT_MCP',
        type: 'JSON_PATH',
        pattern: "$.inputParams.routing_decision == 'PROCEED_CONFIRMED'",
        value: 'DO',
      }),
      rule({
        ...IN_ORDERS,
        state: 'DO',
        phase: 'PRE_AGENT_MCP',
        action: 'CALL_TOOL',
        value: '{"tool_code": "orders.look", "args": {"orderId": "{{orderId}}"}}',
      }),
      response('ORDERS', 'CONFIRM', 'Order {{orderId}}, yes?'),
      response('ORDERS', 'DO', 'It is {{tool_result.result.status}}.'),
    ].join('');
    const user = await talk(open, confirming, { handlers: [orders] });
    expect((await user.say('look up order 7017')).text).toBe('Order 7017, yes?');
    expect((await user.say('yes')).text).toBe('It is SHIPPED.');
    await user.say('yes');
    expect([orders.calls, await user.statuses()]).toEqual([[{ orderId: 7017 }], ['EXECUTED']]);
  });
});
