import { Check, Column, Entity, Index, PrimaryGeneratedColumn, Unique } from 'typeorm';
import { currentTime } from '../portable-types.js';
import { FlowTenantColumn } from './tenant-column.js';

/** A tool, the group that runs it, and where it is offered. */
@Entity('ce_mcp_tool')
@Unique('uq_ce_mcp_tool_code', ['toolCode'])
@Check('ck_ce_mcp_tool_side_effect', `side_effect IN ('READ', 'WRITE')`)
@Check('ck_ce_mcp_tool_risk', `risk IN ('LOW', 'MEDIUM', 'HIGH')`)
@Check('ck_ce_mcp_tool_execution_policy', `execution_policy IN ('at-most-once', 'idempotent')`)
@Index('ix_ce_mcp_tool_lookup', ['enabled', 'intentCode', 'stateCode', 'toolGroup', 'toolCode'])
export class ToolEntity {
  @PrimaryGeneratedColumn('identity', {
    name: 'tool_id',
    type: 'bigint',
    generatedIdentity: 'BY DEFAULT',
    primaryKeyConstraintName: 'pk_ce_mcp_tool',
  })
  toolId!: number;

  @Column({ name: 'tool_code', type: 'text' })
  toolCode!: string;

  @Column({ name: 'tool_group', type: 'text' })
  toolGroup!: string;

  @Column({ name: 'intent_code', type: 'text' })
  intentCode!: string;

  @Column({ name: 'state_code', type: 'text' })
  stateCode!: string;

  @Column({ name: 'enabled', type: 'boolean', default: true })
  enabled!: boolean;

  @Column({ name: 'description', type: 'text', nullable: true })
  description!: string | null;

  /** JSON Schema of the arguments: text on SQLite, an object on PostgreSQL; not validated yet. */
  @Column({ name: 'input_schema', type: 'jsonb', nullable: true })
  inputSchema!: unknown;

  /** JSON Schema of the result, in the same representation. */
  @Column({ name: 'output_schema', type: 'jsonb', nullable: true })
  outputSchema!: unknown;

  /** READ or WRITE; null when the row does not say. */
  @Column({ name: 'side_effect', type: 'text', nullable: true })
  sideEffect!: string | null;

  /** LOW, MEDIUM or HIGH; null when the row does not say. */
  @Column({ name: 'risk', type: 'text', nullable: true })
  risk!: string | null;

  /** at-most-once, or idempotent where the tool recognises a repeated key: what a crash in the middle of it means. */
  @Column({ name: 'execution_policy', type: 'text', default: 'at-most-once' })
  executionPolicy!: string;

  /** How strong a yes it needs: PLAIN, STRONG or TYPED; null: by its risk. */
  @Column({ name: 'consent', type: 'text', nullable: true })
  consent!: string | null;

  @Column({ name: 'timeout_ms', type: 'integer', nullable: true })
  timeoutMs!: number | null;

  /** How the result is shaped for whoever reads it, in the same representation as `inputSchema`; null: as it is. */
  @Column({ name: 'transform_json', type: 'jsonb', nullable: true })
  transformJson!: unknown;

  @Column({ name: 'created_at', type: 'timestamptz', default: currentTime })
  createdAt!: Date;

  @FlowTenantColumn()
  tenantId?: string;
}
