import { Inject, Injectable } from '@nestjs/common';
import { toStorableJson } from '../../platform/common/json.js';
import { CONFIG, DATABASE } from '../../platform/common/tokens.js';
import type { ConvEngineConfig } from '../../platform/config/index.js';
import {
  changeAndTell,
  columnValue,
  confidential,
  type Database,
  type Row,
  type RowChange,
  type SqlRunner,
} from '../../platform/persistence/index.js';
import { measured } from '../../platform/telemetry/index.js';
import { type PrincipalKind } from '../principal/index.js';
import type { Approval } from './approval.js';
import type { Moment } from './lifecycle.js';
import type { Confirmation, Proposal } from './proposal.js';
import { CLAIM_COLUMNS, PROPOSAL_COLUMNS, proposalRow, readClaim, readProposal } from './proposal-columns.js';
import { eventName, type ProposalBefore, proposalEvent } from './proposal-event.js';
import { RUN_APPROVAL } from './run-approval.js';

/** As the index of what is still to do says it: SQLite uses such an index only for the very same words. */
const UNFINISHED = "status IN ('OPEN', 'IN_PROGRESS')";

/** Who claims a proposal under the lease of the same name, and until when nobody may call the claim abandoned, whatever becomes of the lease (milliseconds since 1970 UTC). */
export interface Claim {
  readonly owner: string;
  readonly expiresAtMs: number;
}

/** How an outcome is stored. */
export interface OutcomeOptions {
  /** The transaction in which the handler has written, when its policy is `transactional`; once it is committed, the caller has the outcome counted. */
  readonly via?: SqlRunner;
  /** When it may be begun again at the earliest, in milliseconds since 1970 UTC; left out where it is not. */
  readonly againAtMs?: number | undefined;
}

/** What a claim has to find beside the proposal as it was asked. */
export interface ClaimCondition {
  /** An approval of this revision that nothing has used yet. */
  readonly needsApproval: boolean;
  /** The kind of principal whose yes it is: one that may answer for this action. */
  readonly kind: PrincipalKind;
  /** Recorded with the claim. */
  readonly confirmation: Confirmation;
}

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

/** What runs of workflows have asked and has been answered, as far as they wait for it still: one that has ended is told nothing. */
const ANSWERED_RUNS = `
  SELECT p.* FROM ce_workflow_step s
    JOIN ce_workflow_run r ON r.conversation_id = s.conversation_id AND r.run_id = s.run_id
     AND r.status IN ('RUNNING', 'WAITING', 'HELD')
    JOIN ce_action_proposal p ON p.conversation_id = s.conversation_id
     AND p.action_ref = '${RUN_APPROVAL}' || s.run_id || ':' || s.step
   WHERE s.kind = 'APPROVAL' AND s.status = 'WAITING' AND p.status IN ('EXECUTED', 'REJECTED', 'EXPIRED')
   ORDER BY s.started_at_ms LIMIT $1`;

/** What the statements of a sweep are, for those who measure them. */
export const SWEEP_STATEMENTS = { overdue: OVERDUE, abandoned: ABANDONED };

const IS_APPROVED = `(approved_revision = revision AND approved_hash = arguments_hash AND approval_used_at_ms IS NULL)`;

/** What waits for an approval: open, asked to have one, and without one of this revision that nothing has used. */
export const AWAITS_APPROVAL = `status = 'OPEN' AND approval_asked_at_ms IS NOT NULL AND NOT COALESCE(${IS_APPROVED}, false)`;

/**
 * The writes that cannot wait for the end of the turn: the approval of an action or its refusal, its claim, its progress, and its outcome. Each is
 * one conditional statement, so that of any number of attempts exactly one finds its condition true; where the outside
 * is told of changes, the event is stored with the change.
 */
@Injectable()
export class ProposalRepository {
  /** Whether there is anybody to be told. */
  private readonly tellsOutside: boolean;

  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(CONFIG) { webhooks }: { readonly webhooks: Pick<ConvEngineConfig['webhooks'], 'url'> },
  ) {
    this.tellsOutside = webhooks.url !== '';
  }

  /**
   * OPEN → IN_PROGRESS, provided that the row is still the very proposal the user was shown (revision and arguments'
   * hash), that the yes is of somebody who may answer for it, that neither clock has run out, that it is approved where it
   * has to be (which uses the approval up), and that the conversation is still the claimer's. Whose yes it was, and in
   * which words, is recorded with it. Undefined when somebody else was faster or it does not hold any more.
   */
  async claim(
    proposal: Proposal,
    claim: Claim,
    now: Moment,
    { needsApproval, kind, confirmation }: ClaimCondition,
  ): Promise<Proposal | undefined> {
    const sql = `
      UPDATE ce_action_proposal
         SET status = 'IN_PROGRESS', attempts = attempts + 1, in_progress_turn = $1, in_progress_at_ms = $2,
             claim_owner = $3, claim_expires_at = $4,
             confirmed_by = $11, confirmed_via = $12, confirmed_words = $13,
             approval_used_at_ms = CASE WHEN ${IS_APPROVED} THEN $2 ELSE approval_used_at_ms END
       WHERE conversation_id = $5 AND proposal_id = $6 AND status = 'OPEN'
         AND revision = $7 AND arguments_hash = $8
         AND (CAST($9 AS integer) = 0 OR ${IS_APPROVED})
         AND ',' || may_answer || ',' LIKE '%,' || CAST($10 AS text) || ',%'
         AND (expires_turn IS NULL OR expires_turn >= $1)
         AND (expires_at_ms IS NULL OR expires_at_ms > $2)
         AND ${this.holdsLease('$5', '$3')}
       RETURNING ${CLAIM_COLUMNS.join(', ')}`;
    const parameters = [
      now.turn,
      now.epochMs,
      claim.owner,
      claim.expiresAtMs,
      proposal.conversationId,
      proposal.proposalId,
      proposal.revision,
      proposal.argumentsHash,
      needsApproval ? 1 : 0,
      kind,
      confirmation.by,
      confirmation.via,
      confidential('confirmed_words', confirmation.words),
    ];
    const claimed: Proposal = { ...proposal, status: 'IN_PROGRESS' };
    const [row] = await this.change({ sql, parameters }, proposal, claimed, now);
    return row && readClaim(proposal, row);
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
    const [row] = await this.change({ sql, parameters }, proposal, { ...proposal, approval }, now);
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
    return (await this.change({ sql, parameters }, { status: 'OPEN', revision }, refused, now)).length === 1;
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

  /** An open action by its id alone. */
  async findOpen(proposalId: string): Promise<Proposal | undefined> {
    const sql = `SELECT * FROM ce_action_proposal WHERE ${UNFINISHED} AND status = 'OPEN' AND proposal_id = $1`;
    const [row] = await this.database.query(sql, [proposalId]);
    return row && readProposal(row);
  }

  /** Open actions that wait for an approval, those that wait longest first. */
  async awaitingApproval(nowMs: number, limit: number): Promise<Proposal[]> {
    const rows = await this.database.query(
      `SELECT * FROM ce_action_proposal
        WHERE ${UNFINISHED} AND ${AWAITS_APPROVAL}
          AND (expires_at_ms IS NULL OR expires_at_ms > $1)
        ORDER BY approval_asked_at_ms LIMIT $2`,
      [nowMs, limit],
    );
    return rows.map(readProposal);
  }

  /**
   * Notes that one more method of the list has succeeded, with the results so far. False when somebody else has begun
   * the action again or settled it: the next method must not run.
   */
  async checkpoint(proposal: Proposal, owner: string): Promise<boolean> {
    const rows = await this.database.query(
      `UPDATE ce_action_proposal SET completed_methods = $1, result_json = $2
        WHERE conversation_id = $3 AND proposal_id = $4 AND status = 'IN_PROGRESS' AND ${isStillOf('$5', '$6')}
        RETURNING proposal_id`,
      [
        proposal.completedMethods,
        confidential('result_json', toStorableJson(proposal.result)),
        proposal.conversationId,
        proposal.proposalId,
        owner,
        proposal.attempts,
      ],
    );
    return rows.length === 1;
  }

  /**
   * Stores what became of a claimed action. False when the claim is no longer ours. Where it was held meanwhile because
   * its process was taken for dead, what the process knows takes the place of the doubt.
   * @param nowMs milliseconds since 1970 UTC
   */
  async storeOutcome(
    proposal: Proposal,
    owner: string,
    nowMs: number,
    { via, againAtMs }: OutcomeOptions = {},
  ): Promise<boolean> {
    const sql = `
      UPDATE ce_action_proposal
         SET status = $1, reason = $2, closed_turn = $3, closed_at_ms = $4, completed_methods = $5, result_json = $6,
             error_text = $7, claim_owner = CASE WHEN CAST($12 AS bigint) IS NULL THEN NULL ELSE $10 END,
             claim_expires_at = CAST($12 AS bigint)
       WHERE conversation_id = $8 AND proposal_id = $9 AND status = 'IN_PROGRESS'
         AND ${isStillOf('$10', '$11')}
       RETURNING proposal_id`;
    const parameters = [
      proposal.status,
      proposal.reason,
      proposal.closedTurn,
      proposal.closedAtMs,
      proposal.completedMethods,
      confidential('result_json', toStorableJson(proposal.result)),
      confidential('error_text', proposal.error),
      proposal.conversationId,
      proposal.proposalId,
      owner,
      proposal.attempts,
      againAtMs ?? null,
    ];
    const turn = proposal.closedTurn ?? proposal.inProgressTurn ?? proposal.createdTurn;
    const before = { ...proposal, status: 'IN_PROGRESS' } as const;
    return (await this.change({ sql, parameters }, before, proposal, { turn, epochMs: nowMs }, via)).length === 1;
  }

  /** Counts an outcome that was stored in a transaction of the caller's, which is committed. */
  countOutcome(proposal: Proposal): void {
    count({ ...proposal, status: 'IN_PROGRESS' }, proposal);
  }

  /** Whether exactly this outcome of exactly this attempt is stored: a COMMIT whose answer was lost may have stored it. */
  async hasOutcome({ conversationId, proposalId, attempts, ...outcome }: Proposal): Promise<boolean> {
    const sql = `
      SELECT 1 FROM ce_action_proposal
       WHERE conversation_id = $1 AND proposal_id = $2 AND attempts = $3 AND claim_owner IS NULL
         AND status = $4 AND completed_methods = $5 AND COALESCE(reason, '') = $6 AND COALESCE(closed_at_ms, 0) = $7`;
    const { status, completedMethods, reason, closedAtMs } = outcome;
    const stored = [status, completedMethods, reason ?? '', closedAtMs ?? 0];
    return (await this.database.query(sql, [conversationId, proposalId, attempts, ...stored])).length === 1;
  }

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

  /** Stores that an open action was closed at `now`. False when it is not open any more, or was amended meanwhile. */
  async closeOpen(proposal: Proposal, now: Moment): Promise<boolean> {
    const sql = `
      UPDATE ce_action_proposal SET status = $1, reason = $2, closed_turn = $3, closed_at_ms = $4
       WHERE conversation_id = $5 AND proposal_id = $6 AND status = 'OPEN' AND revision = $7
       RETURNING proposal_id`;
    const { status, reason, closedTurn, closedAtMs, conversationId, proposalId, revision } = proposal;
    const parameters = [status, reason, closedTurn, closedAtMs, conversationId, proposalId, revision];
    return (await this.change({ sql, parameters }, { status: 'OPEN', revision }, proposal, now)).length === 1;
  }

  /** Puts a new proposal beside turns; false where one with this reference is there. Under the lease of its conversation. */
  async add(proposal: Proposal, now: Moment): Promise<boolean> {
    if (await this.has(proposal.conversationId, proposal.actionRef)) return false;
    const row = proposalRow(proposal);
    const sql = `
      INSERT INTO ce_action_proposal (${PROPOSAL_COLUMNS.join(', ')})
      VALUES (${PROPOSAL_COLUMNS.map((_, index) => `$${index + 1}`).join(', ')}) RETURNING proposal_id`;
    const parameters = PROPOSAL_COLUMNS.map((column) => columnValue(column, row[column]));
    return (await this.change({ sql, parameters }, undefined, proposal, now)).length === 1;
  }

  /** Whether a conversation has, or had, an action with this reference. */
  async has(conversationId: string, actionRef: string): Promise<boolean> {
    const sql = 'SELECT 1 FROM ce_action_proposal WHERE conversation_id = $1 AND action_ref = $2 LIMIT 1';
    return (await this.database.query(sql, [conversationId, actionRef])).length > 0;
  }

  /** Whose message has brought an action about, by its idempotency key; null where nobody's did. */
  async requesterOf(conversationId: string, idempotencyKey: string): Promise<string | null> {
    const sql = 'SELECT requested_by FROM ce_action_proposal WHERE conversation_id = $1 AND idempotency_key = $2';
    const [row] = await this.database.query(sql, [conversationId, idempotencyKey]);
    return row?.requested_by == null ? null : String(row.requested_by);
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

  /**
   * Takes an abandoned claim over, so that exactly one process decides about it.
   * @param begins whether it is begun again: one more attempt
   */
  async takeOver(proposal: Proposal, claim: Claim, nowMs: number, begins: boolean): Promise<Proposal | undefined> {
    const [row] = await this.database.query(
      `UPDATE ce_action_proposal SET claim_owner = $1, claim_expires_at = $2, attempts = attempts + $7
        WHERE conversation_id = $3 AND proposal_id = $4 AND status = 'IN_PROGRESS' AND claim_expires_at <= $5
          AND attempts = $6 AND ${this.holdsLease('$3', '$1')}
        RETURNING *`,
      [
        claim.owner,
        claim.expiresAtMs,
        proposal.conversationId,
        proposal.proposalId,
        nowMs,
        proposal.attempts,
        begins ? 1 : 0,
      ],
    );
    return row && readProposal(row);
  }

  /** Actions in doubt: begun, with nobody able to tell how they ended. Oldest first. */
  async inDoubt(limit: number): Promise<Proposal[]> {
    const rows = await this.database.query(
      `SELECT * FROM ce_action_proposal
        WHERE ${UNFINISHED} AND status = 'IN_PROGRESS' AND claim_owner IS NULL ORDER BY in_progress_at_ms LIMIT $1`,
      [limit],
    );
    return rows.map(readProposal);
  }

  /** An action in doubt by its id alone. */
  async findInDoubt(proposalId: string): Promise<Proposal | undefined> {
    const sql = `
      SELECT * FROM ce_action_proposal
       WHERE ${UNFINISHED} AND status = 'IN_PROGRESS' AND claim_owner IS NULL AND proposal_id = $1`;
    const [row] = await this.database.query(sql, [proposalId]);
    return row && readProposal(row);
  }

  /** Stores what an operator found out about an action in doubt. False when it is not in doubt any more. */
  async settleInDoubt(proposal: Proposal, now: Moment): Promise<boolean> {
    const sql = `
      UPDATE ce_action_proposal SET status = $1, reason = $2, closed_turn = $3, closed_at_ms = $4, result_json = $5
       WHERE conversation_id = $6 AND proposal_id = $7 AND status = 'IN_PROGRESS' AND claim_owner IS NULL
       RETURNING proposal_id`;
    const { status, reason, closedTurn, closedAtMs, result, conversationId, proposalId } = proposal;
    const found = confidential('result_json', toStorableJson(result));
    const parameters = [status, reason, closedTurn, closedAtMs, found, conversationId, proposalId];
    const before = { ...proposal, status: 'IN_PROGRESS' } as const;
    return (await this.change({ sql, parameters }, before, proposal, now)).length === 1;
  }

  /**
   * True while the conversation is still the owner's: a process that was paused for longer than its lease must not act
   * on what it knew before. On PostgreSQL the row is locked until the claim is stored, so that nobody takes the
   * conversation over in between; on SQLite statements do not overlap.
   */
  private holdsLease(conversation: string, owner: string): string {
    const lock = this.database.dialect === 'postgres' ? 'FOR NO KEY UPDATE' : '';
    return `EXISTS (
      SELECT 1 FROM ce_conversation c WHERE c.conversation_id = ${conversation} AND c.lease_owner = ${owner} ${lock})`;
  }

  private async change(
    change: RowChange,
    before: ProposalBefore | undefined,
    after: Proposal,
    at: Moment,
    via?: SqlRunner,
  ): Promise<Row[]> {
    const event = this.tellsOutside ? proposalEvent(before, after, at) : undefined;
    const rows = await changeAndTell(this.database, change, event, via);
    if (rows.length > 0 && !via) count(before, after);
    return rows;
  }
}

function count(before: ProposalBefore | undefined, after: Proposal): void {
  const name = eventName(before, after);
  if (name !== undefined) measured.actionEvents.add(1, name);
}

/** A claim of ours; or it was, and is held because its process was taken for dead. */
function isStillOf(owner: string, attempts: string): string {
  return `(claim_owner = ${owner} OR (claim_owner IS NULL AND reason = 'INTERRUPTED' AND attempts = ${attempts}))`;
}

function dueOf(row: Row, time: unknown): Due {
  const proposal = readProposal(row);
  return { proposal, place: { timeMs: Number(time), proposalId: proposal.proposalId } };
}
