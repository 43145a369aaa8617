import { Injectable } from '@nestjs/common';
import {
  auditLifecycle,
  closed,
  expiryReason,
  isOpen,
  runtimeProjection,
  transition,
} from '../../pending-action/index.js';
import { type StepOutcome, type TurnStep, type ViewOf } from '../../turn/kernel/index.js';

type View = ViewOf<ActionLifecycleStep>;

/** Closes proposals whose time has run out, and says which one a yes or no of this turn is about. */
@Injectable()
export class ActionLifecycleStep implements TurnStep<ActionLifecycleStep> {
  readonly name = 'ActionLifecycleStep';
  readonly reads = {
    proposals: 'DialogueActStep',
  } as const;
  readonly writes = [
    'proposals',
    'expiredNow',
    'target',
    'context',
    'pending_action_runtime_status',
    'pending_action_result',
  ] as const;

  run(turn: View): StepOutcome {
    for (const proposal of turn.proposals.all.filter(isOpen)) {
      if (!transition(proposal, 'EXPIRE', turn.moment).ok) continue;
      const expired = closed(proposal, 'EXPIRE', expiryReason(proposal, turn.moment), turn.moment);
      turn.proposals.put(expired);
      turn.expiredNow = expired;
      turn.context.pending_action_runtime = runtimeProjection(expired);
      turn.facts.pending_action_runtime_status = expired.status;
      turn.facts.pending_action_result = 'EXPIRED';
      auditLifecycle(turn, 'EXPIRED', expired);
    }
    // Several are told apart by the next step.
    const meant = turn.proposals.meantBy(turn.client.pendingActionKey);
    turn.target = meant.length === 1 ? meant[0] : undefined;
    return 'CONTINUE';
  }
}
