import type { MigrationInterface, QueryRunner } from 'typeorm';
import { refuseDown, runAll, sqlTypesOf } from './sql-types.js';

/** How a tool's result is shaped for whoever reads it. */
export class ToolTransform implements MigrationInterface {
  readonly name = 'ToolTransform0000000000013';

  async up(queryRunner: QueryRunner): Promise<void> {
    await runAll(queryRunner, [`ALTER TABLE ce_mcp_tool ADD COLUMN transform_json ${sqlTypesOf(queryRunner).json}`]);
  }

  down(): Promise<void> {
    return refuseDown();
  }
}
