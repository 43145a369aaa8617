import type { MigrationInterface, QueryRunner } from 'typeorm';
import { refuseDown, runAll } from './sql-types.js';

/** Approvals of actions: who, when, of which revision, and when it was used. */
export class ActionApproval implements MigrationInterface {
  readonly name = 'ActionApproval0000000000006';

  async up(queryRunner: QueryRunner): Promise<void> {
    const columns = [
      'approval_asked_at_ms bigint',
      'approved_revision integer',
      'approved_hash text',
      'approved_by text',
      'approved_at_ms bigint',
      'approval_note text',
      'approval_used_at_ms bigint',
    ];
    const statements = columns.map((column) => `ALTER TABLE ce_action_proposal ADD COLUMN ${column}`);
    await runAll(queryRunner, statements);
  }

  down(): Promise<void> {
    return refuseDown();
  }
}
