import type { JsonObject } from '../../platform/common/json.js';
import {
  isApproved,
  isExecuted,
  isInProgress,
  isOpen,
  type Proposal,
  type Risk,
  shownArguments,
} from '../pending-action/index.js';
import type { Masking } from '../turn/kernel/index.js';
import { outcomeText } from '../wording/index.js';
import type { ListedAction } from './action-list.js';
import { type Who, whoIs } from './who.js';

/** An action as lists show it. Times are ISO 8601. */
export interface ActionItem {
  readonly actionId: string;
  readonly conversationId: string;
  readonly actionKey: string;
  /** What carries it out, as `HANDLER:METHODS` or `tool:CODE@DIGEST`. */
  readonly actionRef: string;
  readonly toolCode: string | null;
  readonly intent: string;
  readonly state: string;
  readonly status: Proposal['status'];
  readonly reason: string | null;
  /** Begun, and nobody can tell how it ended. */
  readonly isHeld: boolean;
  /** Open, and somebody has to approve it before a yes carries it out. */
  readonly isAwaitingApproval: boolean;
  readonly revision: number;
  readonly riskLevel: Risk | null;
  readonly question: string;
  /** As they may be shown. */
  readonly arguments: JsonObject;
  readonly argumentsHash: string;
  /** When this revision was asked. */
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly expiresAt: string | null;
  readonly expiresAfterTurn: number | null;
  readonly attempts: number;
  /** What came of it in a few words; null while nothing has. */
  readonly outcomeSummary: string | null;
  /** Whose yes it was begun with; null where it has got none. */
  readonly confirmedBy: Who | null;
}

const MOST_SUMMARY_CHARS = 300;

/** An action as it is shown in a list. */
export function actionItem({ proposal, claim }: ListedAction, mask: Masking): ActionItem {
  const { proposalId: actionId, expiresAtMs, risk, expiresTurn } = proposal;
  const { conversationId, actionKey, actionRef, toolCode, intent, state, status, reason, revision } = proposal;
  const isWaiting = isOpen(proposal) && proposal.approvalAskedAtMs !== null && !isApproved(proposal);
  return {
    actionId,
    conversationId,
    actionKey,
    actionRef,
    toolCode,
    intent,
    state,
    status,
    reason,
    isHeld: isInProgress(proposal) && claim === null,
    isAwaitingApproval: isWaiting,
    revision,
    riskLevel: risk,
    question: mask(proposal.question),
    arguments: mask(shownArguments(proposal)),
    argumentsHash: proposal.argumentsHash,
    createdAt: iso(proposal.createdAtMs),
    updatedAt: iso(lastChangeMs(proposal)),
    expiresAt: expiresAtMs === null ? null : iso(expiresAtMs),
    expiresAfterTurn: expiresTurn,
    attempts: proposal.attempts,
    outcomeSummary: summaryOf(proposal, mask),
    confirmedBy: whoIs(proposal.confirmation?.by ?? null),
  };
}

/** Milliseconds since 1970 UTC as ISO 8601. */
export function iso(ms: number): string {
  return new Date(ms).toISOString();
}

function lastChangeMs({ createdAtMs, inProgressAtMs, closedAtMs, approvalAskedAtMs, approval }: Proposal): number {
  return Math.max(createdAtMs, inProgressAtMs ?? 0, closedAtMs ?? 0, approvalAskedAtMs ?? 0, approval?.atMs ?? 0);
}

function summaryOf(proposal: Proposal, mask: Masking): string | null {
  const text = isExecuted(proposal) ? outcomeText(mask(proposal.result)) : (proposal.error ?? proposal.reason);
  if (text === null) return null;
  const summary = mask(text);
  return summary.length > MOST_SUMMARY_CHARS ? `${summary.slice(0, MOST_SUMMARY_CHARS)}…` : summary;
}
