import type { AuditDraft, AuditEvent, RecordedEvents } from '../../platform/audit/index.js';
import type { JsonObject, JsonValue } from '../../platform/common/json.js';
import type { Proposal, ProposalEvent } from '../pending-action/index.js';
import type { Conversation, ConversationKind, ConversationStatus, HistoryEntry } from './conversation.js';

/** Who may write to a conversation until when: the turn that holds it. */
export interface Lease {
  readonly conversationId: string;
  /** Unique for each turn. */
  readonly owner: string;
  /** Milliseconds since 1970 UTC; after this any other turn may take the conversation over. */
  readonly expiresAtMs: number;
}

/** The reply to an earlier request with the same Idempotency-Key. */
export interface StoredReply {
  readonly requestHash: string;
  readonly httpStatus: number;
  /** The body, byte for byte. */
  readonly responseText: string;
}

export interface OpenTurnRequest {
  readonly lease: Lease;
  /** How owners of this process begin. What such a lease is left of is dead: a process queues its own turns. */
  readonly process: string;
  readonly nowMs: number;
  readonly idempotencyKey: string | null;
  /** What the conversation is made as, where it is new; `CHAT` where left out. */
  readonly kind?: ConversationKind;
  /** The message's place among those that wait; left out for one that has not waited: it lets all of them go first. */
  readonly arrivalNo?: number | undefined;
  /** How many earlier exchanges the turn wants to see. */
  readonly historyTurns: number;
}

/** Everything a turn reads, in one go. */
export type OpenTurnResult =
  | {
      readonly outcome: 'busy';
      /** The newest turn that was stored when this was asked for: the message can answer nothing newer. */
      readonly seenTurn: number;
    }
  | { readonly outcome: 'repeated'; readonly reply: StoredReply }
  | {
      readonly outcome: 'opened';
      readonly conversation: Conversation;
      /** The newest turn that was stored when this was asked for; a turn that ended while it waited is newer. */
      readonly seenTurn: number;
      /** The same for the first arrival of a message with this Idempotency-Key; null where none is known. */
      readonly firstSeenTurn: number | null;
      /**
       * Every proposal that is not terminal, what was asked in the same turns and is terminal, and the newest terminal
       * one; newest first, one of them perhaps twice.
       */
      readonly proposals: readonly Proposal[];
      /** Newest first. */
      readonly history: readonly HistoryEntry[];
    };

/** Everything a turn writes at its end, in one transaction. */
export interface TurnCommit {
  readonly lease: Lease;
  readonly nowMs: number;
  readonly turnNo: number;
  readonly status: ConversationStatus;
  readonly intent: string;
  readonly state: string;
  readonly context: JsonObject;
  readonly userText: string;
  readonly assistant: JsonValue;
  readonly audit: readonly AuditDraft[];
  readonly firstAuditId: number;
  /** Proposals that are new or changed in this turn, as they stand at its end. */
  readonly proposals: readonly Proposal[];
  /** What the outside is told of them; of one that could not be stored, nothing. */
  readonly events: readonly ProposalEvent[];
  /** Stored with the turn, so that a repeated request finds the reply or runs as if for the first time. */
  readonly reply: (StoredReply & { readonly idempotencyKey: string }) | null;
}

/** What remains of a turn that failed: its number is used up, its audit is kept, nothing else changed. */
export interface TurnFailure {
  readonly lease: Lease;
  readonly nowMs: number;
  readonly turnNo: number;
  readonly audit: readonly AuditDraft[];
  readonly firstAuditId: number;
  /** Kept so that a repetition of the message can answer no more than the message could. */
  readonly arrived?: { readonly idempotencyKey: string; readonly seenTurn: number } | undefined;
}

/** One event as it is stored. */
export interface AuditRow {
  readonly auditId: number;
  readonly stage: string;
  readonly payloadText: string;
  readonly createdAt: string;
}

/** Where Nest keeps the `TurnStore` of the database at hand. */
export const TURN_STORE = Symbol('convengine.turn-store');

/** The database as a turn sees it; one implementation for each database, one suite of tests for both. */
export interface TurnStore {
  /** Takes the lease (creating the conversation where it is new) and reads what the turn needs. */
  open(request: OpenTurnRequest): Promise<OpenTurnResult>;
  /** Writes the turn and gives the lease back. False, with nothing written, when the lease has been lost. */
  commit(turn: TurnCommit): Promise<boolean>;
  /** Gives the lease back with nothing but audit, after a failure or work beside turns. False when it has been lost. */
  fail(turn: TurnFailure): Promise<boolean>;
}

/** What was recorded of one turn, for those who follow the conversation. */
export function recordedEvents(
  drafts: readonly AuditDraft[],
  turn: { conversationId: string; turnNo: number; firstAuditId: number },
): RecordedEvents {
  const newestId = turn.firstAuditId + drafts.length - 1;
  return { conversationId: turn.conversationId, newestId, events: () => numberAudit(drafts, turn) };
}

function numberAudit(
  drafts: readonly AuditDraft[],
  turn: { conversationId: string; turnNo: number; firstAuditId: number },
): AuditEvent[] {
  return drafts.map(({ stage, payloadText, createdAtMs }, index) => ({
    stage,
    payload: JSON.parse(payloadText) as JsonObject,
    createdAtMs,
    conversationId: turn.conversationId,
    turnNo: turn.turnNo,
    auditId: turn.firstAuditId + index,
  }));
}

/** The events of a turn as the rows to store; `timeOf` writes times as the database wants them. */
export function auditRows(
  { audit, firstAuditId }: Pick<TurnCommit, 'audit' | 'firstAuditId'>,
  timeOf: (epochMs: number) => string,
): AuditRow[] {
  // Most events of a turn fall into the same millisecond as the one before.
  let time = { epochMs: Number.NaN, text: '' };
  return audit.map(({ stage, payloadText, createdAtMs }, index) => {
    if (time.epochMs !== createdAtMs) time = { epochMs: createdAtMs, text: timeOf(createdAtMs) };
    return { auditId: firstAuditId + index, stage, payloadText, createdAt: time.text };
  });
}
