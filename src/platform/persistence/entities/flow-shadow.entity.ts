import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { ConversationEntity } from './conversation.entity.js';
import { TenantColumn } from './tenant-column.js';

/** A flow that answers beside the one that runs, and is heard by nobody. Times are epoch milliseconds. */
@Entity('ce_flow_shadow')
@Check('ck_ce_flow_shadow_why', `ended_why IN ('STOPPED', 'FLOW_CHANGED', 'TOO_SLOW', 'NOT_USABLE')`)
export class FlowShadowEntity {
  /** Counted from 1 without gaps: of two that are started at once, one is refused. */
  @PrimaryColumn({ name: 'shadow_no', type: 'bigint', primaryKeyConstraintName: 'pk_ce_flow_shadow' })
  shadowNo!: number;

  /** The version of the flow that it is beside. */
  @Column({ name: 'base_version_id', type: 'bigint' })
  baseVersionId!: number;

  /** Of the conversations: above 0, at most 1. */
  @Column({ name: 'share', type: 'double precision' })
  share!: number;

  /** Each row of that version that is another one here, before and after. */
  @Column({ name: 'changes_json', type: 'json' })
  changesJson!: unknown;

  @Column({ name: 'started_at_ms', type: 'bigint' })
  startedAtMs!: number;

  @Column({ name: 'started_by', type: 'text' })
  startedBy!: string;

  @Column({ name: 'note', type: 'text' })
  note!: string;

  /** Null while it goes on. */
  @Column({ name: 'ended_at_ms', type: 'bigint', nullable: true })
  endedAtMs!: number | null;

  /** Null where it ended by itself. */
  @Column({ name: 'ended_by', type: 'text', nullable: true })
  endedBy!: string | null;

  @Column({ name: 'ended_why', type: 'text', nullable: true })
  endedWhy!: string | null;

  /** Turns that were answered by both. */
  @Column({ name: 'compared', type: 'bigint', default: 0 })
  compared!: number;

  @Column({ name: 'differing', type: 'bigint', default: 0 })
  differing!: number;

  /** Turns that were left out because too many waited. */
  @Column({ name: 'dropped', type: 'bigint', default: 0 })
  dropped!: number;

  /** Turns that could not be compared. */
  @Column({ name: 'failed', type: 'bigint', default: 0 })
  failed!: number;
}

const WAY_KEY = 'pk_ce_flow_shadow_way';

/** A way in which turns of a shadow differ, for one reason, and how many do. */
@Entity('ce_flow_shadow_way')
@Check('ck_ce_flow_shadow_way_reason', `reason IN ('ROW', 'TOGETHER', 'NOT_TRIED', 'NOT_BY_ROWS')`)
export class FlowShadowWayEntity {
  @PrimaryColumn({ name: 'shadow_no', type: 'bigint', primaryKeyConstraintName: WAY_KEY })
  shadowNo!: number;

  /** SHA-256 of reason, change and way. */
  @PrimaryColumn({ name: 'way_hash', type: 'text', primaryKeyConstraintName: WAY_KEY })
  wayHash!: string;

  @Column({ name: 'reason', type: 'text' })
  reason!: string;

  /** Which of the changes is the reason, from 0 on; null for other reasons than ROW. */
  @Column({ name: 'change_no', type: 'integer', nullable: true })
  changeNo!: number | null;

  /** Without words of anybody. */
  @Column({ name: 'way_json', type: 'json' })
  wayJson!: unknown;

  @Column({ name: 'turns', type: 'bigint' })
  turns!: number;
}

const EXAMPLE_KEY = 'pk_ce_flow_shadow_example';

/** A turn that differs, with what was said: it goes with its conversation. */
@Entity('ce_flow_shadow_example')
@Index('ix_ce_flow_shadow_example_shadow', ['shadowNo'])
export class FlowShadowExampleEntity {
  @PrimaryColumn({ name: 'conversation_id', type: 'uuid', primaryKeyConstraintName: EXAMPLE_KEY })
  @ForeignKey(() => ConversationEntity, { name: 'fk_ce_flow_shadow_example_conversation', onDelete: 'CASCADE' })
  conversationId!: string;

  @TenantColumn()
  tenantId!: string;

  @PrimaryColumn({ name: 'shadow_no', type: 'bigint', primaryKeyConstraintName: EXAMPLE_KEY })
  shadowNo!: number;

  @PrimaryColumn({ name: 'way_hash', type: 'text', primaryKeyConstraintName: EXAMPLE_KEY })
  wayHash!: string;

  @PrimaryColumn({ name: 'turn_no', type: 'integer', primaryKeyConstraintName: EXAMPLE_KEY })
  turnNo!: number;

  /** The message, and both sides of each difference. */
  @Column({ name: 'example_json', type: 'jsonb' })
  exampleJson!: unknown;
}
