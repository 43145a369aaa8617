import type { MigrationInterface, QueryRunner } from 'typeorm';
import { refuseDown, runAll, sqlTypesOf } from './sql-types.js';

/** Whose yes an action needs and got, which messages wait for their turn, and the key that seals links and ids. */
export class Consent implements MigrationInterface {
  readonly name = 'Consent0000000000014';

  async up(queryRunner: QueryRunner): Promise<void> {
    const types = sqlTypesOf(queryRunner);
    const proposalColumns = [
      'asked_at_ms bigint',
      `shown_json ${types.json}`,
      'requested_by text',
      `may_answer text NOT NULL DEFAULT 'USER'`,
      `consent text NOT NULL DEFAULT 'PLAIN'`,
      'risk text',
      'confirmed_by text',
      'confirmed_via text',
      'confirmed_words text',
    ];
    await runAll(queryRunner, [
      ...proposalColumns.map((column) => `ALTER TABLE ce_action_proposal ADD COLUMN ${column}`),
      `ALTER TABLE ce_conversation ADD COLUMN kind text NOT NULL DEFAULT 'CHAT'`,
      `ALTER TABLE ce_pending_action ADD COLUMN risk text`,
      `ALTER TABLE ce_pending_action ADD COLUMN consent text`,
      `ALTER TABLE ce_mcp_tool ADD COLUMN consent text`,

      `CREATE TABLE ce_message_arrival (
        conversation_id ${types.uuid} NOT NULL,
        arrival_no integer NOT NULL,
        process text NOT NULL,
        idempotency_key text,
        seen_turn integer NOT NULL,
        waits_until_ms bigint,
        arrived_at_ms bigint NOT NULL,
        CONSTRAINT "pk_ce_message_arrival" PRIMARY KEY (conversation_id, arrival_no)
      )`,
      `CREATE INDEX ix_ce_message_arrival_time ON ce_message_arrival (arrived_at_ms)`,

      `CREATE TABLE ce_instance_key (
        key_name text NOT NULL,
        secret text NOT NULL,
        created_at_ms bigint NOT NULL,
        CONSTRAINT "pk_ce_instance_key" PRIMARY KEY (key_name)
      )`,
    ]);
  }

  down(): Promise<void> {
    return refuseDown();
  }
}
