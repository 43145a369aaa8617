import { Inject, Injectable } from '@nestjs/common';
import { toStorableJson } from '../../platform/common/json.js';
import { CONFIG, DATABASE } from '../../platform/common/tokens.js';
import { confidential, type Database } from '../../platform/persistence/index.js';
import type { Moment } from './lifecycle.js';
import type { Proposal } from './proposal.js';
import { ProposalChanges, type Telling } from './proposal-changes.js';
import { readProposal, UNFINISHED } from './proposal-columns.js';

/** Actions in doubt, which were begun with nobody able to tell how they ended, and what operators find out about them. */
@Injectable()
export class ProposalsInDoubt {
  private readonly changes: ProposalChanges;

  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(CONFIG) settings: Telling,
  ) {
    this.changes = new ProposalChanges(database, settings);
  }

  /** Oldest first. */
  async list(limit: number): Promise<Proposal[]> {
    const rows = await this.database.query(
      `SELECT * FROM ce_action_proposal
        WHERE ${UNFINISHED} AND status = 'IN_PROGRESS' AND claim_owner IS NULL ORDER BY in_progress_at_ms LIMIT $1`,
      [limit],
    );
    return rows.map(readProposal);
  }

  /** By its id alone; undefined where it is not in doubt. */
  async find(proposalId: string): Promise<Proposal | undefined> {
    const sql = `
      SELECT * FROM ce_action_proposal
       WHERE ${UNFINISHED} AND status = 'IN_PROGRESS' AND claim_owner IS NULL AND proposal_id = $1`;
    const [row] = await this.database.query(sql, [proposalId]);
    return row && readProposal(row);
  }

  /** Stores what an operator found out. False when the action is not in doubt any more. */
  async settle(proposal: Proposal, now: Moment): Promise<boolean> {
    const sql = `
      UPDATE ce_action_proposal SET status = $1, reason = $2, closed_turn = $3, closed_at_ms = $4, result_json = $5
       WHERE conversation_id = $6 AND proposal_id = $7 AND status = 'IN_PROGRESS' AND claim_owner IS NULL
       RETURNING proposal_id`;
    const { status, reason, closedTurn, closedAtMs, result, conversationId, proposalId } = proposal;
    const found = confidential('result_json', toStorableJson(result));
    const parameters = [status, reason, closedTurn, closedAtMs, found, conversationId, proposalId];
    const before = { ...proposal, status: 'IN_PROGRESS' } as const;
    return (await this.changes.store({ sql, parameters }, before, proposal, now)).length === 1;
  }
}
