import { Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import { currentTime } from '../portable-types.js';
import { ConversationEntity } from './conversation.entity.js';
import { TenantColumn } from './tenant-column.js';

const PRIMARY_KEY = 'pk_ce_conversation_history';

/** What was said in one turn, by both sides. */
@Entity('ce_conversation_history')
export class ConversationHistoryEntity {
  @PrimaryColumn({ name: 'conversation_id', type: 'uuid', primaryKeyConstraintName: PRIMARY_KEY })
  @ForeignKey(() => ConversationEntity, { name: 'fk_ce_conversation_history_conversation', onDelete: 'CASCADE' })
  conversationId!: string;

  @TenantColumn()
  tenantId!: string;

  @PrimaryColumn({ name: 'turn_no', type: 'integer', primaryKeyConstraintName: PRIMARY_KEY })
  turnNo!: number;

  @Column({ name: 'user_input', type: 'text' })
  userInput!: string;

  @Column({ name: 'assistant_output', type: 'jsonb', nullable: true })
  assistantOutput!: unknown;

  @Column({ name: 'created_at', type: 'timestamptz', default: currentTime })
  createdAt!: Date;

  @Column({ name: 'modified_at', type: 'timestamptz', default: currentTime })
  modifiedAt!: Date;
}
