import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, DATABASE } from '../../platform/common/tokens.js';
import { confidential, type Database } from '../../platform/persistence/index.js';
import type { Approval } from './approval.js';
import type { Moment } from './lifecycle.js';
import type { Proposal } from './proposal.js';
import { ProposalChanges, type Telling } from './proposal-changes.js';
import { readProposal, UNFINISHED } from './proposal-columns.js';

/** Has an approval of its revision that nothing has used yet. */
export const IS_APPROVED = `(approved_revision = revision AND approved_hash = arguments_hash AND approval_used_at_ms IS NULL)`;

/** What waits for an approval: open, asked to have one, and without one of this revision that nothing has used. */
export const AWAITS_APPROVAL = `status = 'OPEN' AND approval_asked_at_ms IS NOT NULL AND NOT COALESCE(${IS_APPROVED}, false)`;

/** Approvals of open proposals, and their refusal, which cannot wait for the end of a turn. */
@Injectable()
export class ProposalApprovals {
  private readonly changes: ProposalChanges;

  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(CONFIG) settings: Telling,
  ) {
    this.changes = new ProposalChanges(database, settings);
  }

  /** Open actions that wait for an approval, those that wait longest first. */
  async awaiting(nowMs: number, limit: number): Promise<Proposal[]> {
    const rows = await this.database.query(
      `SELECT * FROM ce_action_proposal
        WHERE ${UNFINISHED} AND ${AWAITS_APPROVAL}
          AND (expires_at_ms IS NULL OR expires_at_ms > $1)
        ORDER BY approval_asked_at_ms LIMIT $2`,
      [nowMs, limit],
    );
    return rows.map(readProposal);
  }

  /** An open action by its id alone. */
  async findOpen(proposalId: string): Promise<Proposal | undefined> {
    const sql = `SELECT * FROM ce_action_proposal WHERE ${UNFINISHED} AND status = 'OPEN' AND proposal_id = $1`;
    const [row] = await this.database.query(sql, [proposalId]);
    return row && readProposal(row);
  }

  /**
   * Stores an approval with the very revision it is for, in the place of an older one. Undefined when that revision is
   * not open any more.
   */
  async approve(proposal: Proposal, approval: Approval, now: Moment): Promise<Proposal | undefined> {
    const sql = `
      UPDATE ce_action_proposal
         SET approved_revision = $1, approved_hash = $2, approved_by = $3, approved_at_ms = $4, approval_note = $5,
             approval_used_at_ms = NULL
       WHERE conversation_id = $6 AND proposal_id = $7 AND status = 'OPEN'
         AND revision = $1 AND arguments_hash = $2
         AND (expires_turn IS NULL OR expires_turn >= $8)
         AND (expires_at_ms IS NULL OR expires_at_ms > $4)
       RETURNING *`;
    const { revision, argumentsHash, by, note, atMs } = approval;
    const { conversationId, proposalId } = proposal;
    const noted = confidential('approval_note', note);
    const parameters = [revision, argumentsHash, by, atMs, noted, conversationId, proposalId, now.turn];
    const [row] = await this.changes.store({ sql, parameters }, proposal, { ...proposal, approval }, now);
    return row && readProposal(row);
  }

  /**
   * Stores that an action which waits for an approval was closed without one at `now`. False when the revision does not
   * wait for one any more: it was approved, answered or amended, or its time is over.
   */
  async refuse(refused: Proposal, now: Moment): Promise<boolean> {
    const sql = `
      UPDATE ce_action_proposal SET status = $1, reason = $2, closed_turn = $3, closed_at_ms = $4
       WHERE conversation_id = $5 AND proposal_id = $6 AND ${AWAITS_APPROVAL}
         AND revision = $7 AND arguments_hash = $8
         AND (expires_turn IS NULL OR expires_turn >= $9)
         AND (expires_at_ms IS NULL OR expires_at_ms > $4)
       RETURNING proposal_id`;
    const { status, reason, closedTurn, closedAtMs, conversationId, proposalId, revision, argumentsHash } = refused;
    const change = [status, reason, closedTurn, closedAtMs];
    const parameters = [...change, conversationId, proposalId, revision, argumentsHash, now.turn];
    return (await this.changes.store({ sql, parameters }, { status: 'OPEN', revision }, refused, now)).length === 1;
  }
}
