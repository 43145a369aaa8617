import {
  executedAs,
  isExecuted,
  isExpired,
  isInProgress,
  isOpen,
  type Proposal,
  type QuestionAddress,
} from '../pending-action/index.js';

/**
 * What a question has come to that a link decides no more. TRIED: agreed to, and it could not be done then. UNAVAILABLE: it
 * could not be done any more, and nobody had agreed. REPLACED: asked with other values since, or another took its place.
 * CLOSED: the link's time is over, and it tells nothing more.
 */
export type Became =
  | 'DONE'
  | 'SCHEDULED'
  | 'AT_WORK'
  | 'IN_DOUBT'
  | 'FAILED'
  | 'TRIED'
  | 'DECLINED'
  | 'NOT_APPROVED'
  | 'UNAVAILABLE'
  | 'EXPIRED'
  | 'REPLACED'
  | 'CLOSED';

/** A question that a link decides no more, as its record has it: without arguments and results. */
export interface LinkOutcome {
  readonly became: Became;
  /** The question; empty where it is another one by now. */
  readonly question: string;
  /** When it was agreed to, in milliseconds since 1970 UTC; null where nobody did. */
  readonly agreedAtMs: number | null;
  /** When it ended, in milliseconds since 1970 UTC; null while it has not. */
  readonly endedAtMs: number | null;
}

/** What there is to tell where nothing more may be told. */
export const CLOSED: LinkOutcome = { became: 'CLOSED', question: '', agreedAtMs: null, endedAtMs: null };

/** What has become of a question, as its action stands. Call it where the link decides no more. */
export function linkOutcome(proposal: Proposal, address: QuestionAddress): LinkOutcome {
  const became = becameOf(proposal, address);
  if (became === 'REPLACED') return { ...CLOSED, became };
  const { question, confirmation, inProgressAtMs, closedAtMs } = proposal;
  return { became, question, agreedAtMs: confirmation && inProgressAtMs, endedAtMs: closedAtMs };
}

function becameOf(proposal: Proposal, { revision, attempts }: QuestionAddress): Became {
  if (revision !== proposal.revision) return 'REPLACED';
  if (isExecuted(proposal)) return executedAs(proposal) === 'SCHEDULED' ? 'SCHEDULED' : 'DONE';
  if (isInProgress(proposal)) return proposal.reason === null ? 'AT_WORK' : 'IN_DOUBT';
  if (isOpen(proposal) && attempts !== proposal.attempts) return 'TRIED';
  if (isOpen(proposal) || isExpired(proposal)) return 'EXPIRED';
  return refusedAs(proposal);
}

function refusedAs({ reason, confirmation }: Proposal): Became {
  if (reason === 'DENIED_BY_USER') return 'DECLINED';
  if (reason === 'NOT_APPROVED') return 'NOT_APPROVED';
  if (reason === 'SUPERSEDED') return 'REPLACED';
  return confirmation === null ? 'UNAVAILABLE' : 'FAILED';
}
