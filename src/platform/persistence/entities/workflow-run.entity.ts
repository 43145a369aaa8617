import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { ConversationEntity } from './conversation.entity.js';
import { TenantColumn } from './tenant-column.js';

const PRIMARY_KEY = 'pk_ce_workflow_run';

/** A run of a workflow, written before it begins. Times are epoch milliseconds. */
@Entity('ce_workflow_run')
@Check(
  'ck_ce_workflow_run_status',
  `status IN ('RUNNING', 'WAITING', 'HELD', 'DONE', 'FAILED', 'CANCELLED', 'INTERRUPTED')`,
)
@Index('ix_ce_workflow_run_due', ['dueAtMs'], { where: 'due_at_ms IS NOT NULL' })
@Index('ix_ce_workflow_run_unrecorded', ['startedAtMs'], { where: 'unrecorded IS NOT NULL' })
@Index('ix_ce_workflow_run_held', ['startedAtMs'], { where: `status = 'HELD'` })
export class WorkflowRunEntity {
  @PrimaryColumn({ name: 'conversation_id', type: 'uuid', primaryKeyConstraintName: PRIMARY_KEY })
  @ForeignKey(() => ConversationEntity, { name: 'fk_ce_workflow_run_conversation', onDelete: 'CASCADE' })
  conversationId!: string;

  @TenantColumn()
  tenantId!: string;

  /** The idempotency key of the confirmed action. */
  @PrimaryColumn({ name: 'run_id', type: 'text', primaryKeyConstraintName: PRIMARY_KEY })
  runId!: string;

  @Column({ name: 'workflow', type: 'text' })
  workflow!: string;

  /** Of the handler that it began on, and stays on. */
  @Column({ name: 'version', type: 'text', default: '' })
  version!: string;

  /** What it does, of a playbook; null where that is a function of the process. */
  @Column({ name: 'definition_json', type: 'text', nullable: true })
  definitionJson!: string | null;

  /** The run that it is a step of; null where a consent has started it. */
  @Column({ name: 'parent_run_id', type: 'text', nullable: true })
  parentRunId!: string | null;

  /** The names of the workflows that it may start, as JSON: those that the question has named. */
  @Column({ name: 'children_json', type: 'text', nullable: true })
  childrenJson!: string | null;

  @Column({ name: 'arguments_json', type: 'jsonb' })
  argumentsJson!: unknown;

  @Column({ name: 'status', type: 'text' })
  status!: string;

  /** Who works on it: a name made anew each time that somebody takes it. */
  @Column({ name: 'lease_owner', type: 'text', nullable: true })
  leaseOwner!: string | null;

  /** When somebody has to look at it: at work, the end of its lease; waiting, when it wakes. Null for a run that ends with its process. */
  @Column({ name: 'due_at_ms', type: 'bigint', nullable: true })
  dueAtMs!: number | null;

  /** FAILED or CANCELLED, from when on its steps are undone. */
  @Column({ name: 'ends_as', type: 'text', nullable: true })
  endsAs!: string | null;

  /** How often it was told something: signals, cancellation. What waits does not fall asleep over one of them. */
  @Column({ name: 'told_count', type: 'integer', default: 0 })
  toldCount!: number;

  /** How often in a row a process ended over it. */
  @Column({ name: 'takeovers', type: 'integer', default: 0 })
  takeovers!: number;

  /** `{ "result": … }` */
  @Column({ name: 'result_json', type: 'jsonb', nullable: true })
  resultJson!: unknown;

  /** 1 where users may read that. */
  @Column({ name: 'error_shown', type: 'integer', default: 0 })
  errorShown!: number;

  @Column({ name: 'error_text', type: 'text', nullable: true })
  errorText!: string | null;

  @Column({ name: 'started_at_ms', type: 'bigint' })
  startedAtMs!: number;

  /** A run that ends with its process, and is RUNNING after this, was left by one that ended. */
  @Column({ name: 'deadline_ms', type: 'bigint' })
  deadlineMs!: number;

  @Column({ name: 'ended_at_ms', type: 'bigint', nullable: true })
  endedAtMs!: number | null;

  /** When the user was told how it ended. */
  @Column({ name: 'told_at_ms', type: 'bigint', nullable: true })
  toldAtMs!: number | null;

  /** What became of it and is not in the audit yet: how it ended, or HELD. */
  @Column({ name: 'unrecorded', type: 'text', nullable: true })
  unrecorded!: string | null;
}
