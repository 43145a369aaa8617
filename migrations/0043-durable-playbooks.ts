import type { MigrationInterface, QueryRunner } from 'typeorm';
import { refuseDown, runAll } from './sql-types.js';

/** What a run does, where that does not stand in a function of the process: the playbook as it was agreed to. */
export class DurablePlaybooks implements MigrationInterface {
  readonly name = 'DurablePlaybooks0000000000043';

  async up(queryRunner: QueryRunner): Promise<void> {
    await runAll(queryRunner, ['ALTER TABLE ce_workflow_run ADD COLUMN definition_json text']);
  }

  down(): Promise<void> {
    return refuseDown();
  }
}
