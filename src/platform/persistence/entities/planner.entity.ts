import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';
import { currentTime } from '../portable-types.js';
import { FlowTenantColumn } from './tenant-column.js';

/** The prompts of the tool planner in an intent and state. */
@Entity('ce_mcp_planner')
@Index('ix_ce_mcp_planner_lookup', ['enabled', 'intentCode', 'stateCode', 'plannerId'])
export class PlannerEntity {
  @PrimaryGeneratedColumn('identity', {
    name: 'planner_id',
    type: 'bigint',
    generatedIdentity: 'BY DEFAULT',
    primaryKeyConstraintName: 'pk_ce_mcp_planner',
  })
  plannerId!: number;

  @Column({ name: 'intent_code', type: 'text' })
  intentCode!: string;

  @Column({ name: 'state_code', type: 'text' })
  stateCode!: string;

  @Column({ name: 'system_prompt', type: 'text' })
  systemPrompt!: string;

  @Column({ name: 'user_prompt', type: 'text' })
  userPrompt!: string;

  @Column({ name: 'enabled', type: 'boolean', default: true })
  enabled!: boolean;

  @Column({ name: 'created_at', type: 'timestamptz', default: currentTime })
  createdAt!: Date;

  @FlowTenantColumn()
  tenantId?: string;
}
