import type { McpCall } from '../../handlers/index.js';
import type { Proposal } from '../../pending-action/index.js';
import type { Turn } from '../turn.js';
import type { StepOutcome, TurnStep } from '../turn-step.js';
import { closedNotice } from '../wording/closed-notice.js';

/** Takes a yes or no that was given by a button rather than in words: about one action, and about no other. */
export class ToolDecisionStep implements TurnStep {
  readonly name = 'ToolDecisionStep';
  readonly needs = [] as const;
  readonly gives = ['dialogue_act', 'policy_decision', 'missing_fields'] as const;

  constructor(
    private readonly actionId: string,
    private readonly isYes: boolean,
    private readonly mcp: McpCall | undefined,
  ) {}

  run(turn: Turn): StepOutcome {
    turn.mcp = this.mcp;
    turn.facts.dialogue_act = this.isYes ? 'AFFIRM' : 'NEGATE';
    const isOpen = turn.openProposals.some(({ proposalId }) => proposalId === this.actionId);
    const decision = this.isYes ? 'EXECUTE_PENDING_ACTION' : 'REJECT_PENDING_ACTION';
    turn.facts.policy_decision = isOpen ? decision : 'RECLASSIFY_INTENT';
    return 'CONTINUE';
  }
}

/** Reads what became of the action the answer was about, and has something said of it whatever it is. */
export class ToolOutcomeStep implements TurnStep {
  readonly name = 'ToolOutcomeStep';
  readonly needs = ['pending_action_result'] as const;
  readonly gives = [] as const;
  /** The action as the turn leaves it, once the step has run. */
  proposal: Proposal | undefined;
  /** Whether another yes would count. */
  isOpen = false;

  constructor(readonly actionId: string) {}

  run(turn: Turn): StepOutcome {
    this.proposal = turn.proposals.find(({ proposalId }) => proposalId === this.actionId);
    this.isOpen = turn.openProposals.some(({ proposalId }) => proposalId === this.actionId);
    if (this.proposal) turn.notice ??= closedNotice(turn, this.proposal);
    return 'CONTINUE';
  }
}
