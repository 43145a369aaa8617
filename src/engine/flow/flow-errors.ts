import { EngineError } from '../../platform/common/errors.js';
import { describeProblem, type FlowProblem } from '../../tools/index.js';

/** No turn comes before the first load. */
export function notLoaded(): EngineError {
  return new EngineError('INTERNAL_ERROR', 'The flow definition has not been loaded yet.');
}

/** The rows of one tenant have errors, and the validation is strict. */
export function refusedTenant(tenant: string): EngineError {
  const text = `Rows of the flow have errors: "convengine flow check --tenant ${tenant}" names them.`;
  return new EngineError('FLOW_INVALID', text, { problems: [] });
}

/** Rows that all share have errors, and the validation is strict. */
export function flowInvalid(errors: readonly FlowProblem[]): EngineError {
  const lines = errors.map((problem) => `\n  ${describeProblem(problem)}`).join('');
  const count = errors.length === 1 ? 'One row' : `${errors.length} rows`;
  return new EngineError('FLOW_INVALID', `${count} of the flow tables cannot be used:${lines}`, {
    problems: errors.map((problem) => ({ ...problem })),
  });
}
