import { createHash } from 'node:crypto';

/** A turn record as it is stored. */
export interface TurnRecordRow {
  readonly conversationId: string;
  readonly firstAuditId: number;
  readonly lastAuditId: number;
  readonly turnNo: number;
  readonly createdAtMs: number;
  readonly intent: string | null;
  readonly state: string | null;
  readonly errorCode: string | null;
  readonly durationMs: number | null;
  readonly principal: string | null;
  /** Of the conversation's record before; null for its first. */
  readonly previousHash: string | null;
  /** The text of `events_json`, byte for byte. */
  readonly eventsText: string;
  readonly recordHash: string;
}

/**
 * SHA-256, in base64url, over everything else that a record holds. As that includes the hash of the record before, the
 * newest hash of a conversation stands for all of its records.
 */
export function recordHash(record: Omit<TurnRecordRow, 'recordHash'>): string {
  const { conversationId, firstAuditId, lastAuditId, turnNo, createdAtMs, previousHash, eventsText } = record;
  const { intent, state, errorCode, durationMs, principal } = record;
  const place = [conversationId, firstAuditId, lastAuditId, turnNo, createdAtMs, previousHash];
  const head = JSON.stringify([...place, intent, state, errorCode, durationMs, principal]);
  return createHash('sha256').update(head).update('\n').update(eventsText).digest('base64url');
}
