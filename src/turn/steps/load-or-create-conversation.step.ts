import { isJsonObject } from '../../common/json.js';
import { isExecuted, isInProgress, isTerminal, runtimeProjection } from '../../pending-action/index.js';
import type { Turn } from '../turn.js';
import type { StepOutcome, TurnStep } from '../turn-step.js';

/**
 * Brings the conversation up to date with the truth about its action. The row of the action is what counts; where a
 * turn failed after the action had run, the conversation does not know of it yet, and this turn tells.
 */
export class LoadOrCreateConversationStep implements TurnStep {
  readonly name = 'LoadOrCreateConversationStep';
  readonly needs = [] as const;
  readonly gives = ['pending_action_result', 'pending_action_output', 'pending_action_error'] as const;

  run(turn: Turn): StepOutcome {
    const shown = turn.context.pending_action_runtime;
    if (!isJsonObject(shown)) return 'CONTINUE';
    const actual = turn.proposals.find((proposal) => proposal.proposalId === shown.proposal_id);
    if (!actual || actual.status === shown.status) return 'CONTINUE';
    turn.context.pending_action_runtime = runtimeProjection(actual);
    if (!isTerminal(actual) && !isInProgress(actual)) return 'CONTINUE';
    turn.untoldOutcome = actual;
    turn.intent = actual.intent;
    turn.state = actual.state;
    if (isExecuted(actual)) {
      turn.facts.pending_action_result = 'EXECUTED';
      turn.facts.pending_action_output = actual.result;
    }
    return 'CONTINUE';
  }
}
