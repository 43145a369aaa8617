import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { currentTime } from '../portable-types.js';
import { ConversationEntity } from './conversation.entity.js';
import { TenantColumn } from './tenant-column.js';

const PRIMARY_KEY = 'pk_ce_turn_record';

/**
 * What was recorded of one turn, or of work beside turns; appended, never rewritten. The view `ce_audit` shows each event
 * as a row, together with those that versions before this table have recorded.
 */
@Entity('ce_turn_record')
@Index('ix_ce_turn_record_failed', ['createdAt'], { where: 'error_code IS NOT NULL' })
export class TurnRecordEntity {
  @PrimaryColumn({ name: 'conversation_id', type: 'uuid', primaryKeyConstraintName: PRIMARY_KEY })
  @ForeignKey(() => ConversationEntity, { name: 'fk_ce_turn_record_conversation', onDelete: 'CASCADE' })
  conversationId!: string;

  @TenantColumn()
  tenantId!: string;

  /** Events are counted within the conversation; this record holds those from `firstAuditId` to here. */
  @PrimaryColumn({ name: 'last_audit_id', type: 'bigint', primaryKeyConstraintName: PRIMARY_KEY })
  lastAuditId!: number;

  @Column({ name: 'first_audit_id', type: 'bigint' })
  firstAuditId!: number;

  @Column({ name: 'turn_no', type: 'integer' })
  turnNo!: number;

  /** When the first event happened. */
  @Column({ name: 'created_at', type: 'timestamptz', default: currentTime })
  createdAt!: Date;

  /** Where the turn ended; null for work beside turns. */
  @Column({ name: 'intent_code', type: 'text', nullable: true })
  intentCode!: string | null;

  @Column({ name: 'state_code', type: 'text', nullable: true })
  stateCode!: string | null;

  /** Why the turn failed; null where it did not. */
  @Column({ name: 'error_code', type: 'text', nullable: true })
  errorCode!: string | null;

  @Column({ name: 'duration_ms', type: 'integer', nullable: true })
  durationMs!: number | null;

  /** Who spoke, such as `USER` or `AGENT:crm`. */
  @Column({ name: 'principal', type: 'text', nullable: true })
  principal!: string | null;

  /** `record_hash` of the conversation's record before this one; null for its first. */
  @Column({ name: 'previous_hash', type: 'text', nullable: true })
  previousHash!: string | null;

  /** SHA-256 of everything else in this row but whose it is. */
  @Column({ name: 'record_hash', type: 'text' })
  recordHash!: string;

  /** As `src/platform/audit/turn-record.ts` writes them. */
  @Column({ name: 'events_json', type: 'json' })
  eventsJson!: unknown;
}
