import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { currentTime } from '../portable-types.js';
import { TenantColumn } from './tenant-column.js';

/** One conversation: its durable state, and who is answering it now. */
@Entity('ce_conversation')
@Index('ix_ce_conversation_started', ['createdAt', 'conversationId'], { where: `kind = 'CHAT'` })
@Index('ix_ce_conversation_user', ['userId', 'conversationId'], { where: 'user_id IS NOT NULL' })
@Index('ix_ce_conversation_handover', ['handoverAtMs', 'conversationId'], { where: 'handover_at_ms IS NOT NULL' })
export class ConversationEntity {
  @PrimaryColumn({ name: 'conversation_id', type: 'uuid', primaryKeyConstraintName: 'pk_ce_conversation' })
  conversationId!: string;

  @TenantColumn()
  tenantId!: string;

  @Column({ name: 'user_id', type: 'text', nullable: true })
  userId!: string | null;

  /** CHAT, or TOOL where one tool call is asked and answered; a TOOL conversation takes no messages. */
  @Column({ name: 'kind', type: 'text', default: 'CHAT' })
  kind!: string;

  @Column({ name: 'status', type: 'text', default: 'RUNNING' })
  status!: string;

  @Column({ name: 'intent_code', type: 'text', default: 'UNKNOWN' })
  intentCode!: string;

  @Column({ name: 'state_code', type: 'text', default: 'UNKNOWN' })
  stateCode!: string;

  @Column({ name: 'context_json', type: 'jsonb', default: '{}' })
  contextJson!: unknown;

  @Column({ name: 'last_user_text', type: 'text', nullable: true })
  lastUserText!: string | null;

  @Column({ name: 'last_assistant_json', type: 'jsonb', nullable: true })
  lastAssistantJson!: unknown;

  @Column({ name: 'input_params_json', type: 'jsonb', default: '{}' })
  inputParamsJson!: unknown;

  /** The number of the last finished turn; 0 before the first. */
  @Column({ name: 'turn_no', type: 'integer', default: 0 })
  turnNo!: number;

  /** The highest `audit_id` given out in this conversation. */
  @Column({ name: 'last_audit_id', type: 'bigint', default: 0 })
  lastAuditId!: number;

  /** `record_hash` of its newest turn record; null while there is none. */
  @Column({ name: 'last_record_hash', type: 'text', nullable: true })
  lastRecordHash!: string | null;

  /**
   * `record_hash` of the newest turn record that retention has removed; null where it has removed none. Behind a space, that of
   * the newest in a month which was dropped as a whole later, or is about to be: what is left begins behind either.
   */
  @Column({ name: 'removed_record_hash', type: 'text', nullable: true })
  removedRecordHash!: string | null;

  /** Who is answering a message of this conversation; null when nobody is. */
  @Column({ name: 'lease_owner', type: 'text', nullable: true })
  leaseOwner!: string | null;

  /** Epoch milliseconds after which the lease counts as abandoned. */
  @Column({ name: 'lease_expires_at', type: 'bigint', nullable: true })
  leaseExpiresAt!: number | null;

  /** Since when a person answers, in epoch milliseconds; null while the engine does. */
  @Column({ name: 'handover_at_ms', type: 'bigint', nullable: true })
  handoverAtMs!: number | null;

  /** Which people are to answer; empty where that was not said. */
  @Column({ name: 'handover_queue', type: 'text', nullable: true })
  handoverQueue!: string | null;

  /** For whoever answers. */
  @Column({ name: 'handover_note', type: 'text', nullable: true })
  handoverNote!: string | null;

  /** Who has handed it over: an operator's name, or FLOW. */
  @Column({ name: 'handover_by', type: 'text', nullable: true })
  handoverBy!: string | null;

  @Column({ name: 'created_at', type: 'timestamptz', default: currentTime })
  createdAt!: Date;

  @Column({ name: 'updated_at', type: 'timestamptz', default: currentTime })
  updatedAt!: Date;
}
