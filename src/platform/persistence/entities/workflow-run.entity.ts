import { Check, Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import { ConversationEntity } from './conversation.entity.js';

const PRIMARY_KEY = 'pk_ce_workflow_run';

/** A run of a workflow, written before it begins. Times are epoch milliseconds. */
@Entity('ce_workflow_run')
@Check('ck_ce_workflow_run_status', `status IN ('RUNNING', 'DONE', 'FAILED', 'CANCELLED', 'INTERRUPTED')`)
export class WorkflowRunEntity {
  @PrimaryColumn({ name: 'conversation_id', type: 'uuid', primaryKeyConstraintName: PRIMARY_KEY })
  @ForeignKey(() => ConversationEntity, { name: 'fk_ce_workflow_run_conversation', onDelete: 'CASCADE' })
  conversationId!: string;

  /** The idempotency key of the confirmed action. */
  @PrimaryColumn({ name: 'run_id', type: 'text', primaryKeyConstraintName: PRIMARY_KEY })
  runId!: string;

  @Column({ name: 'workflow', type: 'text' })
  workflow!: string;

  @Column({ name: 'arguments_json', type: 'jsonb' })
  argumentsJson!: unknown;

  @Column({ name: 'status', type: 'text' })
  status!: string;

  /** `{ "result": … }` */
  @Column({ name: 'result_json', type: 'jsonb', nullable: true })
  resultJson!: unknown;

  @Column({ name: 'error_text', type: 'text', nullable: true })
  errorText!: string | null;

  @Column({ name: 'started_at_ms', type: 'bigint' })
  startedAtMs!: number;

  /** A run that is RUNNING after this was left by a process that ended. */
  @Column({ name: 'deadline_ms', type: 'bigint' })
  deadlineMs!: number;

  @Column({ name: 'ended_at_ms', type: 'bigint', nullable: true })
  endedAtMs!: number | null;
}
