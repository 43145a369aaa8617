import type { AuditRecorder } from '../../platform/audit/index.js';
import type { JsonObject } from '../../platform/common/json.js';
import { nameOf, type Principal } from '../principal/index.js';
import type { Approver } from './approval.js';
import type { Moment } from './lifecycle.js';
import type { Confirmation, Proposal } from './proposal.js';
import { occurrenceOf } from './schedule.js';

/** A turn, as far as it is written down. */
interface Audited {
  readonly audit: Pick<AuditRecorder, 'record'>;
  readonly moment: Moment;
}

/** A revision that another has replaced. */
type Replaced = Pick<Proposal, 'revision' | 'question' | 'arguments'>;

/** Writes a change of an action's status down. */
export function auditLifecycle({ audit, moment }: Audited, event: string, proposal: Proposal): void {
  audit.record('PENDING_ACTION_LIFECYCLE', { event, ...describeProposal(proposal), turn: moment.turn });
}

/**
 * Writes down that an action was replaced by a new revision, and what the one before had asked.
 * @param before that one; what must not be shown of it is hidden already
 */
export function auditAmendment({ audit, moment }: Audited, before: Replaced, proposal: Proposal): void {
  const { revision, question, arguments: args } = before;
  const replaced = { revision, question, arguments: args };
  const about = describeProposal(proposal);
  audit.record('PENDING_ACTION_LIFECYCLE', { event: 'AMENDED', ...about, replaced, turn: moment.turn });
}

/**
 * Writes down the consent that an action is begun with: the question as it was shown, and whose yes to it in which words.
 * Kept at every level of audit.
 */
export function auditConsent({ audit, moment }: Audited, proposal: Proposal, confirmation: Confirmation): void {
  const consent = { question: proposal.question, ...confirmation };
  const about = describeProposal({ ...proposal, status: 'IN_PROGRESS' });
  audit.record('PENDING_ACTION_LIFECYCLE', { event: 'IN_PROGRESS', ...about, consent, turn: moment.turn });
}

/** Writes down that an approval was given, where `principal` has given it, or used. */
export function auditApproval(
  audit: Audited['audit'],
  event: 'APPROVED' | 'APPROVAL_USED',
  proposal: Proposal,
  turn: number,
  principal?: Principal,
): void {
  const { by = '', note = '' } = proposal.approval ?? {};
  audit.record('PENDING_ACTION_LIFECYCLE', {
    event,
    by,
    note,
    ...(principal && { principal: nameOf(principal) }),
    ...describeProposal(proposal),
    turn,
  });
}

/** Writes down that an approval was refused, and who has refused it. */
export function auditRefusal(
  { audit, moment }: Audited,
  refused: Proposal,
  { by, note }: Approver,
  principal: Principal,
): void {
  const who = { by, note, principal: nameOf(principal) };
  audit.record('PENDING_ACTION_LIFECYCLE', {
    event: 'REJECTED',
    ...who,
    ...describeProposal(refused),
    turn: moment.turn,
  });
}

/** What audit says of every change of an action; its arguments stay in `ce_action_proposal`. */
export function describeProposal(proposal: Proposal): JsonObject {
  return {
    status: proposal.status,
    actionKey: proposal.actionKey,
    actionRef: proposal.actionRef,
    proposalId: proposal.proposalId,
    revision: proposal.revision,
    argumentsHash: proposal.argumentsHash,
    ...(proposal.reason && { reason: proposal.reason }),
    ...occurrenceOf(proposal),
  };
}
