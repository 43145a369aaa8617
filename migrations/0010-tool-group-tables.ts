import type { MigrationInterface, QueryRunner } from 'typeorm';
import { refuseDown, runAll, sqlTypesOf } from './sql-types.js';

/** What the built-in executors of tool groups keep. */
export class ToolGroupTables implements MigrationInterface {
  readonly name = 'ToolGroupTables0000000000010';

  async up(queryRunner: QueryRunner): Promise<void> {
    const types = sqlTypesOf(queryRunner);
    await runAll(queryRunner, [
      `CREATE TABLE ce_notification (
        conversation_id ${types.uuid} NOT NULL,
        idempotency_key text NOT NULL,
        channel text NOT NULL,
        template text NOT NULL,
        recipients_json ${types.json} NOT NULL,
        status text NOT NULL,
        message_id text NOT NULL,
        error_text text,
        created_at_ms bigint NOT NULL,
        sent_at_ms bigint,
        CONSTRAINT "pk_ce_notification" PRIMARY KEY (conversation_id, idempotency_key),
        CONSTRAINT "ck_ce_notification_status" CHECK (status IN ('SENDING', 'SENT', 'FAILED')),
        CONSTRAINT "fk_ce_notification_conversation" FOREIGN KEY ("conversation_id")
          REFERENCES "ce_conversation" ("conversation_id") ON DELETE CASCADE
      )`,

      `CREATE TABLE ce_workflow_run (
        conversation_id ${types.uuid} NOT NULL,
        run_id text NOT NULL,
        workflow text NOT NULL,
        arguments_json ${types.json} NOT NULL,
        status text NOT NULL,
        result_json ${types.json},
        error_text text,
        started_at_ms bigint NOT NULL,
        deadline_ms bigint NOT NULL,
        ended_at_ms bigint,
        CONSTRAINT "pk_ce_workflow_run" PRIMARY KEY (conversation_id, run_id),
        CONSTRAINT "ck_ce_workflow_run_status"
          CHECK (status IN ('RUNNING', 'DONE', 'FAILED', 'CANCELLED', 'INTERRUPTED')),
        CONSTRAINT "fk_ce_workflow_run_conversation" FOREIGN KEY ("conversation_id")
          REFERENCES "ce_conversation" ("conversation_id") ON DELETE CASCADE
      )`,

      `CREATE TABLE ce_document (
        ${types.generatedId('document_id', 'pk_ce_document')},
        collection text NOT NULL,
        source text NOT NULL,
        title text NOT NULL,
        media_type text NOT NULL,
        content_hash text NOT NULL,
        bytes integer NOT NULL,
        chunks integer NOT NULL,
        ingested_at_ms bigint NOT NULL,
        CONSTRAINT "uq_ce_document_source" UNIQUE ("collection", "source")
      )`,

      `CREATE TABLE ce_document_chunk (
        document_id bigint NOT NULL,
        chunk_no integer NOT NULL,
        heading text,
        page integer,
        content text NOT NULL,
        start_offset integer NOT NULL,
        end_offset integer NOT NULL,
        CONSTRAINT "pk_ce_document_chunk" PRIMARY KEY (document_id, chunk_no),
        CONSTRAINT "fk_ce_document_chunk_document" FOREIGN KEY ("document_id")
          REFERENCES "ce_document" ("document_id") ON DELETE CASCADE
      )`,
    ]);
  }

  down(): Promise<void> {
    return refuseDown();
  }
}
