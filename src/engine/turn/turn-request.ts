import { EngineError } from '../../platform/common/errors.js';
import type { JsonObject } from '../../platform/common/json.js';
import type { McpCall, ReplyPayload } from '../../platform/handlers-api/index.js';
import type { ConversationKind, Handover } from '../conversation/index.js';
import type { Decision, QuestionAddress, UncountedAnswer } from '../pending-action/index.js';
import type { Principal } from '../principal/index.js';
import type { AskedQuestion } from './asked-questions.js';

/** One message of a user, as a chat backend posts it. */
export interface TurnRequest {
  /** A UUID; a new one is made where it is absent, and an unknown one starts a conversation. */
  readonly conversationId?: string;
  /** What the caller names the conversation, in the place of `conversationId`: the same name of the same user is the same conversation. */
  readonly thread?: string;
  /** What the user said; may be left out where a button was pressed. */
  readonly message: string;
  /** Who speaks; the program that has the engine in its process where left out. */
  readonly principal?: Principal;
  /** The question that the message answers, with the turn of the reply that showed it where that is known; or that turn alone. */
  readonly inReplyTo?:
    | (QuestionAddress & { readonly turn?: number | undefined })
    | { readonly turn: number }
    | undefined;
  /** The button that was pressed: no words are read. */
  readonly decision?: Decision | undefined;
  /** When the user sent it, in milliseconds since 1970 UTC. */
  readonly sentAtMs?: number | undefined;
  /** What the conversation is made as, where it is new, and has to be; `CHAT` where left out. */
  readonly kind?: ConversationKind;
  /** What an operator does beside the messages of the user: a repetition of the request is known by it, too. */
  readonly operation?: JsonObject;
  /** Starts the conversation over before the message is read. */
  readonly reset?: boolean;
  /** Parameters for this one turn; never stored. */
  readonly inputParams?: JsonObject;
  /** A repeated key gets the first reply, byte for byte, and runs nothing. */
  readonly idempotencyKey?: string;
  /** What handlers may ask of the program that calls, where it calls over the Model Context Protocol. */
  readonly mcp?: McpCall;
  /** Aborted when the service stops. */
  readonly signal?: AbortSignal;
}

/** @throws EngineError REQUEST_TOO_LARGE for more characters than `limit` */
export function checkMessage(message: string, limit: number): void {
  if (message.length <= limit) return;
  throw new EngineError(
    'REQUEST_TOO_LARGE',
    `message is ${message.length} characters long; at most ${limit} are allowed.`,
  );
}

/** How far the clock of whoever sends may be ahead, in milliseconds. */
const MAX_AHEAD_MS = 5 * 60_000;

/**
 * A time to come would keep no yes from a question that was asked after it.
 * @throws EngineError INVALID_REQUEST for a time that is more than five minutes after `nowMs`
 */
export function checkSentAt(sentAtMs: number | undefined, nowMs: number): void {
  if (sentAtMs === undefined || sentAtMs <= nowMs + MAX_AHEAD_MS) return;
  const text = `sentAt is more than five minutes after the service's time, ${new Date(nowMs).toISOString()}: check the clock of whoever sends.`;
  throw new EngineError('INVALID_REQUEST', text);
}

/** The reply to a message, ready to be sent. */
export interface TurnResponse {
  readonly conversationId: string;
  /** 200, or the status of the error that `responseText` tells of. */
  readonly httpStatus: number;
  /** A MessageResponse as JSON text: kept as text so that a repeated request gets the same bytes. */
  readonly responseText: string;
}

/** What a reply says. */
export interface MessagePayload {
  readonly type: 'TEXT' | 'JSON' | 'ERROR';
  /** JSON text, but for TEXT. */
  readonly value: string;
}

/** A reply as it is sent. */
export function messagePayload(reply: ReplyPayload): MessagePayload {
  return { type: reply.type, value: reply.type === 'TEXT' ? reply.value : JSON.stringify(reply.value) };
}

/** That a person answers, as the user's side may know it. */
export interface ShownHandover {
  /** ISO 8601, UTC. */
  readonly since: string;
  /** Empty where none was named. */
  readonly queue: string;
  /** Who has handed the conversation over: an operator's name, or `FLOW`. */
  readonly by: string;
}

/** Without the note, which is for whoever answers. */
export function shownHandover({ sinceMs, queue, by }: Handover): ShownHandover {
  return { since: new Date(sinceMs).toISOString(), queue, by };
}

/** The body of `POST /api/v1/conversation/message` (shape of the contract's public chat client). */
export interface MessageResponse {
  readonly conversationId: string;
  readonly intent: string;
  readonly state: string;
  readonly payload: MessagePayload;
  /** `context_json` as JSON text; null for an error. */
  readonly context: string | null;
  /** False where the turn failed; a question, a refusal or an action that failed is a turn that did not. */
  readonly success: boolean;
  /** A code of docs/errors.md; null where `success` is true. */
  readonly errorCode: string | null;
  /** Whether the same request may succeed later without a change. */
  readonly recoverable: boolean;
  /** What went wrong, in words for developers; null where `success` is true. */
  readonly message: string | null;
  /** The number of the turn: what a message of the user can name as `inReplyTo`. */
  readonly turn: number;
  /** What the reply asks consent to. */
  readonly pendingActions: readonly AskedQuestion[];
  /** There where the message was an answer that has run nothing; left out otherwise. */
  readonly uncounted?: UncountedAnswer;
  /** There while a person answers in the engine's place; left out otherwise. */
  readonly handover?: ShownHandover;
}
