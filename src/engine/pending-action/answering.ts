import type { Moment } from './lifecycle.js';
import type { Proposal } from './proposal.js';

/** Which question a message answers: the action, and the form of its arguments that was shown. */
export interface QuestionAddress {
  readonly actionId: string;
  readonly revision: number;
  /** How often it had been tried when it was shown, where the answer must not count for another try. */
  readonly attempts?: number;
}

/** What a button says; no words are read beside it. */
export const DECISIONS = ['CONFIRM', 'REJECT'] as const;
/** CONFIRM is a yes to the question that the button belongs to, REJECT a no. */
export type Decision = (typeof DECISIONS)[number];

/** What a message can be an answer to, by when it came and by what it says of itself. */
export interface Answering {
  /** The newest turn whose reply could have been read when the message came. */
  readonly seenTurn: number;
  /** When the message was sent, in milliseconds since 1970 UTC; null where that is not known. */
  readonly sentAtMs: number | null;
  readonly address: QuestionAddress | undefined;
  readonly decision: Decision | undefined;
}

/** A message that came when everything asked so far had been handed out. */
export const ANSWERS_ANYTHING: Answering = {
  seenTurn: Number.MAX_SAFE_INTEGER,
  sentAtMs: null,
  address: undefined,
  decision: undefined,
};

/**
 * Whether a message can be an answer to the question for an action: the question was handed out before the message came
 * and was sent, and it is the one that the message names, where it names one.
 */
export function canAnswer(
  { seenTurn, sentAtMs, address }: Answering,
  proposal: Proposal,
  { turn }: Pick<Moment, 'turn'>,
): boolean {
  // An attempt that failed was a question of its own: whether to try again. Of one whose turn never ended nobody was told.
  const triedIn = proposal.inProgressTurn ?? 0;
  const hasSeenAttempt = triedIn >= turn || triedIn <= seenTurn;
  // Who knows an address has read its question.
  if (address) return hasSeenAttempt && names(address, proposal);
  const wasSent = sentAtMs === null || (proposal.askedAtMs ?? 0) <= sentAtMs;
  return hasSeenAttempt && proposal.createdTurn <= seenTurn && wasSent;
}

/** Whether an address is that of a proposal as it is now. */
export function names({ actionId, revision, attempts }: QuestionAddress, proposal: Proposal): boolean {
  const isSameForm = actionId === proposal.proposalId && revision === proposal.revision;
  return isSameForm && (attempts === undefined || attempts === proposal.attempts);
}

/** Whether a message names an action, and it is neither this one nor one that was asked together with it. */
export function isToAnother({ address }: Answering, { createdTurn }: Proposal, all: readonly Proposal[]): boolean {
  if (address === undefined) return false;
  return !all.some((one) => one.proposalId === address.actionId && one.createdTurn === createdTurn);
}
