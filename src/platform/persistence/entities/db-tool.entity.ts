import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { currentTime } from '../portable-types.js';
import { FlowTenantColumn } from './tenant-column.js';
import { ToolEntity } from './tool.entity.js';

/** The SQL of a tool of group DB; one row per such tool. */
@Entity('ce_mcp_db_tool')
@Index('ix_ce_mcp_db_tool_dialect', ['dialect'])
export class DbToolEntity {
  @PrimaryColumn({ name: 'tool_id', type: 'bigint', primaryKeyConstraintName: 'pk_ce_mcp_db_tool' })
  @ForeignKey(() => ToolEntity, { name: 'fk_ce_mcp_db_tool_tool', onDelete: 'CASCADE' })
  toolId!: number;

  @Column({ name: 'dialect', type: 'text', default: 'POSTGRES' })
  dialect!: string;

  @Column({ name: 'sql_template', type: 'text' })
  sqlTemplate!: string;

  /** JSON Schema of the parameters: text on SQLite, an object on PostgreSQL; not validated yet. */
  @Column({ name: 'param_schema', type: 'jsonb' })
  paramSchema!: unknown;

  @Column({ name: 'safe_mode', type: 'boolean', default: true })
  safeMode!: boolean;

  @Column({ name: 'max_rows', type: 'integer', default: 200 })
  maxRows!: number;

  @Column({ name: 'created_at', type: 'timestamptz', default: currentTime })
  createdAt!: Date;

  /** A map of identifier placeholder to allowed names, in the same representation as `paramSchema`. */
  @Column({ name: 'allowed_identifiers', type: 'jsonb', nullable: true })
  allowedIdentifiers!: unknown;

  @FlowTenantColumn()
  tenantId?: string;
}
