import type { MigrationInterface, QueryRunner } from 'typeorm';
import { refuseDown, runAll } from './sql-types.js';

/**
 * Since when a person answers a conversation, for which queue, why, and who has handed it over. The columns stand in the row
 * that every turn reads and writes. Only conversations that wait for a person have an entry in the index.
 */
export class ConversationHandover implements MigrationInterface {
  readonly name = 'ConversationHandover0000000000029';

  async up(queryRunner: QueryRunner): Promise<void> {
    await runAll(queryRunner, [
      'ALTER TABLE ce_conversation ADD COLUMN handover_at_ms bigint',
      ...['queue', 'note', 'by'].map((name) => `ALTER TABLE ce_conversation ADD COLUMN handover_${name} text`),
      `CREATE INDEX ix_ce_conversation_handover ON ce_conversation (handover_at_ms, conversation_id)
        WHERE handover_at_ms IS NOT NULL`,
    ]);
  }

  down(): Promise<void> {
    return refuseDown();
  }
}
