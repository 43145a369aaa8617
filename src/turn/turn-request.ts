import type { JsonObject } from '../common/json.js';

/** One message of a user, as a chat backend posts it. */
export interface TurnRequest {
  /** A UUID; a new one is made where it is absent, and an unknown one starts a conversation. */
  readonly conversationId?: string;
  readonly message: string;
  /** Starts the conversation over before the message is read. */
  readonly reset?: boolean;
  /** Parameters for this one turn; never stored. */
  readonly inputParams?: JsonObject;
  /** A repeated key gets the first reply, byte for byte, and runs nothing. */
  readonly idempotencyKey?: string;
  /** Aborted when the service stops. */
  readonly signal?: AbortSignal;
}

/** The reply to a message, ready to be sent. */
export interface TurnResponse {
  readonly conversationId: string;
  readonly httpStatus: number;
  /** A MessageResponse as JSON text: kept as text so that a repeated request gets the same bytes. */
  readonly responseText: string;
}

/** The body of `POST /api/v1/conversation/message` (shape of the contract's public chat client). */
export interface MessageResponse {
  readonly conversationId: string;
  readonly intent: string;
  readonly state: string;
  /** For JSON and ERROR the value is JSON text, as the contract has it. */
  readonly payload: { readonly type: 'TEXT' | 'JSON' | 'ERROR'; readonly value: string };
  /** `context_json` as JSON text; null for an error. */
  readonly context: string | null;
  readonly success: boolean;
  readonly errorCode: string | null;
  readonly recoverable: boolean;
  readonly message: string | null;
}
