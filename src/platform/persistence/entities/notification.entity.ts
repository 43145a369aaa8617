import { Check, Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import { ConversationEntity } from './conversation.entity.js';
import { TenantColumn } from './tenant-column.js';

const PRIMARY_KEY = 'pk_ce_notification';

/** A message that a NOTIFICATION tool sent, or tried to; written before it is sent. Times are epoch milliseconds. */
@Entity('ce_notification')
@Check('ck_ce_notification_status', `status IN ('SENDING', 'SENT', 'FAILED')`)
export class NotificationEntity {
  @PrimaryColumn({ name: 'conversation_id', type: 'uuid', primaryKeyConstraintName: PRIMARY_KEY })
  @ForeignKey(() => ConversationEntity, { name: 'fk_ce_notification_conversation', onDelete: 'CASCADE' })
  conversationId!: string;

  @TenantColumn()
  tenantId!: string;

  /** Of the confirmed action. */
  @PrimaryColumn({ name: 'idempotency_key', type: 'text', primaryKeyConstraintName: PRIMARY_KEY })
  idempotencyKey!: string;

  @Column({ name: 'channel', type: 'text' })
  channel!: string;

  @Column({ name: 'template', type: 'text' })
  template!: string;

  @Column({ name: 'recipients_json', type: 'jsonb' })
  recipientsJson!: unknown;

  /** SENDING is also what a crash leaves behind: nobody knows then. */
  @Column({ name: 'status', type: 'text' })
  status!: string;

  /** What receivers recognise a repetition by. */
  @Column({ name: 'message_id', type: 'text' })
  messageId!: string;

  @Column({ name: 'error_text', type: 'text', nullable: true })
  errorText!: string | null;

  @Column({ name: 'created_at_ms', type: 'bigint' })
  createdAtMs!: number;

  @Column({ name: 'sent_at_ms', type: 'bigint', nullable: true })
  sentAtMs!: number | null;
}
