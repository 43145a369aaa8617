import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { ConversationEntity } from './conversation.entity.js';
import { TenantColumn } from './tenant-column.js';

const PRIMARY_KEY = 'pk_ce_action_proposal';

/** One action proposed to the user with its arguments frozen, and what became of it. Times are epoch milliseconds. */
@Entity('ce_action_proposal')
@Check('ck_ce_action_proposal_status', `status IN ('OPEN', 'IN_PROGRESS', 'EXECUTED', 'REJECTED', 'EXPIRED')`)
@Index('ix_ce_action_proposal_unfinished', ['conversationId', 'status', 'expiresAtMs', 'claimExpiresAt'], {
  where: `status IN ('OPEN', 'IN_PROGRESS')`,
})
@Index('ix_ce_action_proposal_overdue', ['expiresAtMs', 'proposalId'], { where: `status = 'OPEN'` })
@Index('ix_ce_action_proposal_claimed', ['claimExpiresAt', 'proposalId'], { where: `status = 'IN_PROGRESS'` })
@Index('ix_ce_action_proposal_failed', ['closedAtMs'], { where: `reason = 'HANDLER_FAILED'` })
@Index('ix_ce_action_proposal_closed', ['conversationId', 'createdTurn', 'closedAtMs', 'proposalId'], {
  where: 'schedule_id IS NULL AND closed_at_ms IS NOT NULL',
})
@Index('ix_ce_action_proposal_open', ['createdAtMs', 'proposalId'], { where: `status = 'OPEN'` })
@Index('ix_ce_action_proposal_executed', ['createdAtMs', 'proposalId'], { where: `status = 'EXECUTED'` })
@Index('ix_ce_action_proposal_rejected', ['createdAtMs', 'proposalId'], { where: `status = 'REJECTED'` })
@Index('ix_ce_action_proposal_expired', ['createdAtMs', 'proposalId'], { where: `status = 'EXPIRED'` })
@Index('uq_ce_action_proposal_occurrence', ['conversationId', 'scheduleId', 'occurrenceAtMs'], {
  unique: true,
  where: 'schedule_id IS NOT NULL',
})
@Index('ix_ce_action_proposal_id', ['proposalId'])
export class ActionProposalEntity {
  @PrimaryColumn({ name: 'conversation_id', type: 'uuid', primaryKeyConstraintName: PRIMARY_KEY })
  @ForeignKey(() => ConversationEntity, { name: 'fk_ce_action_proposal_conversation', onDelete: 'CASCADE' })
  conversationId!: string;

  @TenantColumn()
  tenantId!: string;

  @PrimaryColumn({ name: 'proposal_id', type: 'uuid', primaryKeyConstraintName: PRIMARY_KEY })
  proposalId!: string;

  /** The `ce_pending_action` row it came from; null when it came from a tool. */
  @Column({ name: 'pending_action_id', type: 'bigint', nullable: true })
  pendingActionId!: number | null;

  /** The tool it runs; null when it runs a handler. */
  @Column({ name: 'tool_code', type: 'text', nullable: true })
  toolCode!: string | null;

  @Column({ name: 'action_key', type: 'text' })
  actionKey!: string;

  @Column({ name: 'action_ref', type: 'text' })
  actionRef!: string;

  @Column({ name: 'intent_code', type: 'text' })
  intentCode!: string;

  @Column({ name: 'state_code', type: 'text' })
  stateCode!: string;

  @Column({ name: 'arguments_json', type: 'jsonb' })
  argumentsJson!: unknown;

  /** What the user's consent is checked against. */
  @Column({ name: 'arguments_hash', type: 'text' })
  argumentsHash!: string;

  /** The question that was put to the user. */
  @Column({ name: 'question', type: 'text', default: '' })
  question!: string;

  /** Rises with every amendment of the arguments. */
  @Column({ name: 'revision', type: 'integer', default: 1 })
  revision!: number;

  @Column({ name: 'status', type: 'text' })
  status!: string;

  /** Why it was closed, or is held in doubt. */
  @Column({ name: 'reason', type: 'text', nullable: true })
  reason!: string | null;

  @Column({ name: 'execution_policy', type: 'text', default: 'at-most-once' })
  executionPolicy!: string;

  /** The schedule that it is one time of; null for what was put before the user by itself. */
  @Column({ name: 'schedule_id', type: 'uuid', nullable: true })
  scheduleId!: string | null;

  /** Which time of its schedule. */
  @Column({ name: 'occurrence_at_ms', type: 'bigint', nullable: true })
  occurrenceAtMs!: number | null;

  /** Handed to whatever executes the action, the same for every attempt. */
  @Column({ name: 'idempotency_key', type: 'text' })
  idempotencyKey!: string;

  @Column({ name: 'created_turn', type: 'integer' })
  createdTurn!: number;

  @Column({ name: 'created_at_ms', type: 'bigint' })
  createdAtMs!: number;

  @Column({ name: 'expires_turn', type: 'integer', nullable: true })
  expiresTurn!: number | null;

  @Column({ name: 'expires_at_ms', type: 'bigint', nullable: true })
  expiresAtMs!: number | null;

  @Column({ name: 'in_progress_turn', type: 'integer', nullable: true })
  inProgressTurn!: number | null;

  @Column({ name: 'in_progress_at_ms', type: 'bigint', nullable: true })
  inProgressAtMs!: number | null;

  @Column({ name: 'closed_turn', type: 'integer', nullable: true })
  closedTurn!: number | null;

  @Column({ name: 'closed_at_ms', type: 'bigint', nullable: true })
  closedAtMs!: number | null;

  @Column({ name: 'attempts', type: 'integer', default: 0 })
  attempts!: number;

  /** How many of the action's methods have finished. */
  @Column({ name: 'completed_methods', type: 'integer', default: 0 })
  completedMethods!: number;

  @Column({ name: 'result_json', type: 'jsonb', nullable: true })
  resultJson!: unknown;

  @Column({ name: 'error_text', type: 'text', nullable: true })
  errorText!: string | null;

  /** Since when the user has been told that an approval is needed first. */
  @Column({ name: 'approval_asked_at_ms', type: 'bigint', nullable: true })
  approvalAskedAtMs!: number | null;

  /** The revision that was approved: no other may use the approval. */
  @Column({ name: 'approved_revision', type: 'integer', nullable: true })
  approvedRevision!: number | null;

  /** Hash of the arguments that were approved. */
  @Column({ name: 'approved_hash', type: 'text', nullable: true })
  approvedHash!: string | null;

  @Column({ name: 'approved_by', type: 'text', nullable: true })
  approvedBy!: string | null;

  @Column({ name: 'approved_at_ms', type: 'bigint', nullable: true })
  approvedAtMs!: number | null;

  @Column({ name: 'approval_note', type: 'text', nullable: true })
  approvalNote!: string | null;

  /** When a claim used it: an approval is for one time. */
  @Column({ name: 'approval_used_at_ms', type: 'bigint', nullable: true })
  approvalUsedAtMs!: number | null;

  /** When the reply that asks for it was stored: no message from before is an answer to it. */
  @Column({ name: 'asked_at_ms', type: 'bigint', nullable: true })
  askedAtMs!: number | null;

  /** The arguments as they may be shown, where that is not all of them. */
  @Column({ name: 'shown_json', type: 'jsonb', nullable: true })
  shownJson!: unknown;

  /** Whose message brought it about: KIND:ID of the principal. */
  @Column({ name: 'requested_by', type: 'text', nullable: true })
  requestedBy!: string | null;

  /** Kinds of principals whose yes counts, with commas between them. */
  @Column({ name: 'may_answer', type: 'text', default: 'USER' })
  mayAnswer!: string;

  /** How strong a yes it needs: PLAIN, STRONG or TYPED. */
  @Column({ name: 'consent', type: 'text', default: 'PLAIN' })
  consent!: string;

  /** LOW, MEDIUM or HIGH; null where nobody has said. */
  @Column({ name: 'risk', type: 'text', nullable: true })
  risk!: string | null;

  /** Whose yes it was: KIND:ID of the principal. */
  @Column({ name: 'confirmed_by', type: 'text', nullable: true })
  confirmedBy!: string | null;

  /** The door the yes came through. */
  @Column({ name: 'confirmed_via', type: 'text', nullable: true })
  confirmedVia!: string | null;

  /** The words of the yes; empty where a button was pressed. */
  @Column({ name: 'confirmed_words', type: 'text', nullable: true })
  confirmedWords!: string | null;

  /** The process that is executing it. */
  @Column({ name: 'claim_owner', type: 'text', nullable: true })
  claimOwner!: string | null;

  @Column({ name: 'claim_expires_at', type: 'bigint', nullable: true })
  claimExpiresAt!: number | null;
}
