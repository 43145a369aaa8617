import { Inject, Injectable } from '@nestjs/common';
import { DATABASE } from '../common/tokens.js';
import { type Database, type Row, readJson, readTimestamp } from '../persistence/index.js';
import type { AuditEvent } from './audit-event.js';
import { decodeEvents, type RecordedEvent } from './turn-record.js';

/** A turn, or work beside turns, as it was recorded. */
export interface RecordedTurn {
  readonly conversationId: string;
  readonly turnNo: number;
  /** The highest id of its events: which record of the conversation it is. */
  readonly lastAuditId: number;
  /** When its first event happened: milliseconds since 1970 UTC. */
  readonly createdAtMs: number;
  /** Null, as the next four, for work beside turns. */
  readonly intent: string | null;
  readonly state: string | null;
  /** Null also for a turn that did not fail. */
  readonly errorCode: string | null;
  readonly durationMs: number | null;
  readonly principal: string | null;
  /** Oldest first. */
  readonly events: readonly AuditEvent[];
}

const COLUMNS = `conversation_id, last_audit_id, first_audit_id, turn_no, created_at, intent_code, state_code, error_code,
  duration_ms, principal, events_json`;

const OF_TURNS = `
  SELECT ${COLUMNS} FROM ce_turn_record
   WHERE conversation_id = $1 AND turn_no >= $2 AND turn_no <= $3 ORDER BY last_audit_id LIMIT $4`;

const NEWEST_FIRST = `
  SELECT ${COLUMNS} FROM ce_turn_record
   WHERE conversation_id = $1 AND last_audit_id < $2 ORDER BY last_audit_id DESC LIMIT $3`;

const OLDEST_FIRST = `
  SELECT ${COLUMNS} FROM ce_turn_record
   WHERE conversation_id = $1 AND last_audit_id > $2 ORDER BY last_audit_id LIMIT $3`;

/** Reads turn records whole. What versions before them have recorded, a row for each event, is not among them. */
@Injectable()
export class TurnRecordReader {
  constructor(@Inject(DATABASE) private readonly database: Database) {}

  /** The records of some turns, oldest first. */
  async ofTurns(conversationId: string, first: number, last: number, limit: number): Promise<RecordedTurn[]> {
    return (await this.database.query(OF_TURNS, [conversationId, first, last, limit])).map(recordedTurn);
  }

  /** The records before an event, newest first. */
  async before(conversationId: string, auditId: number, limit: number): Promise<RecordedTurn[]> {
    return (await this.database.query(NEWEST_FIRST, [conversationId, auditId, limit])).map(recordedTurn);
  }

  /** The records that follow an event, oldest first. */
  async after(conversationId: string, auditId: number, limit: number): Promise<RecordedTurn[]> {
    return (await this.database.query(OLDEST_FIRST, [conversationId, auditId, limit])).map(recordedTurn);
  }
}

function recordedTurn(row: Row): RecordedTurn {
  const [conversationId, turnNo] = [String(row.conversation_id), Number(row.turn_no)];
  const createdAtMs = readTimestamp(row.created_at).getTime();
  // Written by `encodeEvents` alone.
  const events = readJson(row.events_json) as unknown as RecordedEvent[];
  return {
    conversationId,
    turnNo,
    lastAuditId: Number(row.last_audit_id),
    createdAtMs,
    intent: textOrNull(row.intent_code),
    state: textOrNull(row.state_code),
    errorCode: textOrNull(row.error_code),
    durationMs: row.duration_ms == null ? null : Number(row.duration_ms),
    principal: textOrNull(row.principal),
    events: decodeEvents({ conversationId, turnNo, createdAtMs, firstAuditId: Number(row.first_audit_id), events }),
  };
}

function textOrNull(value: unknown): string | null {
  return value == null ? null : String(value);
}
