import { Inject, Injectable } from '@nestjs/common';
import type { JsonObject } from '../common/json.js';
import { DEFAULT_TENANT } from '../common/tenant.js';
import { DATABASE } from '../common/tokens.js';
import { confidential, type Database, type Row, readJsonObject, withoutTrace } from '../persistence/index.js';

/** An event that this process has claimed to deliver. */
export interface ClaimedEvent {
  readonly conversationId: string;
  readonly eventId: string;
  /** As it is posted, with the tenant where it is not the default one. */
  readonly payload: JsonObject;
  /** The trace that it belongs to, as headers; empty where there is none. */
  readonly trace: JsonObject;
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
 * Whether an event is due and nobody has claimed it, and no older one of its conversation has yet to be delivered: the
 * next one waits for it, so that a conversation's events arrive in order.
 */
const isDue = (nowMs: string) => `
  e.delivered_at_ms IS NULL AND e.next_attempt_at_ms <= ${nowMs}
  AND (e.claim_expires_at IS NULL OR e.claim_expires_at <= ${nowMs})
  AND NOT EXISTS (
    SELECT 1 FROM ce_outbox_event older
     WHERE older.conversation_id = e.conversation_id AND older.event_no < e.event_no
       AND older.delivered_at_ms IS NULL AND older.next_attempt_at_ms IS NOT NULL)`;

const DUE = `
  SELECT e.conversation_id, e.event_no FROM ce_outbox_event e
   WHERE ${isDue('$1')}
   ORDER BY e.next_attempt_at_ms LIMIT $2`;

/** Of several that claim the same event, the first one finds it due; the others find it claimed. */
const CLAIM = `
  UPDATE ce_outbox_event AS e SET claim_owner = $4, claim_expires_at = $5, attempts = attempts + 1
   WHERE e.conversation_id = $1 AND e.event_no = $2 AND ${isDue('$3')}
  RETURNING *`;

/** What was due, and what of it is this process's to deliver now. */
export interface Claimed {
  /** How many events were found due; others may have been faster with some. */
  readonly due: number;
  readonly events: readonly ClaimedEvent[];
}

const GIVEN_UP = 'delivered_at_ms IS NULL AND next_attempt_at_ms IS NULL';

/** An event that the webhook has not got, and is not told any more. Times are epoch milliseconds. */
export interface GivenUpEvent {
  readonly conversationId: string;
  readonly eventId: string;
  readonly event: string;
  /** Null for an event that is about no action, as of a hand-over. */
  readonly actionId: string | null;
  readonly createdAtMs: number;
  readonly attempts: number;
  /** Why the last attempt failed. */
  readonly error: string | null;
}

/** The rows of `ce_outbox_event` as the dispatcher sees them. Any number of processes may do so at once. */
@Injectable()
export class OutboxRepository {
  constructor(@Inject(DATABASE) private readonly database: Database) {}

  /** Claims events that are due, each by a statement of its own: at most `limit`, at most one of a conversation. */
  async claim({ owner, expiresAtMs }: OutboxClaim, nowMs: number, limit: number): Promise<Claimed> {
    const due = await this.database.query(DUE, [nowMs, limit]);
    const claims = await Promise.allSettled(
      due.map(({ conversation_id, event_no }) =>
        this.database.query(CLAIM, [conversation_id, event_no, nowMs, owner, expiresAtMs]),
      ),
    );
    // What was claimed is delivered, also where another claim failed; that event is due at the next look still.
    const rows = claims.flatMap((claim) => (claim.status === 'fulfilled' ? claim.value : []));
    const failed = claims.find((claim) => claim.status === 'rejected');
    if (failed && rows.length === 0) throw failed.reason;
    return { due: due.length, events: rows.map(readClaimed) };
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
      [nextAttemptAtMs, eventId, confidential('last_error', error), conversationId, owner],
    );
  }

  /** Notes that an event will not be delivered; the next one of its conversation takes its place. */
  async giveUp({ conversationId, eventId }: ClaimedEvent, owner: string, error: string): Promise<void> {
    await this.database.query(
      `UPDATE ce_outbox_event
          SET next_attempt_at_ms = NULL, last_error = $1, claim_owner = NULL, claim_expires_at = NULL
        WHERE conversation_id = $2 AND event_id = $3 AND claim_owner = $4`,
      [confidential('last_error', error), conversationId, eventId, owner],
    );
  }

  /** Some of the events that were given up. */
  async givenUp(limit: number): Promise<GivenUpEvent[]> {
    const rows = await this.database.query(`SELECT * FROM ce_outbox_event WHERE ${GIVEN_UP} LIMIT $1`, [limit]);
    return rows.map(readGivenUp);
  }

  /** Has an event that was given up delivered once more. False where it was not given up. */
  async sendAgain({ conversationId, eventId }: Pick<GivenUpEvent, 'conversationId' | 'eventId'>): Promise<boolean> {
    const rows = await this.database.query(
      `UPDATE ce_outbox_event SET next_attempt_at_ms = 0
        WHERE conversation_id = $1 AND event_id = $2 AND ${GIVEN_UP} RETURNING event_id`,
      [conversationId, eventId],
    );
    return rows.length === 1;
  }
}

function readGivenUp(row: Row): GivenUpEvent {
  const { event, proposalId } = readJsonObject(row.payload_json);
  return {
    conversationId: String(row.conversation_id),
    eventId: String(row.event_id),
    event: String(event),
    actionId: typeof proposalId === 'string' ? proposalId : null,
    createdAtMs: Number(row.created_at_ms),
    attempts: Number(row.attempts),
    error: row.last_error == null ? null : String(row.last_error),
  };
}

function readClaimed(row: Row): ClaimedEvent {
  const tenant = String(row.tenant_id);
  const { payload, trace } = withoutTrace(readJsonObject(row.payload_json));
  return {
    conversationId: String(row.conversation_id),
    eventId: String(row.event_id),
    payload: { ...payload, ...(tenant !== DEFAULT_TENANT && { tenant }) },
    trace,
    createdAtMs: Number(row.created_at_ms),
    attempts: Number(row.attempts),
  };
}
