import type { MigrationInterface, QueryRunner } from 'typeorm';
import { refuseDown, runAll } from './sql-types.js';

/** Columns that PostgreSQL would move out of the table, even the hashes, before it is content with one page. */
const TEXTS = ['intent_code', 'state_code', 'error_code', 'principal', 'previous_hash', 'record_hash', 'events_json'];

/**
 * Turn records are compressed from 2 kB on instead of 4, and with pglz: lz4 is faster and leaves them a sixth larger, so that two
 * of them fit on a page instead of three. They stay beside the others in the table as long as they fit on a page at all.
 * Rows that are there stay as they are; all kinds are read alike. Before PostgreSQL 14 there was nothing but pglz.
 */
export class SmallerRecords implements MigrationInterface {
  readonly name = 'SmallerRecords0000000000027';

  async up(queryRunner: QueryRunner): Promise<void> {
    if (queryRunner.dataSource.options.type !== 'postgres') return;
    await runAll(queryRunner, [
      'ALTER TABLE ce_turn_record RESET (toast_tuple_target)',
      `ALTER TABLE ce_turn_record ${TEXTS.map((column) => `ALTER COLUMN ${column} SET STORAGE MAIN`).join(', ')}`,
      `DO $$ BEGIN
         IF current_setting('server_version_num')::integer >= 140000 THEN
           ALTER TABLE ce_turn_record ALTER COLUMN events_json SET COMPRESSION pglz;
         END IF;
       END $$`,
    ]);
  }

  down(): Promise<void> {
    return refuseDown();
  }
}
