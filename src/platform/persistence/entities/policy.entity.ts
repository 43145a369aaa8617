import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';
import { currentTime } from '../portable-types.js';
import { FlowTenantColumn } from './tenant-column.js';

/** Words that end the turn at once with a fixed answer, whatever the intent and state. */
@Entity('ce_policy')
@Index('ix_ce_policy_lookup', ['enabled', 'priority'])
export class PolicyEntity {
  @PrimaryGeneratedColumn('identity', {
    name: 'policy_id',
    type: 'bigint',
    generatedIdentity: 'BY DEFAULT',
    primaryKeyConstraintName: 'pk_ce_policy',
  })
  policyId!: number;

  @Column({ name: 'rule_type', type: 'text' })
  ruleType!: string;

  @Column({ name: 'pattern', type: 'text' })
  pattern!: string;

  @Column({ name: 'response_text', type: 'text' })
  responseText!: string;

  @Column({ name: 'priority', type: 'integer', default: 10 })
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
