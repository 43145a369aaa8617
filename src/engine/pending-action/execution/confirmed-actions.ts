import { Inject, Injectable } from '@nestjs/common';
import type { CallContext } from '../../../platform/handlers-api/index.js';
import {
  callContext,
  maskedOutcome,
  maskingOf,
  type Reads,
  type TurnGiven,
  type Writes,
} from '../../turn/kernel/index.js';
import { engineText, scheduleNotice } from '../../wording/index.js';
import { begunNotice, closedNotice, PROPOSE_WRITES, ToolCalls, withdrawOpen } from '../asking/index.js';
import {
  type ActionMethods,
  auditApproval,
  auditConsent,
  auditLifecycle,
  type Confirmation,
  closed,
  describeProposal,
  type ExecutionResult,
  executedAs,
  isApproved,
  isRunApproval,
  PendingActionService,
  type Proposal,
  revokedSchedule,
  runtimeProjection,
  type TurnActions,
  uncountedAnswer,
} from '../index.js';
import { ActionMethodFinder } from './action-methods.js';

/** What carrying an action out changes. A step that may do so declares all of it. */
export const EXECUTE_WRITES = [
  ...PROPOSE_WRITES,
  'pending_action_result',
  'pending_action_output',
  'pending_action_error',
  'expiredNow',
  'uncounted',
] as const;

/** What of a turn an action is carried out in. */
export type ExecutingView = TurnGiven &
  Reads<'intent' | 'state' | 'needsApproval' | 'dialogue_act'> &
  Writes<(typeof EXECUTE_WRITES)[number]>;

/** A yes, and the action it is about. */
interface Confirmed {
  readonly target: Proposal;
  readonly confirmation: Confirmation;
  /** Called when it is settled what has become of it, before the user is told. */
  readonly onSettled?: (proposal: Proposal) => void;
}

/** Carries out what the user said yes to, as it was shown, and says what has become of it. */
@Injectable()
export class ConfirmedActions {
  constructor(
    @Inject(PendingActionService) private readonly actions: TurnActions,
    private readonly methods: ActionMethodFinder,
    private readonly calls: ToolCalls,
  ) {}

  /** Undefined when nothing carries it out any more. */
  async execute(turn: ExecutingView, confirmed: Confirmed): Promise<ExecutionResult['kind'] | undefined> {
    const { target, onSettled } = confirmed;
    const action = isWithdrawn(turn, target) ? undefined : this.methods.find(turn.flow, target);
    if (!action) return void (await this.cannotRun(turn, confirmed));
    auditConsent(turn, target, confirmed.confirmation);
    const result = await this.runAction(turn, action, confirmed);
    if (result.kind === 'not-claimed') {
      turn.audit.record('PENDING_ACTION_SKIPPED', { ...describeProposal(target), reason: 'not open any more' });
      const { proposal } = result;
      turn.uncounted = uncountedAnswer('CLOSED', proposal);
      turn.ownWords.tell(proposal ? closedNotice(turn, proposal) : engineText(turn, 'PendingActionStep.NOT_DONE_TEXT'));
      return result.kind;
    }
    onSettled?.(result.proposal);
    if (result.kind === 'expired') {
      turn.proposals.put(result.proposal);
      turn.expiredNow = result.proposal;
      turn.uncounted = uncountedAnswer('CLOSED', result.proposal);
      showStatus(turn, result.proposal, 'EXPIRED');
      turn.facts.pending_action_result = 'EXPIRED';
      turn.ownWords.tell(closedNotice(turn, result.proposal));
      return result.kind;
    }
    turn.proposals.putStored(result.proposal);
    if (isApproved(target)) auditApproval(turn.audit, 'APPROVAL_USED', result.proposal, turn.moment.turn);
    withdrawOpen(turn, new Set([result.proposal.proposalId]));
    report(turn, result);
    return result.kind;
  }

  /** Nothing runs it any more. Where its tool has become another one, the user is asked about that. */
  private async cannotRun(turn: ExecutingView, { target, onSettled }: Confirmed): Promise<void> {
    const changed = this.methods.changedTool(turn.flow, target);
    const { reason, error } = whyNot(turn, target, changed !== undefined);
    const rejected: Proposal = { ...closed(target, 'SUPERSEDE', reason, turn.moment), error };
    turn.proposals.put(rejected);
    const text = engineText(turn, `PendingActionStep.${changed ? 'TOOL_CHANGED_TEXT' : 'UNAVAILABLE_TEXT'}`);
    onSettled?.(rejected);
    if (!changed || !this.calls.asks(changed, target.arguments)) return fail(turn, rejected, text, 'FAILED');
    showStatus(turn, rejected, 'REJECTED');
    turn.ownWords.tellFirst(text);
    await this.calls.attempt(turn, changed, target.arguments);
    turn.audit.record('PENDING_ACTION_SKIPPED', { ...describeProposal(rejected), reason: 'the tool has changed' });
  }

  private runAction(
    turn: ExecutingView,
    action: ActionMethods,
    { target, confirmation }: Confirmed,
  ): Promise<ExecutionResult> {
    const told = withAgreedFiles(callContext(turn), target);
    const context = { ...told, intent: target.intent, state: target.state, signal: turn.actionSignal };
    const condition = { needsApproval: turn.needsApproval, kind: turn.principal.kind, confirmation };
    return this.actions.execute(target, action, { context, now: turn.moment, owner: turn.owner, condition });
  }
}

/** Files come with the yes, after the question: of these an action gets what it was asked with, whose hash stands in its arguments. */
function withAgreedFiles({ attachments = [], ...context }: CallContext, { arguments: args }: Proposal): CallContext {
  const text = JSON.stringify(args);
  const agreed = attachments.filter(({ sha256 }) => text.includes(sha256));
  return { ...context, ...(agreed.length > 0 && { attachments: agreed }) };
}

/** Whoever takes an action's row away, or disables it, wants it not to be done any more: not after an earlier question either. */
function isWithdrawn({ flow }: ExecutingView, proposal: Proposal): boolean {
  if (proposal.toolCode !== null || isRunApproval(proposal) || revokedSchedule(proposal) !== undefined) return false;
  return !flow.hasAction(proposal.actionKey);
}

function whyNot(turn: ExecutingView, target: Proposal, isChanged: boolean) {
  if (isChanged) return { reason: 'TOOL_CHANGED', error: 'The tool has changed since the question.' } as const;
  if (isWithdrawn(turn, target)) {
    return { reason: 'ACTION_WITHDRAWN', error: 'No row proposes the action any more.' } as const;
  }
  return { reason: 'HANDLER_MISSING', error: `No handler for ${target.actionRef} is registered.` } as const;
}

function report(turn: ExecutingView, result: Exclude<ExecutionResult, { kind: 'not-claimed' | 'expired' }>): void {
  const { proposal } = result;
  if (result.kind === 'executed') {
    showStatus(turn, proposal, 'EXECUTED');
    turn.facts.pending_action_result = executedAs(proposal);
    turn.facts.pending_action_output = proposal.result;
    const outcome = maskedOutcome(maskingOf(turn.flow, proposal), proposal.result);
    const done = engineText(turn, 'PendingActionStep.DONE_TEXT', { outcome });
    turn.ownWords.tell(scheduleNotice(turn, proposal) ?? done);
    turn.audit.record('PENDING_ACTION_EXECUTED', {
      ...describeProposal(proposal),
      pendingActionResult: executedAs(proposal),
    });
    return;
  }
  if (result.kind === 'in-doubt') {
    fail(turn, proposal, begunNotice(turn, proposal), 'IN_DOUBT');
    return;
  }
  turn.facts.pending_action_error = result.message;
  const text = result.kind === 'failed' ? 'PendingActionStep.FAILED_TEXT' : 'PendingActionStep.RETRYABLE_TEXT';
  const notice = engineText(turn, text, { error: maskingOf(turn.flow, proposal)(result.message) });
  if (result.kind === 'retryable') turn.ownWords.askAbout(proposal.proposalId, notice);
  fail(turn, proposal, notice, 'FAILED');
}

function fail(turn: ExecutingView, proposal: Proposal, notice: string, result: 'FAILED' | 'IN_DOUBT'): void {
  showStatus(turn, proposal, result);
  turn.facts.pending_action_result = result;
  turn.ownWords.tell(notice);
  turn.audit.record('PENDING_ACTION_FAILED', {
    ...describeProposal(proposal),
    reason: proposal.reason ?? result,
    error: turn.facts.pending_action_error ?? '',
  });
}

/** Shows an action's new status to rules, templates and the outside. */
export function showStatus(turn: ExecutingView, proposal: Proposal, event: string): void {
  turn.facts.pending_action_key = proposal.actionKey;
  turn.facts.pending_action_runtime_status = proposal.status;
  turn.context.pending_action_runtime = runtimeProjection(proposal);
  turn.context.pending_action_key = proposal.actionKey;
  auditLifecycle(turn, event, proposal);
}
