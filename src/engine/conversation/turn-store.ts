import {
  type AuditDraft,
  encodeEvents,
  eventsOf,
  type RecordedEvents,
  recordHash,
  type TurnRecordRow,
} from '../../platform/audit/index.js';
import type { JsonObject, JsonValue } from '../../platform/common/json.js';
import { confidential, type OutboxEvent } from '../../platform/persistence/index.js';
import type { Proposal } from '../pending-action/index.js';
import type { Conversation, ConversationKind, ConversationStatus, Handover, HistoryEntry } from './conversation.js';
import type { KnownRun } from './known-runs.js';
import type { KnownSchedule } from './known-schedules.js';

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

/** Whose a conversation has to be. */
export interface TurnOwner {
  readonly user: string;
  /** Whether a conversation that is not there is begun, as theirs. */
  readonly mayBegin: boolean;
}

/** What a turn is opened with: the lease it takes, who it is for, and what it wants to read. */
export interface OpenTurnRequest {
  readonly lease: Lease;
  /** How owners of this process begin. What such a lease is left of is dead: a process queues its own turns. */
  readonly process: string;
  readonly nowMs: number;
  readonly idempotencyKey: string | null;
  /** What the conversation is made as, where it is new; `CHAT` where left out. */
  readonly kind?: ConversationKind;
  /** For work beside turns, which has neither owner nor place: the conversation has to be there, and none is begun. */
  readonly isKnown?: true;
  /** Whose it has to be; anybody's where left out. */
  readonly owner?: TurnOwner | undefined;
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
  /** It is somebody else's, or is not there and may not be begun. */
  | { readonly outcome: 'not-theirs' }
  /** It has to be there, and is not. */
  | { readonly outcome: 'gone' }
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
      /** Those at work, and those whose end the user has not been told; newest first. */
      readonly runs: readonly KnownRun[];
      /** Those with times to come, and those whose end the user has not been told; newest first. */
      readonly schedules: readonly KnownSchedule[];
    };

/** The record of a turn: its events, and what people look for among turns. */
export interface TurnRecording {
  readonly lease: Lease;
  readonly nowMs: number;
  readonly turnNo: number;
  readonly audit: readonly AuditDraft[];
  readonly firstAuditId: number;
  /** Of the conversation's record before; null where there is none. */
  readonly previousHash: string | null;
  /** Left out for work beside turns. */
  readonly about?: {
    readonly intent: string;
    readonly state: string;
    /** Why the turn failed; null where it did not. */
    readonly errorCode: string | null;
    readonly durationMs: number;
    /** As `nameOf` writes it. */
    readonly principal: string;
  };
}

/** What the outside is told of a turn. What is told of a proposal that could not be stored is not told. */
export interface TurnEvent extends OutboxEvent {
  readonly proposalId?: string;
}

/** Everything a turn writes at its end, in one transaction. */
export interface TurnCommit extends TurnRecording {
  readonly status: ConversationStatus;
  readonly intent: string;
  readonly state: string;
  readonly context: JsonObject;
  /** Null where no user has said anything. */
  readonly userText: string | null;
  readonly assistant: JsonValue;
  /** As it stands at the end of the turn. */
  readonly handover: Handover | null;
  /** Proposals that are new or changed in this turn, as they stand at its end. */
  readonly proposals: readonly Proposal[];
  readonly events: readonly TurnEvent[];
  /** The runs of workflows whose end this turn tells the user. */
  readonly toldRuns?: readonly string[];
  /** The schedules of which this turn tells the user. */
  readonly toldSchedules?: readonly string[];
  /** Stored with the turn, so that a repeated request finds the reply or runs as if for the first time. */
  readonly reply: (StoredReply & { readonly idempotencyKey: string }) | null;
}

/** What remains of a turn that failed: its number is used up, its audit is kept, nothing else changed. */
export interface TurnFailure extends TurnRecording {
  /** Kept so that a repetition of the message can answer no more than the message could. */
  readonly arrived?: { readonly idempotencyKey: string; readonly seenTurn: number } | undefined;
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

/** The row to store; none where nothing was recorded. */
export function turnRecordRow(turn: TurnRecording): TurnRecordRow | undefined {
  const { lease, turnNo, audit, firstAuditId, previousHash, about } = turn;
  if (audit[0] === undefined) return undefined;
  const content = {
    conversationId: lease.conversationId,
    firstAuditId,
    lastAuditId: firstAuditId + audit.length - 1,
    turnNo,
    createdAtMs: audit[0].createdAtMs,
    intent: about?.intent ?? null,
    state: about?.state ?? null,
    errorCode: about?.errorCode ?? null,
    durationMs: about?.durationMs ?? null,
    principal: about?.principal ?? null,
    previousHash,
    eventsText: encodeEvents(audit),
  };
  return { ...content, recordHash: recordHash(content) };
}

/** Values of the columns that say who answers. */
export function handoverValues({ handover }: TurnCommit): unknown[] {
  const note = confidential('handover_note', handover?.note ?? null);
  return [handover?.sinceMs ?? null, handover?.queue ?? null, note, handover?.by ?? null];
}

/** What was recorded of one turn, for those who follow the conversation. */
export function recordedEvents(
  drafts: readonly AuditDraft[],
  turn: { conversationId: string; turnNo: number; firstAuditId: number },
): RecordedEvents {
  const newestId = turn.firstAuditId + drafts.length - 1;
  return { conversationId: turn.conversationId, newestId, events: () => eventsOf(drafts, turn) };
}
