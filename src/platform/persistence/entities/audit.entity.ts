import { Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import { currentTime } from '../portable-types.js';
import { ConversationEntity } from './conversation.entity.js';

const PRIMARY_KEY = 'pk_ce_audit';

/** One thing that happened in a turn; appended, never rewritten. */
@Entity('ce_audit')
export class AuditEntity {
  @PrimaryColumn({ name: 'conversation_id', type: 'uuid', primaryKeyConstraintName: PRIMARY_KEY })
  @ForeignKey(() => ConversationEntity, { name: 'fk_ce_audit_conversation', onDelete: 'CASCADE' })
  conversationId!: string;

  /** Counts up within the conversation; the engine assigns it. */
  @PrimaryColumn({ name: 'audit_id', type: 'bigint', primaryKeyConstraintName: PRIMARY_KEY })
  auditId!: number;

  @Column({ name: 'turn_no', type: 'integer' })
  turnNo!: number;

  @Column({ name: 'stage', type: 'text' })
  stage!: string;

  @Column({ name: 'payload_json', type: 'jsonb' })
  payloadJson!: unknown;

  @Column({ name: 'created_at', type: 'timestamptz', default: currentTime })
  createdAt!: Date;
}
