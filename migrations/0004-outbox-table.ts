import type { MigrationInterface, QueryRunner } from 'typeorm';
import { refuseDown, runAll, sqlTypesOf } from './sql-types.js';

/** Events that wait to be told to the webhook. */
export class OutboxTable implements MigrationInterface {
  readonly name = 'OutboxTable0000000000004';

  async up(queryRunner: QueryRunner): Promise<void> {
    const types = sqlTypesOf(queryRunner);
    await runAll(queryRunner, [
      `CREATE TABLE ce_outbox_event (
        conversation_id ${types.uuid} NOT NULL,
        event_id ${types.uuid} NOT NULL,
        event_type text NOT NULL,
        payload_json ${types.json} NOT NULL,
        created_at_ms bigint NOT NULL,
        next_attempt_at_ms bigint,
        attempts integer NOT NULL DEFAULT 0,
        delivered_at_ms bigint,
        last_error text,
        claim_owner text,
        claim_expires_at bigint,
        CONSTRAINT "pk_ce_outbox_event" PRIMARY KEY (conversation_id, event_id),
        CONSTRAINT "fk_ce_outbox_event_conversation" FOREIGN KEY ("conversation_id")
          REFERENCES "ce_conversation" ("conversation_id") ON DELETE CASCADE
      )`,
      'CREATE INDEX ix_ce_outbox_event_due ON ce_outbox_event (next_attempt_at_ms) WHERE delivered_at_ms IS NULL',
      `CREATE INDEX ix_ce_outbox_event_order ON ce_outbox_event (conversation_id, created_at_ms, event_id)
        WHERE delivered_at_ms IS NULL`,
    ]);
  }

  down(): Promise<void> {
    return refuseDown();
  }
}
