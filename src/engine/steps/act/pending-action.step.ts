import { Injectable } from '@nestjs/common';
import type { JsonObject } from '../../../platform/common/json.js';
import { PROPOSE_WRITES, ToolCalls, withdrawOpen } from '../../pending-action/asking/index.js';
import {
  type ActionMethods,
  auditApproval,
  auditConsent,
  auditLifecycle,
  type Confirmation,
  closed,
  describeProposal,
  type ExecutionResult,
  isApproved,
  isInProgress,
  isTerminal,
  PendingActionService,
  type Proposal,
  runtimeProjection,
} from '../../pending-action/index.js';
import { ActionMethodFinder } from '../../pending-action/keeper/index.js';
import { callContext, type StepOutcome, type TurnStep, type ViewOf } from '../../turn/kernel/index.js';
import { closedNotice, engineText, outcomeText } from '../../wording/index.js';

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
    skip_pending_action_execution: 'GuardrailStep',
    needsApproval: 'GuardrailStep',
    confirmation: 'ConsentStep',
    target: 'GuardrailStep',
    untoldOutcome: 'ResetResolvedIntentStep',
    expiredNow: 'ActionLifecycleStep',
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
  readonly writes = [
    ...PROPOSE_WRITES,
    'pending_action_result',
    'pending_action_output',
    'pending_action_error',
    'expiredNow',
    'schema',
    'intent',
    'state',
  ] as const;

  constructor(
    private readonly actions: PendingActionService,
    private readonly methods: ActionMethodFinder,
    private readonly calls: ToolCalls,
  ) {}

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
    for (const proposal of turn.proposals.open) {
      const rejected = closed(proposal, 'DENY', 'DENIED_BY_USER', turn.moment);
      this.tell(turn, rejected, 'REJECTED');
      turn.audit.record('PENDING_ACTION_REJECTED', describeProposal(rejected));
      turn.proposals.put(rejected);
      turn.facts.pending_action_result = 'REJECTED';
    }
    turn.ownWords.tell(engineText(turn, 'PendingActionStep.REJECTED_TEXT'));
  }

  private async execute(turn: View, target: Proposal, confirmation: Confirmation): Promise<void> {
    const action = this.methods.find(turn.flow, target);
    if (!action) return this.cannotRun(turn, target);
    auditConsent(turn, target, confirmation);
    const result = await this.runAction(turn, target, action, confirmation);
    if (result.kind === 'not-claimed') {
      turn.audit.record('PENDING_ACTION_SKIPPED', { ...describeProposal(target), reason: 'not open any more' });
      turn.ownWords.tell(engineText(turn, 'PendingActionStep.NOT_DONE_TEXT'));
      return;
    }
    if (result.kind === 'expired') {
      turn.proposals.put(result.proposal);
      turn.expiredNow = result.proposal;
      this.tell(turn, result.proposal, 'EXPIRED');
      turn.facts.pending_action_result = 'EXPIRED';
      turn.ownWords.tell(closedNotice(turn, result.proposal));
      return;
    }
    turn.proposals.putStored(result.proposal);
    if (isApproved(target)) auditApproval(turn.audit, 'APPROVAL_USED', result.proposal, turn.moment.turn);
    withdrawOpen(turn, new Set([result.proposal.proposalId]));
    this.report(turn, result);
  }

  /** Nothing runs it any more. Where its tool has become another one, the user is asked about that. */
  private async cannotRun(turn: View, target: Proposal): Promise<void> {
    const changed = this.methods.changedTool(turn.flow, target);
    const rejected: Proposal = {
      ...closed(target, 'SUPERSEDE', changed ? 'TOOL_CHANGED' : 'HANDLER_MISSING', turn.moment),
      error: changed ? 'The tool has changed since the question.' : `No handler for ${target.actionRef} is registered.`,
    };
    turn.proposals.put(rejected);
    const text = engineText(turn, `PendingActionStep.${changed ? 'TOOL_CHANGED_TEXT' : 'UNAVAILABLE_TEXT'}`);
    if (!changed || !this.calls.asks(changed, target.arguments)) return this.fail(turn, rejected, text, 'FAILED');
    this.tell(turn, rejected, 'REJECTED');
    turn.ownWords.tellFirst(text);
    await this.calls.attempt(turn, changed, target.arguments);
    turn.audit.record('PENDING_ACTION_SKIPPED', { ...describeProposal(rejected), reason: 'the tool has changed' });
  }

  private runAction(
    turn: View,
    target: Proposal,
    action: ActionMethods,
    confirmation: Confirmation,
  ): Promise<ExecutionResult> {
    const context = { ...callContext(turn), intent: target.intent, state: target.state, signal: turn.actionSignal };
    const condition = { needsApproval: turn.needsApproval, kind: turn.principal.kind, confirmation };
    return this.actions.execute(target, action, context, turn.moment, turn.owner, condition);
  }

  private report(turn: View, result: Exclude<ExecutionResult, { kind: 'not-claimed' | 'expired' }>): void {
    const { proposal } = result;
    if (result.kind === 'executed') {
      this.tell(turn, proposal, 'EXECUTED');
      turn.facts.pending_action_result = 'EXECUTED';
      turn.facts.pending_action_output = proposal.result;
      turn.ownWords.tell(engineText(turn, 'PendingActionStep.DONE_TEXT', { outcome: outcomeText(proposal.result) }));
      turn.audit.record('PENDING_ACTION_EXECUTED', { ...describeProposal(proposal), pendingActionResult: 'EXECUTED' });
      return;
    }
    if (result.kind === 'in-doubt') {
      this.fail(turn, proposal, engineText(turn, 'PendingActionStep.IN_DOUBT_TEXT'), 'IN_DOUBT');
      return;
    }
    turn.facts.pending_action_error = result.message;
    const text = result.kind === 'failed' ? 'PendingActionStep.FAILED_TEXT' : 'PendingActionStep.RETRYABLE_TEXT';
    const notice = engineText(turn, text, { error: result.message });
    if (result.kind === 'retryable') turn.ownWords.askAbout(proposal.proposalId, notice);
    this.fail(turn, proposal, notice, 'FAILED');
  }

  private fail(turn: View, proposal: Proposal, notice: string, result: 'FAILED' | 'IN_DOUBT'): void {
    this.tell(turn, proposal, result);
    turn.facts.pending_action_result = result;
    turn.ownWords.tell(notice);
    turn.audit.record('PENDING_ACTION_FAILED', {
      ...describeProposal(proposal),
      reason: proposal.reason ?? result,
      error: turn.facts.pending_action_error ?? '',
    });
  }

  /** Shows the action's new status, and takes the conversation back to where it was asked. */
  private tell(turn: View, proposal: Proposal, event: string): void {
    turn.intent = proposal.intent;
    turn.state = proposal.state;
    turn.schema = turn.flow.schemaFor(proposal.intent, proposal.state);
    turn.facts.pending_action_key = proposal.actionKey;
    turn.facts.pending_action_runtime_status = proposal.status;
    turn.context.pending_action_runtime = runtimeProjection(proposal);
    turn.context.pending_action_key = proposal.actionKey;
    auditLifecycle(turn, event, proposal);
  }

  /** A yes that may have been about something else is no consent: the question is asked once more. */
  private askAgain(turn: View, open: Proposal): void {
    turn.intent = open.intent;
    turn.state = open.state;
    turn.ownWords.tell(open.question);
    turn.audit.record('PENDING_ACTION_SKIPPED', { ...describeProposal(open), reason: 'asked again' });
  }

  /** A yes or no that is about nothing open executes nothing, and says what has become of what it was about. */
  private answerWithoutAction(turn: View): void {
    const act = turn.facts.dialogue_act;
    if (turn.untoldOutcome) {
      const notice = closedNotice(turn, turn.untoldOutcome);
      if (turn.facts.intent_resolved) turn.ownWords.tellFirst(notice);
      else turn.ownWords.tell(notice);
      return;
    }
    if (turn.expiredNow && !turn.digression && !turn.facts.intent_resolved) {
      turn.ownWords.tell(closedNotice(turn, turn.expiredNow));
    }
    const isAnswer = (turn.facts.updated_fields?.length ?? 0) > 0 || turn.ownWords.clarification !== undefined;
    const isYesOrNo = act === 'AFFIRM' || (act === 'NEGATE' && turn.expiredNow !== undefined);
    if (!isYesOrNo || isAnswer || turn.ownWords.notice || turn.facts.intent_resolved || turn.wasReset) return;
    const [open] = turn.proposals.open;
    if (open) {
      if (turn.proposals.askedLast.length === 0) this.askAgain(turn, open);
      return;
    }
    const inProgress = turn.proposals.all.find(isInProgress);
    const last = inProgress ?? turn.expiredNow ?? turn.proposals.all.find(isTerminal);
    turn.ownWords.tell(last ? closedNotice(turn, last) : engineText(turn, 'PendingActionStep.NOTHING_OPEN_TEXT'));
    const about: JsonObject = last ? describeProposal(last) : {};
    turn.audit.record('PENDING_ACTION_SKIPPED', { ...about, reason: 'nothing is open' });
  }
}
