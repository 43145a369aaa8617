import { describe, expect, it } from 'vitest';
import { idleSteps } from '../../../test/helpers/turn-steps.js';
import type { Tool } from '../../tools/index.js';
import type { ToolCalls } from '../pending-action/asking/index.js';
import { orderProblems, type PipelineStep } from '../turn/kernel/index.js';
import { AskedActionStep, ToolQuestionStep } from './act/tool-question.step.js';
import { ToolOutcomeStep } from './answer/tool-answer.steps.js';

const { steps, calls: callSteps } = await idleSteps();

/** Whether the check at start refuses an order. */
const isNoticed = (order: readonly PipelineStep[]) => orderProblems(order).length > 0;

describe('the steps of a turn', () => {
  it('stand where each gets every value that it reads', () => {
    expect(orderProblems(steps)).toEqual([]);
    expect(steps).toHaveLength(29);
    const names = steps.map(({ name }) => name.replace('Step', ''));
    expect(names.indexOf('PolicyEnforcement')).toBeLessThan(names.indexOf('DialogueAct'));
    expect(names.indexOf('McpTool')).toBeLessThan(names.indexOf('Rules'));
    expect(names.indexOf('PendingAction')).toBeLessThan(names.indexOf('ResponseResolution'));
    expect(names.at(-1)).toBe('PipelineEndGuard');
  });

  it('cannot change places with their neighbours unnoticed, but for the note of the message', () => {
    const unnoticed = steps.slice(1).flatMap((second, index) => {
      const first = steps[index];
      if (!first) return [];
      const swapped = steps.with(index, second).with(index + 1, first);
      return isNoticed(swapped) ? [] : [`${first.name} ${second.name}`];
    });
    expect(unnoticed).toEqual(['ResetConversationStep AuditUserInputStep']);
  });

  it('cannot be left out unnoticed, none of them', () => {
    const unnoticed = steps.filter((step) => !isNoticed(steps.filter((other) => other !== step)));
    expect(unnoticed.map(({ name }) => name)).toEqual([]);
  });

  it('cannot let an action run before the guardrail has looked at it', () => {
    const guardrail = steps.filter(({ name }) => name === 'GuardrailStep');
    const others = steps.filter(({ name }) => name !== 'GuardrailStep');
    const behind = others.findIndex(({ name }) => name === 'PendingActionStep') + 1;
    const problems = orderProblems(others.toSpliced(behind, 0, ...guardrail));
    expect(problems).toContain(
      'PendingActionStep needs needsApproval from GuardrailStep, which does not stand before it',
    );
  });

  it('stand as well where a turn asks for, answers or records a single tool call', () => {
    const calls = {} as ToolCalls;
    const tool = {} as Tool;
    const asked = new AskedActionStep();
    const turns = {
      question: callSteps.question(new ToolQuestionStep(tool, {}, {}, calls), asked),
      answer: callSteps.answer(true, new ToolOutcomeStep('A-1'), asked),
      record: callSteps.record({}, {}),
    };
    for (const [name, order] of Object.entries(turns)) expect([name, orderProblems(order)]).toEqual([name, []]);
    const guardrail = turns.answer.findIndex(({ name }) => name === 'GuardrailStep');
    expect(orderProblems(turns.answer.toSpliced(guardrail, 1))).not.toEqual([]);
  });
});
