import type { JsonObject } from '../../platform/common/json.js';
import {
  askedOf,
  type ConsentStrength,
  type Decision,
  type Proposal,
  type Risk,
  shownArguments,
} from '../pending-action/index.js';
import { engineText } from '../wording/index.js';
import type { Turn } from './kernel/index.js';

/** A question as a reply hands it out: what a page needs to show it, and what an answer has to name. */
export interface AskedQuestion {
  readonly actionId: string;
  readonly revision: number;
  readonly question: string;
  /** What would be done it with, without what must not be shown. */
  readonly arguments: JsonObject;
  /** SHA-256 of the arguments as they are, in hexadecimal digits. */
  readonly argumentsHash: string;
  /** When the question expires (ISO 8601); null where no clock runs. */
  readonly expiresAt: string | null;
  /** The last turn that can answer it; null where turns do not count. */
  readonly expiresAfterTurn: number | null;
  readonly riskLevel: Risk | null;
  readonly consent: ConsentStrength;
  readonly answers: readonly { readonly label: string; readonly decision: Decision }[];
}

/** The questions that the reply of a turn asks. */
export function askedQuestions(turn: Turn): AskedQuestion[] {
  const asked = askedOf(turn.context, turn.principal);
  return turn.proposals.open
    .filter(({ idempotencyKey }) => asked.includes(idempotencyKey))
    .map((proposal) => askedQuestion(proposal, (name) => engineText(turn, name)));
}

/**
 * An open action as its question.
 * @param say the engine's words for a button
 */
export function askedQuestion(
  proposal: Proposal,
  say: (name: 'PendingActionStep.YES_LABEL' | 'PendingActionStep.NO_LABEL') => string,
): AskedQuestion {
  return {
    actionId: proposal.proposalId,
    revision: proposal.revision,
    question: proposal.question,
    arguments: shownArguments(proposal),
    argumentsHash: proposal.argumentsHash,
    expiresAt: proposal.expiresAtMs === null ? null : new Date(proposal.expiresAtMs).toISOString(),
    expiresAfterTurn: proposal.expiresTurn,
    riskLevel: proposal.risk,
    consent: proposal.consent,
    answers: [
      { label: say('PendingActionStep.YES_LABEL'), decision: 'CONFIRM' },
      { label: say('PendingActionStep.NO_LABEL'), decision: 'REJECT' },
    ],
  };
}
