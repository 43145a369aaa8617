import { Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import { currentTime } from '../portable-types.js';
import { ConversationEntity } from './conversation.entity.js';
import { TenantColumn } from './tenant-column.js';

const PRIMARY_KEY = 'pk_ce_turn_reply';

/** The reply given under an idempotency key, so that a repeated request gets it again, byte for byte. */
@Entity('ce_turn_reply')
export class TurnReplyEntity {
  @PrimaryColumn({ name: 'conversation_id', type: 'uuid', primaryKeyConstraintName: PRIMARY_KEY })
  @ForeignKey(() => ConversationEntity, { name: 'fk_ce_turn_reply_conversation', onDelete: 'CASCADE' })
  conversationId!: string;

  @TenantColumn()
  tenantId!: string;

  @PrimaryColumn({ name: 'idempotency_key', type: 'text', primaryKeyConstraintName: PRIMARY_KEY })
  idempotencyKey!: string;

  /** Tells a repeated request from a different one under the same key. */
  @Column({ name: 'request_hash', type: 'text' })
  requestHash!: string;

  @Column({ name: 'turn_no', type: 'integer' })
  turnNo!: number;

  @Column({ name: 'http_status', type: 'integer' })
  httpStatus!: number;

  @Column({ name: 'response_text', type: 'text' })
  responseText!: string;

  @Column({ name: 'created_at', type: 'timestamptz', default: currentTime })
  createdAt!: Date;
}
