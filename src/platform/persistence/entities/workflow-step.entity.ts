import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { ConversationEntity } from './conversation.entity.js';
import { TenantColumn } from './tenant-column.js';

const PRIMARY_KEY = 'pk_ce_workflow_step';

/** A step of a run, written before it begins. Times are epoch milliseconds. */
@Entity('ce_workflow_step')
@Check('ck_ce_workflow_step_kind', `kind IN ('WORK', 'SLEEP', 'SIGNAL', 'APPROVAL', 'CHILD')`)
@Check(
  'ck_ce_workflow_step_status',
  `status IN ('RUNNING', 'WAITING', 'DONE', 'FAILED', 'UNDOING', 'UNDONE', 'IN_DOUBT')`,
)
@Index('ix_ce_workflow_step_asking', ['startedAtMs'], { where: `kind = 'APPROVAL' AND status = 'WAITING'` })
export class WorkflowStepEntity {
  @PrimaryColumn({ name: 'conversation_id', type: 'uuid', primaryKeyConstraintName: PRIMARY_KEY })
  @ForeignKey(() => ConversationEntity, { name: 'fk_ce_workflow_step_conversation', onDelete: 'CASCADE' })
  conversationId!: string;

  @TenantColumn()
  tenantId!: string;

  @PrimaryColumn({ name: 'run_id', type: 'text', primaryKeyConstraintName: PRIMARY_KEY })
  runId!: string;

  @PrimaryColumn({ name: 'step', type: 'text', primaryKeyConstraintName: PRIMARY_KEY })
  step!: string;

  /** In the order they began, from 0 on. */
  @Column({ name: 'step_no', type: 'integer' })
  stepNo!: number;

  @Column({ name: 'kind', type: 'text', default: 'WORK' })
  kind!: string;

  @Column({ name: 'status', type: 'text' })
  status!: string;

  /** 1 where it says how it is undone. */
  @Column({ name: 'undoable', type: 'integer', default: 0 })
  undoable!: number;

  /** How often it was begun. */
  @Column({ name: 'attempts', type: 'integer', default: 1 })
  attempts!: number;

  /** `{ "result": … }` */
  @Column({ name: 'result_json', type: 'jsonb', nullable: true })
  resultJson!: unknown;

  /** 1 where users may read that. */
  @Column({ name: 'error_shown', type: 'integer', default: 0 })
  errorShown!: number;

  @Column({ name: 'error_text', type: 'text', nullable: true })
  errorText!: string | null;

  /** When it waits no longer. */
  @Column({ name: 'due_at_ms', type: 'bigint', nullable: true })
  dueAtMs!: number | null;

  @Column({ name: 'started_at_ms', type: 'bigint' })
  startedAtMs!: number;

  @Column({ name: 'ended_at_ms', type: 'bigint', nullable: true })
  endedAtMs!: number | null;
}
