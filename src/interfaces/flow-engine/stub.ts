import type { ActionStub, ToolStub } from '../../engine/comparison/index.js';
import type { JsonValue } from '../../platform/common/json.js';
import { type ActionOutcome, done, failed, inDoubt } from '../../platform/handlers-api/index.js';
import { ToolError } from '../../tools/index.js';

export function outcomeOf(stub: ActionStub): ActionOutcome {
  if ('done' in stub) return done(stub.done);
  return 'failed' in stub ? failed(stub.failed, stub) : inDoubt(stub['in-doubt']);
}

/** @throws ToolError where the tool is to fail */
export function resultOf({ result, error }: ToolStub): JsonValue {
  if (error !== undefined) throw new ToolError(error);
  return structuredClone(result ?? {});
}
