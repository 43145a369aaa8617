import type { MigrationInterface, QueryRunner } from 'typeorm';
import { refuseDown, runAll, sqlTypesOf } from './sql-types.js';

const EARLIER = 'SELECT conversation_id, audit_id, turn_no, stage, payload_json, created_at FROM ce_audit_event';

/**
 * What a turn did becomes one row, which costs a fraction of a row for each event. What was recorded before stays where
 * it is, under another name: nothing is moved, so that this takes the same moment on a database of any size. `ce_audit`
 * goes on showing every event of both as a row with the columns and ids of old.
 */
export class TurnRecords implements MigrationInterface {
  readonly name = 'TurnRecords0000000000020';

  async up(queryRunner: QueryRunner): Promise<void> {
    const types = sqlTypesOf(queryRunner);
    await runAll(queryRunner, [
      'ALTER TABLE ce_audit RENAME TO ce_audit_event',
      `CREATE TABLE ce_turn_record (
        conversation_id ${types.uuid} NOT NULL,
        last_audit_id bigint NOT NULL,
        first_audit_id bigint NOT NULL,
        turn_no integer NOT NULL,
        created_at ${types.timestampNow},
        intent_code text,
        state_code text,
        error_code text,
        duration_ms integer,
        principal text,
        previous_hash text,
        record_hash text NOT NULL,
        events_json ${types.jsonText} NOT NULL,
        CONSTRAINT "pk_ce_turn_record" PRIMARY KEY ("conversation_id", "last_audit_id"),
        CONSTRAINT "fk_ce_turn_record_conversation" FOREIGN KEY ("conversation_id")
          REFERENCES "ce_conversation" ("conversation_id") ON DELETE CASCADE
      )`,
      'ALTER TABLE ce_conversation ADD COLUMN last_record_hash text',
      'ALTER TABLE ce_conversation ADD COLUMN removed_record_hash text',
      'CREATE INDEX ix_ce_turn_record_failed ON ce_turn_record (created_at) WHERE error_code IS NOT NULL',
    ]);
    if (queryRunner.dataSource.options.type === 'postgres') await this.onPostgres(queryRunner);
    else await this.onSqlite(queryRunner);
  }

  down(): Promise<void> {
    return refuseDown();
  }

  /** Rows of more than 4 kB are compressed, and stay beside the others in the table while they are below it then. */
  private async onPostgres(queryRunner: QueryRunner): Promise<void> {
    await runAll(queryRunner, [
      'ALTER TABLE ce_turn_record SET (toast_tuple_target = 4096)',
      `DO $$ BEGIN
         IF EXISTS (SELECT 1 FROM pg_settings WHERE name = 'default_toast_compression' AND 'lz4' = ANY (enumvals)) THEN
           ALTER TABLE ce_turn_record ALTER COLUMN events_json SET COMPRESSION lz4;
         END IF;
       END $$`,
      `CREATE VIEW ce_audit AS ${EARLIER} UNION ALL
       SELECT r.conversation_id, r.first_audit_id + (e.event ->> 0)::bigint + half.no, r.turn_no,
              CASE e.event ->> 2 WHEN 'STEP' THEN CASE half.no WHEN 0 THEN 'STEP_ENTER' ELSE 'STEP_EXIT' END
                                 ELSE e.event ->> 2 END,
              CASE WHEN json_typeof(e.event -> 3) = 'object' THEN (e.event -> 3)::jsonb
                   WHEN e.event ->> 2 = 'STEP_ENTER' OR (e.event ->> 2 = 'STEP' AND half.no = 0)
                     THEN jsonb_build_object('step', e.event -> 3, 'stepClass', e.event -> 3)
                   ELSE jsonb_build_object('step', e.event -> 3, 'stepClass', e.event -> 3,
                                           'outcome', 'Continue', 'durationMs', e.event -> 4) END,
              r.created_at + (e.event ->> 1)::bigint * interval '1 millisecond'
         FROM ce_turn_record r CROSS JOIN LATERAL json_array_elements(r.events_json) AS e(event)
         JOIN (VALUES (0), (1)) AS half(no) ON half.no = 0 OR e.event ->> 2 = 'STEP'`,
    ]);
  }

  private async onSqlite(queryRunner: QueryRunner): Promise<void> {
    await runAll(queryRunner, [
      `CREATE VIEW ce_audit AS ${EARLIER} UNION ALL
       SELECT r.conversation_id, r.first_audit_id + (e.value ->> 0) + half.no, r.turn_no,
              CASE e.value ->> 2 WHEN 'STEP' THEN CASE half.no WHEN 0 THEN 'STEP_ENTER' ELSE 'STEP_EXIT' END
                                 ELSE e.value ->> 2 END,
              CASE WHEN json_type(e.value, '$[3]') = 'object' THEN e.value -> 3
                   WHEN e.value ->> 2 = 'STEP_ENTER' OR (e.value ->> 2 = 'STEP' AND half.no = 0)
                     THEN json_object('step', e.value ->> 3, 'stepClass', e.value ->> 3)
                   ELSE json_object('step', e.value ->> 3, 'stepClass', e.value ->> 3,
                                    'outcome', 'Continue', 'durationMs', e.value ->> 4) END,
              strftime('%Y-%m-%d %H:%M:%f', r.created_at, ((e.value ->> 1) / 1000.0) || ' seconds')
         FROM ce_turn_record r JOIN json_each(r.events_json) e
         JOIN (SELECT 0 AS no UNION ALL SELECT 1) half ON half.no = 0 OR e.value ->> 2 = 'STEP'`,
    ]);
  }
}
