import { closed, expiryReason, isOpen, runtimeProjection, transition } from '../../pending-action/index.js';
import { auditLifecycle } from '../pending-action-audit.js';
import type { Turn } from '../turn.js';
import type { StepOutcome, TurnStep } from '../turn-step.js';

/** Closes proposals whose time has run out, and says which one a yes or no of this turn is about. */
export class ActionLifecycleStep implements TurnStep {
  readonly name = 'ActionLifecycleStep';
  readonly needs = ['policy_decision'] as const;
  readonly gives = ['pending_action_runtime_status', 'pending_action_result'] as const;

  run(turn: Turn): StepOutcome {
    for (const proposal of turn.proposals.filter(isOpen)) {
      if (!transition(proposal, 'EXPIRE', turn.moment).ok) continue;
      const expired = closed(proposal, 'EXPIRE', expiryReason(proposal, turn.moment), turn.moment);
      turn.putProposal(expired);
      turn.expiredNow = expired;
      turn.context.pending_action_runtime = runtimeProjection(expired);
      turn.facts.pending_action_runtime_status = expired.status;
      turn.facts.pending_action_result = 'EXPIRED';
      auditLifecycle(turn, 'EXPIRED', expired);
    }
    turn.target = chooseTarget(turn);
    return 'CONTINUE';
  }
}

/** The open proposal a client named, or the only one that was asked. Several are told apart by the next step. */
function chooseTarget(turn: Turn) {
  const key = turn.client.pendingActionKey?.trim().toLowerCase();
  const candidates =
    key === undefined ? turn.askedLast : turn.openProposals.filter((open) => open.actionKey.toLowerCase() === key);
  return candidates.length === 1 ? candidates[0] : undefined;
}
