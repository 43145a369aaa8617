import type { AuditRecorder } from '../audit/index.js';
import type { JsonObject } from '../common/json.js';
import type { Proposal } from '../pending-action/index.js';
import type { Turn } from './turn.js';

/** Writes a change of an action's status down. */
export function auditLifecycle(turn: Turn, event: string, proposal: Proposal): void {
  turn.audit.record('PENDING_ACTION_LIFECYCLE', { event, ...describeProposal(proposal), turn: turn.moment.turn });
}

/** Writes down that an approval was given or used. */
export function auditApproval(
  audit: Pick<AuditRecorder, 'record'>,
  event: 'APPROVED' | 'APPROVAL_USED',
  proposal: Proposal,
  turn: number,
): void {
  const { by = '', note = '' } = proposal.approval ?? {};
  audit.record('PENDING_ACTION_LIFECYCLE', { event, by, note, ...describeProposal(proposal), turn });
}

/** What audit says of an action; its arguments stay in `ce_action_proposal`. */
export function describeProposal(proposal: Proposal): JsonObject {
  return {
    status: proposal.status,
    actionKey: proposal.actionKey,
    actionRef: proposal.actionRef,
    proposalId: proposal.proposalId,
    revision: proposal.revision,
    argumentsHash: proposal.argumentsHash,
    ...(proposal.reason && { reason: proposal.reason }),
  };
}
