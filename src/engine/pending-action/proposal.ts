import { createHash } from 'node:crypto';
import { newId } from '../../platform/common/ids.js';
import { canonicalJson, type JsonObject, type JsonValue } from '../../platform/common/json.js';
import type { ActionStatus } from '../../platform/handlers-api/index.js';
import { sameCode } from '../../tools/index.js';
import type { PrincipalKind } from '../principal/index.js';
import type { Approval } from './approval.js';
import type { ConsentStrength, ConsentTerms, Risk } from './consent-terms.js';
import type { Moment } from './lifecycle.js';

/** How a claimed action is treated when its outcome is unknown. */
export type ExecutionPolicy = 'at-most-once' | 'idempotent' | 'transactional';

/** Why an action was closed without success, or is held. */
export type ClosingReason =
  | 'DENIED_BY_USER'
  | 'NOT_APPROVED'
  | 'SUPERSEDED'
  | 'HANDLER_FAILED'
  | 'HANDLER_TIMED_OUT'
  | 'HANDLER_MISSING'
  | 'ACTION_WITHDRAWN'
  | 'OUTCOME_UNKNOWN'
  | 'TOO_MANY_ATTEMPTS'
  | 'TOOL_CHANGED'
  | 'INTERRUPTED'
  | 'SETTLED_BY_OPERATOR'
  | 'TTL_TURNS'
  | 'TTL_MINUTES';

/**
 * One action that was put before the user, with the exact arguments a yes means: a row of `ce_action_proposal`.
 * The row is the truth; `context_json.pending_action_runtime` only shows it in the contract's shape.
 */
export interface Proposal {
  readonly proposalId: string;
  readonly conversationId: string;
  /** The `ce_pending_action` row it came from; null for a tool call. */
  readonly pendingActionId: number | null;
  /** The tool to call; null for a `ce_pending_action` row. */
  readonly toolCode: string | null;
  readonly actionKey: string;
  /** `bean:method,method` for a handler, `tool:CODE@DIGEST` for a tool, `confirmed-first:…` for one that is yet to be called. */
  readonly actionRef: string;
  /** Where the conversation stood when it was asked, and goes back to when it is answered. */
  readonly intent: string;
  readonly state: string;
  /** Frozen: what the user was shown is what runs. */
  readonly arguments: JsonObject;
  /** The arguments as they may be shown; null where that is all of them. */
  readonly shown: JsonObject | null;
  readonly argumentsHash: string;
  /** The question the user was asked. */
  readonly question: string;
  /** Counts up with each amendment. */
  readonly revision: number;
  readonly status: ActionStatus;
  readonly reason: ClosingReason | null;
  readonly executionPolicy: ExecutionPolicy;
  /** The same for every attempt of this proposal's revision. */
  readonly idempotencyKey: string;
  readonly createdTurn: number;
  readonly createdAtMs: number;
  readonly expiresTurn: number | null;
  readonly expiresAtMs: number | null;
  readonly inProgressTurn: number | null;
  readonly inProgressAtMs: number | null;
  readonly closedTurn: number | null;
  readonly closedAtMs: number | null;
  readonly attempts: number;
  /** How many methods of the list have succeeded; a retry starts after them. */
  readonly completedMethods: number;
  readonly result: JsonValue;
  readonly error: string | null;
  /** Since when an approval is waited for, in milliseconds since 1970 UTC: the user has said yes to this revision, or asked for it in sensitive words. */
  readonly approvalAskedAtMs: number | null;
  readonly approval: Approval | null;
  /** When the reply that asks for it was stored, in milliseconds since 1970 UTC; null before. */
  readonly askedAtMs: number | null;
  /** Whose messages have asked for it, as `requestersIn` reads it; null where nobody's did. */
  readonly requestedBy: string | null;
  readonly risk: Risk | null;
  readonly consent: ConsentStrength;
  /** Kinds of principals whose yes counts. */
  readonly mayAnswer: readonly PrincipalKind[];
  /** Whose yes has claimed it; null before. */
  readonly confirmation: Confirmation | null;
  /** The schedule that it is one time of, under the consent to that; null for what was put before the user by itself. */
  readonly scheduleId: string | null;
  /** Which time of its schedule, in milliseconds since 1970 UTC. */
  readonly occurrenceAtMs: number | null;
}

/** The yes that an action was claimed with. */
export interface Confirmation {
  /** The principal, as `nameOf` has it. */
  readonly by: string;
  /** The door it came through. */
  readonly via: string;
  /** The words as they were said; empty where a button was pressed. */
  readonly words: string;
}

/** What is proposed, before the clocks start. */
export interface ProposalDraft
  extends ConsentTerms,
    Pick<
      Proposal,
      | 'conversationId'
      | 'pendingActionId'
      | 'toolCode'
      | 'actionKey'
      | 'actionRef'
      | 'intent'
      | 'state'
      | 'arguments'
      | 'shown'
      | 'executionPolicy'
      | 'requestedBy'
    > {}

/** How long a proposal stays open; 0 or less switches a clock off. */
export interface TimeToLive {
  readonly ttlTurns: number;
  readonly ttlMinutes: number;
}

/** Equal arguments have equal hashes, whatever the order of their keys. */
export function hashArguments(args: JsonObject): string {
  return createHash('sha256').update(canonicalJson(args)).digest('hex');
}

/** Whether it would call this tool with exactly the arguments of this hash. */
export function isCallOf(
  { toolCode, argumentsHash }: Pick<Proposal, 'toolCode' | 'argumentsHash'>,
  tool: { readonly code: string },
  hash: string,
): boolean {
  return toolCode !== null && sameCode(toolCode, tool.code) && argumentsHash === hash;
}

/** A new OPEN proposal whose clocks start at `now`. */
export function openProposal(draft: ProposalDraft, ttl: TimeToLive, now: Moment): Proposal {
  const proposalId = newId();
  return {
    ...draft,
    ...clocks(ttl, now),
    proposalId,
    argumentsHash: hashArguments(draft.arguments),
    question: '',
    revision: 1,
    status: 'OPEN',
    reason: null,
    idempotencyKey: idempotencyKeyOf(proposalId, 1),
    inProgressTurn: null,
    inProgressAtMs: null,
    closedTurn: null,
    closedAtMs: null,
    attempts: 0,
    completedMethods: 0,
    result: null,
    error: null,
    approvalAskedAtMs: null,
    approval: null,
    askedAtMs: null,
    confirmation: null,
    scheduleId: null,
    occurrenceAtMs: null,
  };
}

/** The arguments as anybody may see them: without what schemas mark as secret. */
export function shownArguments({ arguments: args, shown }: Pick<Proposal, 'arguments' | 'shown'>): JsonObject {
  return shown ?? args;
}

/** The same proposal with other arguments, to be shown, confirmed and approved again; its clocks start anew. */
export function amendProposal(
  proposal: Proposal,
  { arguments: args, shown }: Pick<ProposalDraft, 'arguments' | 'shown'>,
  ttl: TimeToLive,
  now: Moment,
): Proposal {
  const revision = proposal.revision + 1;
  return {
    ...proposal,
    ...clocks(ttl, now),
    arguments: args,
    shown,
    argumentsHash: hashArguments(args),
    revision,
    idempotencyKey: idempotencyKeyOf(proposal.proposalId, revision),
    completedMethods: 0,
    approvalAskedAtMs: null,
    approval: null,
    askedAtMs: null,
    confirmation: null,
  };
}

/** What an outside system recognises a revision of an action by. */
export function idempotencyKeyOf(proposalId: string, revision: number): string {
  return `${proposalId}.${revision}`;
}

function clocks(ttl: TimeToLive, now: Moment) {
  return {
    createdTurn: now.turn,
    createdAtMs: now.epochMs,
    expiresTurn: ttl.ttlTurns > 0 ? now.turn + ttl.ttlTurns : null,
    expiresAtMs: ttl.ttlMinutes > 0 ? now.epochMs + ttl.ttlMinutes * 60_000 : null,
  };
}

/** Characters of a result, as JSON, that the conversation's context shows; the row keeps all of it. */
const MAX_SHOWN_RESULT = 16_384;

/** The proposal as `context_json.pending_action_runtime` shows it (contract shape; -1 for a clock that is off). */
export function runtimeProjection(proposal: Proposal): JsonObject {
  const runtime: JsonObject = {
    action_key: proposal.actionKey,
    action_ref: proposal.actionRef,
    status: proposal.status,
    created_turn: proposal.createdTurn,
    created_at_epoch_ms: proposal.createdAtMs,
    expires_turn: proposal.expiresTurn ?? -1,
    expires_at_epoch_ms: proposal.expiresAtMs ?? -1,
    proposal_id: proposal.proposalId,
    revision: proposal.revision,
    arguments: shownArguments(proposal),
  };
  if (proposal.inProgressTurn !== null) runtime.in_progress_turn = proposal.inProgressTurn;
  if (proposal.inProgressAtMs !== null) runtime.in_progress_at_epoch_ms = proposal.inProgressAtMs;
  if (proposal.approval !== null) {
    runtime.approved_by = proposal.approval.by;
    runtime.approved_at_epoch_ms = proposal.approval.atMs;
  }
  if (proposal.reason !== null) runtime.reason = proposal.reason;
  if (proposal.closedTurn !== null && proposal.closedAtMs !== null) {
    const when = proposal.status.toLowerCase();
    runtime[`${when}_turn`] = proposal.closedTurn;
    runtime[`${when}_at_epoch_ms`] = proposal.closedAtMs;
  }
  if (JSON.stringify(proposal.result).length > MAX_SHOWN_RESULT) runtime.result_truncated = true;
  else if (proposal.result !== null) runtime.result = proposal.result;
  return runtime;
}
