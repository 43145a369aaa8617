import { type AuditEvent, encodeEvents } from '../../../src/platform/audit/index.js';
import type { Database } from '../../../src/platform/persistence/index.js';

/** Stores an empty conversation. */
export async function insertConversation(database: Database, conversationId: string): Promise<void> {
  await database.query(
    `INSERT INTO ce_conversation (conversation_id, intent_code, state_code, last_user_text)
     VALUES ($1, 'FAQ', 'IDLE', 'What does it cost?')`,
    [conversationId],
  );
}

/** Ten events to a turn, one millisecond apart. */
export function events(conversationId: string, firstId: number, lastId: number): AuditEvent[] {
  return Array.from({ length: lastId - firstId + 1 }, (_, index) => {
    const auditId = firstId + index;
    return {
      conversationId,
      auditId,
      turnNo: Math.ceil(auditId / 10),
      stage: auditId % 2 === 0 ? 'RULE_MATCH' : 'USER_INPUT',
      payload: { number: auditId },
      createdAtMs: Date.UTC(2026, 0, 31, 12) + auditId,
    };
  });
}

/** Stores events as the ends of their turns do. */
export async function record(database: Database, recorded: readonly AuditEvent[]): Promise<void> {
  const turns = Map.groupBy(recorded, ({ turnNo }) => turnNo);
  for (const [turnNo, turn] of turns) {
    const drafts = turn.map(({ payload, ...event }) => ({ ...event, payloadText: JSON.stringify(payload) }));
    const [first, last] = [turn[0] as AuditEvent, turn.at(-1) as AuditEvent];
    await database.query(
      `INSERT INTO ce_turn_record (conversation_id, last_audit_id, first_audit_id, turn_no, created_at, events_json, record_hash)
       VALUES ($1, $2, $3, $4, $5, $6, 'none')`,
      [first.conversationId, last.auditId, first.auditId, turnNo, new Date(first.createdAtMs), encodeEvents(drafts)],
    );
  }
}
