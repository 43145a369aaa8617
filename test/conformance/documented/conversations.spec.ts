import { expect, it } from 'vitest';
import { done } from '../../../src/platform/handlers-api/index.js';
import { describeOnEachDatabase } from '../../helpers/databases.js';
import { only, RecordingAction, talk } from '../turns/conversation.js';
import { classifier, pendingAction, response, rule, ruleOnResult, schema, tool } from '../turns/flow-rows.js';

const strings = (...names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, { type: 'string', minLength: 1 }]));

const TRANSFER_FIELDS = ['customerId', 'phone', 'email', 'sourceCity', 'targetCity'] as const;
const TRANSFER = { intent: 'CONNECTION_TRANSFER' } as const;
const TRANSFER_FLOW = [
  classifier('\\b(move|transfer)\\b.*\\bconnection\\b', 'CONNECTION_TRANSFER', 'COLLECT_INPUTS'),
  schema('CONNECTION_TRANSFER', 'COLLECT_INPUTS', {
    type: 'object',
    required: [...TRANSFER_FIELDS],
    properties: strings(...TRANSFER_FIELDS),
  }),
  rule({
    ...TRANSFER,
    state: 'COLLECT_INPUTS',
    type: 'JSON_PATH',
    pattern: '$[?(@.schemaComplete == true)]',
    value: 'AWAITING_CONFIRMATION',
  }),
  ruleOnResult('EXECUTED', 'COMPLETED', { ...TRANSFER, state: 'AWAITING_CONFIRMATION' }),
  pendingAction({ ...TRANSFER, state: 'AWAITING_CONFIRMATION', key: 'transfer_connection', bean: 'transfers' }),
  response(
    'CONNECTION_TRANSFER',
    'COLLECT_INPUTS',
    'Please provide customerId, phone, email, sourceCity, and targetCity.',
  ),
  response('CONNECTION_TRANSFER', 'AWAITING_CONFIRMATION', 'Do you want to move this connection right away?'),
  response('CONNECTION_TRANSFER', 'COMPLETED', 'Connection transfer request submitted successfully.'),
].join('');

const CANCEL = { intent: 'CANCEL_ORDER' } as const;
const CANCEL_ORDER_FLOW = [
  classifier('\\bcancel\\b.*\\border\\b', 'CANCEL_ORDER', 'IDLE'),
  schema('CANCEL_ORDER', 'IDLE', {
    type: 'object',
    required: ['orderId'],
    properties: { orderId: { type: 'string' } },
  }),
  rule({ ...CANCEL, state: 'IDLE', type: 'JSON_PATH', pattern: '$.schemaComplete', value: 'CONFIRM_CANCEL' }),
  ruleOnResult('EXECUTED', 'CANCELLED', { ...CANCEL, state: 'CONFIRM_CANCEL' }),
  pendingAction(),
  response('CANCEL_ORDER', 'IDLE', 'I can help you cancel your order. What is your order number?'),
  response(
    'CANCEL_ORDER',
    'CONFIRM_CANCEL',
    'Are you sure you want to cancel order {{orderId}}? This action is irreversible.',
  ),
  response('CANCEL_ORDER', 'CANCELLED', 'Order {{orderId}} has been completely cancelled.'),
].join('');

describeOnEachDatabase('the documented conversations that need no model', (open) => {
  it('T1: a question about transfers is answered in its place', async () => {
    const text = 'Share customerId, phone, email, source city, and target city. Then confirm to submit transfer.';
    const flow =
      classifier('\\bhow do i\\b.*\\btransfer\\b', 'FAQ', 'IDLE') +
      rule({ intent: 'FAQ', state: 'IDLE', type: 'EXACT', pattern: 'never said', value: 'IDLE' }) +
      response('FAQ', 'IDLE', text);
    const user = await talk(open, flow);
    const reply = await user.say('How do I transfer my electricity connection?');
    expect([reply.intent, reply.state, reply.text]).toEqual(['FAQ', 'IDLE', text]);
    const documented = [
      'USER_INPUT',
      'DIALOGUE_ACT_CLASSIFIED',
      'INTERACTION_POLICY_DECIDED',
      'INTENT_RESOLVED_BY_CLASSIFIER',
      'ASSISTANT_OUTPUT',
      'MEMORY_UPDATED',
    ];
    expect(only(await user.stages(1), documented)).toEqual(documented);
    expect(await user.audit('DIALOGUE_ACT_CLASSIFIED')).toMatchObject([{ dialogueAct: 'QUESTION' }]);
  });

  it('T2: a connection is transferred once, after the values are there and the yes is', async () => {
    const transfers = new RecordingAction('transfers');
    const user = await talk(open, TRANSFER_FLOW, { handlers: [transfers] });
    const first = await user.say('Move my electricity connection from City1 to City2.');
    expect([first.state, first.text]).toEqual([
      'COLLECT_INPUTS',
      'Please provide customerId, phone, email, sourceCity, and targetCity.',
    ]);
    const asked = await user.say(
      'customerId 9912, phone 9988776655, email user@zapper.com, sourceCity City1, targetCity City2',
    );
    expect([asked.state, asked.text]).toEqual([
      'AWAITING_CONFIRMATION',
      'Do you want to move this connection right away?',
    ]);
    expect(transfers.calls).toHaveLength(0);
    const last = await user.say('yes please');
    expect([last.state, last.text]).toEqual(['COMPLETED', 'Connection transfer request submitted successfully.']);
    expect(transfers.calls.map((call) => call.arguments)).toEqual([
      {
        customerId: '9912',
        phone: '9988776655',
        email: 'user@zapper.com',
        sourceCity: 'City1',
        targetCity: 'City2',
      },
    ]);
    const documented = [
      'PENDING_ACTION_LIFECYCLE',
      'PENDING_ACTION_EXECUTED',
      'RULE_APPLIED',
      'ASSISTANT_OUTPUT',
      'MEMORY_UPDATED',
    ];
    const stages = only(await user.stages(3), [...documented, 'GUARDRAIL_ALLOW']);
    expect(stages[0]).toBe('GUARDRAIL_ALLOW');
    expect([...new Set(stages.slice(1))]).toEqual(documented);
    expect((await user.audit('INTERACTION_POLICY_DECIDED')).at(-1)).toMatchObject({
      dialogueAct: 'AFFIRM',
      policyDecision: 'EXECUTE_PENDING_ACTION',
    });
  });

  it('T3: an order is cancelled once, after its number was given and the yes was', async () => {
    const orders = new RecordingAction('orderTask', { execute: () => done({ reference: 'C-1' }) });
    const user = await talk(open, CANCEL_ORDER_FLOW, { handlers: [orders] });
    const first = await user.say('Cancel my shoe order.');
    expect([first.state, first.text]).toEqual(['IDLE', 'I can help you cancel your order. What is your order number?']);
    const asked = await user.say("It's 48392.");
    expect([asked.state, asked.text]).toEqual([
      'CONFIRM_CANCEL',
      'Are you sure you want to cancel order 48392? This action is irreversible.',
    ]);
    expect(orders.calls).toHaveLength(0);
    const last = await user.say('Yes please do that.');
    expect([last.state, last.text]).toEqual(['CANCELLED', 'Order 48392 has been completely cancelled.']);
    expect(orders.calls.map((call) => call.arguments)).toEqual([{ orderId: '48392' }]);
  });

  it('T4: a count is looked up by the tool that the client asks for', async () => {
    const text = 'We currently have {{tool_result.result.count}} units of running shoes allocated to warehouse B.';
    const flow =
      classifier('\\bhow many\\b', 'DATABASE_QUERY', 'IDLE') +
      tool('inventory.lookup', 'HTTP_API') +
      rule({ intent: 'DATABASE_QUERY', state: 'IDLE', phase: 'POST_TOOL_EXECUTION', value: 'COMPLETED' }) +
      response('DATABASE_QUERY', 'COMPLETED', text);
    const lookup = {
      kind: 'tool',
      toolCode: 'inventory.lookup',
      sideEffect: 'READ',
      execute: () => ({ count: 421 }),
    } as const;
    const user = await talk(open, flow, { handlers: [lookup] });
    const reply = await user.say('How many running shoes are left in warehouse B?', {
      tool_request: { tool_code: 'inventory.lookup', args: {} },
    });
    expect([reply.intent, reply.state, reply.text]).toEqual([
      'DATABASE_QUERY',
      'COMPLETED',
      'We currently have 421 units of running shoes allocated to warehouse B.',
    ]);
  });
});
