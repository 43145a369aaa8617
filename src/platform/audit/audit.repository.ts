import { Inject, Injectable } from '@nestjs/common';
import { DATABASE } from '../common/tokens.js';
import { type Database, readJsonObject, readTimestamp } from '../persistence/index.js';
import type { AuditEvent } from './audit-event.js';

/** Which events of a conversation are read. */
export interface AuditPage {
  /** Only events with a higher id. */
  readonly afterId?: number;
  readonly limit: number;
  /** Only events of this stage. */
  readonly stage?: string;
}

interface AuditRow {
  readonly [column: string]: unknown;
  readonly conversation_id: string;
  /** Text on PostgreSQL. */
  readonly audit_id: number | string;
  readonly turn_no: number;
  readonly stage: string;
}

/** Reads what was recorded of conversations. Every method throws EngineError DATABASE_UNAVAILABLE. */
@Injectable()
export class AuditRepository {
  constructor(@Inject(DATABASE) private readonly database: Database) {}

  /** Oldest first; empty for an unknown conversation. */
  async page(conversationId: string, { afterId = 0, limit, stage }: AuditPage): Promise<AuditEvent[]> {
    const rows = await this.database.query<AuditRow>(
      `SELECT conversation_id, audit_id, turn_no, stage, payload_json, created_at FROM ce_audit
       WHERE conversation_id = $1 AND audit_id > $2 ${stage === undefined ? '' : 'AND stage = $4'}
       ORDER BY audit_id LIMIT $3`,
      stage === undefined ? [conversationId, afterId, limit] : [conversationId, afterId, limit, stage],
    );
    return rows.map(auditEvent);
  }

  /** The events that follow `auditId`, oldest first. */
  async after(conversationId: string, auditId: number, limit: number): Promise<AuditEvent[]> {
    return this.page(conversationId, { afterId: auditId, limit });
  }

  /** The highest id recorded for the conversation; 0 where nothing is recorded. */
  async newestId(conversationId: string): Promise<number> {
    const [row] = await this.database.query('SELECT max(audit_id) AS newest FROM ce_audit WHERE conversation_id = $1', [
      conversationId,
    ]);
    return Number(row?.newest ?? 0);
  }

  async exists(conversationId: string): Promise<boolean> {
    const sql = 'SELECT 1 FROM ce_conversation WHERE conversation_id = $1';
    return (await this.database.query(sql, [conversationId])).length > 0;
  }
}

function auditEvent(row: AuditRow): AuditEvent {
  return {
    conversationId: row.conversation_id,
    auditId: Number(row.audit_id),
    turnNo: row.turn_no,
    stage: row.stage,
    payload: readJsonObject(row.payload_json),
    createdAtMs: readTimestamp(row.created_at).getTime(),
  };
}
