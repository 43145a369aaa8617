import type { MigrationInterface, QueryRunner } from 'typeorm';
import { refuseDown, runAll, type SqlTypes, sqlTypesOf } from './sql-types.js';

const STEP_KIND = `CHECK (kind IN ('WORK', 'SLEEP', 'SIGNAL', 'APPROVAL', 'CHILD'))`;

/** Runs that are steps of others: whose, and which workflows a run may start as its user was shown. */
export class ChildWorkflows implements MigrationInterface {
  readonly name = 'ChildWorkflows0000000000044';

  async up(queryRunner: QueryRunner): Promise<void> {
    const isPostgres = queryRunner.dataSource.options.type === 'postgres';
    await runAll(queryRunner, [
      'ALTER TABLE ce_workflow_run ADD COLUMN parent_run_id text',
      'ALTER TABLE ce_workflow_run ADD COLUMN children_json text',
      ...(isPostgres ? CHANGED_STEPS : rebuiltSteps(sqlTypesOf(queryRunner))),
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
    `CREATE INDEX "ix_ce_workflow_step_asking" ON "ce_workflow_step" ("started_at_ms")
      WHERE kind = 'APPROVAL' AND status = 'WAITING'`,
  ];
}
