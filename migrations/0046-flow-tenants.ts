import type { MigrationInterface, QueryRunner } from 'typeorm';
import { refuseDown, runAll } from './sql-types.js';

const TABLES = [
  'ce_intent',
  'ce_intent_classifier',
  'ce_intent_example',
  'ce_output_schema',
  'ce_prompt_template',
  'ce_response',
  'ce_rule',
  'ce_policy',
  'ce_pending_action',
  'ce_container_config',
  'ce_mcp_tool',
  'ce_mcp_db_tool',
  'ce_mcp_planner',
  'ce_verbose',
  'ce_config',
  'ce_flow_version',
];

/** Rows of the flow may be one tenant's; those that are there are shared by all. No row is written anew. */
export class FlowTenants implements MigrationInterface {
  readonly name = 'FlowTenants0000000000046';

  up(queryRunner: QueryRunner): Promise<void> {
    return runAll(
      queryRunner,
      TABLES.map((table) => `ALTER TABLE ${table} ADD COLUMN tenant_id text NOT NULL DEFAULT '*'`),
    );
  }

  down(): Promise<void> {
    return refuseDown();
  }
}
