import type { PendingActionDefinition } from '../../flow/index.js';
import { sameCode } from '../../flow/index.js';
import { hashArguments, isInProgress, isTerminal, type TimeToLive } from '../../pending-action/index.js';
import { isReservedKey, schemaStatus } from '../../slots/index.js';
import { actionArguments, propose, withdrawOpen } from '../propose.js';
import type { Turn } from '../turn.js';
import type { StepOutcome, TurnStep } from '../turn-step.js';
import { engineText } from '../wording/engine-texts.js';

/**
 * Proposes what `ce_pending_action` has for the place the turn ends in: the reply of this turn is the question, so
 * this is when the clocks start. Nothing is proposed while values are missing, and nothing twice without a new reason:
 * a new request, a move into this state, or other arguments.
 */
export class ActionProposalStep implements TurnStep {
  readonly name = 'ActionProposalStep';
  readonly needs = ['policy_decision'] as const;
  readonly gives = ['pending_action_key', 'pending_action_runtime_status'] as const;

  constructor(
    private readonly ttl: TimeToLive,
    private readonly enabled: boolean,
  ) {}

  run(turn: Turn): StepOutcome {
    const candidates = turn.flow.pendingActionsFor(turn.intent, turn.state);
    if (!this.enabled || candidates.length === 0 || !mayPropose(turn)) return 'CONTINUE';
    turn.schema = turn.flow.schemaFor(turn.intent, turn.state);
    if (turn.schema && !schemaStatus(turn.schema.document, turn.schemaValues).complete) return 'CONTINUE';
    const args = actionArguments(turn, isReservedKey);
    const argumentsHash = hashArguments(args);
    if (!hasReason(turn, candidates, argumentsHash)) return 'CONTINUE';
    if (isInDoubt(turn, candidates, argumentsHash)) {
      // What was asked before is no longer wanted either: the user has named other values since.
      withdrawOpen(turn);
      turn.notice = engineText(turn, 'PendingActionStep.IN_DOUBT_TEXT');
      return 'CONTINUE';
    }
    propose(
      turn,
      candidates.map((candidate) => ({
        pendingActionId: candidate.id,
        toolCode: null,
        actionKey: candidate.actionKey,
        actionRef: `${candidate.handler}:${candidate.methods.join(',')}`,
        intent: turn.intent,
        state: turn.state,
        arguments: args,
        executionPolicy: candidate.executionPolicy,
      })),
      this.ttl,
    );
    return 'CONTINUE';
  }
}

/** Not while another question is asked, and not in the turn that has just carried out or refused something. */
function mayPropose(turn: Turn): boolean {
  const decided = turn.facts.policy_decision;
  const isSettled = decided === 'EXECUTE_PENDING_ACTION' || decided === 'REJECT_PENDING_ACTION';
  const isAsking = turn.clarification !== undefined || turn.digression !== undefined;
  // The reply would be the engine's notice and not the flow's question: nothing was asked that a yes could answer.
  const isTelling = turn.notice !== undefined && !turn.movedByRules;
  if (isAsking || isTelling || turn.facts.guardrail_blocked || turn.askedProposals.length > 0) return false;
  return !(isSettled && !movedInto(turn));
}

function hasReason(turn: Turn, candidates: readonly PendingActionDefinition[], argumentsHash: string): boolean {
  if (turn.facts.intent_resolved || movedInto(turn)) return true;
  const isOne = (ref: { pendingActionId: number | null }) => candidates.some(({ id }) => id === ref.pendingActionId);
  const open = turn.openProposals.filter(isOne);
  if (open.length > 0) return open.some((proposal) => proposal.argumentsHash !== argumentsHash);
  const last = turn.proposals.find((proposal) => isTerminal(proposal) && isOne(proposal));
  return last === undefined || last.argumentsHash !== argumentsHash;
}

/** The very same action was begun and nobody knows how it ended: asking again could do it twice. */
function isInDoubt(turn: Turn, candidates: readonly PendingActionDefinition[], argumentsHash: string): boolean {
  return turn.proposals.some(
    (proposal) =>
      isInProgress(proposal) &&
      proposal.argumentsHash === argumentsHash &&
      candidates.some(({ id }) => id === proposal.pendingActionId),
  );
}

/** The turn brought the conversation into its state. */
function movedInto(turn: Turn): boolean {
  const from = turn.target?.state ?? turn.startState;
  return !sameCode(from, turn.state);
}
