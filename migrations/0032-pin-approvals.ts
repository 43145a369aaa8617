import type { MigrationInterface, QueryRunner } from 'typeorm';
import { refuseDown, runAll } from './sql-types.js';

/** Who has let a changed tool of another server be called, and why; null for the first definition that was seen. */
export class PinApprovals implements MigrationInterface {
  readonly name = 'PinApprovals0000000000032';

  async up(queryRunner: QueryRunner): Promise<void> {
    await runAll(queryRunner, [
      'ALTER TABLE ce_mcp_tool_pin ADD COLUMN approved_by text',
      'ALTER TABLE ce_mcp_tool_pin ADD COLUMN approval_note text',
    ]);
  }

  down(): Promise<void> {
    return refuseDown();
  }
}
