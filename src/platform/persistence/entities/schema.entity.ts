import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';
import { FlowTenantColumn } from './tenant-column.js';

/** The JSON Schema of what an intent has to learn from the user in a state. */
@Entity('ce_output_schema')
@Index('ix_ce_output_schema_lookup', ['intentCode', 'stateCode', 'schemaType', 'enabled', 'priority'])
export class SchemaEntity {
  @PrimaryGeneratedColumn('identity', {
    name: 'schema_id',
    type: 'bigint',
    generatedIdentity: 'BY DEFAULT',
    primaryKeyConstraintName: 'pk_ce_output_schema',
  })
  schemaId!: number;

  @Column({ name: 'intent_code', type: 'text' })
  intentCode!: string;

  @Column({ name: 'state_code', type: 'text' })
  stateCode!: string;

  @Column({ name: 'schema_type', type: 'text', default: 'SCHEMA_JSON' })
  schemaType!: string;

  /** Text on SQLite, an object on PostgreSQL; not validated yet. */
  @Column({ name: 'json_schema', type: 'jsonb' })
  jsonSchema!: unknown;

  @Column({ name: 'description', type: 'text', nullable: true })
  description!: string | null;

  @Column({ name: 'enabled', type: 'boolean', default: true })
  enabled!: boolean;

  @Column({ name: 'priority', type: 'integer' })
  priority!: number;

  @FlowTenantColumn()
  tenantId?: string;
}
