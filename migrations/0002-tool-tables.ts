import type { MigrationInterface, QueryRunner } from 'typeorm';
import { refuseDown, runAll, type SqlTypes, sqlTypesOf } from './sql-types.js';

/** The tables of tools, their planner, and the knowledge that database tools search. */
export class ToolTables implements MigrationInterface {
  readonly name = 'ToolTables0000000000002';

  async up(queryRunner: QueryRunner): Promise<void> {
    const types = sqlTypesOf(queryRunner);
    await runAll(queryRunner, [...tools(types), ...knowledge(types)]);
  }

  down(): Promise<void> {
    return refuseDown();
  }
}

function tools(types: SqlTypes): string[] {
  return [
    `CREATE TABLE ce_mcp_tool (
      ${types.generatedId('tool_id', 'pk_ce_mcp_tool')},
      tool_code text NOT NULL,
      tool_group text NOT NULL,
      intent_code text NOT NULL,
      state_code text NOT NULL,
      enabled boolean NOT NULL DEFAULT ${types.true},
      description text,
      input_schema ${types.json},
      output_schema ${types.json},
      side_effect text,
      risk text,
      execution_policy text NOT NULL DEFAULT 'at-most-once',
      timeout_ms integer,
      created_at ${types.timestampNow},
      CONSTRAINT "uq_ce_mcp_tool_code" UNIQUE ("tool_code"),
      CONSTRAINT "ck_ce_mcp_tool_side_effect" CHECK (side_effect IN ('READ', 'WRITE')),
      CONSTRAINT "ck_ce_mcp_tool_risk" CHECK (risk IN ('LOW', 'MEDIUM', 'HIGH')),
      CONSTRAINT "ck_ce_mcp_tool_execution_policy" CHECK (execution_policy IN ('at-most-once', 'idempotent'))
    )`,
    'CREATE INDEX ix_ce_mcp_tool_lookup ON ce_mcp_tool (enabled, intent_code, state_code, tool_group, tool_code)',

    `CREATE TABLE ce_mcp_db_tool (
      tool_id bigint NOT NULL,
      dialect text NOT NULL DEFAULT 'POSTGRES',
      sql_template text NOT NULL,
      param_schema ${types.json} NOT NULL,
      safe_mode boolean NOT NULL DEFAULT ${types.true},
      max_rows integer NOT NULL DEFAULT 200,
      created_at ${types.timestampNow},
      allowed_identifiers ${types.json},
      CONSTRAINT "pk_ce_mcp_db_tool" PRIMARY KEY (tool_id),
      CONSTRAINT "fk_ce_mcp_db_tool_tool" FOREIGN KEY ("tool_id")
        REFERENCES "ce_mcp_tool" ("tool_id") ON DELETE CASCADE
    )`,
    'CREATE INDEX ix_ce_mcp_db_tool_dialect ON ce_mcp_db_tool (dialect)',

    `CREATE TABLE ce_mcp_planner (
      ${types.generatedId('planner_id', 'pk_ce_mcp_planner')},
      intent_code text NOT NULL,
      state_code text NOT NULL,
      system_prompt text NOT NULL,
      user_prompt text NOT NULL,
      enabled boolean NOT NULL DEFAULT ${types.true},
      created_at ${types.timestampNow}
    )`,
    'CREATE INDEX ix_ce_mcp_planner_lookup ON ce_mcp_planner (enabled, intent_code, state_code, planner_id)',
  ];
}

function knowledge(types: SqlTypes): string[] {
  return [
    `CREATE TABLE ce_mcp_query_knowledge (
      ${types.generatedId('id', 'pk_ce_mcp_query_knowledge')},
      query_text varchar(1000) NOT NULL,
      description varchar(2000),
      prepared_sql varchar(4000),
      tags varchar(1000),
      api_hints varchar(1000)
    )`,

    `CREATE TABLE ce_mcp_schema_knowledge (
      ${types.generatedId('id', 'pk_ce_mcp_schema_knowledge')},
      table_name varchar(255) NOT NULL,
      column_name varchar(255),
      description varchar(2000),
      tags varchar(1000)
    )`,
  ];
}
