import { ToolError } from '../../../tool-error.js';
import { persistently } from '../persistently.js';
import { Parked } from './run-pause.js';
import type { StepContext } from './step-context.js';
import { type DescribedStep, mayRepeat } from './step-work.js';

/** Runs a step that does something in the world, or gives back what it answered when it was run. */
export async function runWorkStep<T>(context: StepContext, described: DescribedStep<T>): Promise<T> {
  const { run, steps, log, pause } = context;
  const { step, options } = described;
  const stored = log.ask(step, 'WORK');
  if (!stored) return begin(context, described);
  const { status, stepNo, error, errorIsShown } = stored;
  if (status === 'DONE' || status === 'UNDOING' || status === 'UNDONE') {
    const result = stored.result as T;
    if (status !== 'UNDONE') noteUndo(context, described, stepNo, result, status === 'UNDOING');
    return result;
  }
  if (status !== 'RUNNING')
    throw new ToolError(error ?? `the step "${step}" failed`, {
      mayHaveHappened: status === 'IN_DOUBT',
      isForOperators: error !== null && !errorIsShown,
    });
  if (!log.begins) throw new Parked(null);
  if (!mayRepeat(options))
    return pause.hold(`Nobody knows whether the step "${step}" has happened: its process ended over it.`);
  refuseObstacle(context, step);
  const { value: isOurs } = await persistently(() => steps.beginAgain(run, step));
  if (!isOurs) throw new Parked(null);
  return perform(context, described, stepNo);
}

async function begin<T>(context: StepContext, described: DescribedStep<T>): Promise<T> {
  const { log } = context;
  if (!log.begins) throw new Parked(null);
  const { step, options } = described;
  refuseObstacle(context, step);
  const stepNo = log.nextNo();
  await log.store({ step, stepNo, kind: 'WORK', undoable: options.undo !== undefined, dueAtMs: null });
  return perform(context, described, stepNo);
}

async function perform<T>(context: StepContext, described: DescribedStep<T>, stepNo: number): Promise<T> {
  const { work, settings } = context;
  const result = await work.perform(described);
  noteUndo(context, described, stepNo, result, false);
  const { problem } = work.kept(result);
  if (problem && settings.isDurable) throw new ToolError(`the step "${described.step}" is done, but ${problem}`);
  return result;
}

function refuseObstacle({ settings, pause }: StepContext, step: string): void {
  const obstacle = settings.obstacle?.(step, 'step');
  if (obstacle !== undefined) pause.hold(obstacle);
}

/** @param wasBegun whether somebody has begun to undo it already */
function noteUndo<T>(
  context: StepContext,
  { step, options }: DescribedStep<T>,
  stepNo: number,
  result: T,
  wasBegun: boolean,
): void {
  const { undo, policy, undoPolicy = policy, undoRetry } = options;
  if (!undo) return;
  const treatment = { ...(undoPolicy && { policy: undoPolicy }), ...(undoRetry && { retry: undoRetry }) };
  const undoStep = async (signal: AbortSignal) => {
    if (wasBegun && !mayRepeat(treatment)) {
      const error = 'Its process ended while it was being undone.';
      await context.work.end(step, { status: 'IN_DOUBT', error, isShown: true });
    } else if (await beginUndoing(context, step, wasBegun)) {
      await context.work.undo(step, (call) => undo(result, call), treatment, signal);
    }
    return true;
  };
  context.undo.note({ step, stepNo, undo: undoStep });
}

/** False where somebody else has the run by now, or has undone the step. */
async function beginUndoing({ run, steps }: StepContext, step: string, wasBegun: boolean): Promise<boolean> {
  const { value, wasUncertain } = await persistently(() =>
    steps.beginUndoing(run, step, wasBegun ? 'UNDOING' : 'DONE'),
  );
  if (value || !wasUncertain) return value;
  return (await persistently(() => steps.beginUndoing(run, step, 'UNDOING'))).value;
}
