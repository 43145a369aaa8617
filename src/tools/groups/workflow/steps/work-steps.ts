import { steadyNow } from '../../../../platform/common/clock.js';
import type { StepCall } from '../../../../platform/handlers-api/index.js';
import { ToolError } from '../../../tool-error.js';
import { persistently } from '../persistently.js';
import { Parked } from './run-pause.js';
import type { StepContext } from './step-context.js';
import { type DescribedStep, mayRepeat } from './step-work.js';

/** Runs a step that does something in the world, or gives back what it answered when it was run. */
export async function runWorkStep<T>(context: StepContext, described: DescribedStep<T>): Promise<T> {
  const { run, steps, settings, log, pause } = context;
  const { step, options } = described;
  const stored = log.ask(step, 'WORK');
  if (!stored) return begin(context, described);
  const { status, stepNo, error, errorIsShown, problem } = stored;
  if (status === 'DONE' || status === 'UNDOING' || status === 'UNDONE') {
    const result = stored.result as T;
    if (status !== 'UNDONE')
      noteUndo(context, problem ? withoutResult(described, problem) : described, stepNo, result, status === 'UNDOING');
    if (problem) throw notKept(step, problem);
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
  const askedAt = steadyNow();
  const { value: isOurs } = await persistently(() => steps.beginAgain(run, step, 'RUNNING'));
  // Whoever has the run looks at its rows anew: the step may have ended since they were read.
  if (!isOurs) throw new Parked(settings.clock.now());
  return perform(context, described, { stepNo, askedAt });
}

async function begin<T>(context: StepContext, described: DescribedStep<T>): Promise<T> {
  const { log } = context;
  if (!log.begins) throw new Parked(null);
  const { step, options } = described;
  refuseObstacle(context, step);
  const [stepNo, askedAt] = [log.nextNo(), steadyNow()];
  await log.store({ step, stepNo, kind: 'WORK', undoable: options.undo !== undefined, dueAtMs: null });
  return perform(context, described, { stepNo, askedAt });
}

/** A step that is written as begun. */
interface Begun {
  readonly stepNo: number;
  /** When that was asked for, by the process's monotonic clock. */
  readonly askedAt: number;
}

async function perform<T>(context: StepContext, described: DescribedStep<T>, { stepNo, askedAt }: Begun): Promise<T> {
  const { work, settings } = context;
  const result = await work.perform(described, askedAt);
  noteUndo(context, described, stepNo, result, false);
  const { problem } = work.kept(result);
  if (problem && settings.isDurable) throw notKept(described.step, problem);
  return result;
}

function notKept(step: string, problem: string): ToolError {
  return new ToolError(`the step "${step}" is done, but ${problem}`);
}

/** A step that is undone by what it answered, which is not known any more. */
function withoutResult<T>({ options, ...described }: DescribedStep<T>, problem: string): DescribedStep<T> {
  const undo = () => {
    throw new ToolError(problem);
  };
  return { ...described, options: { ...options, ...(options.undo && { undo }) } };
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
    const askedAt = steadyNow();
    if (wasBegun && !mayRepeat(treatment)) {
      const error = 'Its process ended while it was being undone.';
      await context.work.end(step, { status: 'IN_DOUBT', error, isShown: true });
    } else if (await beginUndoing(context, step, wasBegun)) {
      const described = { step, work: (call: StepCall) => undo(result, call), options: treatment };
      await context.work.undo(described, askedAt, signal);
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
