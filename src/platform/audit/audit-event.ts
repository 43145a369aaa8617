import type { JsonObject } from '../common/json.js';

/** One thing that happened in a turn, as `ce_audit` shows it. */
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

/** An event before it has its place in the conversation. */
export type AuditDraft = EventDraft | StepDraft;

interface EventDraft extends Pick<AuditEvent, 'stage' | 'createdAtMs'> {
  /** The JSON text that is stored. */
  readonly payloadText: string;
}

/** The beginning or the end of a step that went as most steps go; half of all events are such, hence their short form. */
export interface StepDraft extends Pick<AuditEvent, 'createdAtMs'> {
  readonly stage: 'STEP_ENTER' | 'STEP_EXIT';
  readonly step: string;
  /** Of the end alone. */
  readonly durationMs?: number;
}
