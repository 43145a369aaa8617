import { untilAborted } from '../../platform/common/abort.js';
import { messageOf } from '../../platform/common/errors.js';
import { copyJson, isJsonObject, type JsonObject, type JsonValue, toJson } from '../../platform/common/json.js';
import type { ActionCall, ActionMethod, ActionOutcome } from '../../platform/handlers-api/index.js';

/** What running an action came to. */
export type RunResult =
  | { readonly kind: 'done'; readonly results: JsonObject; readonly completed: number }
  | {
      readonly kind: 'failed';
      /** For the user. */
      readonly message: string;
      /** For operators: what was thrown. It may hold secrets, so nobody else sees it. */
      readonly detail: string;
      readonly retryable: boolean;
      readonly results: JsonObject;
      readonly completed: number;
    }
  /** The deadline passed while a method was at work: nobody knows whether it has happened. */
  | { readonly kind: 'unknown'; readonly message: string; readonly results: JsonObject; readonly completed: number };

export interface MethodRun {
  readonly methods: readonly { readonly name: string; readonly method: ActionMethod }[];
  /** How many of them an earlier attempt has completed; they are not run again. */
  readonly completed: number;
  readonly results: JsonObject;
  readonly call: Omit<ActionCall, 'results'>;
  /** Called after each method but the last, so that a later attempt starts after it. */
  readonly checkpoint: (completed: number, results: JsonObject) => Promise<void>;
}

/** Runs the methods of an action in order, each once, and stops at the first that does not report success. */
export async function runMethods(run: MethodRun): Promise<RunResult> {
  const results: JsonObject = { ...run.results };
  let completed = run.completed;
  for (const { name, method } of run.methods.slice(completed)) {
    const outcome = await runMethod(method, { ...run.call, results: copyJson(results) });
    if (outcome.status === 'in-doubt') return { kind: 'unknown', message: outcome.message, results, completed };
    if (outcome.status === 'failed') {
      const { message, retryable, detail = message } = outcome;
      return { kind: 'failed', message, detail, retryable, results, completed };
    }
    results[name] = outcome.result;
    completed += 1;
    if (completed < run.methods.length) await run.checkpoint(completed, results);
  }
  return { kind: 'done', results, completed };
}

type MethodOutcome = ActionOutcome & { readonly detail?: string };

async function runMethod(method: ActionMethod, call: ActionCall): Promise<MethodOutcome> {
  try {
    return readOutcome(await untilAborted(Promise.resolve(method(call)), call.signal));
  } catch (error) {
    if (call.signal.aborted) return { status: 'in-doubt', message: 'The action did not finish in time.' };
    return { status: 'failed', message: 'the handler failed.', detail: messageOf(error), retryable: false };
  }
}

/** A handler's answer; anything but `done()`, `failed()` or `inDoubt()` is a failure, never a success by accident. */
function readOutcome(value: unknown): ActionOutcome {
  const outcome = value === undefined ? null : toJson(value);
  if (isJsonObject(outcome) && outcome.status === 'done') {
    return { status: 'done', result: outcome.result ?? null };
  }
  if (isJsonObject(outcome) && outcome.status === 'failed') {
    const message = typeof outcome.message === 'string' ? outcome.message : 'The action failed.';
    return { status: 'failed', message, retryable: outcome.retryable === true };
  }
  if (isJsonObject(outcome) && outcome.status === 'in-doubt') {
    return { status: 'in-doubt', message: String(outcome.message ?? 'The handler cannot tell.') };
  }
  return {
    status: 'failed',
    message: 'The handler did not report an outcome (done, failed or in doubt).',
    retryable: false,
  };
}

/** The result of an action: the one method's own, or each method's by name. */
export function resultOf(results: JsonObject, methodCount: number): JsonValue {
  const only = Object.values(results)[0];
  return methodCount === 1 && only !== undefined ? only : results;
}
