import type { MigrationInterface, QueryRunner } from 'typeorm';
import { refuseDown, runAll } from './sql-types.js';

/** What the keeper of actions looks for in all conversations: open ones by their expiry, begun ones by their claim. */
export class SweepIndexes implements MigrationInterface {
  readonly name = 'SweepIndexes0000000000015';

  async up(queryRunner: QueryRunner): Promise<void> {
    await runAll(queryRunner, [
      `CREATE INDEX ix_ce_action_proposal_overdue ON ce_action_proposal (expires_at_ms, proposal_id)
        WHERE status = 'OPEN'`,
      `CREATE INDEX ix_ce_action_proposal_claimed ON ce_action_proposal (claim_expires_at, proposal_id)
        WHERE status = 'IN_PROGRESS'`,
    ]);
  }

  down(): Promise<void> {
    return refuseDown();
  }
}
