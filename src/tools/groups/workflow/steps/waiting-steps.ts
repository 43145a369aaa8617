import { isJsonObject, type JsonValue } from '../../../../platform/common/json.js';
import type { ApprovalRequest } from '../../../../platform/handlers-api/index.js';
import { persistently } from '../persistently.js';
import { Parked } from './run-pause.js';
import type { StepContext } from './step-context.js';

/** Waits until a row is done: by its time, or by a signal. */
export async function awaitRow(
  { log, settings, work }: StepContext,
  step: string,
  kind: 'SLEEP' | 'SIGNAL',
  milliseconds?: number,
): Promise<JsonValue | undefined> {
  if (!settings.isDurable) throw new Error(`only a durable workflow can wait, as in the step "${step}"`);
  if (milliseconds !== undefined && !(milliseconds >= 0))
    throw new Error(`"${step}" cannot wait for ${milliseconds} ms`);
  const nowMs = settings.clock.now();
  const stored = log.ask(step, kind);
  if (stored?.status === 'DONE') return stored.result;
  if (stored) {
    if (!log.begins || stored.dueAtMs === null || stored.dueAtMs > nowMs) throw new Parked(stored.dueAtMs);
    await work.end(step, { status: 'DONE', value: undefined });
    return undefined;
  }
  if (!log.begins) throw new Parked(null);
  const dueAtMs = milliseconds === undefined ? null : Math.ceil(nowMs + milliseconds);
  const early = await log.store({ step, stepNo: log.nextNo(), kind, undoable: false, dueAtMs });
  if (early) return early.result;
  throw new Parked(dueAtMs);
}

/** Waits for an answer: the row first, so that it has a place to come to, and then the question. */
export async function awaitApproval(
  { run, log, pause, settings, signal }: StepContext,
  step: string,
  request: ApprovalRequest,
): Promise<JsonValue> {
  const { approvals, isDurable } = settings;
  if (!isDurable || !approvals)
    throw new Error(`only a durable workflow of a service can ask, as in the step "${step}"`);
  const stored = log.ask(step, 'APPROVAL');
  if (stored?.status === 'DONE' && isJsonObject(stored.result)) {
    const { asked, ...answer } = stored.result;
    const isOther = asked !== undefined && asked !== approvals.digestOf(request);
    if (answer.approved === true && isOther && log.begins)
      return pause.hold(`The user agreed to something else than what the step "${step}" asks by now.`);
    return answer;
  }
  if (!log.begins) throw new Parked(null);
  if (!stored) await log.store({ step, stepNo: log.nextNo(), kind: 'APPROVAL', undoable: false, dueAtMs: null });
  try {
    await persistently(() => approvals.ask(run, step, request, signal));
  } catch (error) {
    signal.throwIfAborted();
    throw error;
  }
  throw new Parked(null);
}
