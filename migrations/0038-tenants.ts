import type { MigrationInterface, QueryRunner } from 'typeorm';
import { refuseDown, runAll } from './sql-types.js';

/** What is written while the service answers. */
const TABLES = [
  'ce_conversation',
  'ce_conversation_history',
  'ce_turn_record',
  'ce_audit_event',
  'ce_action_proposal',
  'ce_turn_reply',
  'ce_outbox_event',
  'ce_message_arrival',
  'ce_notification',
  'ce_workflow_run',
  'ce_llm_call_log',
  'ce_mcp_user_feedback',
];

/** Of the transaction on PostgreSQL, where somebody has set it: no statement has to name it. */
const TENANT = {
  postgres: `COALESCE(NULLIF(current_setting('convengine.tenant', true), ''), 'default')`,
  sqlite: `'default'`,
};

/**
 * Whose row it is, in every table of conversations, and whose requests an API key carries. On PostgreSQL no row is written
 * anew: the default is computed once for those that are there. The column that conversations had was used by nobody.
 */
export class Tenants implements MigrationInterface {
  readonly name = 'Tenants0000000000038';

  async up(queryRunner: QueryRunner): Promise<void> {
    const tenant = TENANT[queryRunner.dataSource.options.type === 'postgres' ? 'postgres' : 'sqlite'];
    await runAll(queryRunner, [
      'ALTER TABLE ce_conversation DROP COLUMN tenant_id',
      ...TABLES.map((table) => `ALTER TABLE ${table} ADD COLUMN tenant_id text NOT NULL DEFAULT ${tenant}`),
      'ALTER TABLE ce_api_key ADD COLUMN tenant_id text',
    ]);
  }

  down(): Promise<void> {
    return refuseDown();
  }
}
