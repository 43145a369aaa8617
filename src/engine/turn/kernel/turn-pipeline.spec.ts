import { describe, expect, it } from 'vitest';
import { Handlers } from '../../../platform/handlers-api/index.js';
import { Verbose } from '../../wording/index.js';
import { TurnPipeline } from './turn-pipeline.js';
import type { PipelineStep } from './turn-step.js';

const handlers = new Handlers();
const verbose = new Verbose({ hasListeners: () => false, publishProgress: () => {} });
const pipeline = (steps: PipelineStep[]) => () => new TurnPipeline(steps, handlers, verbose);
const step = (name: string, more: Partial<PipelineStep> = {}): PipelineStep => ({
  name,
  reads: {},
  writes: [],
  run: () => 'CONTINUE',
  ...more,
});
/** Has the part of all steps that the end of a turn reads from. */
const end = step('PipelineEndGuardStep', {
  endsEveryTurn: true,
  writes: ['reply'],
  standsFor: [
    'PersistConversationStep',
    'PolicyEnforcementStep',
    'RulesStep',
    'StateGraphStep',
    'ResponseResolutionStep',
  ],
});
const gives = step('Act', { writes: ['dialogue_act'] });
const needs = step('Policy', { reads: { dialogue_act: 'Act' } });

describe('the order of steps', () => {
  it('is refused when a step stands before the one that it needs a value from', () => {
    expect(pipeline([gives, needs, end])).not.toThrow();
    const message = 'Policy needs dialogue_act from Act, which does not stand before it';
    expect(pipeline([needs, gives, end])).toThrow(message);
  });

  it('is refused when the step that a value is needed from is missing or does not write it', () => {
    expect(pipeline([needs, end])).toThrow('Policy needs dialogue_act from Act, which is missing');
    expect(pipeline([step('Act'), needs, end])).toThrow('Policy needs dialogue_act from Act, which does not write it');
  });

  it('is refused when another step writes the value in between', () => {
    const rules = step('Rules', { writes: ['dialogue_act'] });
    const message = 'Policy needs dialogue_act from Act, but Rules writes it in between';
    expect(pipeline([gives, rules, needs, end])).toThrow(message);
  });

  it('is refused when somebody wrote what a step needs as the turn begins', () => {
    const begins = step('Begin', { reads: { dialogue_act: 'START' } });
    expect(pipeline([begins, gives, end])).not.toThrow();
    expect(pipeline([gives, begins, end])).toThrow('Begin needs dialogue_act from START, but Act writes it in between');
  });

  it('takes a step of a shorter turn for those whose part it has', () => {
    const button = step('Button', { writes: ['dialogue_act'], standsFor: ['Act'] });
    expect(pipeline([button, needs, end])).not.toThrow();
    expect(pipeline([needs, button, end])).toThrow('Policy needs dialogue_act from Act');
  });

  it('is refused when nothing writes what the turn must end with', () => {
    expect(pipeline([{ ...end, writes: [] }])).toThrow('the end of the turn needs reply from PipelineEndGuardStep');
  });

  it('is refused when a step stands twice, after the end, or when nothing ends the turn', () => {
    expect(pipeline([step('A'), step('A'), end])).toThrow('A stands twice');
    expect(pipeline([end, step('A')])).toThrow('A stands after a step that ends every turn');
    expect(pipeline([step('A')])).toThrow('no step ends the turn');
  });
});
