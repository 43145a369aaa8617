import { describe, expect, it } from 'vitest';
import { systemClock } from '../common/clock.js';
import { loadConfig } from '../config/index.js';
import { readActLanguage } from '../dialogue-act/index.js';
import { Handlers } from '../handlers/index.js';
import { ENGLISH } from '../language/index.js';
import { UnconfiguredLlmClient } from '../llm/index.js';
import type { PendingActionService } from '../pending-action/index.js';
import { ToolRunner } from '../tools/index.js';
import type { ActionMethodFinder } from './action-methods.js';
import { turnSteps } from './steps/index.js';
import { TurnPipeline } from './turn-pipeline.js';
import type { TurnStep } from './turn-step.js';
import { Verbose } from './verbose.js';

const handlers = new Handlers();
const verbose = new Verbose({ hasListeners: () => false, publishProgress: () => {} });
const pipeline = (steps: TurnStep[]) => () => new TurnPipeline(steps, handlers, verbose);
const step = (name: string, more: Partial<TurnStep> = {}): TurnStep => ({
  name,
  needs: [],
  gives: [],
  run: () => 'CONTINUE',
  ...more,
});
const end = step('End', { endsEveryTurn: true });

describe('the order of steps', () => {
  it('of the product is sound', () => {
    const steps = turnSteps({
      config: loadConfig({ env: {}, directory: '/nonexistent' }).config,
      clock: systemClock,
      llm: new UnconfiguredLlmClient(),
      handlers,
      tools: new ToolRunner(handlers, { timeoutMs: 1, resultBytes: 1, groupsWithoutCode: [] }),
      methods: {} as ActionMethodFinder,
      pendingActions: {} as PendingActionService,
      verbose,
      actLanguage: readActLanguage(ENGLISH),
    });
    expect(pipeline(steps)).not.toThrow();
    const names = steps.map(({ name }) => name.replace('Step', ''));
    expect(names.indexOf('PolicyEnforcement')).toBeLessThan(names.indexOf('DialogueAct'));
    expect(names.indexOf('McpTool')).toBeLessThan(names.indexOf('Rules'));
    expect(names.indexOf('PendingAction')).toBeLessThan(names.indexOf('ResponseResolution'));
    expect(names.at(-1)).toBe('PipelineEndGuard');
  });

  it('is refused when a step needs what no earlier step gives', () => {
    const needs = step('Policy', { needs: ['dialogue_act'] });
    const gives = step('Act', { gives: ['dialogue_act'] });
    expect(pipeline([needs, gives, end])).toThrow('Policy needs dialogue_act from an earlier step');
    expect(pipeline([gives, needs, end])).not.toThrow();
  });

  it('is refused when a step stands twice, after the end, or when nothing ends the turn', () => {
    expect(pipeline([step('A'), step('A'), end])).toThrow('A stands twice');
    expect(pipeline([end, step('A')])).toThrow('A stands after a step that ends every turn');
    expect(pipeline([step('A')])).toThrow('no step ends the turn');
  });
});
