import type { MigrationInterface, QueryRunner } from 'typeorm';
import { refuseDown, runAll } from './sql-types.js';

/** The API keys that `convengine keys create` makes; of each, only the hash. */
export class ApiKeys implements MigrationInterface {
  readonly name = 'ApiKeys0000000000031';

  async up(queryRunner: QueryRunner): Promise<void> {
    await runAll(queryRunner, [
      `CREATE TABLE ce_api_key (
        key_id text NOT NULL,
        key_hash text NOT NULL,
        name text NOT NULL,
        role text NOT NULL,
        created_at_ms bigint NOT NULL,
        expires_at_ms bigint,
        revoked_at_ms bigint,
        last_used_at_ms bigint,
        CONSTRAINT "pk_ce_api_key" PRIMARY KEY (key_id)
      )`,
    ]);
  }

  down(): Promise<void> {
    return refuseDown();
  }
}
