import { Check, Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';
import { currentTime } from '../portable-types.js';
import { FlowTenantColumn } from './tenant-column.js';

/** An action that an intent and state can propose to the user, and the handler methods that carry it out. */
@Entity('ce_pending_action')
@Check('ck_ce_pending_action_execution_policy', `execution_policy IN ('at-most-once', 'idempotent', 'transactional')`)
@Index('ix_ce_pending_action_lookup', ['enabled', 'actionKey', 'intentCode', 'stateCode', 'priority'])
export class PendingActionEntity {
  @PrimaryGeneratedColumn('identity', {
    name: 'pending_action_id',
    type: 'bigint',
    generatedIdentity: 'BY DEFAULT',
    primaryKeyConstraintName: 'pk_ce_pending_action',
  })
  pendingActionId!: number;

  @Column({ name: 'intent_code', type: 'text' })
  intentCode!: string;

  @Column({ name: 'state_code', type: 'text' })
  stateCode!: string;

  @Column({ name: 'action_key', type: 'text' })
  actionKey!: string;

  @Column({ name: 'bean_name', type: 'text' })
  beanName!: string;

  /** Comma-separated, run in this order. */
  @Column({ name: 'method_names', type: 'text' })
  methodNames!: string;

  @Column({ name: 'priority', type: 'integer', default: 100 })
  priority!: number;

  @Column({ name: 'enabled', type: 'boolean', default: true })
  enabled!: boolean;

  @Column({ name: 'description', type: 'text', nullable: true })
  description!: string | null;

  /** What may happen when an execution was interrupted: at-most-once, idempotent or transactional. */
  @Column({ name: 'execution_policy', type: 'text', default: 'at-most-once' })
  executionPolicy!: string;

  /** LOW, MEDIUM or HIGH; null where the row does not say. */
  @Column({ name: 'risk', type: 'text', nullable: true })
  risk!: string | null;

  /** How strong a yes it needs: PLAIN, STRONG or TYPED; null: by its risk. */
  @Column({ name: 'consent', type: 'text', nullable: true })
  consent!: string | null;

  @Column({ name: 'timeout_ms', type: 'integer', nullable: true })
  timeoutMs!: number | null;

  /** Turns after which its question expires, 0 for never; null: as configured. */
  @Column({ name: 'ttl_turns', type: 'integer', nullable: true })
  ttlTurns!: number | null;

  /** The same in minutes. */
  @Column({ name: 'ttl_minutes', type: 'integer', nullable: true })
  ttlMinutes!: number | null;

  /** How often it is begun at most, where it is idempotent; null: as configured. */
  @Column({ name: 'max_attempts', type: 'integer', nullable: true })
  maxAttempts!: number | null;

  @Column({ name: 'created_at', type: 'timestamptz', default: currentTime })
  createdAt!: Date;

  @FlowTenantColumn()
  tenantId?: string;
}
