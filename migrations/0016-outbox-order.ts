import type { MigrationInterface, QueryRunner } from 'typeorm';
import { refuseDown, runAll, sqlTypesOf } from './sql-types.js';

const COLUMNS = `conversation_id, event_id, event_type, payload_json, created_at_ms, next_attempt_at_ms, attempts,
  delivered_at_ms, last_error, claim_owner, claim_expires_at`;

/** Events for the webhook are numbered by the database, so that their order is not a matter of anybody's clock. */
export class OutboxOrder implements MigrationInterface {
  readonly name = 'OutboxOrder0000000000016';

  async up(queryRunner: QueryRunner): Promise<void> {
    const types = sqlTypesOf(queryRunner);
    await runAll(queryRunner, [
      'CREATE TEMPORARY TABLE ce_outbox_event_before AS SELECT * FROM ce_outbox_event',
      'DROP TABLE ce_outbox_event',
      `CREATE TABLE ce_outbox_event (
        ${types.generatedId('event_no', 'pk_ce_outbox_event')},
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
        CONSTRAINT "uq_ce_outbox_event_id" UNIQUE ("conversation_id", "event_id"),
        CONSTRAINT "fk_ce_outbox_event_conversation" FOREIGN KEY ("conversation_id")
          REFERENCES "ce_conversation" ("conversation_id") ON DELETE CASCADE
      )`,
      `INSERT INTO ce_outbox_event (${COLUMNS})
       SELECT ${COLUMNS} FROM ce_outbox_event_before ORDER BY created_at_ms, event_id`,
      'DROP TABLE ce_outbox_event_before',
      'CREATE INDEX ix_ce_outbox_event_due ON ce_outbox_event (next_attempt_at_ms) WHERE delivered_at_ms IS NULL',
      `CREATE INDEX ix_ce_outbox_event_order ON ce_outbox_event (conversation_id, event_no)
        WHERE delivered_at_ms IS NULL`,
    ]);
  }

  down(): Promise<void> {
    return refuseDown();
  }
}
