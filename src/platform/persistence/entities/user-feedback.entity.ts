import { Column, Entity, ForeignKey, PrimaryColumn, Unique } from 'typeorm';
import { currentTime } from '../portable-types.js';
import { ConversationEntity } from './conversation.entity.js';
import { TenantColumn } from './tenant-column.js';

const PRIMARY_KEY = 'pk_ce_mcp_user_feedback';

/** What a user thought of one answer. */
@Entity('ce_mcp_user_feedback')
@Unique('uq_ce_mcp_user_feedback_message', ['conversationId', 'messageId'])
export class UserFeedbackEntity {
  @PrimaryColumn({ name: 'conversation_id', type: 'uuid', primaryKeyConstraintName: PRIMARY_KEY })
  @ForeignKey(() => ConversationEntity, { name: 'fk_ce_mcp_user_feedback_conversation', onDelete: 'CASCADE' })
  conversationId!: string;

  @TenantColumn()
  tenantId!: string;

  @PrimaryColumn({ name: 'feedback_id', type: 'uuid', primaryKeyConstraintName: PRIMARY_KEY })
  feedbackId!: string;

  @Column({ name: 'feedback_type', type: 'varchar', length: 32 })
  feedbackType!: string;

  /** The client's id of the answer; one opinion each. */
  @Column({ name: 'message_id', type: 'varchar', length: 128, nullable: true })
  messageId!: string | null;

  @Column({ name: 'intent_code', type: 'text', nullable: true })
  intentCode!: string | null;

  @Column({ name: 'state_code', type: 'text', nullable: true })
  stateCode!: string | null;

  @Column({ name: 'user_query', type: 'text', nullable: true })
  userQuery!: string | null;

  @Column({ name: 'assistant_response', type: 'text', nullable: true })
  assistantResponse!: string | null;

  @Column({ name: 'metadata_json', type: 'jsonb', nullable: true })
  metadataJson!: unknown;

  @Column({ name: 'created_at', type: 'timestamptz', default: currentTime })
  createdAt!: Date;
}
