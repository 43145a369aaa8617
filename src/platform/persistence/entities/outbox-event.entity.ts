import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { ConversationEntity } from './conversation.entity.js';

const PRIMARY_KEY = 'pk_ce_outbox_event';

/** An event that is, or was, to be told to the webhook. Times are epoch milliseconds. */
@Entity('ce_outbox_event')
@Index('ix_ce_outbox_event_due', ['nextAttemptAtMs'], { where: 'delivered_at_ms IS NULL' })
@Index('ix_ce_outbox_event_delivered', ['deliveredAtMs'], { where: 'delivered_at_ms IS NOT NULL' })
@Index('ix_ce_outbox_event_order', ['conversationId', 'createdAtMs', 'eventId'], { where: 'delivered_at_ms IS NULL' })
export class OutboxEventEntity {
  @PrimaryColumn({ name: 'conversation_id', type: 'uuid', primaryKeyConstraintName: PRIMARY_KEY })
  @ForeignKey(() => ConversationEntity, { name: 'fk_ce_outbox_event_conversation', onDelete: 'CASCADE' })
  conversationId!: string;

  /** Sorts by time; what receivers recognise a repeated delivery by. */
  @PrimaryColumn({ name: 'event_id', type: 'uuid', primaryKeyConstraintName: PRIMARY_KEY })
  eventId!: string;

  @Column({ name: 'event_type', type: 'text' })
  eventType!: string;

  @Column({ name: 'payload_json', type: 'jsonb' })
  payloadJson!: unknown;

  @Column({ name: 'created_at_ms', type: 'bigint' })
  createdAtMs!: number;

  /** Null once it was given up. */
  @Column({ name: 'next_attempt_at_ms', type: 'bigint', nullable: true })
  nextAttemptAtMs!: number | null;

  /** How many attempts have begun. */
  @Column({ name: 'attempts', type: 'integer', default: 0 })
  attempts!: number;

  @Column({ name: 'delivered_at_ms', type: 'bigint', nullable: true })
  deliveredAtMs!: number | null;

  /** Why the last attempt failed. */
  @Column({ name: 'last_error', type: 'text', nullable: true })
  lastError!: string | null;

  /** The process that is delivering it. */
  @Column({ name: 'claim_owner', type: 'text', nullable: true })
  claimOwner!: string | null;

  @Column({ name: 'claim_expires_at', type: 'bigint', nullable: true })
  claimExpiresAt!: number | null;
}
