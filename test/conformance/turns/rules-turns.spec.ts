import { expect, it } from 'vitest';
import type { RuleTaskHandler } from '../../../src/platform/handlers-api/index.js';
import { describeOnEachDatabase } from '../../helpers/databases.js';
import { RecordingAction, talk } from './conversation.js';
import { CANCEL_FLOW, classifier, DONE_WHEN_EXECUTED, pendingAction, response, rule, schema } from './flow-rows.js';

const FLOW = CANCEL_FLOW + pendingAction() + DONE_WHEN_EXECUTED;

function countingTask(): { handler: RuleTaskHandler; count: () => number } {
  let calls = 0;
  const count = () => {
    calls += 1;
    return { counted: calls };
  };
  return { handler: { kind: 'rule-task', name: 'counter', methods: { count } }, count: () => calls };
}

describeOnEachDatabase('rules', (open) => {
  it('act by priority within a scope, and the last state set stands', async () => {
    const seed =
      CANCEL_FLOW + rule({ pattern: 'order', value: 'B', priority: 20 }) + rule({ pattern: 'order', value: 'A' });
    const user = await talk(open, seed);
    expect((await user.say('cancel my order')).state).toBe('B');
    expect((await user.audit('SET_STATE')).map(({ toState }) => toState)).toEqual(['A', 'B']);
  });

  it('of a specific scope act before those of ANY, whatever their priority', async () => {
    const seed =
      CANCEL_FLOW +
      rule({ intent: 'ANY', state: 'ANY', value: 'C', priority: 1 }) +
      rule({ pattern: 'order', value: 'A', priority: 10 }) +
      rule({ pattern: 'order', value: 'B', priority: 20 });
    const user = await talk(open, seed);
    expect((await user.say('cancel my order')).state).toBe('C');
    expect((await user.audit('SET_STATE')).map(({ toState }) => toState)).toEqual(['A', 'B', 'C']);
  });

  it('with intent ANY act in every intent', async () => {
    const user = await talk(open, CANCEL_FLOW + rule({ intent: 'ANY', state: 'CONFIRM_CANCEL', value: 'DONE' }));
    expect((await user.say('cancel my order')).state).toBe('DONE');
  });

  it('that send a conversation back and forth end, and a task among them runs once', async () => {
    const { handler, count } = countingTask();
    const seed =
      classifier('^ping$', 'GAME', 'S0') +
      response('GAME', 'ANY', 'pong') +
      rule({ intent: 'GAME', state: 'S0', value: 'S1' }) +
      rule({ intent: 'GAME', state: 'S1', value: 'S0' }) +
      rule({ intent: 'GAME', state: 'ANY', action: 'SET_TASK', value: 'counter:count' });
    const user = await talk(open, seed, { handlers: [handler] });
    const reply = await user.say('ping');
    expect([reply.status, reply.text]).toEqual([200, 'pong']);
    expect(count()).toBe(1);
  });

  it('follow one another through several states in one turn', async () => {
    const seed = CANCEL_FLOW + rule({ value: 'MIDDLE' }) + rule({ state: 'MIDDLE', value: 'DONE' });
    const user = await talk(open, seed);
    expect(await user.say('cancel my order')).toMatchObject({ state: 'DONE', text: 'Cancelled.' });
  });

  it('on the result of an action do not fire on a refusal', async () => {
    const task = new RecordingAction();
    const user = await talk(open, FLOW, { handlers: [task] });
    const refused = await user.sayAll('cancel my order', 'no');
    expect([refused.state, task.calls.length]).toEqual(['CONFIRM_CANCEL', 0]);
    expect(refused.context.pending_action_runtime).toMatchObject({ status: 'REJECTED' });
  });

  it('that move on at any message do not make a refused action look done', async () => {
    const task = new RecordingAction();
    const seed =
      CANCEL_FLOW +
      classifier('^please$', 'CANCEL_ORDER', 'START') +
      pendingAction({ state: 'ANY' }) +
      response('CANCEL_ORDER', 'START', 'Shall I cancel it?') +
      rule({ type: 'EXACT', pattern: 'ANY', value: 'DONE', state: 'START', phase: 'POST_DIALOGUE_ACT' });
    const user = await talk(open, seed, { handlers: [task] });
    const refused = await user.sayAll('please', 'no');
    expect(await user.stages(2)).toContain('PENDING_ACTION_REJECTED');
    expect(refused.text).not.toContain('Cancelled');
    expect(task.calls).toHaveLength(0);
  });

  it('cannot write the facts of the engine', async () => {
    const task = new RecordingAction();
    const seed =
      FLOW +
      rule({ action: 'SET_INPUT_PARAM', value: '{"pending_action_result": "EXECUTED"}', priority: 1 }) +
      rule({ action: 'SET_INPUT_PARAM', value: '{"policy_decision": "EXECUTE_PENDING_ACTION"}', priority: 2 });
    const user = await talk(open, seed, { handlers: [task] });
    expect((await user.sayAll('cancel my order', 'hm')).state).toBe('CONFIRM_CANCEL');
    expect(task.calls).toHaveLength(0);
  });

  it('go on without the values of a task that throws', async () => {
    const handler: RuleTaskHandler = {
      kind: 'rule-task',
      name: 'counter',
      methods: {
        count: () => {
          throw new Error('no counter');
        },
      },
    };
    const seed =
      CANCEL_FLOW + rule({ action: 'SET_TASK', value: 'counter:count' }) + rule({ value: 'DONE', priority: 20 });
    const user = await talk(open, seed, { handlers: [handler] });
    expect((await user.say('cancel my order')).state).toBe('DONE');
    expect(await user.audit('SET_TASK')).toMatchObject([{ error: 'no counter' }]);
  });
});

describeOnEachDatabase('the state graph', (open) => {
  const transitions = (toDone: string, enforce: boolean) => ({
    'flow.state-graph.enforce': enforce,
    'flow.state-graph.allowed-transitions': { UNKNOWN: ['CONFIRM_CANCEL'], CONFIRM_CANCEL: [toDone] },
  });

  it('reports a forbidden move of a rule', async () => {
    const user = await talk(open, FLOW, { handlers: [new RecordingAction()], config: transitions('NOWHERE', false) });
    const reply = await user.sayAll('cancel my order', 'yes');
    expect(await user.audit('STATE_GRAPH_VIOLATION')).toMatchObject([
      { fromState: 'CONFIRM_CANCEL', toState: 'DONE', enforced: false },
    ]);
    expect(reply.state).toBe('DONE');
  });

  it('takes a forbidden move back where it is enforced, and still tells what was done', async () => {
    const task = new RecordingAction();
    const user = await talk(open, FLOW, { handlers: [task], config: transitions('NOWHERE', true) });
    const reply = await user.sayAll('cancel my order', 'yes');
    expect(reply.state).toBe('CONFIRM_CANCEL');
    expect(reply.text).toContain('Done.');
    expect((await user.row()).state_code).toBe('CONFIRM_CANCEL');
    await user.say('yes');
    expect(task.calls).toHaveLength(1);
  });

  it('lets an allowed move be', async () => {
    const user = await talk(open, FLOW, { handlers: [new RecordingAction()], config: transitions('DONE', true) });
    expect((await user.sayAll('cancel my order', 'yes')).state).toBe('DONE');
    const moves = (await user.audit('STATE_GRAPH_VALID')).map(({ fromState, toState }) => `${fromState}>${toState}`);
    expect(moves).toEqual(['UNKNOWN>CONFIRM_CANCEL', 'CONFIRM_CANCEL>DONE']);
  });
});

describeOnEachDatabase('rules in the audit', (open) => {
  it('that do not fire leave behind what their condition has found, and how many were not looked at', async () => {
    const seed =
      CANCEL_FLOW +
      rule({
        type: 'JSON_PATH',
        pattern: "$.inputParams.tier == 'gold' && $.items.length() > 3 && $.note != ''",
        value: 'DONE',
      }) +
      rule({ state: 'ELSEWHERE', value: 'DONE' }) +
      rule({ intent: 'LOAN', value: 'DONE' }) +
      rule({ phase: 'POST_AGENT_MCP', value: 'DONE' });
    const user = await talk(open, seed);
    await user.say('cancel my order', { tier: 'silver', items: [1, 2] });
    const [told] = (await user.audit('RULE_NO_MATCH')).filter(({ phase }) => phase === 'PRE_RESPONSE_RESOLUTION');
    expect(told).toMatchObject({
      reason: 'TYPE_CONDITION_NOT_MET',
      operands: { inputParams: { tier: 'silver' }, items: null, note: null },
      leftOut: { INTENT_MISMATCH: 1, STATE_MISMATCH: 1, OTHER_PHASE: 1 },
    });
  });

  it('that are all for other places are counted by the reason', async () => {
    const seed = CANCEL_FLOW + rule({ state: 'ELSEWHERE', value: 'DONE' }) + rule({ intent: 'LOAN', value: 'DONE' });
    const user = await talk(open, seed);
    await user.say('cancel my order');
    expect(await user.audit('RULE_NO_MATCH')).toEqual([
      {
        phase: 'PRE_RESPONSE_RESOLUTION',
        source: 'RulesStep',
        reason: 'NO_RULES',
        intent: 'CANCEL_ORDER',
        state: 'CONFIRM_CANCEL',
        leftOut: { INTENT_MISMATCH: 1, STATE_MISMATCH: 1 },
      },
    ]);
  });

  it('tell no secrets of their conditions: neither by the name of a key nor what a schema marks', async () => {
    const fields = { type: 'object', properties: { pin: { type: 'string', 'x-sensitive': true } } };
    const seed =
      CANCEL_FLOW +
      schema('CANCEL_ORDER', 'CONFIRM_CANCEL', fields) +
      rule({
        type: 'JSON_PATH',
        pattern: "$.pin == '0000' || $.context.pin == '1111' || $.inputParams.password == 'x'",
        value: 'DONE',
      });
    const user = await talk(open, seed);
    await user.say('cancel my order', { pin: 'zebra-4711', password: 'hunter2' });
    const told = JSON.stringify(await user.audit('RULE_NO_MATCH'));
    expect(told).toContain('operands');
    expect(told).not.toMatch(/zebra-4711|hunter2/);
  });
});
