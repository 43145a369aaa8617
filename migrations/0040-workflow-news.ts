import type { MigrationInterface, QueryRunner } from 'typeorm';
import { refuseDown, runAll, type SqlTypes, sqlTypesOf } from './sql-types.js';

const STEP_KIND = `CHECK (kind IN ('WORK', 'SLEEP', 'SIGNAL', 'APPROVAL'))`;

/**
 * Which ends of runs the user, and those who follow the conversation, have been told; and steps that wait for a decision.
 * What had ended before is not told any more.
 */
export class WorkflowNews implements MigrationInterface {
  readonly name = 'WorkflowNews0000000000040';

  async up(queryRunner: QueryRunner): Promise<void> {
    const types = sqlTypesOf(queryRunner);
    const isPostgres = queryRunner.dataSource.options.type === 'postgres';
    await runAll(queryRunner, [
      'ALTER TABLE ce_workflow_run ADD COLUMN told_at_ms bigint',
      'ALTER TABLE ce_workflow_run ADD COLUMN unrecorded text',
      'UPDATE ce_workflow_run SET told_at_ms = ended_at_ms WHERE ended_at_ms IS NOT NULL',
      `CREATE INDEX "ix_ce_workflow_run_unrecorded" ON "ce_workflow_run" ("started_at_ms") WHERE unrecorded IS NOT NULL`,
      ...(isPostgres ? CHANGED_STEPS : rebuiltSteps(types)),
      `CREATE INDEX "ix_ce_workflow_step_asking" ON "ce_workflow_step" ("started_at_ms")
        WHERE kind = 'APPROVAL' AND status = 'WAITING'`,
    ]);
  }

  down(): Promise<void> {
    return refuseDown();
  }
}

const CHANGED_STEPS = [
  `ALTER TABLE ce_workflow_step DROP CONSTRAINT "ck_ce_workflow_step_kind",
     ADD CONSTRAINT "ck_ce_workflow_step_kind" ${STEP_KIND}`,
];

/** SQLite changes no constraint of a table that is there. */
function rebuiltSteps(types: SqlTypes): string[] {
  return [
    `CREATE TABLE ce_workflow_step_new (
      conversation_id ${types.uuid} NOT NULL,
      run_id text NOT NULL,
      step text NOT NULL,
      step_no integer NOT NULL,
      kind text NOT NULL DEFAULT 'WORK',
      status text NOT NULL,
      undoable integer NOT NULL DEFAULT 0,
      attempts integer NOT NULL DEFAULT 1,
      result_json ${types.json},
      error_text text,
      due_at_ms bigint,
      started_at_ms bigint NOT NULL,
      ended_at_ms bigint,
      tenant_id text NOT NULL DEFAULT 'default',
      CONSTRAINT "pk_ce_workflow_step" PRIMARY KEY (conversation_id, run_id, step),
      CONSTRAINT "ck_ce_workflow_step_kind" ${STEP_KIND},
      CONSTRAINT "ck_ce_workflow_step_status"
        CHECK (status IN ('RUNNING', 'WAITING', 'DONE', 'FAILED', 'UNDOING', 'UNDONE', 'IN_DOUBT')),
      CONSTRAINT "fk_ce_workflow_step_conversation" FOREIGN KEY ("conversation_id")
        REFERENCES "ce_conversation" ("conversation_id") ON DELETE CASCADE
    )`,
    'INSERT INTO ce_workflow_step_new SELECT * FROM ce_workflow_step',
    'DROP TABLE ce_workflow_step',
    'ALTER TABLE ce_workflow_step_new RENAME TO ce_workflow_step',
  ];
}
