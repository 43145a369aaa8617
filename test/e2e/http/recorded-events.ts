import type { AuditEvent } from '../../../src/platform/audit/index.js';
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

/** Stores events as the end of a turn does. */
export async function record(database: Database, recorded: readonly AuditEvent[]): Promise<void> {
  for (const { conversationId, auditId, turnNo, stage, payload, createdAtMs } of recorded) {
    await database.query(
      `INSERT INTO ce_audit (conversation_id, audit_id, turn_no, stage, payload_json, created_at)
       VALUES ($1, $2, $3, $4, $5, $6)`,
      [conversationId, auditId, turnNo, stage, payload, new Date(createdAtMs)],
    );
  }
}
