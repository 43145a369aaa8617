import { Logger } from '@nestjs/common';
import { hideValues, scalarsIn } from '../../tools/index.js';
import { type Proposal, shownArguments } from './proposal.js';
import type { RunResult } from './run-methods.js';

const logger = new Logger('Actions');

/**
 * Tells the log why an action has not come to a good end, where its handler has not said so itself: with no argument, and
 * with nothing that schemas mark as secret.
 */
export function logFailure(proposal: Proposal, run: RunResult): void {
  if (run.kind === 'done' || (run.kind === 'failed' && run.cause === undefined)) return;
  const { actionKey, proposalId, conversationId, attempts } = proposal;
  const secrets = hiddenValues(proposal);
  const why = hideValues(run.kind === 'unknown' ? run.message : run.detail, secrets);
  const which = `action ${actionKey} (${proposalId}, attempt ${attempts}, conversation ${conversationId})`;
  logger.warn(`${which} has not ended well: ${why}`);
  const { cause } = run;
  const thrown = cause instanceof Error && cause.cause instanceof Error ? cause.cause : cause;
  if (thrown instanceof Error) logger.debug(hideValues(thrown.stack ?? thrown.message, secrets));
}

/** The values of the arguments that are not shown. */
function hiddenValues(proposal: Proposal): string[] {
  const shown = new Set(scalarsIn(shownArguments(proposal)));
  return scalarsIn(proposal.arguments).filter((value) => !shown.has(value));
}
