import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { ConversationEntity } from './conversation.entity.js';
import { TenantColumn } from './tenant-column.js';

const PRIMARY_KEY = 'pk_ce_schedule';

/** An action that is done at times which a user has agreed to once. Times are epoch milliseconds. */
@Entity('ce_schedule')
@Check('ck_ce_schedule_status', `status IN ('ACTIVE', 'DONE', 'REVOKED', 'STOPPED')`)
@Index('ix_ce_schedule_due', ['nextAtMs'], { where: 'next_at_ms IS NOT NULL' })
export class ScheduleEntity {
  @PrimaryColumn({ name: 'conversation_id', type: 'uuid', primaryKeyConstraintName: PRIMARY_KEY })
  @ForeignKey(() => ConversationEntity, { name: 'fk_ce_schedule_conversation', onDelete: 'CASCADE' })
  conversationId!: string;

  @TenantColumn()
  tenantId!: string;

  /** The action that was agreed to: its arguments, question and consent stand in `ce_action_proposal`. */
  @PrimaryColumn({ name: 'schedule_id', type: 'uuid', primaryKeyConstraintName: PRIMARY_KEY })
  scheduleId!: string;

  @Column({ name: 'action_key', type: 'text' })
  actionKey!: string;

  /** The name of the argument that says when; what is done does not get it. */
  @Column({ name: 'argument', type: 'text' })
  argument!: string;

  /** DTSTART and RRULE of RFC 5545, with an end. */
  @Column({ name: 'rule_text', type: 'text' })
  ruleText!: string;

  @Column({ name: 'status', type: 'text' })
  status!: string;

  /** Why it is STOPPED. */
  @Column({ name: 'reason', type: 'text', nullable: true })
  reason!: string | null;

  /** When somebody has to look at it: at the next time, or to write its end into the audit. */
  @Column({ name: 'next_at_ms', type: 'bigint', nullable: true })
  nextAtMs!: number | null;

  /** How many times were begun. */
  @Column({ name: 'runs', type: 'integer', default: 0 })
  runs!: number;

  /** How many times went by without it. */
  @Column({ name: 'missed', type: 'integer', default: 0 })
  missed!: number;

  @Column({ name: 'created_at_ms', type: 'bigint' })
  createdAtMs!: number;

  @Column({ name: 'ended_at_ms', type: 'bigint', nullable: true })
  endedAtMs!: number | null;

  /** Who has revoked it. */
  @Column({ name: 'ended_by', type: 'text', nullable: true })
  endedBy!: string | null;

  /** The last turn that has told its user what went wrong. */
  @Column({ name: 'told_turn', type: 'integer', default: 0 })
  toldTurn!: number;

  /** How many of the missed times the user has been told. */
  @Column({ name: 'told_missed', type: 'integer', default: 0 })
  toldMissed!: number;

  /** When the user was told its end. */
  @Column({ name: 'told_at_ms', type: 'bigint', nullable: true })
  toldAtMs!: number | null;
}
