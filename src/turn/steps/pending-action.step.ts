import type { JsonObject } from '../../common/json.js';
import {
  type ActionMethods,
  closed,
  type ExecutionResult,
  isApproved,
  isInProgress,
  isTerminal,
  type PendingActionService,
  type Proposal,
  runtimeProjection,
} from '../../pending-action/index.js';
import type { ActionMethodFinder } from '../action-methods.js';
import { auditApproval, auditLifecycle, describeProposal } from '../pending-action-audit.js';
import { withdrawOpen } from '../propose.js';
import type { ToolCalls } from '../tool-calls.js';
import type { Turn } from '../turn.js';
import type { StepOutcome, TurnStep } from '../turn-step.js';
import { closedNotice } from '../wording/closed-notice.js';
import { engineText } from '../wording/engine-texts.js';
import { outcomeText } from '../wording/outcome-text.js';

/**
 * Carries out what the user said yes to, or closes what the user refused. What runs is the proposal the user was
 * shown, with its frozen arguments, wherever the conversation stands by now; it goes back to where it was asked.
 */
export class PendingActionStep implements TurnStep {
  readonly name = 'PendingActionStep';
  readonly needs = ['dialogue_act', 'policy_decision'] as const;
  readonly gives = [
    'pending_action_key',
    'pending_action_result',
    'pending_action_output',
    'pending_action_error',
    'pending_action_runtime_status',
  ] as const;

  constructor(
    private readonly actions: PendingActionService,
    private readonly methods: ActionMethodFinder,
    private readonly calls: ToolCalls,
  ) {}

  async run(turn: Turn): Promise<StepOutcome> {
    const decision = turn.facts.policy_decision;
    if (turn.facts.skip_pending_action_execution) {
      turn.audit.record('PENDING_ACTION_SKIPPED', {
        reason: 'held back by the guardrail',
        policyDecision: decision ?? '',
      });
      return 'CONTINUE';
    }
    if (decision === 'REJECT_PENDING_ACTION') this.reject(turn);
    else if (decision === 'EXECUTE_PENDING_ACTION' && turn.target) await this.execute(turn, turn.target);
    else this.answerWithoutAction(turn);
    return 'CONTINUE';
  }

  /** A no closes everything that is open: after it, nothing is left that a stray yes could run. */
  private reject(turn: Turn): void {
    for (const proposal of turn.openProposals) {
      const rejected = closed(proposal, 'DENY', 'DENIED_BY_USER', turn.moment);
      this.tell(turn, rejected, 'REJECTED');
      turn.audit.record('PENDING_ACTION_REJECTED', describeProposal(rejected));
      turn.putProposal(rejected);
      turn.facts.pending_action_result = 'REJECTED';
    }
    turn.notice = engineText(turn, 'PendingActionStep.REJECTED_TEXT');
  }

  private async execute(turn: Turn, target: Proposal): Promise<void> {
    const action = this.methods.find(turn.flow, target);
    if (!action) return this.cannotRun(turn, target);
    auditLifecycle(turn, 'IN_PROGRESS', { ...target, status: 'IN_PROGRESS' });
    const result = await this.runAction(turn, target, action);
    if (result.kind === 'not-claimed') {
      turn.audit.record('PENDING_ACTION_SKIPPED', { ...describeProposal(target), reason: 'not open any more' });
      turn.notice = engineText(turn, 'PendingActionStep.NOT_DONE_TEXT');
      return;
    }
    if (result.kind === 'expired') {
      turn.putProposal(result.proposal);
      turn.expiredNow = result.proposal;
      this.tell(turn, result.proposal, 'EXPIRED');
      turn.facts.pending_action_result = 'EXPIRED';
      turn.notice = closedNotice(turn, result.proposal);
      return;
    }
    turn.putStoredProposal(result.proposal);
    if (isApproved(target)) auditApproval(turn.audit, 'APPROVAL_USED', result.proposal, turn.moment.turn);
    withdrawOpen(turn, new Set([result.proposal.proposalId]));
    this.report(turn, result);
  }

  /** Nothing runs it any more. Where its tool has become another one, the user is asked about that. */
  private async cannotRun(turn: Turn, target: Proposal): Promise<void> {
    const changed = this.methods.changedTool(turn.flow, target);
    const rejected: Proposal = {
      ...closed(target, 'SUPERSEDE', changed ? 'TOOL_CHANGED' : 'HANDLER_MISSING', turn.moment),
      error: changed ? 'The tool has changed since the question.' : `No handler for ${target.actionRef} is registered.`,
    };
    turn.putProposal(rejected);
    const text = engineText(turn, `PendingActionStep.${changed ? 'TOOL_CHANGED_TEXT' : 'UNAVAILABLE_TEXT'}`);
    if (!changed || !this.calls.asks(changed, target.arguments)) return this.fail(turn, rejected, text, 'FAILED');
    this.tell(turn, rejected, 'REJECTED');
    turn.preface.push(text);
    await this.calls.attempt(turn, changed, target.arguments);
    turn.audit.record('PENDING_ACTION_SKIPPED', { ...describeProposal(rejected), reason: 'the tool has changed' });
  }

  private runAction(turn: Turn, target: Proposal, action: ActionMethods): Promise<ExecutionResult> {
    const context = { ...turn.callContext, intent: target.intent, state: target.state, signal: turn.actionSignal };
    const { needsApproval } = turn;
    return this.actions.execute(target, action, context, turn.moment, turn.owner, { needsApproval });
  }

  private report(turn: Turn, result: Exclude<ExecutionResult, { kind: 'not-claimed' | 'expired' }>): void {
    const { proposal } = result;
    if (result.kind === 'executed') {
      this.tell(turn, proposal, 'EXECUTED');
      turn.facts.pending_action_result = 'EXECUTED';
      turn.facts.pending_action_output = proposal.result;
      turn.notice = engineText(turn, 'PendingActionStep.DONE_TEXT', { outcome: outcomeText(proposal.result) });
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
    if (result.kind === 'retryable') turn.otherQuestions.set(proposal.proposalId, notice);
    this.fail(turn, proposal, notice, 'FAILED');
  }

  private fail(turn: Turn, proposal: Proposal, notice: string, result: 'FAILED' | 'IN_DOUBT'): void {
    this.tell(turn, proposal, result);
    turn.facts.pending_action_result = result;
    turn.notice = notice;
    turn.audit.record('PENDING_ACTION_FAILED', {
      ...describeProposal(proposal),
      reason: proposal.reason ?? result,
      error: turn.facts.pending_action_error ?? '',
    });
  }

  /** Shows the action's new status, and takes the conversation back to where it was asked. */
  private tell(turn: Turn, proposal: Proposal, event: string): void {
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
  private askAgain(turn: Turn, open: Proposal): void {
    turn.intent = open.intent;
    turn.state = open.state;
    turn.notice = open.question;
    turn.audit.record('PENDING_ACTION_SKIPPED', { ...describeProposal(open), reason: 'asked again' });
  }

  /** A yes or no that is about nothing open executes nothing, and says what has become of what it was about. */
  private answerWithoutAction(turn: Turn): void {
    const act = turn.facts.dialogue_act;
    if (turn.untoldOutcome) {
      const notice = closedNotice(turn, turn.untoldOutcome);
      if (turn.facts.intent_resolved) turn.preface.push(notice);
      else turn.notice = notice;
      return;
    }
    if (turn.expiredNow && !turn.digression && !turn.facts.intent_resolved) {
      turn.notice = closedNotice(turn, turn.expiredNow);
    }
    const isAnswer = (turn.facts.updated_fields?.length ?? 0) > 0 || turn.clarification !== undefined;
    const isYesOrNo = act === 'AFFIRM' || (act === 'NEGATE' && turn.expiredNow !== undefined);
    if (!isYesOrNo || isAnswer || turn.facts.intent_resolved || turn.wasReset) return;
    const [open] = turn.openProposals;
    if (open) {
      if (turn.askedLast.length === 0) this.askAgain(turn, open);
      return;
    }
    const held = turn.proposals.find(isInProgress);
    const last = held ?? turn.expiredNow ?? turn.proposals.find(isTerminal);
    turn.notice = last ? closedNotice(turn, last) : engineText(turn, 'PendingActionStep.NOTHING_OPEN_TEXT');
    const about: JsonObject = last ? describeProposal(last) : {};
    turn.audit.record('PENDING_ACTION_SKIPPED', { ...about, reason: 'nothing is open' });
  }
}
