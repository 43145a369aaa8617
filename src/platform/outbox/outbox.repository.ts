import { Inject, Injectable } from '@nestjs/common';
import { DATABASE } from '../common/tokens.js';
import { type Database, readJsonObject } from '../persistence/index.js';

/** An event that this process has claimed to deliver. */
export interface ClaimedEvent {
  readonly conversationId: string;
  readonly eventId: string;
  /** The payload as it is posted. */
  readonly body: string;
  readonly createdAtMs: number;
  /** How many attempts have begun, this one included. */
  readonly attempts: number;
}

/** Who delivers an event, and until when nobody else may (milliseconds since 1970 UTC). */
export interface OutboxClaim {
  readonly owner: string;
  readonly expiresAtMs: number;
}

/**
 * The oldest event of each conversation that was neither delivered nor given up, where it is due and nobody has claimed
 * it. The next one waits for it, so that a conversation's events arrive in order.
 */
const DUE = `
  SELECT e.event_no FROM ce_outbox_event e
   WHERE e.delivered_at_ms IS NULL AND e.next_attempt_at_ms <= $1
     AND (e.claim_expires_at IS NULL OR e.claim_expires_at <= $1)
     AND e.event_no = (
       SELECT oldest.event_no FROM ce_outbox_event oldest
        WHERE oldest.conversation_id = e.conversation_id
          AND oldest.delivered_at_ms IS NULL AND oldest.next_attempt_at_ms IS NOT NULL
        ORDER BY oldest.event_no LIMIT 1)
   ORDER BY e.next_attempt_at_ms LIMIT $2`;

/** The rows of `ce_outbox_event` as the dispatcher sees them. Any number of processes may do so at once. */
@Injectable()
export class OutboxRepository {
  private readonly claimSql: string;

  constructor(@Inject(DATABASE) private readonly database: Database) {
    this.claimSql = `
      WITH due AS (${DUE} ${database.dialect === 'postgres' ? 'FOR UPDATE OF e SKIP LOCKED' : ''})
      UPDATE ce_outbox_event SET claim_owner = $3, claim_expires_at = $4, attempts = attempts + 1
       WHERE event_no IN (SELECT event_no FROM due)
      RETURNING *`;
  }

  /** Claims events that are due: at most `limit`, at most one of a conversation. */
  async claim({ owner, expiresAtMs }: OutboxClaim, nowMs: number, limit: number): Promise<ClaimedEvent[]> {
    const rows = await this.database.query(this.claimSql, [nowMs, limit, owner, expiresAtMs]);
    return rows.map((row) => ({
      conversationId: String(row.conversation_id),
      eventId: String(row.event_id),
      body: JSON.stringify(readJsonObject(row.payload_json)),
      createdAtMs: Number(row.created_at_ms),
      attempts: Number(row.attempts),
    }));
  }

  /** Notes that a claimed event was delivered. */
  async delivered({ conversationId, eventId }: ClaimedEvent, owner: string, nowMs: number): Promise<void> {
    await this.database.query(
      `UPDATE ce_outbox_event
          SET delivered_at_ms = $1, last_error = NULL, claim_owner = NULL, claim_expires_at = NULL
        WHERE conversation_id = $2 AND event_id = $3 AND claim_owner = $4`,
      [nowMs, conversationId, eventId, owner],
    );
  }

  /** Notes that an attempt failed, and puts this event and those of its conversation that wait for it off. */
  async postpone(
    { conversationId, eventId }: ClaimedEvent,
    owner: string,
    error: string,
    nextAttemptAtMs: number,
  ): Promise<void> {
    await this.database.query(
      `UPDATE ce_outbox_event
          SET next_attempt_at_ms = $1, last_error = CASE WHEN event_id = $2 THEN $3 ELSE last_error END,
              claim_owner = NULL, claim_expires_at = NULL
        WHERE conversation_id = $4 AND delivered_at_ms IS NULL AND next_attempt_at_ms < $1
          AND (claim_owner = $5 OR claim_owner IS NULL)`,
      [nextAttemptAtMs, eventId, error, conversationId, owner],
    );
  }

  /** Notes that an event will not be delivered; the next one of its conversation takes its place. */
  async giveUp({ conversationId, eventId }: ClaimedEvent, owner: string, error: string): Promise<void> {
    await this.database.query(
      `UPDATE ce_outbox_event
          SET next_attempt_at_ms = NULL, last_error = $1, claim_owner = NULL, claim_expires_at = NULL
        WHERE conversation_id = $2 AND event_id = $3 AND claim_owner = $4`,
      [error, conversationId, eventId, owner],
    );
  }
}
