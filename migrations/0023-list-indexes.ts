import type { MigrationInterface, QueryRunner } from 'typeorm';
import { refuseDown, runAll } from './sql-types.js';

const LISTED = ['OPEN', 'EXECUTED', 'REJECTED', 'EXPIRED'];

/**
 * What the lists of actions and conversations are read from, newest first. A turn without an action writes none of them,
 * but for the first turn of a chat, which adds one entry to the index of conversations. Of each action, one of the
 * indexes by status has an entry, and none while it is in progress. One index that begins with the status would do as
 * well, but SQLite would take it for the statements of turns that ask for open actions, too.
 */
export class ListIndexes implements MigrationInterface {
  readonly name = 'ListIndexes0000000000023';

  async up(queryRunner: QueryRunner): Promise<void> {
    await runAll(queryRunner, [
      ...LISTED.map(
        (status) => `CREATE INDEX ix_ce_action_proposal_${status.toLowerCase()}
          ON ce_action_proposal (created_at_ms, proposal_id) WHERE status = '${status}'`,
      ),
      'CREATE INDEX ix_ce_action_proposal_id ON ce_action_proposal (proposal_id)',
      `CREATE INDEX ix_ce_conversation_started ON ce_conversation (created_at, conversation_id)
        WHERE kind = 'CHAT'`,
    ]);
  }

  down(): Promise<void> {
    return refuseDown();
  }
}
