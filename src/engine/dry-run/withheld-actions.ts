import type { Clock } from '../../platform/common/clock.js';
import {
  type Approver,
  closed,
  type ExecutionResult,
  expiryReason,
  isApproved,
  type Moment,
  mayConfirm,
  type Proposal,
  shownArguments,
  type TurnActions,
  transition,
} from '../pending-action/index.js';
import { ActionNotDone, type Withholding } from './withheld.js';

/** Takes a yes as the service does, and carries nothing out: the action counts as done, with the result that was given. */
export class WithheldActions implements TurnActions {
  constructor(
    private readonly withholding: Withholding,
    private readonly clock: Clock,
  ) {}

  async execute(...[proposal, , caller]: Parameters<TurnActions['execute']>): Promise<ExecutionResult> {
    const { now, condition } = caller;
    const at = { turn: now.turn, epochMs: this.clock.now() };
    const claim = transition(proposal, 'CLAIM', at);
    if (!claim.ok && claim.reason === 'EXPIRED') {
      return { kind: 'expired', proposal: closed(proposal, 'EXPIRE', expiryReason(proposal, at), at) };
    }
    const { needsApproval, kind, confirmation } = condition;
    if (!claim.ok || !mayConfirm({ kind }, proposal) || (needsApproval && !isApproved(proposal))) {
      return { kind: 'not-claimed', proposal };
    }
    const { actionKey: name, actionRef: by } = proposal;
    const args = shownArguments(proposal);
    const begun = { inProgressTurn: at.turn, inProgressAtMs: at.epochMs, attempts: proposal.attempts + 1 };
    const claimed: Proposal = { ...proposal, ...begun, status: claim.status, confirmation };
    try {
      const result = this.withholding.note({ kind: 'ACTION', name, by, arguments: args }, 'ASSUMED') ?? {};
      return { kind: 'executed', proposal: closed({ ...claimed, result }, 'SUCCEED', null, at) };
    } catch (error) {
      if (!(error instanceof ActionNotDone)) throw error;
      return notDone(claimed, error, at);
    }
  }

  async approve(proposal: Proposal, { by, note }: Approver, _now: Moment): Promise<Proposal> {
    const { actionKey: name, revision, argumentsHash } = proposal;
    this.withholding.note({ kind: 'APPROVAL', name, by, arguments: {} }, 'ASSUMED');
    const atMs = this.clock.now();
    return { ...proposal, approval: { revision, argumentsHash, by, note, atMs, usedAtMs: null } };
  }
}

function notDone(claimed: Proposal, { kind, message }: ActionNotDone, at: Moment): ExecutionResult {
  if (kind === 'in-doubt') return { kind, proposal: { ...claimed, reason: 'OUTCOME_UNKNOWN', error: message } };
  if (kind === 'failed') {
    return { kind, proposal: { ...closed(claimed, 'FAIL', 'HANDLER_FAILED', at), error: message }, message };
  }
  const reopened = transition(claimed, 'RETRY', at);
  const status = reopened.ok ? reopened.status : claimed.status;
  return { kind, proposal: { ...claimed, status, error: message }, message };
}
