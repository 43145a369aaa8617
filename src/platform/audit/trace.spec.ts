import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../common/json.js';
import type { AuditEvent } from './audit-event.js';
import { assembleTrace } from './trace.js';

const ID = '7b6e2b0a-3c1d-4e5f-8a9b-0c1d2e3f4a5b';

/** Event number n happens n milliseconds after 1970, so that times tell which event they came from. */
function event(auditId: number, stage: string, payload: JsonObject = {}, turnNo = 1): AuditEvent {
  return { conversationId: ID, auditId, turnNo, stage, payload, createdAtMs: auditId };
}

const at = (ms: number) => new Date(ms).toISOString();

describe('assembleTrace', () => {
  it('makes one step of an enter and its exit, with the stages between them', () => {
    const trace = assembleTrace(ID, [
      event(1, 'STEP_ENTER', { step: 'RulesStep', stepClass: 'RulesStep' }),
      event(2, 'RULE_MATCH', { ruleId: 7 }),
      event(3, 'STEP_EXIT', { step: 'RulesStep', durationMs: 12 }),
    ]);
    const match = { auditId: 2, stage: 'RULE_MATCH', createdAt: at(2), payload: { ruleId: 7 } };
    expect(trace).toEqual({
      conversationId: ID,
      steps: [
        {
          turnNo: 1,
          step: 'RulesStep',
          stepClass: 'RulesStep',
          sourceFile: null,
          status: 'OK',
          startedAt: at(1),
          endedAt: at(3),
          durationMs: 12,
          error: null,
          stages: [match],
        },
      ],
      stages: [match],
    });
  });

  it('goes by audit id, whatever the order of the list and the times say', () => {
    const events = [
      { ...event(3, 'STEP_EXIT', { step: 'A' }), createdAtMs: 5 },
      { ...event(1, 'STEP_ENTER', { step: 'A' }), createdAtMs: 5 },
      { ...event(2, 'INSIDE'), createdAtMs: 5 },
    ];
    const [step] = assembleTrace(ID, events).steps;
    expect(step?.stages.map((stage) => stage.stage)).toEqual(['INSIDE']);
    expect(step?.durationMs).toBe(0);
    expect(events.map((each) => each.auditId)).toEqual([3, 1, 2]);
  });

  it('gives a stage to the innermost of nested steps only', () => {
    const trace = assembleTrace(ID, [
      event(1, 'STEP_ENTER', { step: 'Outer' }),
      event(2, 'STEP_ENTER', { step: 'Inner' }),
      event(3, 'IN_INNER'),
      event(4, 'STEP_EXIT', { step: 'Inner' }),
      event(5, 'IN_OUTER'),
      event(6, 'STEP_EXIT', { step: 'Outer' }),
    ]);
    expect(trace.steps.map((step) => [step.step, step.stages.map((stage) => stage.stage)])).toEqual([
      ['Outer', ['IN_OUTER']],
      ['Inner', ['IN_INNER']],
    ]);
    expect(trace.stages.map((stage) => stage.stage)).toEqual(['IN_INNER', 'IN_OUTER']);
  });

  it('ends the step that an exit names, even when an inner one never ended', () => {
    const trace = assembleTrace(ID, [
      event(1, 'STEP_ENTER', { step: 'Outer' }),
      event(2, 'STEP_ENTER', { step: 'Inner' }),
      event(3, 'STEP_EXIT', { step: 'Outer' }),
    ]);
    expect(trace.steps.map((step) => [step.step, step.status])).toEqual([
      ['Outer', 'OK'],
      ['Inner', 'RUNNING'],
    ]);
  });

  it('marks a step that threw with its error', () => {
    const [step] = assembleTrace(ID, [
      event(1, 'STEP_ENTER', { step: 'A' }),
      event(4, 'STEP_ERROR', { step: 'A', errorMessage: 'no such row' }),
    ]).steps;
    expect(step).toMatchObject({ status: 'ERROR', error: 'no such row', durationMs: 3, endedAt: at(4) });
  });

  it('leaves a step of a turn that died RUNNING and out of the next turn', () => {
    const trace = assembleTrace(ID, [
      event(1, 'STEP_ENTER', { step: 'A' }, 1),
      event(2, 'USER_INPUT', {}, 2),
      event(3, 'STEP_ENTER', { step: 'A' }, 2),
      event(4, 'STEP_EXIT', { step: 'A' }, 2),
    ]);
    expect(trace.steps).toMatchObject([
      { turnNo: 1, status: 'RUNNING', endedAt: null, stages: [] },
      { turnNo: 2, status: 'OK' },
    ]);
  });

  it('keeps stages outside any step in the flat list, and ignores an end without a beginning', () => {
    const trace = assembleTrace(ID, [event(1, 'USER_INPUT'), event(2, 'STEP_EXIT', { step: 'A' })]);
    expect(trace.steps).toEqual([]);
    expect(trace.stages.map((stage) => stage.stage)).toEqual(['USER_INPUT']);
  });

  it('is empty for no events', () => {
    expect(assembleTrace(ID, [])).toEqual({ conversationId: ID, steps: [], stages: [] });
  });
});
