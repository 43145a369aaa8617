import { newId } from '../../platform/common/ids.js';
import { type OutboxEvent, withTrace } from '../../platform/persistence/index.js';
import { isExecuted, isExpired, isInProgress, isOpen, type Moment } from './lifecycle.js';
import { type ClosingReason, type Proposal } from './proposal.js';
import { occurrenceOf } from './schedule.js';

/** What the outside is told of a change of a proposal. It carries no arguments: they may be personal data. */
export interface ProposalEvent extends OutboxEvent {
  readonly proposalId: string;
}

/** What became of a proposal; docs/asyncapi.yaml and docs/operations.md name each. */
export type ProposalEventName =
  | 'OPEN'
  | 'AMENDED'
  | 'APPROVED'
  | 'IN_PROGRESS'
  | 'EXECUTED'
  | 'FAILED'
  | 'REOPENED'
  | 'REJECTED'
  | 'EXPIRED'
  | 'IN_DOUBT';

/** What a proposal was before a change, as far as the outside is told of it. */
export type ProposalBefore = Pick<Proposal, 'status' | 'revision'> & Partial<Pick<Proposal, 'approval'>>;

/** Why a proposal is closed that was agreed to and could not be carried out. */
export const FAILURES: readonly ClosingReason[] = ['HANDLER_FAILED', 'HANDLER_MISSING', 'ACTION_WITHDRAWN'];

/**
 * The event for one stored change; undefined where neither status, revision nor approval changed.
 * @param before the proposal as it was stored; undefined for a new one
 * @param at when the change is stored, and the turn it belongs to
 */
export function proposalEvent(
  before: ProposalBefore | undefined,
  after: Proposal,
  at: Moment,
): ProposalEvent | undefined {
  const event = eventName(before, after);
  if (event === undefined) return undefined;
  const { conversationId, proposalId, actionKey, status, revision, reason, argumentsHash } = after;
  const eventId = newId();
  const occurredAt = new Date(at.epochMs).toISOString();
  return {
    conversationId,
    proposalId,
    eventId,
    type: 'PENDING_ACTION_LIFECYCLE',
    createdAtMs: at.epochMs,
    payload: withTrace({
      eventId,
      type: 'pending_action',
      event,
      conversationId,
      proposalId,
      actionKey,
      status,
      revision,
      reason,
      argumentsHash,
      turn: at.turn,
      ...occurrenceOf(after),
      occurredAt,
    }),
  };
}

/** What a change is called; undefined where there is none to tell of. */
export function eventName(before: ProposalBefore | undefined, after: Proposal): ProposalEventName | undefined {
  if (isOpen(after)) {
    if (!before) return 'OPEN';
    if (isInProgress(before)) return 'REOPENED';
    if (before.revision !== after.revision) return 'AMENDED';
    return after.approval !== null && after.approval.atMs !== before.approval?.atMs ? 'APPROVED' : undefined;
  }
  if (isInProgress(after)) return before && isInProgress(before) ? 'IN_DOUBT' : 'IN_PROGRESS';
  if (isExecuted(after)) return 'EXECUTED';
  if (isExpired(after)) return 'EXPIRED';
  return after.reason !== null && FAILURES.includes(after.reason) ? 'FAILED' : 'REJECTED';
}
