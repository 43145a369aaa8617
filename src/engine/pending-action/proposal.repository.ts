import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, DATABASE } from '../../platform/common/tokens.js';
import { columnValue, type Database } from '../../platform/persistence/index.js';
import type { Moment } from './lifecycle.js';
import type { Proposal } from './proposal.js';
import { ProposalChanges, type Telling } from './proposal-changes.js';
import { PROPOSAL_COLUMNS, proposalRow, readProposal } from './proposal-columns.js';
import { RUN_APPROVAL } from './run-approval.js';

/** What runs of workflows have asked and has been answered, as far as they wait for it still: one that has ended is told nothing. */
const ANSWERED_RUNS = `
  SELECT p.* FROM ce_workflow_step s
    JOIN ce_workflow_run r ON r.conversation_id = s.conversation_id AND r.run_id = s.run_id
     AND r.status IN ('RUNNING', 'WAITING', 'HELD')
    JOIN ce_action_proposal p ON p.conversation_id = s.conversation_id
     AND p.action_ref = '${RUN_APPROVAL}' || s.run_id || ':' || s.step
   WHERE s.kind = 'APPROVAL' AND s.status = 'WAITING' AND p.status IN ('EXECUTED', 'REJECTED', 'EXPIRED')
   ORDER BY s.started_at_ms LIMIT $1`;

/** Proposals of conversations as they are stored: what is asked of them, and those that open or close beside turns. */
@Injectable()
export class ProposalRepository {
  private readonly changes: ProposalChanges;

  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(CONFIG) settings: Telling,
  ) {
    this.changes = new ProposalChanges(database, settings);
  }

  /** An action of a conversation, whatever has become of it. */
  async find(conversationId: string, proposalId: string): Promise<Proposal | undefined> {
    const sql = 'SELECT * FROM ce_action_proposal WHERE conversation_id = $1 AND proposal_id = $2';
    const [row] = await this.database.query(sql, [conversationId, proposalId]);
    return row && readProposal(row);
  }

  /** The tool calls that were asked for in a conversation, the latest first. */
  async toolCallsOf(conversationId: string): Promise<Proposal[]> {
    const rows = await this.database.query(
      'SELECT * FROM ce_action_proposal WHERE conversation_id = $1 AND tool_code IS NOT NULL ORDER BY created_turn DESC',
      [conversationId],
    );
    return rows.map(readProposal);
  }

  /** Whether a conversation has, or had, an action with this reference. */
  async has(conversationId: string, actionRef: string): Promise<boolean> {
    const sql = 'SELECT 1 FROM ce_action_proposal WHERE conversation_id = $1 AND action_ref = $2 LIMIT 1';
    return (await this.database.query(sql, [conversationId, actionRef])).length > 0;
  }

  /** The action of a conversation that has, or had, this idempotency key. */
  async withKey(conversationId: string, idempotencyKey: string): Promise<Proposal | undefined> {
    const sql = 'SELECT * FROM ce_action_proposal WHERE conversation_id = $1 AND idempotency_key = $2';
    const [row] = await this.database.query(sql, [conversationId, idempotencyKey]);
    return row && readProposal(row);
  }

  /** Whose yes has claimed an action; null where none has. */
  async confirmedBy(conversationId: string, proposalId: string): Promise<string | null> {
    const sql = 'SELECT confirmed_by FROM ce_action_proposal WHERE conversation_id = $1 AND proposal_id = $2';
    const [row] = await this.database.query(sql, [conversationId, proposalId]);
    return row?.confirmed_by == null ? null : String(row.confirmed_by);
  }

  /** What runs of workflows have asked, where it is answered and they do not know yet; longest first. */
  async answeredRuns(limit: number): Promise<Proposal[]> {
    return (await this.database.query(ANSWERED_RUNS, [limit])).map(readProposal);
  }

  /** Puts a new proposal beside turns; false where one with this reference is there. Under the lease of its conversation. */
  async add(proposal: Proposal, now: Moment): Promise<boolean> {
    if (await this.has(proposal.conversationId, proposal.actionRef)) return false;
    const row = proposalRow(proposal);
    const sql = `
      INSERT INTO ce_action_proposal (${PROPOSAL_COLUMNS.join(', ')})
      VALUES (${PROPOSAL_COLUMNS.map((_, index) => `$${index + 1}`).join(', ')}) RETURNING proposal_id`;
    const parameters = PROPOSAL_COLUMNS.map((column) => columnValue(column, row[column]));
    return (await this.changes.store({ sql, parameters }, undefined, proposal, now)).length === 1;
  }

  /** Stores that an open action was closed at `now`. False when it is not open any more, or was amended meanwhile. */
  async closeOpen(proposal: Proposal, now: Moment): Promise<boolean> {
    const sql = `
      UPDATE ce_action_proposal SET status = $1, reason = $2, closed_turn = $3, closed_at_ms = $4
       WHERE conversation_id = $5 AND proposal_id = $6 AND status = 'OPEN' AND revision = $7
       RETURNING proposal_id`;
    const { status, reason, closedTurn, closedAtMs, conversationId, proposalId, revision } = proposal;
    const parameters = [status, reason, closedTurn, closedAtMs, conversationId, proposalId, revision];
    return (await this.changes.store({ sql, parameters }, { status: 'OPEN', revision }, proposal, now)).length === 1;
  }
}
