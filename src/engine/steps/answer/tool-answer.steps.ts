import { closedNotice } from '../../pending-action/asking/index.js';
import type { Proposal } from '../../pending-action/index.js';
import { type StepOutcome, type TurnStep, type ViewOf } from '../../turn/kernel/index.js';

import { ALL_BEFORE_ACTING, ALL_BETWEEN_ACTING_AND_ANSWERING } from '../stand-ins.js';

/** Takes a yes or no that was given by a button rather than in words: about one action, and about no other. */
export class ToolDecisionStep implements TurnStep<ToolDecisionStep> {
  readonly name = 'ToolDecisionStep';
  readonly reads = { proposals: 'LoadOrCreateConversationStep' } as const;
  readonly writes = ['passedPolicy', 'dialogue_act', 'policy_decision'] as const;
  readonly standsFor = ALL_BEFORE_ACTING;

  constructor(
    private readonly actionId: string,
    private readonly isYes: boolean,
  ) {}

  run(turn: ViewOf<ToolDecisionStep>): StepOutcome {
    turn.passedPolicy = true;
    turn.facts.dialogue_act = this.isYes ? 'AFFIRM' : 'NEGATE';
    const isOpen = turn.proposals.open.some(({ proposalId }) => proposalId === this.actionId);
    const decision = this.isYes ? 'EXECUTE_PENDING_ACTION' : 'REJECT_PENDING_ACTION';
    turn.facts.policy_decision = isOpen ? decision : 'RECLASSIFY_INTENT';
    return 'CONTINUE';
  }
}

/** Reads what became of the action the answer was about, and has something said of it whatever it is. */
export class ToolOutcomeStep implements TurnStep<ToolOutcomeStep> {
  readonly name = 'ToolOutcomeStep';
  readonly reads = {
    dialogue_act: 'ToolDecisionStep',
    proposals: 'PendingActionStep',
    ownWords: 'PendingActionStep',
  } as const;
  readonly writes = ['ownWords'] as const;
  readonly standsFor = ALL_BETWEEN_ACTING_AND_ANSWERING;
  /** The action as the turn leaves it, once the step has run. */
  proposal: Proposal | undefined;
  /** Whether another yes would count. */
  isOpen = false;

  constructor(readonly actionId: string) {}

  run(turn: ViewOf<ToolOutcomeStep>): StepOutcome {
    this.proposal = turn.proposals.all.find(({ proposalId }) => proposalId === this.actionId);
    this.isOpen = turn.proposals.open.some(({ proposalId }) => proposalId === this.actionId);
    if (this.proposal && !turn.ownWords.notice) turn.ownWords.tell(closedNotice(turn, this.proposal));
    return 'CONTINUE';
  }
}
