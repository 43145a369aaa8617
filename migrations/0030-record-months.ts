import type { MigrationInterface, QueryRunner } from 'typeorm';
import { refuseDown, runAll } from './sql-types.js';

/** Privileges on the table as it was, for the one that takes its name: a running service goes on with them. */
const COPY_PRIVILEGES = `DO $$ DECLARE given record; BEGIN
  FOR given IN
    SELECT privilege_type, CASE grantee WHEN 0 THEN 'PUBLIC' ELSE quote_ident(pg_get_userbyid(grantee)) END AS grantee,
           CASE WHEN is_grantable THEN ' WITH GRANT OPTION' ELSE '' END AS further
      FROM pg_class, aclexplode(relacl) WHERE oid = 'ce_turn_record_before'::regclass AND grantee <> relowner
  LOOP
    EXECUTE format('GRANT %s ON ce_turn_record TO %s%s', given.privilege_type, given.grantee, given.further);
  END LOOP;
END $$`;

/**
 * On PostgreSQL, turn records are kept by month. The table that was there becomes the one partition of a new table that
 * takes its name: no row is read or moved, so that this takes the same moment on a database of any size, and what was
 * recorded stays as it is, byte for byte. `makeMonths` cuts months off its end while the service runs.
 *
 * PostgreSQL takes no key of a divided table without the time that divides it. So the key stands on each partition, and
 * the conversation's row, which each record is counted by in the same statement, keeps ids apart between months. No
 * table that turns read gets another column, so that processes of the version before go on beside it.
 */
export class RecordMonths implements MigrationInterface {
  readonly name = 'RecordMonths0000000000030';

  async up(queryRunner: QueryRunner): Promise<void> {
    if (queryRunner.dataSource.options.type !== 'postgres') return;
    // In the order in which a turn locks them, so that none waits for this in a circle.
    await queryRunner.query('LOCK TABLE ce_conversation, ce_turn_record IN ACCESS EXCLUSIVE MODE');
    const [view] = await queryRunner.query(`SELECT pg_get_viewdef('ce_audit'::regclass) AS means`);
    await runAll(queryRunner, [
      'ALTER TABLE ce_turn_record RENAME TO ce_turn_record_before',
      'ALTER INDEX ix_ce_turn_record_failed RENAME TO ix_ce_turn_record_before_failed',
      'CREATE TABLE ce_turn_record (LIKE ce_turn_record_before INCLUDING ALL EXCLUDING INDEXES) PARTITION BY RANGE (created_at)',
      `ALTER TABLE ce_turn_record ADD CONSTRAINT "fk_ce_turn_record_conversation" FOREIGN KEY ("conversation_id")
         REFERENCES "ce_conversation" ("conversation_id") ON DELETE CASCADE`,
      'CREATE INDEX ix_ce_turn_record_failed ON ce_turn_record (created_at) WHERE error_code IS NOT NULL',
      'ALTER TABLE ce_turn_record ATTACH PARTITION ce_turn_record_before FOR VALUES FROM (MINVALUE) TO (MAXVALUE)',
      COPY_PRIVILEGES,
    ]);
    await queryRunner.query(`CREATE OR REPLACE VIEW ce_audit AS ${view.means}`);
  }

  down(): Promise<void> {
    return refuseDown();
  }
}
