import type { MigrationInterface, QueryRunner } from 'typeorm';
import { refuseDown, runAll } from './sql-types.js';

/** How many requests each address, key and conversation has sent in its current minute. */
export class RequestRates implements MigrationInterface {
  readonly name = 'RequestRates0000000000017';

  async up(queryRunner: QueryRunner): Promise<void> {
    // The order of the columns is that of the library which writes them.
    await runAll(queryRunner, [
      `CREATE TABLE ce_request_rate (
        key text NOT NULL,
        points integer NOT NULL DEFAULT 0,
        expire bigint,
        CONSTRAINT "pk_ce_request_rate" PRIMARY KEY (key)
      )`,
      'CREATE INDEX ix_ce_request_rate_expire ON ce_request_rate (expire)',
    ]);
  }

  down(): Promise<void> {
    return refuseDown();
  }
}
