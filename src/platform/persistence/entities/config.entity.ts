import { Column, Entity, PrimaryGeneratedColumn, Unique } from 'typeorm';
import { currentTime } from '../portable-types.js';
import { FlowTenantColumn } from './tenant-column.js';

/** A setting of one pipeline step, under the step's class name; each value is text. */
@Entity('ce_config')
@Unique('uq_ce_config_type_key', ['configType', 'configKey'])
export class ConfigEntity {
  @PrimaryGeneratedColumn('identity', {
    name: 'config_id',
    type: 'bigint',
    generatedIdentity: 'BY DEFAULT',
    primaryKeyConstraintName: 'pk_ce_config',
  })
  configId!: number;

  @Column({ name: 'config_type', type: 'text' })
  configType!: string;

  @Column({ name: 'config_key', type: 'text' })
  configKey!: string;

  @Column({ name: 'config_value', type: 'text' })
  configValue!: string;

  @Column({ name: 'enabled', type: 'boolean', default: true })
  enabled!: boolean;

  @Column({ name: 'created_at', type: 'timestamptz', default: currentTime })
  createdAt!: Date;

  @FlowTenantColumn()
  tenantId?: string;
}
