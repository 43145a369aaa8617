import type { MigrationInterface, QueryRunner } from 'typeorm';
import { refuseDown, runAll } from './sql-types.js';

/** The processes that serve a database, as each says of itself. */
export class Processes implements MigrationInterface {
  readonly name = 'Processes0000000000034';

  async up(queryRunner: QueryRunner): Promise<void> {
    await runAll(queryRunner, [
      `CREATE TABLE ce_process (
        process_id text NOT NULL,
        host text NOT NULL,
        pid integer NOT NULL,
        version text NOT NULL,
        started_at_ms bigint NOT NULL,
        seen_at_ms bigint NOT NULL,
        clock_ahead_ms bigint NOT NULL,
        files_hash text,
        CONSTRAINT "pk_ce_process" PRIMARY KEY (process_id)
      )`,
    ]);
  }

  down(): Promise<void> {
    return refuseDown();
  }
}
