import type { MigrationInterface, QueryRunner } from 'typeorm';
import { refuseDown, runAll } from './sql-types.js';

/**
 * A turn asks for the closed actions of its conversation: the last one, and those that were asked together with what is
 * open. The index of all actions by their turn is replaced by one of these alone: with that, a PostgreSQL that has no
 * statistics yet read all actions of the conversation for the last one.
 */
export class ClosedActions implements MigrationInterface {
  readonly name = 'ClosedActions0000000000047';

  up(queryRunner: QueryRunner): Promise<void> {
    return runAll(queryRunner, [
      `CREATE INDEX ix_ce_action_proposal_closed ON ce_action_proposal (conversation_id, created_turn, closed_at_ms, proposal_id)
        WHERE schedule_id IS NULL AND closed_at_ms IS NOT NULL`,
      'DROP INDEX ix_ce_action_proposal_turn',
    ]);
  }

  down(): Promise<void> {
    return refuseDown();
  }
}
