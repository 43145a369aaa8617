import { EngineError, messageOf } from '../../../platform/common/errors.js';
import { ToolError } from '../../tool-error.js';
import { RunStopped } from './stretch-end.js';

/** Why something failed, and whether users and models may read that. */
export interface Reason {
  readonly error: string;
  readonly isShown: boolean;
}

/** Only what was written for users is shown: the message of any other error may say what is none of their business. */
export function reasonOf(error: unknown): Reason {
  const isToolError = error instanceof ToolError && !error.isForOperators;
  return {
    error: messageOf(error),
    isShown: isToolError || error instanceof EngineError || error instanceof RunStopped,
  };
}

/** What stands in the place of a reason that is not shown, for models and programs. */
const HIDDEN = 'Something went wrong; why stands in the run, for the operators of the service.';

/** What users and models are told of why something failed; null where nothing has. */
export function shownReason({
  error,
  errorIsShown,
}: {
  readonly error: string | null;
  readonly errorIsShown: boolean;
}) {
  return error === null || errorIsShown ? error : HIDDEN;
}
