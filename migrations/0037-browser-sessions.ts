import type { MigrationInterface, QueryRunner } from 'typeorm';
import { refuseDown, runAll } from './sql-types.js';

/** Browsers that have signed in to the console: of each, the hash of what the browser has, and what only that opens. */
export class BrowserSessions implements MigrationInterface {
  readonly name = 'BrowserSessions0000000000037';

  async up(queryRunner: QueryRunner): Promise<void> {
    await runAll(queryRunner, [
      `CREATE TABLE ce_browser_session (
        session_hash text NOT NULL,
        subject text NOT NULL,
        sealed text NOT NULL,
        created_at_ms bigint NOT NULL,
        used_at_ms bigint NOT NULL,
        ends_at_ms bigint NOT NULL,
        CONSTRAINT "pk_ce_browser_session" PRIMARY KEY (session_hash)
      )`,
      'CREATE INDEX "ix_ce_browser_session_ends" ON ce_browser_session (ends_at_ms)',
    ]);
  }

  down(): Promise<void> {
    return refuseDown();
  }
}
