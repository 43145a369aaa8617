import { EngineError } from '../../platform/common/errors.js';
import type { ActionStatus } from '../../platform/handlers-api/index.js';
import { type ActionEvent, type Moment, transition } from './lifecycle.js';
import type { ClosingReason, Proposal } from './proposal.js';

/** A proposal after an event that ends it. The caller has asked `transition` before, or knows that it may. */
export function closed(
  proposal: Proposal,
  event: 'DENY' | 'SUPERSEDE' | 'EXPIRE' | 'SUCCEED' | 'FAIL',
  reason: ClosingReason | null,
  now: Moment,
): Proposal {
  const status = statusAfter(proposal, event, now);
  return { ...proposal, status, reason, closedTurn: now.turn, closedAtMs: now.epochMs };
}

/** Which clock ended a proposal. */
export function expiryReason(proposal: Proposal, now: Moment): ClosingReason {
  return proposal.expiresTurn !== null && now.turn > proposal.expiresTurn ? 'TTL_TURNS' : 'TTL_MINUTES';
}

/**
 * The status of a proposal after an event that the caller knows to be possible.
 * @throws EngineError INTERNAL_ERROR where it is not: the caller has a defect
 */
export function statusAfter(proposal: Proposal, event: ActionEvent, now: Moment): ActionStatus {
  const next = transition(proposal, event, now);
  if (next.ok) return next.status;
  const text = `Action ${proposal.proposalId} is ${proposal.status}; ${event} is not possible (${next.reason}).`;
  throw new EngineError('INTERNAL_ERROR', text);
}
