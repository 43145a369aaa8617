import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, DATABASE } from '../../platform/common/tokens.js';
import type { ConvEngineConfig } from '../../platform/config/index.js';
import { type Database, type Row, readJsonObject } from '../../platform/persistence/index.js';
import type { Proposal } from '../pending-action/index.js';

/** An event of an action, and whether the webhook has it. Times are ISO 8601. */
export interface RecordedDelivery {
  readonly eventId: string;
  readonly event: string;
  /** The address that is configured now, without its query; null where there is none. */
  readonly url: string | null;
  readonly status: 'WAITING' | 'DELIVERED' | 'GIVEN_UP';
  readonly attempts: number;
  /** When it happened. */
  readonly at: string;
  readonly deliveredAt: string | null;
  readonly nextAttemptAt: string | null;
  readonly error: string | null;
}

const EVENTS = 'SELECT * FROM ce_outbox_event WHERE conversation_id = $1 ORDER BY event_no';

/** Reads what the webhook was told of actions. What retention has removed is not there any more. */
@Injectable()
export class RecordedDeliveries {
  private readonly url: string | null;

  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(CONFIG) { webhooks }: ConvEngineConfig,
  ) {
    const url = URL.parse(webhooks.url);
    this.url = url && `${url.origin}${url.pathname}`;
  }

  /** Oldest first. */
  async of({ conversationId, proposalId }: Proposal): Promise<RecordedDelivery[]> {
    const rows = await this.database.query(EVENTS, [conversationId]);
    return rows.flatMap((row) => {
      const payload = readJsonObject(row.payload_json);
      return payload.proposalId === proposalId ? [this.delivery(row, String(payload.event))] : [];
    });
  }

  private delivery(row: Row, event: string): RecordedDelivery {
    const [deliveredAt, nextAttemptAt] = [time(row.delivered_at_ms), time(row.next_attempt_at_ms)];
    const waiting = nextAttemptAt === null ? 'GIVEN_UP' : 'WAITING';
    return {
      eventId: String(row.event_id),
      event,
      url: this.url,
      status: deliveredAt === null ? waiting : 'DELIVERED',
      attempts: Number(row.attempts),
      at: new Date(Number(row.created_at_ms)).toISOString(),
      deliveredAt,
      nextAttemptAt: deliveredAt === null ? nextAttemptAt : null,
      error: row.last_error == null ? null : String(row.last_error),
    };
  }
}

function time(ms: unknown): string | null {
  return ms == null ? null : new Date(Number(ms)).toISOString();
}
