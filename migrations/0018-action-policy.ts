import type { MigrationInterface, QueryRunner } from 'typeorm';
import { refuseDown, runAll } from './sql-types.js';

/** How long an action waits for its yes and how often it is begun, where its row says it. */
export class ActionPolicy implements MigrationInterface {
  readonly name = 'ActionPolicy0000000000018';

  async up(queryRunner: QueryRunner): Promise<void> {
    const columns = ['ttl_turns', 'ttl_minutes', 'max_attempts'];
    await runAll(
      queryRunner,
      columns.map((column) => `ALTER TABLE ce_pending_action ADD COLUMN ${column} integer`),
    );
  }

  down(): Promise<void> {
    return refuseDown();
  }
}
