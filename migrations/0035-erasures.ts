import type { MigrationInterface, QueryRunner } from 'typeorm';
import { refuseDown, runAll, sqlTypesOf } from './sql-types.js';

/**
 * What was erased at somebody's request: a receipt for each request, a tombstone for each conversation, and what is kept of
 * consents where that is wanted. None of them names a person. The index leads from a user to their conversations; those of
 * nobody have no entry in it.
 */
export class Erasures implements MigrationInterface {
  readonly name = 'Erasures0000000000035';

  async up(queryRunner: QueryRunner): Promise<void> {
    const types = sqlTypesOf(queryRunner);
    await runAll(queryRunner, [
      `CREATE TABLE ce_erasure (
        erasure_no bigint NOT NULL,
        scope text NOT NULL,
        about_hash text NOT NULL,
        requested_by text NOT NULL,
        started_at_ms bigint NOT NULL,
        ended_at_ms bigint,
        receipt_json ${types.jsonText},
        receipt_hash text,
        CONSTRAINT "pk_ce_erasure" PRIMARY KEY (erasure_no),
        CONSTRAINT "ck_ce_erasure_scope" CHECK (scope IN ('SUBJECT', 'CONVERSATION'))
      )`,
      'CREATE INDEX ix_ce_erasure_about ON ce_erasure (about_hash)',
      `CREATE TABLE ce_erased_conversation (
        conversation_hash text NOT NULL,
        erasure_no bigint NOT NULL,
        erased_at_ms bigint NOT NULL,
        last_record_hash text,
        turns integer NOT NULL,
        rows_json ${types.jsonText} NOT NULL,
        CONSTRAINT "pk_ce_erased_conversation" PRIMARY KEY (conversation_hash, erasure_no, erased_at_ms)
      )`,
      `CREATE INDEX ix_ce_erased_conversation_erasure
        ON ce_erased_conversation (erasure_no, conversation_hash, erased_at_ms)`,
      `CREATE TABLE ce_kept_consent (
        erasure_no bigint NOT NULL,
        conversation_hash text NOT NULL,
        erased_at_ms bigint NOT NULL,
        consent_no integer NOT NULL,
        action_key text NOT NULL,
        revision integer NOT NULL,
        status text NOT NULL,
        reason text,
        question_hash text NOT NULL,
        arguments_hash text NOT NULL,
        confirmed_by text,
        confirmed_via text,
        approved_by text,
        asked_at_ms bigint,
        confirmed_at_ms bigint NOT NULL,
        closed_at_ms bigint,
        CONSTRAINT "pk_ce_kept_consent" PRIMARY KEY (erasure_no, conversation_hash, erased_at_ms, consent_no)
      )`,
      'CREATE INDEX ix_ce_conversation_user ON ce_conversation (user_id, conversation_id) WHERE user_id IS NOT NULL',
    ]);
  }

  down(): Promise<void> {
    return refuseDown();
  }
}
