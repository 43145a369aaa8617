import type { JsonObject } from '../common/json.js';

/** One thing that happened in a turn, as `ce_audit` stores it. */
export interface AuditEvent {
  readonly conversationId: string;
  /** Counts up by one within a conversation: the order of events, and the id of stream events. */
  readonly auditId: number;
  readonly turnNo: number;
  /** Contract stage name, such as `DIALOGUE_ACT_CLASSIFIED`. */
  readonly stage: string;
  readonly payload: JsonObject;
  readonly createdAtMs: number;
}

/** An event before it has its place in the conversation; its payload is the JSON text that is stored. */
export interface AuditDraft extends Pick<AuditEvent, 'stage' | 'createdAtMs'> {
  readonly payloadText: string;
}
