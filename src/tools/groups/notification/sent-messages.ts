import { createHash } from 'node:crypto';
import { toStorableText } from '../../../platform/common/json.js';
import type { HandlerDatabase } from '../../../platform/handlers-api/index.js';
import { confidential } from '../../../platform/persistence/index.js';

/** The message of one confirmed action. */
export interface MessageKey {
  readonly conversationId: string;
  readonly idempotencyKey: string;
}

/** What was known of a message before it is sent. */
export interface Draft {
  readonly channel: string;
  readonly template: string;
  readonly recipients: readonly string[];
}

/** `begin`: nobody has sent it, and nobody else will now. `in-doubt`: an earlier attempt began and never ended. */
export type Claim = 'begin' | 'sent' | 'in-doubt';

/** The same for every attempt, so that receivers can recognise a repetition too. */
export function messageIdOf({ conversationId, idempotencyKey }: MessageKey): string {
  return createHash('sha256').update(`${conversationId} ${idempotencyKey}`).digest('hex').slice(0, 32);
}

/** Rows of `ce_notification`: written before a message leaves, so that none leaves twice. */
export class SentMessages {
  constructor(
    private readonly database: HandlerDatabase,
    private readonly key: MessageKey,
  ) {}

  /** Takes the message for this attempt, where it was not sent and no other attempt may have sent it. */
  async claim({ channel, template, recipients }: Draft, nowMs: number): Promise<Claim> {
    const { conversationId, idempotencyKey } = this.key;
    const told = confidential('recipients_json', JSON.stringify(recipients));
    const claimed = await this.database.query(
      `INSERT INTO ce_notification
         (conversation_id, idempotency_key, channel, template, recipients_json, status, message_id, created_at_ms)
       VALUES ($1, $2, $3, $4, $5, 'SENDING', $6, $7)
       ON CONFLICT (conversation_id, idempotency_key) DO UPDATE SET status = 'SENDING', error_text = NULL
         WHERE ce_notification.status = 'FAILED'
       RETURNING status`,
      [conversationId, idempotencyKey, channel, template, told, messageIdOf(this.key), nowMs],
    );
    if (claimed.length > 0) return 'begin';
    const [row] = await this.database.query(
      'SELECT status FROM ce_notification WHERE conversation_id = $1 AND idempotency_key = $2',
      [conversationId, idempotencyKey],
    );
    return row?.status === 'SENT' ? 'sent' : 'in-doubt';
  }

  async sent(nowMs: number): Promise<void> {
    await this.end('SENT', null, nowMs);
  }

  /** Notes that it has certainly not been sent. */
  async failed(error: string): Promise<void> {
    await this.end('FAILED', toStorableText(error.slice(0, 500)), null);
  }

  private async end(status: string, error: string | null, sentAtMs: number | null): Promise<void> {
    const { conversationId, idempotencyKey } = this.key;
    await this.database.query(
      `UPDATE ce_notification SET status = $1, error_text = $2, sent_at_ms = $3
        WHERE conversation_id = $4 AND idempotency_key = $5`,
      [status, confidential('error_text', error), sentAtMs, conversationId, idempotencyKey],
    );
  }
}
