import { Inject, Injectable } from '@nestjs/common';
import { DATABASE } from '../common/tokens.js';
import { type Database, readJson, readJsonObject, readTimestamp } from '../persistence/index.js';
import type { AuditEvent } from './audit-event.js';
import { decodeEvents, type RecordedEvent, type TurnRecord } from './turn-record.js';

/** Which events of a conversation are read. */
export interface AuditPage {
  /** Only events with a higher id. */
  readonly afterId?: number;
  readonly limit: number;
  /** Only events of this stage. */
  readonly stage?: string | undefined;
}

/** As many turns are read at a time, while a page is filled. */
const RECORDS_AT_ONCE = 20;

const RECORDS = `
  SELECT conversation_id, last_audit_id, first_audit_id, turn_no, created_at, events_json FROM ce_turn_record
   WHERE conversation_id = $1 AND last_audit_id > $2 ORDER BY last_audit_id LIMIT $3`;

/** What versions before the turn records have written, a row for each event; it comes before every record. */
const EARLIER = `
  SELECT conversation_id, audit_id, turn_no, stage, payload_json, created_at FROM ce_audit_event
   WHERE conversation_id = $1 AND audit_id > $2 ORDER BY audit_id LIMIT $3`;
const EARLIER_OF_STAGE = EARLIER.replace('ORDER BY', 'AND stage = $4 ORDER BY');

const NEWEST = `
  SELECT max(newest) AS newest FROM (
    SELECT max(last_audit_id) AS newest FROM ce_turn_record WHERE conversation_id = $1
    UNION ALL SELECT max(audit_id) FROM ce_audit_event WHERE conversation_id = $1) recorded`;

/** Ids are text on PostgreSQL. */
interface RecordRow {
  readonly [column: string]: unknown;
  readonly conversation_id: string;
  readonly turn_no: number;
}

interface EarlierRow extends RecordRow {
  readonly stage: string;
}

/** Reads what was recorded of conversations. Every method throws EngineError DATABASE_UNAVAILABLE. */
@Injectable()
export class AuditRepository {
  constructor(@Inject(DATABASE) private readonly database: Database) {}

  /** Oldest first; empty for an unknown conversation. */
  async page(conversationId: string, { afterId = 0, limit, stage }: AuditPage): Promise<AuditEvent[]> {
    const events = await this.earlier(conversationId, { afterId, limit, stage });
    let readTo = afterId;
    while (events.length < limit) {
      const records = await this.database.query<RecordRow>(RECORDS, [conversationId, readTo, RECORDS_AT_ONCE]);
      for (const event of records.flatMap((row) => decodeEvents(turnRecord(row)))) {
        if (event.auditId > afterId && (stage === undefined || event.stage === stage)) events.push(event);
      }
      if (records.length < RECORDS_AT_ONCE) break;
      readTo = Number(records.at(-1)?.last_audit_id);
    }
    return events.slice(0, limit);
  }

  /** The events that follow `auditId`, oldest first. */
  async after(conversationId: string, auditId: number, limit: number): Promise<AuditEvent[]> {
    return this.page(conversationId, { afterId: auditId, limit });
  }

  /** The highest id recorded for the conversation; 0 where nothing is recorded. */
  async newestId(conversationId: string): Promise<number> {
    const [row] = await this.database.query(NEWEST, [conversationId]);
    return Number(row?.newest ?? 0);
  }

  async exists(conversationId: string): Promise<boolean> {
    const sql = 'SELECT 1 FROM ce_conversation WHERE conversation_id = $1';
    return (await this.database.query(sql, [conversationId])).length > 0;
  }

  private async earlier(conversationId: string, { afterId, limit, stage }: AuditPage): Promise<AuditEvent[]> {
    const page = [conversationId, afterId, limit];
    const rows = await (stage === undefined
      ? this.database.query<EarlierRow>(EARLIER, page)
      : this.database.query<EarlierRow>(EARLIER_OF_STAGE, [...page, stage]));
    return rows.map((row) => ({
      conversationId: row.conversation_id,
      auditId: Number(row.audit_id),
      turnNo: row.turn_no,
      stage: row.stage,
      payload: readJsonObject(row.payload_json),
      createdAtMs: readTimestamp(row.created_at).getTime(),
    }));
  }
}

function turnRecord(row: RecordRow): TurnRecord {
  return {
    conversationId: row.conversation_id,
    firstAuditId: Number(row.first_audit_id),
    turnNo: row.turn_no,
    createdAtMs: readTimestamp(row.created_at).getTime(),
    // Written by `encodeEvents` alone.
    events: readJson(row.events_json) as unknown as RecordedEvent[],
  };
}
