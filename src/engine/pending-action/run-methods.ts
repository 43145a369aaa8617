import { untilAborted } from '../../platform/common/abort.js';
import { messageOf } from '../../platform/common/errors.js';
import { copyJson, isJsonObject, type JsonObject, type JsonValue, toJson } from '../../platform/common/json.js';
import type { ActionCall, ActionMethod, ActionOutcome } from '../../platform/handlers-api/index.js';
import { ToolError } from '../../tools/index.js';

/** What running an action came to. */
export type RunResult =
  | { readonly kind: 'done'; readonly results: JsonObject; readonly completed: number }
  | {
      readonly kind: 'failed';
      /** For the user. */
      readonly message: string;
      /** For operators: what was thrown. It may hold secrets, so nobody else sees it. */
      readonly detail: string;
      /** What was thrown, where anything was. */
      readonly cause?: unknown;
      readonly retryable: boolean;
      readonly results: JsonObject;
      readonly completed: number;
    }
  /** A method was begun and did not say what came of it: nobody knows whether it has happened. */
  | {
      readonly kind: 'unknown';
      readonly why: Doubt;
      /** For operators. */
      readonly message: string;
      /** What was thrown, where anything was. */
      readonly cause?: unknown;
      readonly results: JsonObject;
      readonly completed: number;
    };

/** Why nobody knows: its time was over, it threw or reported nothing, or it said so itself. */
export type Doubt = 'timed-out' | 'unreported' | 'said';

/** The methods of one action, and how far an earlier attempt has come with them. */
export interface MethodRun {
  readonly methods: readonly { readonly name: string; readonly method: ActionMethod }[];
  /** How many of them an earlier attempt has completed; they are not run again. */
  readonly completed: number;
  /** What those have given, by the names of the methods. */
  readonly results: JsonObject;
  readonly call: Omit<ActionCall, 'results'>;
  /** Called before each method. Throws where the action is somebody else's by now: the method is not begun. */
  readonly holdsStill: (completed: number, results: JsonObject) => Promise<void>;
  /** Called after each method but the last, so that a later attempt starts after it. */
  readonly checkpoint: (completed: number, results: JsonObject) => Promise<void>;
}

/** Runs the methods of an action in order, each once, and stops at the first that does not report success. */
export async function runMethods(run: MethodRun): Promise<RunResult> {
  const results: JsonObject = { ...run.results };
  let completed = run.completed;
  for (const { name, method } of run.methods.slice(completed)) {
    await run.holdsStill(completed, results);
    if (run.call.signal.aborted) return { ...NOT_BEGUN, results, completed };
    const outcome = await runMethod(method, { ...run.call, results: copyJson(results) });
    if (outcome.status === 'in-doubt') {
      const { why, message, cause } = outcome;
      return { kind: 'unknown', why, message, cause, results, completed };
    }
    if (outcome.status === 'failed') {
      const { message, retryable, detail = message, cause } = outcome;
      return { kind: 'failed', message, detail, cause, retryable, results, completed };
    }
    results[name] = outcome.result;
    completed += 1;
    if (completed < run.methods.length) await run.checkpoint(completed, results);
  }
  return { kind: 'done', results, completed };
}

const NOT_BEGUN = {
  kind: 'failed',
  message: 'there was no time left to begin.',
  detail: 'It was not begun, because the time was over.',
  retryable: true,
} as const;

type MethodOutcome =
  | Extract<ActionOutcome, { status: 'done' }>
  | (Extract<ActionOutcome, { status: 'failed' }> & { readonly detail?: string; readonly cause?: unknown })
  | (Extract<ActionOutcome, { status: 'in-doubt' }> & { readonly why: Doubt; readonly cause?: unknown });

async function runMethod(method: ActionMethod, call: ActionCall): Promise<MethodOutcome> {
  try {
    return readOutcome(await untilAborted(Promise.resolve(method(call)), call.signal));
  } catch (error) {
    if (call.signal.aborted) return inDoubt('timed-out', 'The action did not finish in time.');
    const detail = messageOf(error);
    if (!(error instanceof ToolError)) return inDoubt('unreported', detail, error);
    if (error.mayHaveHappened) return inDoubt('said', detail, error);
    return { status: 'failed', message: 'the handler failed.', detail, cause: error, retryable: false };
  }
}

/** A handler's answer; anything but `done()` and `failed()` leaves it open what has happened. */
function readOutcome(value: unknown): MethodOutcome {
  const outcome = value === undefined ? null : toJson(value);
  if (isJsonObject(outcome) && outcome.status === 'done') {
    return { status: 'done', result: outcome.result ?? null };
  }
  if (isJsonObject(outcome) && outcome.status === 'failed') {
    const message = typeof outcome.message === 'string' ? outcome.message : 'The action failed.';
    return { status: 'failed', message, retryable: outcome.retryable === true };
  }
  if (isJsonObject(outcome) && outcome.status === 'in-doubt') {
    return inDoubt('said', String(outcome.message ?? 'The handler cannot tell.'));
  }
  return inDoubt('unreported', 'The handler did not report an outcome (done, failed or in doubt).');
}

function inDoubt(why: Doubt, message: string, cause?: unknown): MethodOutcome {
  return { status: 'in-doubt', why, message, cause };
}

/** The result of an action: the one method's own, or each method's by name. */
export function resultOf(results: JsonObject, methodCount: number): JsonValue {
  const only = Object.values(results)[0];
  return methodCount === 1 && only !== undefined ? only : results;
}
