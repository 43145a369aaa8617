import type { StoredRun } from './rows/run-rows.js';
import { ENDED, isLeftBehind, LEFT, type WorkflowRun, type WorkflowStep } from './workflow-engine.js';

/**
 * How a run stands, as its rows tell it.
 * @param plannedSteps how many steps it has; null where nobody knows
 * @param nowMs milliseconds since 1970 UTC
 */
export function statusOf(
  stored: StoredRun,
  storedSteps: readonly WorkflowStep[],
  plannedSteps: number | null,
  nowMs: number,
): WorkflowRun {
  const { deadlineMs: _deadline, dueAtMs: _due, definition: _definition, ...run } = stored;
  const steps = storedSteps.map(told);
  if (isLeftBehind(stored, nowMs))
    return { ...run, status: 'INTERRUPTED', error: LEFT, errorIsShown: true, steps: steps.map(asLeft), plannedSteps };
  const isAtWork = run.status === 'RUNNING' || run.status === 'WAITING';
  return { ...run, plannedSteps, steps: isAtWork ? steps : steps.map(asLeft) };
}

/** What a person may know of a step. */
function told({ step, kind, status, error, errorIsShown, dueAtMs }: WorkflowStep): WorkflowStep {
  return { step, kind, status, error, errorIsShown, dueAtMs };
}

/** A step whose run is over, or held, has nobody who works on it. */
function asLeft(step: WorkflowStep): WorkflowStep {
  if (step.status === 'WAITING') return { ...step, status: 'FAILED', error: ENDED, errorIsShown: true };
  if (step.status !== 'RUNNING' && step.status !== 'UNDOING') return step;
  return { ...step, status: 'IN_DOUBT', error: LEFT, errorIsShown: true };
}
