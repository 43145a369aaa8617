import { Inject, Injectable } from '@nestjs/common';
import { toStorableJson, toStorableText } from '../../platform/common/json.js';
import { CONFIG, DATABASE } from '../../platform/common/tokens.js';
import { confidential, type Database, type SqlRunner } from '../../platform/persistence/index.js';
import type { PrincipalKind } from '../principal/index.js';
import type { Moment } from './lifecycle.js';
import type { Confirmation, Proposal } from './proposal.js';
import { IS_APPROVED } from './proposal-approvals.js';
import { countChange, ProposalChanges, type Telling } from './proposal-changes.js';
import { CLAIM_COLUMNS, readClaim, readProposal } from './proposal-columns.js';

/**
 * Who claims a proposal. The claim holds until `expiresAtMs` (milliseconds since 1970 UTC) whatever becomes of the
 * lease, and after that for as long as the lease named `owner` does.
 */
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

/** Claims of proposals, and what comes of them: that work has begun, its progress, and its outcome, which cannot wait for the end of a turn. */
@Injectable()
export class ProposalClaims {
  private readonly changes: ProposalChanges;

  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(CONFIG) settings: Telling,
  ) {
    this.changes = new ProposalChanges(database, settings);
  }

  /**
   * OPEN → IN_PROGRESS, in one conditional write, which records whose yes it was and in which words. It holds only
   * where
   * - the row is still the proposal that the user was shown (same revision, same hash of the arguments),
   * - whoever said yes may answer for it,
   * - neither clock has run out,
   * - it is approved, where it has to be (the claim uses the approval up),
   * - the conversation still belongs to the claimer.
   *
   * Undefined where one of these does not hold, or somebody else was faster.
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
    const [row] = await this.changes.store({ sql, parameters }, proposal, claimed, now);
    return row && readClaim(proposal, row);
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
      confidential('error_text', proposal.error && toStorableText(proposal.error)),
      proposal.conversationId,
      proposal.proposalId,
      owner,
      proposal.attempts,
      againAtMs ?? null,
    ];
    const turn = proposal.closedTurn ?? proposal.inProgressTurn ?? proposal.createdTurn;
    const before = { ...proposal, status: 'IN_PROGRESS' } as const;
    return (
      (await this.changes.store({ sql, parameters }, before, proposal, { turn, epochMs: nowMs }, via)).length === 1
    );
  }

  /** Counts an outcome that was stored in a transaction of the caller's, which is committed. */
  countOutcome(proposal: Proposal): void {
    countChange({ ...proposal, status: 'IN_PROGRESS' }, proposal);
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
}

/** A claim of ours; or it was, and is held because its process was taken for dead. */
function isStillOf(owner: string, attempts: string): string {
  return `(claim_owner = ${owner} OR (claim_owner IS NULL AND reason = 'INTERRUPTED' AND attempts = ${attempts}))`;
}
