import { Injectable } from '@nestjs/common';
import type { JsonObject } from '../../../platform/common/json.js';
import { closedNotice, isConfirmedFirst, refusedText } from '../../pending-action/asking/index.js';
import { ConfirmedActions, EXECUTE_WRITES, showStatus } from '../../pending-action/execution/index.js';
import {
  type Confirmation,
  closed,
  describeProposal,
  isInProgress,
  isRunApproval,
  isTerminal,
  isToAnother,
  type Proposal,
  type UncountedReason,
  uncountedAnswer,
} from '../../pending-action/index.js';
import { type StepOutcome, type TurnStep, type ViewOf } from '../../turn/kernel/index.js';
import { engineText } from '../../wording/index.js';

type View = ViewOf<PendingActionStep>;

/**
 * Carries out what the user said yes to, or closes what the user refused. What runs is the proposal the user was
 * shown, with its frozen arguments, wherever the conversation stands by now; it goes back to where it was asked.
 */
@Injectable()
export class PendingActionStep implements TurnStep<PendingActionStep> {
  readonly name = 'PendingActionStep';
  readonly reads = {
    dialogue_act: 'SchemaExtractionStep',
    policy_decision: 'GuardrailStep',
    routing_decision: 'GuardrailStep',
    skip_pending_action_execution: 'GuardrailStep',
    needsApproval: 'GuardrailStep',
    confirmation: 'ConsentStep',
    target: 'GuardrailStep',
    untoldOutcome: 'ResetResolvedIntentStep',
    expiredNow: 'ActionLifecycleStep',
    uncounted: 'GuardrailStep',
    digression: 'IntentResolutionStep',
    intent_resolved: 'IntentResolutionStep',
    updated_fields: 'SchemaExtractionStep',
    wasReset: 'ResetResolvedIntentStep',
    proposals: 'ResetResolvedIntentStep',
    ownWords: 'SchemaExtractionStep',
    context: 'SchemaExtractionStep',
    intent: 'SchemaExtractionStep',
    state: 'SchemaExtractionStep',
  } as const;
  readonly writes = [...EXECUTE_WRITES, 'schema', 'intent', 'state'] as const;

  constructor(private readonly actions: ConfirmedActions) {}

  async run(turn: View): Promise<StepOutcome> {
    const decision = turn.facts.policy_decision;
    if (turn.facts.skip_pending_action_execution) {
      turn.audit.record('PENDING_ACTION_SKIPPED', {
        reason: 'held back by the guardrail',
        policyDecision: decision ?? '',
      });
      return 'CONTINUE';
    }
    if (decision === 'REJECT_PENDING_ACTION') this.reject(turn);
    else if (decision === 'EXECUTE_PENDING_ACTION' && turn.target && turn.confirmation)
      await this.execute(turn, turn.target, turn.confirmation);
    else this.answerWithoutAction(turn);
    return 'CONTINUE';
  }

  /** A no closes everything that is open: after it, nothing is left that a stray yes could run. */
  private reject(turn: View): void {
    const refused = turn.proposals.open.filter((one) => isRefused(turn, one));
    const closing = refused.map((proposal) => closed(proposal, 'DENY', 'DENIED_BY_USER', turn.moment));
    for (const rejected of closing) {
      goBack(turn, rejected);
      showStatus(turn, rejected, 'REJECTED');
      turn.audit.record('PENDING_ACTION_REJECTED', describeProposal(rejected));
      turn.proposals.put(rejected);
      turn.facts.pending_action_result = 'REJECTED';
    }
    turn.ownWords.tell(refusedText(turn, closing));
  }

  private async execute(turn: View, target: Proposal, confirmation: Confirmation): Promise<void> {
    // The yes lets the flow call the tool; the steps that follow do, or nobody does.
    if (isConfirmedFirst(target)) return goBack(turn, target);
    await this.actions.execute(turn, { target, confirmation, onSettled: (settled) => goBack(turn, settled) });
  }

  /** A yes that may have been about something else is no consent: the question is asked once more. */
  private askAgain(turn: View, open: Proposal): void {
    goBack(turn, open);
    notCounted(turn, 'OTHER_QUESTION', open);
    turn.ownWords.tell(open.question);
    turn.audit.record('PENDING_ACTION_SKIPPED', { ...describeProposal(open), reason: 'asked again' });
  }

  /** A yes or no that is about nothing open executes nothing, and says what has become of what it was about. */
  private answerWithoutAction(turn: View): void {
    const act = turn.facts.dialogue_act;
    if (turn.untoldOutcome) {
      notCounted(turn, 'CLOSED', turn.untoldOutcome);
      const notice = closedNotice(turn, turn.untoldOutcome);
      if (turn.facts.intent_resolved) turn.ownWords.tellFirst(notice);
      else turn.ownWords.tell(notice);
      return;
    }
    const { expiredNow } = turn;
    const isAsked = expiredNow && !isToAnother(turn.answering, expiredNow, turn.proposals.all);
    if (isAsked && !turn.digression && !turn.facts.intent_resolved) {
      notCounted(turn, 'CLOSED', expiredNow);
      turn.ownWords.tell(closedNotice(turn, expiredNow));
    }
    const isAnswer = (turn.facts.updated_fields?.length ?? 0) > 0 || turn.ownWords.clarification !== undefined;
    const isYesOrNo = act === 'AFFIRM' || (act === 'NEGATE' && expiredNow !== undefined);
    const proceeds = turn.facts.routing_decision === 'PROCEED_CONFIRMED';
    if (!isYesOrNo || proceeds || isAnswer || turn.ownWords.notice || turn.facts.intent_resolved || turn.wasReset)
      return;
    const [open] = turn.proposals.open;
    if (open) {
      if (turn.proposals.askedLast.length === 0) this.askAgain(turn, open);
      return;
    }
    const inProgress = turn.proposals.all.find(isInProgress);
    const last = inProgress ?? expiredNow ?? turn.proposals.all.find(isTerminal);
    // A yes in words may be about what the flow itself has asked.
    if (turn.answering.decision) notCounted(turn, last ? 'CLOSED' : 'OTHER_QUESTION', last);
    turn.ownWords.tell(last ? closedNotice(turn, last) : engineText(turn, 'PendingActionStep.NOTHING_OPEN_TEXT'));
    const about: JsonObject = last ? describeProposal(last) : {};
    turn.audit.record('PENDING_ACTION_SKIPPED', { ...about, reason: 'nothing is open' });
  }
}

/** A yes has run nothing; why one did not count that was refused before, is known. */
function notCounted(turn: View, reason: UncountedReason, about: Proposal | undefined): void {
  if (turn.facts.dialogue_act === 'AFFIRM') turn.uncounted ??= uncountedAnswer(reason, about);
}

/** What a workflow asks stands beside what the conversation asks: a no to something else leaves it open. */
function isRefused(turn: View, open: Proposal): boolean {
  return !isRunApproval(open) || open === turn.target || turn.proposals.askedLast.includes(open);
}

/** Takes the conversation back to where an action was asked; a workflow asks nowhere in particular. */
function goBack(turn: View, proposal: Proposal): void {
  if (isRunApproval(proposal)) return;
  const { intent, state } = proposal;
  turn.intent = intent;
  turn.state = state;
  turn.schema = turn.flow.schemaFor(intent, state);
}
