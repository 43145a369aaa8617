import type { ActionStatus } from '../../platform/handlers-api/index.js';
import type { Proposal } from './proposal.js';

/** Why an answer does not count, as the audit and replies say it; docs/consent.md tells what each means. */
export const UNCOUNTED_REASONS = [
  'OTHER_QUESTION',
  'OTHER_REQUEST',
  'CHANGED_QUESTION',
  'CLOSED',
  'NOT_THEIRS',
  'NO_YES',
  'TOO_WEAK',
  'MODEL_ALONE',
  'SENSITIVE_ACTION_APPROVAL_REQUIRED',
  'HANDED_OVER',
] as const;
export type UncountedReason = (typeof UNCOUNTED_REASONS)[number];

/** An answer of the user that has run nothing, as its reply tells programs. */
export interface UncountedAnswer {
  readonly reason: UncountedReason;
  /** The action that was answered, and how it stands; null where the conversation has no such action. */
  readonly actionId: string | null;
  readonly revision: number | null;
  readonly status: ActionStatus | null;
}

/** An answer that does not count. @param about the action that was answered, as it is now */
export function uncountedAnswer(reason: UncountedReason, about: Proposal | undefined): UncountedAnswer {
  const { proposalId: actionId = null, revision = null, status = null } = about ?? {};
  return { reason, actionId, revision, status };
}
