import { Check, Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';
import { currentTime } from '../portable-types.js';
import { FlowTenantColumn } from './tenant-column.js';

/** The progress message that a stage of the turn sends while it runs. */
@Entity('ce_verbose')
@Check('ck_ce_verbose_intent_code', `trim(intent_code) <> ''`)
@Check('ck_ce_verbose_state_code', `trim(state_code) <> ''`)
@Check('ck_ce_verbose_step_match', `trim(step_match) <> ''`)
@Check('ck_ce_verbose_step_value', `trim(step_value) <> ''`)
@Check('ck_ce_verbose_determinant', `trim(determinant) <> ''`)
@Index('ix_ce_verbose_lookup', [
  'enabled',
  'intentCode',
  'stateCode',
  'stepMatch',
  'stepValue',
  'determinant',
  'ruleId',
  'toolCode',
  'priority',
])
export class VerboseEntity {
  @PrimaryGeneratedColumn('identity', {
    name: 'verbose_id',
    type: 'bigint',
    generatedIdentity: 'BY DEFAULT',
    primaryKeyConstraintName: 'pk_ce_verbose',
  })
  verboseId!: number;

  @Column({ name: 'intent_code', type: 'text' })
  intentCode!: string;

  @Column({ name: 'state_code', type: 'text' })
  stateCode!: string;

  /** How `stepValue` is compared with the step's name: EXACT, REGEX or JSON_PATH. */
  @Column({ name: 'step_match', type: 'text', default: 'EXACT' })
  stepMatch!: string;

  @Column({ name: 'step_value', type: 'text' })
  stepValue!: string;

  @Column({ name: 'determinant', type: 'text' })
  determinant!: string;

  @Column({ name: 'rule_id', type: 'bigint', nullable: true })
  ruleId!: number | null;

  @Column({ name: 'tool_code', type: 'text', nullable: true })
  toolCode!: string | null;

  @Column({ name: 'message', type: 'text', nullable: true })
  message!: string | null;

  @Column({ name: 'error_message', type: 'text', nullable: true })
  errorMessage!: string | null;

  @Column({ name: 'priority', type: 'integer', default: 100 })
  priority!: number;

  @Column({ name: 'enabled', type: 'boolean', default: true })
  enabled!: boolean;

  @Column({ name: 'created_at', type: 'timestamptz', default: currentTime })
  createdAt!: Date;

  @FlowTenantColumn()
  tenantId?: string;
}
