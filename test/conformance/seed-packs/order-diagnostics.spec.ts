import { expect, it } from 'vitest';
import { describeOnEachDatabase } from '../../helpers/databases.js';
import type { ModelRule } from '../../helpers/scripted-model.js';
import { dialogueActAnswer, scripted, talk } from '../turns/conversation.js';
import { MockTools } from './mock-tools.js';
import { plannerPack } from './packs.js';
import { PLANS_ORDERS, planAnswer, planCall, type Seen, wording } from './planner-script.js';

const MESSAGE = 'Order ORD-7017 was submitted by admin, callback is still null. Can you check status and trace?';
const REPLY =
  'Order ORD-7017 is submitted. Async callback is pending/missing, so no callback timestamp is available yet.';
const FINDING = 'ORD-7017 is SUBMITTED, its callback has not come, no callback time is available yet.';

const hasCalled =
  (...sequence: readonly string[]) =>
  (seen: Seen) =>
    seen.sequence.join() === sequence.join();
const hasStatus = (seen: Seen) => {
  const { status, api4AsyncStatus } = seen.result('mock.order.status');
  return status === 'SUBMITTED' && api4AsyncStatus === null;
};
const lacksCallback = (seen: Seen) => seen.result('mock.order.async.trace').callbackReceivedAt === null;

/** A model that goes on only from what the tools before have really said. */
const SCRIPT: readonly ModelRule[] = [
  dialogueActAnswer('QUESTION', 0.95),
  {
    when: ({ system, user }) =>
      system.includes('You read values out of a message about an order') && user.includes(MESSAGE),
    reply: { json: { orderId: 'ORD-7017' } },
  },
  planCall(PLANS_ORDERS, (seen) => hasCalled()(seen) && seen.context.orderId === 'ORD-7017', 'mock.order.status', {
    orderId: 'ORD-7017',
  }),
  planCall(PLANS_ORDERS, (seen) => hasCalled('mock.order.status')(seen) && hasStatus(seen), 'mock.order.async.trace', {
    orderId: 'ORD-7017',
  }),
  planAnswer(
    PLANS_ORDERS,
    (seen) => hasCalled('mock.order.status', 'mock.order.async.trace')(seen) && hasStatus(seen) && lacksCallback(seen),
    FINDING,
  ),
  wording('You tell a support agent what is known about an order', FINDING, REPLY),
];

describeOnEachDatabase('the order diagnostics of the planner pack', (open) => {
  it('looks up the status, then the trace, and tells what they say', async () => {
    const tools = new MockTools();
    const { model, config } = await scripted(...SCRIPT);
    const user = await talk(open, plannerPack, { handlers: tools.handlers, config });
    const reply = await user.say(MESSAGE);
    expect(model.unmatched.map((request) => request.user)).toEqual([]);
    expect(tools.calls).toEqual([
      { toolCode: 'mock.order.status', arguments: { orderId: 'ORD-7017' } },
      { toolCode: 'mock.order.async.trace', arguments: { orderId: 'ORD-7017' } },
    ]);
    expect([reply.intent, reply.state, reply.text]).toEqual(['ORDER_DIAGNOSTICS', 'COMPLETED', REPLY]);
    expect(reply.context).toMatchObject({ orderId: 'ORD-7017', mcp: { finalAnswer: FINDING } });
    expect((await user.audit('MCP_TOOL_CALL')).map(({ tool_code }) => tool_code)).toEqual(tools.sequence);
  });

  it('starts the next question with no observations of the last one', async () => {
    const tools = new MockTools();
    const { model, config } = await scripted(...SCRIPT);
    const user = await talk(open, plannerPack, { handlers: tools.handlers, config });
    const again = await user.sayAll(MESSAGE, MESSAGE);
    expect(model.unmatched).toHaveLength(0);
    expect([again.state, again.text]).toEqual(['COMPLETED', REPLY]);
    expect(tools.sequence).toEqual([
      'mock.order.status',
      'mock.order.async.trace',
      'mock.order.status',
      'mock.order.async.trace',
    ]);
  });

  it('runs the one tool that a client asks for', async () => {
    const tools = new MockTools();
    const user = await talk(open, plannerPack, { handlers: tools.handlers });
    const args = { orderId: 'ORD-7017' };
    const reply = await user.say(MESSAGE, {
      tool_request: { tool_code: 'mock.order.status', tool_group: 'HTTP_API', args },
    });
    const result = { orderId: 'ORD-7017', status: 'SUBMITTED', api4AsyncStatus: null };
    expect(tools.calls).toEqual([{ toolCode: 'mock.order.status', arguments: args }]);
    expect(await user.audit('TOOL_ORCHESTRATION_RESULT')).toMatchObject([
      { status: 'SUCCESS', tool_code: 'mock.order.status', tool_group: 'HTTP_API', result },
    ]);
    expect(reply.context).toMatchObject({
      mcp: { toolExecution: { outcome: 'SUCCESS', toolExecuted: true, toolCode: 'mock.order.status', result } },
    });
  });

  it('runs no tool that is not for the place the conversation is in', async () => {
    const tools = new MockTools();
    const user = await talk(open, plannerPack, { handlers: tools.handlers });
    const args = { customerId: 'CUST-1001', requestedAmount: 350_000, tenureMonths: 36 };
    await user.say(MESSAGE, { tool_request: { tool_code: 'loan.application.submit', tool_group: 'HTTP_API', args } });
    expect(tools.calls).toEqual([]);
    expect(await user.audit('TOOL_ORCHESTRATION_RESULT')).toMatchObject([{ status: 'SKIPPED_SCOPE_MISMATCH' }]);
  });

  it('understands the order number without a model, and answers something', async () => {
    const tools = new MockTools();
    const user = await talk(open, plannerPack, { handlers: tools.handlers });
    const reply = await user.say(MESSAGE);
    expect([reply.status, reply.intent, reply.state]).toEqual([200, 'ORDER_DIAGNOSTICS', 'ANALYZE']);
    expect(reply.context.orderId).toBe('ORD-7017');
    expect(reply.text).toContain('order');
    expect(tools.calls).toEqual([]);
  });

  it('degrades to the reply without a model when the model is down', async () => {
    const tools = new MockTools();
    const { config } = await scripted({ reply: { status: 400 } });
    const user = await talk(open, plannerPack, { handlers: tools.handlers, config });
    const reply = await user.say(MESSAGE);
    expect([reply.status, reply.intent, reply.context.orderId]).toEqual([200, 'ORDER_DIAGNOSTICS', 'ORD-7017']);
    expect(reply.text).not.toBe('');
    expect(tools.calls).toEqual([]);
  });
});
