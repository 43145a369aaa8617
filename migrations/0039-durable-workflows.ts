import type { MigrationInterface, QueryRunner } from 'typeorm';
import { refuseDown, runAll, type SqlTypes, sqlTypesOf } from './sql-types.js';

/** Of the transaction on PostgreSQL, where somebody has set it: no statement has to name it. */
const TENANT = {
  postgres: `COALESCE(NULLIF(current_setting('convengine.tenant', true), ''), 'default')`,
  sqlite: `'default'`,
};

const RUN_STATUS = `CHECK (status IN ('RUNNING', 'WAITING', 'HELD', 'DONE', 'FAILED', 'CANCELLED', 'INTERRUPTED'))`;

/**
 * How far a run of a workflow has come, what of it was undone, and who goes on with it: a run may wait, be taken over by
 * another process, or be held for a person.
 */
export class DurableWorkflows implements MigrationInterface {
  readonly name = 'DurableWorkflows0000000000039';

  async up(queryRunner: QueryRunner): Promise<void> {
    const types = sqlTypesOf(queryRunner);
    const dialect = queryRunner.dataSource.options.type === 'postgres' ? 'postgres' : 'sqlite';
    await runAll(queryRunner, [
      ...(dialect === 'postgres' ? CHANGED_RUNS : rebuiltRuns(types)),
      `CREATE INDEX "ix_ce_workflow_run_due" ON "ce_workflow_run" ("due_at_ms") WHERE due_at_ms IS NOT NULL`,
      `CREATE INDEX "ix_ce_workflow_run_held" ON "ce_workflow_run" ("started_at_ms") WHERE status = 'HELD'`,
      `CREATE TABLE ce_workflow_step (
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
        tenant_id text NOT NULL DEFAULT ${TENANT[dialect]},
        CONSTRAINT "pk_ce_workflow_step" PRIMARY KEY (conversation_id, run_id, step),
        CONSTRAINT "ck_ce_workflow_step_kind" CHECK (kind IN ('WORK', 'SLEEP', 'SIGNAL')),
        CONSTRAINT "ck_ce_workflow_step_status"
          CHECK (status IN ('RUNNING', 'WAITING', 'DONE', 'FAILED', 'UNDOING', 'UNDONE', 'IN_DOUBT')),
        CONSTRAINT "fk_ce_workflow_step_conversation" FOREIGN KEY ("conversation_id")
          REFERENCES "ce_conversation" ("conversation_id") ON DELETE CASCADE
      )`,
    ]);
  }

  down(): Promise<void> {
    return refuseDown();
  }
}

const CHANGED_RUNS = [
  `ALTER TABLE ce_workflow_run
     ADD COLUMN version text NOT NULL DEFAULT '',
     ADD COLUMN lease_owner text,
     ADD COLUMN due_at_ms bigint,
     ADD COLUMN ends_as text,
     ADD COLUMN told_count integer NOT NULL DEFAULT 0,
     ADD COLUMN takeovers integer NOT NULL DEFAULT 0`,
  `ALTER TABLE ce_workflow_run DROP CONSTRAINT "ck_ce_workflow_run_status",
     ADD CONSTRAINT "ck_ce_workflow_run_status" ${RUN_STATUS}`,
];

/** SQLite changes no constraint of a table that is there. */
function rebuiltRuns(types: SqlTypes): string[] {
  const kept = `conversation_id, run_id, workflow, arguments_json, status, result_json, error_text, started_at_ms,
    deadline_ms, ended_at_ms, tenant_id`;
  return [
    `CREATE TABLE ce_workflow_run_new (
      conversation_id ${types.uuid} NOT NULL,
      run_id text NOT NULL,
      workflow text NOT NULL,
      version text NOT NULL DEFAULT '',
      arguments_json ${types.json} NOT NULL,
      status text NOT NULL,
      lease_owner text,
      due_at_ms bigint,
      ends_as text,
      told_count integer NOT NULL DEFAULT 0,
      takeovers integer NOT NULL DEFAULT 0,
      result_json ${types.json},
      error_text text,
      started_at_ms bigint NOT NULL,
      deadline_ms bigint NOT NULL,
      ended_at_ms bigint,
      tenant_id text NOT NULL DEFAULT 'default',
      CONSTRAINT "pk_ce_workflow_run" PRIMARY KEY (conversation_id, run_id),
      CONSTRAINT "ck_ce_workflow_run_status" ${RUN_STATUS},
      CONSTRAINT "fk_ce_workflow_run_conversation" FOREIGN KEY ("conversation_id")
        REFERENCES "ce_conversation" ("conversation_id") ON DELETE CASCADE
    )`,
    `INSERT INTO ce_workflow_run_new (${kept}) SELECT ${kept} FROM ce_workflow_run`,
    'DROP TABLE ce_workflow_run',
    'ALTER TABLE ce_workflow_run_new RENAME TO ce_workflow_run',
  ];
}
