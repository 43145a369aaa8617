import { Column, Entity, ForeignKey, Index, PrimaryColumn, PrimaryGeneratedColumn, Unique } from 'typeorm';
import { ConversationEntity } from './conversation.entity.js';
import { TenantColumn } from './tenant-column.js';

/** An event that is, or was, to be told to the webhook. Times are epoch milliseconds. */
@Entity('ce_outbox_event')
@Index('ix_ce_outbox_event_due', ['nextAttemptAtMs'], { where: 'delivered_at_ms IS NULL' })
@Index('ix_ce_outbox_event_delivered', ['deliveredAtMs'], { where: 'delivered_at_ms IS NOT NULL' })
@Index('ix_ce_outbox_event_order', ['conversationId', 'eventNo'], { where: 'delivered_at_ms IS NULL' })
@Unique('uq_ce_outbox_event_id', ['conversationId', 'eventId'])
export class OutboxEventEntity {
  /** Given by the database: the order in which a conversation's events go out, whatever any clock says. */
  @PrimaryGeneratedColumn('identity', {
    name: 'event_no',
    type: 'bigint',
    generatedIdentity: 'BY DEFAULT',
    primaryKeyConstraintName: 'pk_ce_outbox_event',
  })
  eventNo!: number;

  @PrimaryColumn({ name: 'conversation_id', type: 'uuid', primaryKeyConstraintName: 'pk_ce_outbox_event' })
  @ForeignKey(() => ConversationEntity, { name: 'fk_ce_outbox_event_conversation', onDelete: 'CASCADE' })
  conversationId!: string;

  @TenantColumn()
  tenantId!: string;

  /** What receivers recognise a repeated delivery by. */
  @Column({ name: 'event_id', type: 'uuid' })
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
