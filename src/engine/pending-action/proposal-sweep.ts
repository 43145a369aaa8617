import { Inject, Injectable } from '@nestjs/common';
import { DATABASE } from '../../platform/common/tokens.js';
import type { Database, Row } from '../../platform/persistence/index.js';
import type { Proposal } from './proposal.js';
import { readProposal } from './proposal-columns.js';

/** Where an action stands in the list of a sweep: the time the list is ordered by, in milliseconds since 1970 UTC. */
export interface PlaceInSweep {
  readonly timeMs: number;
  readonly proposalId: string;
}

/** What a sweep has to look after. */
export interface Due {
  readonly proposal: Proposal;
  readonly place: PlaceInSweep;
}

const FIRST_IN_SWEEP: PlaceInSweep = { timeMs: -1, proposalId: '00000000-0000-0000-0000-000000000000' };

/** The conditions on the status are those of the indexes: SQLite uses such an index only for the very same words. */
const OVERDUE = `
  SELECT * FROM ce_action_proposal
   WHERE status = 'OPEN' AND expires_at_ms <= $1 AND (expires_at_ms, proposal_id) > ($2, $3)
   ORDER BY expires_at_ms, proposal_id LIMIT $4`;
const ABANDONED = `
  SELECT p.* FROM ce_action_proposal p
   WHERE p.status = 'IN_PROGRESS' AND p.claim_expires_at <= $1 AND (p.claim_expires_at, p.proposal_id) > ($2, $3)
     AND NOT EXISTS (
       SELECT 1 FROM ce_conversation c
        WHERE c.conversation_id = p.conversation_id AND c.lease_owner = p.claim_owner AND c.lease_expires_at > $1)
   ORDER BY p.claim_expires_at, p.proposal_id LIMIT $4`;

/** What the statements of a sweep are, for those who measure them. */
export const SWEEP_STATEMENTS = { overdue: OVERDUE, abandoned: ABANDONED };

/** What a sweep finds: proposals that nobody answers, and claims that nobody works on any more. */
@Injectable()
export class ProposalSweep {
  constructor(@Inject(DATABASE) private readonly database: Pick<Database, 'query'>) {}

  /** Open actions whose minutes have run out, oldest first, those after `after`. */
  async overdue(nowMs: number, limit: number, after = FIRST_IN_SWEEP): Promise<Due[]> {
    const rows = await this.database.query(OVERDUE, [nowMs, after.timeMs, after.proposalId, limit]);
    return rows.map((row) => dueOf(row, row.expires_at_ms));
  }

  /**
   * Claimed actions that nobody works on any more and nobody has looked into yet, those after `after`. A claim is as
   * alive as the lease it was made under, which a turn that lives renews.
   */
  async abandoned(nowMs: number, limit: number, after = FIRST_IN_SWEEP): Promise<Due[]> {
    const rows = await this.database.query(ABANDONED, [nowMs, after.timeMs, after.proposalId, limit]);
    return rows.map((row) => dueOf(row, row.claim_expires_at));
  }
}

function dueOf(row: Row, time: unknown): Due {
  const proposal = readProposal(row);
  return { proposal, place: { timeMs: Number(time), proposalId: proposal.proposalId } };
}
