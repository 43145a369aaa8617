import type { MigrationInterface, QueryRunner } from 'typeorm';
import { refuseDown, runAll, type SqlTypes, sqlTypesOf } from './sql-types.js';

/** What the engine writes while it serves. Every table leads with `conversation_id`. */
export class RuntimeTables implements MigrationInterface {
  readonly name = 'RuntimeTables0000000000003';

  async up(queryRunner: QueryRunner): Promise<void> {
    const types = sqlTypesOf(queryRunner);
    await runAll(queryRunner, [...conversation(types), ...actionProposal(types), ...records(types)]);
  }

  down(): Promise<void> {
    return refuseDown();
  }
}

function ofConversation(constraint: string): string {
  return `CONSTRAINT "${constraint}" FOREIGN KEY ("conversation_id")
        REFERENCES "ce_conversation" ("conversation_id") ON DELETE CASCADE`;
}

/** The conversation, its history and its audit. */
function conversation(types: SqlTypes): string[] {
  return [
    `CREATE TABLE ce_conversation (
      conversation_id ${types.uuid} NOT NULL,
      tenant_id text,
      user_id text,
      status text NOT NULL DEFAULT 'RUNNING',
      intent_code text NOT NULL DEFAULT 'UNKNOWN',
      state_code text NOT NULL DEFAULT 'UNKNOWN',
      context_json ${types.json} NOT NULL DEFAULT '{}',
      last_user_text text,
      last_assistant_json ${types.json},
      input_params_json ${types.json} NOT NULL DEFAULT '{}',
      turn_no integer NOT NULL DEFAULT 0,
      last_audit_id bigint NOT NULL DEFAULT 0,
      lease_owner text,
      lease_expires_at bigint,
      created_at ${types.timestampNow},
      updated_at ${types.timestampNow},
      CONSTRAINT "pk_ce_conversation" PRIMARY KEY (conversation_id)
    )`,

    `CREATE TABLE ce_conversation_history (
      conversation_id ${types.uuid} NOT NULL,
      turn_no integer NOT NULL,
      user_input text NOT NULL,
      assistant_output ${types.json},
      created_at ${types.timestampNow},
      modified_at ${types.timestampNow},
      CONSTRAINT "pk_ce_conversation_history" PRIMARY KEY (conversation_id, turn_no),
      ${ofConversation('fk_ce_conversation_history_conversation')}
    )`,

    `CREATE TABLE ce_audit (
      conversation_id ${types.uuid} NOT NULL,
      audit_id bigint NOT NULL,
      turn_no integer NOT NULL,
      stage text NOT NULL,
      payload_json ${types.json} NOT NULL,
      created_at ${types.timestampNow},
      CONSTRAINT "pk_ce_audit" PRIMARY KEY (conversation_id, audit_id),
      ${ofConversation('fk_ce_audit_conversation')}
    )`,
  ];
}

function actionProposal(types: SqlTypes): string[] {
  return [
    `CREATE TABLE ce_action_proposal (
      conversation_id ${types.uuid} NOT NULL,
      proposal_id ${types.uuid} NOT NULL,
      pending_action_id bigint,
      tool_code text,
      action_key text NOT NULL,
      action_ref text NOT NULL,
      intent_code text NOT NULL,
      state_code text NOT NULL,
      arguments_json ${types.json} NOT NULL,
      arguments_hash text NOT NULL,
      question text NOT NULL DEFAULT '',
      revision integer NOT NULL DEFAULT 1,
      status text NOT NULL,
      reason text,
      execution_policy text NOT NULL DEFAULT 'at-most-once',
      idempotency_key text NOT NULL,
      created_turn integer NOT NULL,
      created_at_ms bigint NOT NULL,
      expires_turn integer,
      expires_at_ms bigint,
      in_progress_turn integer,
      in_progress_at_ms bigint,
      closed_turn integer,
      closed_at_ms bigint,
      attempts integer NOT NULL DEFAULT 0,
      completed_methods integer NOT NULL DEFAULT 0,
      result_json ${types.json},
      error_text text,
      claim_owner text,
      claim_expires_at bigint,
      CONSTRAINT "pk_ce_action_proposal" PRIMARY KEY (conversation_id, proposal_id),
      ${ofConversation('fk_ce_action_proposal_conversation')},
      CONSTRAINT "ck_ce_action_proposal_status"
        CHECK (status IN ('OPEN', 'IN_PROGRESS', 'EXECUTED', 'REJECTED', 'EXPIRED'))
    )`,
    // A turn looks for what is still to do in its conversation, the keeper for what is overdue in all of them.
    `CREATE INDEX ix_ce_action_proposal_unfinished
      ON ce_action_proposal (conversation_id, status, expires_at_ms, claim_expires_at)
      WHERE status IN ('OPEN', 'IN_PROGRESS')`,
    'CREATE INDEX ix_ce_action_proposal_turn ON ce_action_proposal (conversation_id, created_turn)',
  ];
}

/** Replies by idempotency key, model calls and feedback. */
function records(types: SqlTypes): string[] {
  return [
    `CREATE TABLE ce_turn_reply (
      conversation_id ${types.uuid} NOT NULL,
      idempotency_key text NOT NULL,
      request_hash text NOT NULL,
      turn_no integer NOT NULL,
      http_status integer NOT NULL,
      response_text text NOT NULL,
      created_at ${types.timestampNow},
      CONSTRAINT "pk_ce_turn_reply" PRIMARY KEY (conversation_id, idempotency_key),
      ${ofConversation('fk_ce_turn_reply_conversation')}
    )`,

    `CREATE TABLE ce_llm_call_log (
      conversation_id ${types.uuid} NOT NULL,
      llm_call_id ${types.uuid} NOT NULL,
      step text NOT NULL,
      intent_code text NOT NULL DEFAULT 'UNKNOWN',
      state_code text NOT NULL DEFAULT 'UNKNOWN',
      provider text NOT NULL,
      model text NOT NULL,
      temperature numeric,
      prompt_text text NOT NULL,
      user_context text NOT NULL,
      response_text text,
      success boolean NOT NULL,
      error_message text,
      input_tokens integer,
      output_tokens integer,
      duration_ms integer NOT NULL,
      created_at ${types.timestampNow},
      CONSTRAINT "pk_ce_llm_call_log" PRIMARY KEY (conversation_id, llm_call_id)
    )`,

    `CREATE TABLE ce_mcp_user_feedback (
      conversation_id ${types.uuid} NOT NULL,
      feedback_id ${types.uuid} NOT NULL,
      feedback_type varchar(32) NOT NULL,
      message_id varchar(128),
      intent_code text,
      state_code text,
      user_query text,
      assistant_response text,
      metadata_json ${types.json},
      created_at ${types.timestampNow},
      CONSTRAINT "pk_ce_mcp_user_feedback" PRIMARY KEY (conversation_id, feedback_id),
      CONSTRAINT "uq_ce_mcp_user_feedback_message" UNIQUE ("conversation_id", "message_id"),
      ${ofConversation('fk_ce_mcp_user_feedback_conversation')}
    )`,
  ];
}
