import type { JsonObject, JsonValue } from '../../../../platform/common/json.js';
import { ToolError } from '../../../tool-error.js';
import { persistently } from '../persistently.js';
import type { WorkflowRun } from '../workflow-engine.js';
import { Parked } from './run-pause.js';
import type { StepContext } from './step-context.js';

/** Starts another run as a step of this one, and gives what it has returned. */
export async function runChild(
  context: StepContext,
  step: string,
  workflow: string,
  args: JsonObject,
): Promise<JsonValue> {
  const { run, log, settings } = context;
  const { children, isDurable } = settings;
  if (!isDurable || !children) throw new Error(`only a durable workflow has children, as in the step "${step}"`);
  if (!run.children.includes(workflow)) {
    throw new Error(`"${workflow}" was not among the children that the user agreed to: name it in "children"`);
  }
  const stored = log.ask(step, 'CHILD');
  if (stored?.status === 'FAILED') {
    throw new ToolError(stored.error ?? `the step "${step}" failed`, { isForOperators: !stored.errorIsShown });
  }
  if (!stored && !log.begins) throw new Parked(null);
  const stepNo = stored?.stepNo ?? log.nextNo();
  if (!stored) await log.store({ step, stepNo, kind: 'CHILD', undoable: true, dueAtMs: null });
  context.undo.note({ step, stepNo, undo: () => undoChild(context, step) });
  if (stored && stored.status !== 'WAITING') return stored.result ?? null;
  if (!log.begins) throw new Parked(null);
  const { value: child } = await persistently(() => children.start(run, step, workflow, args));
  return endOf(context, step, child);
}

async function endOf({ work }: StepContext, step: string, child: WorkflowRun): Promise<JsonValue> {
  if (child.status === 'DONE') {
    await work.end(step, { status: 'DONE', value: child.result });
    return child.result;
  }
  if (child.endedAtMs === null) throw new Parked(null);
  const error = child.error ?? `the step "${step}" failed`;
  await work.end(step, { status: 'FAILED', error, isShown: child.errorIsShown });
  throw new ToolError(error, { isForOperators: !child.errorIsShown });
}

/** False while the child is being undone. */
async function undoChild({ run, steps, settings, work }: StepContext, step: string): Promise<boolean> {
  for (const from of ['WAITING', 'DONE'] as const) {
    await persistently(() => steps.beginUndoing(run, step, from));
  }
  const { value: child } = await persistently(async () => settings.children?.undo(run, step));
  if (child && child.endedAtMs === null) return false;
  const isUnclear = child?.steps.some(({ status }) => status === 'IN_DOUBT') ?? false;
  const error = 'Of some of its steps nobody knows whether they were undone.';
  await work.end(step, isUnclear ? { status: 'IN_DOUBT', error, isShown: true } : { status: 'UNDONE' });
  return true;
}
