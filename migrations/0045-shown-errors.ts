import type { MigrationInterface, QueryRunner } from 'typeorm';
import { refuseDown, runAll } from './sql-types.js';

/** Whether why a run or a step failed may be told to users. What is there already was not written for them. */
export class ShownErrors implements MigrationInterface {
  readonly name = 'ShownErrors0000000000045';

  async up(queryRunner: QueryRunner): Promise<void> {
    await runAll(queryRunner, [
      'ALTER TABLE ce_workflow_run ADD COLUMN error_shown integer NOT NULL DEFAULT 0',
      'ALTER TABLE ce_workflow_step ADD COLUMN error_shown integer NOT NULL DEFAULT 0',
    ]);
  }

  down(): Promise<void> {
    return refuseDown();
  }
}
