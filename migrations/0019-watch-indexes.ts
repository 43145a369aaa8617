import type { MigrationInterface, QueryRunner } from 'typeorm';
import { refuseDown, runAll } from './sql-types.js';

/**
 * What operators watch and retention deletes by time. None of them is written by a turn that has no model call and no
 * action: model calls cost far more than their row in an index, the others are partial.
 */
export class WatchIndexes implements MigrationInterface {
  readonly name = 'WatchIndexes0000000000019';

  async up(queryRunner: QueryRunner): Promise<void> {
    await runAll(queryRunner, [
      'CREATE INDEX ix_ce_llm_call_log_time ON ce_llm_call_log (created_at)',
      `CREATE INDEX ix_ce_action_proposal_failed ON ce_action_proposal (closed_at_ms)
        WHERE reason = 'HANDLER_FAILED'`,
      `CREATE INDEX ix_ce_outbox_event_delivered ON ce_outbox_event (delivered_at_ms)
        WHERE delivered_at_ms IS NOT NULL`,
    ]);
  }

  down(): Promise<void> {
    return refuseDown();
  }
}
