import type { MigrationInterface, QueryRunner } from 'typeorm';
import { refuseDown, runAll, sqlTypesOf } from './sql-types.js';

/** Actions that are done at times that a user has agreed to once, and which row of an action is which of these times. */
export class Schedules implements MigrationInterface {
  readonly name = 'Schedules0000000000042';

  async up(queryRunner: QueryRunner): Promise<void> {
    const types = sqlTypesOf(queryRunner);
    await runAll(queryRunner, [
      `CREATE TABLE ce_schedule (
        conversation_id ${types.uuid} NOT NULL,
        schedule_id ${types.uuid} NOT NULL,
        action_key text NOT NULL,
        argument text NOT NULL,
        rule_text text NOT NULL,
        status text NOT NULL,
        reason text,
        next_at_ms bigint,
        runs integer NOT NULL DEFAULT 0,
        missed integer NOT NULL DEFAULT 0,
        created_at_ms bigint NOT NULL,
        ended_at_ms bigint,
        ended_by text,
        told_turn integer NOT NULL DEFAULT 0,
        told_missed integer NOT NULL DEFAULT 0,
        told_at_ms bigint,
        tenant_id ${types.tenant},
        CONSTRAINT "pk_ce_schedule" PRIMARY KEY (conversation_id, schedule_id),
        CONSTRAINT "ck_ce_schedule_status" CHECK (status IN ('ACTIVE', 'DONE', 'REVOKED', 'STOPPED')),
        CONSTRAINT "fk_ce_schedule_conversation" FOREIGN KEY ("conversation_id")
          REFERENCES "ce_conversation" ("conversation_id") ON DELETE CASCADE
      )`,
      `CREATE INDEX "ix_ce_schedule_due" ON "ce_schedule" ("next_at_ms") WHERE next_at_ms IS NOT NULL`,
      `ALTER TABLE ce_action_proposal ADD COLUMN schedule_id ${types.uuid}`,
      'ALTER TABLE ce_action_proposal ADD COLUMN occurrence_at_ms bigint',
      `CREATE UNIQUE INDEX "uq_ce_action_proposal_occurrence"
         ON "ce_action_proposal" ("conversation_id", "schedule_id", "occurrence_at_ms") WHERE schedule_id IS NOT NULL`,
    ]);
  }

  down(): Promise<void> {
    return refuseDown();
  }
}
