import { type AuditEvent, type Progress, redact } from '../../platform/audit/index.js';
import type { StreamEvent } from './event-stream.js';

/** The first event of every stream. */
export function connectedEvent(conversationId: string): StreamEvent {
  return { name: 'CONNECTED', data: { conversationId, transport: 'SSE' } };
}

/** A recorded event as the contract's envelope, named by its stage. */
export function auditStreamEvent({ auditId, stage, turnNo, payload, createdAtMs }: AuditEvent): StreamEvent {
  const createdAt = new Date(createdAtMs).toISOString();
  return {
    name: stage,
    id: auditId,
    data: { eventType: 'AUDIT', auditId, stage, turnNo, createdAt, payload, verbose: null },
  };
}

/** Progress as the contract's VERBOSE envelope; not stored, so without an id. */
export function progressStreamEvent(
  { stage, text, level, details }: Progress,
  createdAtMs: number,
  redactKeys: readonly string[],
): StreamEvent {
  const verbose = {
    eventType: 'VERBOSE_PROGRESS',
    determinant: stage,
    level,
    text,
    message: text,
    errorMessage: level === 'ERROR' ? text : null,
    ...details,
  };
  const clean = redact(verbose, redactKeys);
  const createdAt = new Date(createdAtMs).toISOString();
  return {
    name: 'VERBOSE',
    data: {
      eventType: 'VERBOSE',
      auditId: null,
      stage: 'VERBOSE',
      createdAt,
      payload: { verbose: clean },
      verbose: clean,
    },
  };
}
