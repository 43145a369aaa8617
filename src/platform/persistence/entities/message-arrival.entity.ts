import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { TenantColumn } from './tenant-column.js';

const PRIMARY_KEY = 'pk_ce_message_arrival';

/** A message that had to wait or whose turn failed: in which order messages came, and what each of them can answer. */
@Entity('ce_message_arrival')
@Index('ix_ce_message_arrival_time', ['arrivedAtMs'])
export class MessageArrivalEntity {
  @PrimaryColumn({ name: 'conversation_id', type: 'uuid', primaryKeyConstraintName: PRIMARY_KEY })
  conversationId!: string;

  @TenantColumn()
  tenantId!: string;

  /** Counts up within the conversation. */
  @PrimaryColumn({ name: 'arrival_no', type: 'integer', primaryKeyConstraintName: PRIMARY_KEY })
  arrivalNo!: number;

  /** The process it came to, which keeps its own messages in order by itself. */
  @Column({ name: 'process', type: 'text' })
  process!: string;

  /** Recognises a repetition of the message. */
  @Column({ name: 'idempotency_key', type: 'text', nullable: true })
  idempotencyKey!: string | null;

  /** The newest turn whose reply could have been read when the message came. */
  @Column({ name: 'seen_turn', type: 'integer' })
  seenTurn!: number;

  /** Until when messages that came later let it go first; null once it does not wait any more. */
  @Column({ name: 'waits_until_ms', type: 'bigint', nullable: true })
  waitsUntilMs!: number | null;

  @Column({ name: 'arrived_at_ms', type: 'bigint' })
  arrivedAtMs!: number;
}
