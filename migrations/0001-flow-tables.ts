import type { MigrationInterface, QueryRunner } from 'typeorm';
import { refuseDown, runAll, type SqlTypes, sqlTypesOf } from './sql-types.js';

/** The tables in which flows are written: intents, states, rules, prompts, responses, actions. */
export class FlowTables implements MigrationInterface {
  readonly name = 'FlowTables0000000000001';

  async up(queryRunner: QueryRunner): Promise<void> {
    const types = sqlTypesOf(queryRunner);
    await runAll(queryRunner, [...understanding(types), ...answering(types), ...acting(types)]);
  }

  down(): Promise<void> {
    return refuseDown();
  }
}

/** Settings, intents, classifiers and schemas. */
function understanding(types: SqlTypes): string[] {
  return [
    `CREATE TABLE ce_config (
      ${types.generatedId('config_id', 'pk_ce_config')},
      config_type text NOT NULL,
      config_key text NOT NULL,
      config_value text NOT NULL,
      enabled boolean NOT NULL DEFAULT ${types.true},
      created_at ${types.timestampNow},
      CONSTRAINT "uq_ce_config_type_key" UNIQUE ("config_type", "config_key")
    )`,

    `CREATE TABLE ce_intent (
      intent_code text NOT NULL,
      description text NOT NULL,
      priority integer NOT NULL DEFAULT 100,
      enabled boolean NOT NULL DEFAULT ${types.true},
      created_at ${types.timestampNow},
      display_name text,
      llm_hint text,
      CONSTRAINT "pk_ce_intent" PRIMARY KEY (intent_code)
    )`,
    'CREATE INDEX ix_ce_intent_lookup ON ce_intent (enabled, priority, intent_code)',

    `CREATE TABLE ce_intent_classifier (
      ${types.generatedId('classifier_id', 'pk_ce_intent_classifier')},
      rule_type text NOT NULL,
      pattern text NOT NULL,
      intent_code text NOT NULL,
      state_code text NOT NULL DEFAULT 'UNKNOWN',
      priority integer NOT NULL,
      enabled boolean DEFAULT ${types.true},
      description text,
      CONSTRAINT "ck_ce_intent_classifier_state_code" CHECK (trim(state_code) <> '')
    )`,

    `CREATE TABLE ce_output_schema (
      ${types.generatedId('schema_id', 'pk_ce_output_schema')},
      intent_code text NOT NULL,
      state_code text NOT NULL,
      schema_type text NOT NULL DEFAULT 'SCHEMA_JSON',
      json_schema ${types.json} NOT NULL,
      description text,
      enabled boolean NOT NULL DEFAULT ${types.true},
      priority integer NOT NULL
    )`,
    `CREATE INDEX ix_ce_output_schema_lookup
      ON ce_output_schema (intent_code, state_code, schema_type, enabled, priority)`,
  ];
}

/** Prompts, responses, progress messages and containers. */
function answering(types: SqlTypes): string[] {
  return [
    `CREATE TABLE ce_prompt_template (
      ${types.generatedId('template_id', 'pk_ce_prompt_template')},
      intent_code text NOT NULL,
      state_code text NOT NULL,
      output_format text NOT NULL,
      system_prompt text NOT NULL,
      user_prompt text NOT NULL,
      temperature numeric(3,2) NOT NULL DEFAULT 0,
      interaction_mode text,
      interaction_contract text,
      enabled boolean NOT NULL DEFAULT ${types.true},
      created_at ${types.timestampNow},
      CONSTRAINT "ck_ce_prompt_template_intent_code" CHECK (trim(intent_code) <> ''),
      CONSTRAINT "ck_ce_prompt_template_state_code" CHECK (trim(state_code) <> '')
    )`,
    `CREATE INDEX ix_ce_prompt_template_lookup
      ON ce_prompt_template (output_format, intent_code, state_code, enabled)`,

    `CREATE TABLE ce_response (
      ${types.generatedId('response_id', 'pk_ce_response')},
      intent_code text NOT NULL,
      state_code text NOT NULL,
      output_format text NOT NULL,
      response_type text NOT NULL,
      exact_text text,
      derivation_hint text,
      json_schema ${types.json},
      priority integer NOT NULL DEFAULT 100,
      enabled boolean NOT NULL DEFAULT ${types.true},
      description text,
      created_at ${types.timestampNow},
      CONSTRAINT "ck_ce_response_intent_code" CHECK (trim(intent_code) <> ''),
      CONSTRAINT "ck_ce_response_state_code" CHECK (trim(state_code) <> '')
    )`,
    'CREATE INDEX ix_ce_response_intent_state ON ce_response (intent_code, state_code, enabled, priority)',
    'CREATE INDEX ix_ce_response_state ON ce_response (state_code, enabled, priority)',

    `CREATE TABLE ce_verbose (
      ${types.generatedId('verbose_id', 'pk_ce_verbose')},
      intent_code text NOT NULL,
      state_code text NOT NULL,
      step_match text NOT NULL DEFAULT 'EXACT',
      step_value text NOT NULL,
      determinant text NOT NULL,
      rule_id bigint,
      tool_code text,
      message text,
      error_message text,
      priority integer NOT NULL DEFAULT 100,
      enabled boolean NOT NULL DEFAULT ${types.true},
      created_at ${types.timestampNow},
      CONSTRAINT "ck_ce_verbose_intent_code" CHECK (trim(intent_code) <> ''),
      CONSTRAINT "ck_ce_verbose_state_code" CHECK (trim(state_code) <> ''),
      CONSTRAINT "ck_ce_verbose_step_match" CHECK (trim(step_match) <> ''),
      CONSTRAINT "ck_ce_verbose_step_value" CHECK (trim(step_value) <> ''),
      CONSTRAINT "ck_ce_verbose_determinant" CHECK (trim(determinant) <> '')
    )`,
    `CREATE INDEX ix_ce_verbose_lookup ON ce_verbose
      (enabled, intent_code, state_code, step_match, step_value, determinant, rule_id, tool_code, priority)`,

    `CREATE TABLE ce_container_config (
      ${types.generatedId('id', 'pk_ce_container_config')},
      intent_code text NOT NULL,
      state_code text NOT NULL,
      page_id integer NOT NULL,
      section_id integer NOT NULL,
      container_id integer NOT NULL,
      input_param_name text NOT NULL,
      priority integer NOT NULL DEFAULT 1,
      enabled boolean NOT NULL DEFAULT ${types.true},
      created_at ${types.timestampNow}
    )`,
    'CREATE INDEX ix_ce_container_config_lookup ON ce_container_config (intent_code, state_code, enabled, priority)',
  ];
}

/** Rules, policies and pending actions. */
function acting(types: SqlTypes): string[] {
  return [
    `CREATE TABLE ce_rule (
      ${types.generatedId('rule_id', 'pk_ce_rule')},
      phase text NOT NULL DEFAULT 'PRE_RESPONSE_RESOLUTION',
      intent_code text NOT NULL,
      state_code text NOT NULL,
      rule_type text NOT NULL,
      match_pattern text NOT NULL,
      action text NOT NULL,
      action_value text,
      priority integer NOT NULL DEFAULT 100,
      enabled boolean NOT NULL DEFAULT ${types.true},
      description text,
      created_at ${types.timestampNow}
    )`,
    'CREATE INDEX ix_ce_rule_lookup ON ce_rule (enabled, phase, state_code, priority)',

    `CREATE TABLE ce_policy (
      ${types.generatedId('policy_id', 'pk_ce_policy')},
      rule_type text NOT NULL,
      pattern text NOT NULL,
      response_text text NOT NULL,
      priority integer NOT NULL DEFAULT 10,
      enabled boolean NOT NULL DEFAULT ${types.true},
      description text,
      created_at ${types.timestampNow}
    )`,
    'CREATE INDEX ix_ce_policy_lookup ON ce_policy (enabled, priority)',

    `CREATE TABLE ce_pending_action (
      ${types.generatedId('pending_action_id', 'pk_ce_pending_action')},
      intent_code text NOT NULL,
      state_code text NOT NULL,
      action_key text NOT NULL,
      bean_name text NOT NULL,
      method_names text NOT NULL,
      priority integer NOT NULL DEFAULT 100,
      enabled boolean NOT NULL DEFAULT ${types.true},
      description text,
      execution_policy text NOT NULL DEFAULT 'at-most-once',
      timeout_ms integer,
      created_at ${types.timestampNow},
      CONSTRAINT "ck_ce_pending_action_execution_policy"
        CHECK (execution_policy IN ('at-most-once', 'idempotent', 'transactional'))
    )`,
    `CREATE INDEX ix_ce_pending_action_lookup
      ON ce_pending_action (enabled, action_key, intent_code, state_code, priority)`,
  ];
}
