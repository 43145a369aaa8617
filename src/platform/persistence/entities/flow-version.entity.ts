import { Check, Column, Entity, PrimaryColumn } from 'typeorm';
import { FlowTenantColumn } from './tenant-column.js';

/** The rows of the flow from one time on; appended, never rewritten. A turn's record names the version it ran on. */
@Entity('ce_flow_version')
@Check('ck_ce_flow_version_origin', `origin IN ('FOUND', 'SWITCH', 'UNDO')`)
export class FlowVersionEntity {
  /** Counted from 1 without gaps: of two that are made at once, one is refused. */
  @PrimaryColumn({ name: 'version_id', type: 'bigint', primaryKeyConstraintName: 'pk_ce_flow_version' })
  versionId!: number;

  /** FOUND: rows that were changed by SQL, and then loaded; SWITCH and UNDO: changed through the service. */
  @Column({ name: 'origin', type: 'text' })
  origin!: string;

  /** SHA-256 of all rows of the flow tables. */
  @Column({ name: 'rows_hash', type: 'text' })
  rowsHash!: string;

  @Column({ name: 'made_at_ms', type: 'bigint' })
  madeAtMs!: number;

  /** Who, and why; null where the rows were found. */
  @Column({ name: 'made_by', type: 'text', nullable: true })
  madeBy!: string | null;

  @Column({ name: 'note', type: 'text', nullable: true })
  note!: string | null;

  /** The version whose changes an UNDO took back. */
  @Column({ name: 'undone_version_id', type: 'bigint', nullable: true })
  undoneVersionId!: number | null;

  /** Each changed row before and after; null where that is not known. */
  @Column({ name: 'changes_json', type: 'json', nullable: true })
  changesJson!: unknown;

  @FlowTenantColumn()
  tenantId?: string;
}
