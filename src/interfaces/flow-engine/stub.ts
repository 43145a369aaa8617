import type { JsonValue } from '../../platform/common/json.js';
import { type ActionOutcome, done, failed, inDoubt } from '../../platform/handlers-api/index.js';
import { ToolError } from '../../tools/index.js';

/** What an action is said to come to, as files of scripted conversations write it. */
export type ActionStub =
  | { readonly done: JsonValue }
  | { readonly failed: string; readonly retryable: boolean }
  | { readonly 'in-doubt': string };

/** What a tool is said to give, or what it fails by. */
export interface ToolStub {
  readonly result?: JsonValue | undefined;
  readonly error?: string | undefined;
}

export function outcomeOf(stub: ActionStub): ActionOutcome {
  if ('done' in stub) return done(stub.done);
  return 'failed' in stub ? failed(stub.failed, stub) : inDoubt(stub['in-doubt']);
}

/** @throws ToolError where the tool is to fail */
export function resultOf({ result, error }: ToolStub): JsonValue {
  if (error !== undefined) throw new ToolError(error);
  return structuredClone(result ?? {});
}
