import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';
import { currentTime } from '../portable-types.js';
import { FlowTenantColumn } from './tenant-column.js';

/** Which container of which page an intent and state fills, and from which input parameter. */
@Entity('ce_container_config')
@Index('ix_ce_container_config_lookup', ['intentCode', 'stateCode', 'enabled', 'priority'])
export class ContainerEntity {
  @PrimaryGeneratedColumn('identity', {
    name: 'id',
    type: 'bigint',
    generatedIdentity: 'BY DEFAULT',
    primaryKeyConstraintName: 'pk_ce_container_config',
  })
  id!: number;

  @Column({ name: 'intent_code', type: 'text' })
  intentCode!: string;

  @Column({ name: 'state_code', type: 'text' })
  stateCode!: string;

  @Column({ name: 'page_id', type: 'integer' })
  pageId!: number;

  @Column({ name: 'section_id', type: 'integer' })
  sectionId!: number;

  @Column({ name: 'container_id', type: 'integer' })
  containerId!: number;

  @Column({ name: 'input_param_name', type: 'text' })
  inputParamName!: string;

  @Column({ name: 'priority', type: 'integer', default: 1 })
  priority!: number;

  @Column({ name: 'enabled', type: 'boolean', default: true })
  enabled!: boolean;

  @Column({ name: 'created_at', type: 'timestamptz', default: currentTime })
  createdAt!: Date;

  @FlowTenantColumn()
  tenantId?: string;
}
