import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';
import { currentTime } from '../portable-types.js';
import { FlowTenantColumn } from './tenant-column.js';

/** When a phase of the turn finds this pattern, it does this action. */
@Entity('ce_rule')
@Index('ix_ce_rule_lookup', ['enabled', 'phase', 'stateCode', 'priority'])
export class RuleEntity {
  @PrimaryGeneratedColumn('identity', {
    name: 'rule_id',
    type: 'bigint',
    generatedIdentity: 'BY DEFAULT',
    primaryKeyConstraintName: 'pk_ce_rule',
  })
  ruleId!: number;

  @Column({ name: 'phase', type: 'text', default: 'PRE_RESPONSE_RESOLUTION' })
  phase!: string;

  @Column({ name: 'intent_code', type: 'text' })
  intentCode!: string;

  @Column({ name: 'state_code', type: 'text' })
  stateCode!: string;

  /** EXACT, REGEX or JSON_PATH. */
  @Column({ name: 'rule_type', type: 'text' })
  ruleType!: string;

  @Column({ name: 'match_pattern', type: 'text' })
  matchPattern!: string;

  @Column({ name: 'action', type: 'text' })
  action!: string;

  @Column({ name: 'action_value', type: 'text', nullable: true })
  actionValue!: string | null;

  @Column({ name: 'priority', type: 'integer', default: 100 })
  priority!: number;

  @Column({ name: 'enabled', type: 'boolean', default: true })
  enabled!: boolean;

  @Column({ name: 'description', type: 'text', nullable: true })
  description!: string | null;

  @Column({ name: 'created_at', type: 'timestamptz', default: currentTime })
  createdAt!: Date;

  @FlowTenantColumn()
  tenantId?: string;
}
