import { Check, Column, Entity, PrimaryColumn } from 'typeorm';

/** A file of tools or of a language before and after somebody changed it through the service. */
@Entity('ce_file_version')
@Check('ck_ce_file_version_origin', `origin IN ('SWITCH', 'UNDO')`)
@Check('ck_ce_file_version_kind', `kind IN ('CAPABILITY', 'LANGUAGE')`)
export class FileVersionEntity {
  /** Counted from 1, of all files together: of two that are made at once, one is refused. */
  @PrimaryColumn({ name: 'version_id', type: 'bigint', primaryKeyConstraintName: 'pk_ce_file_version' })
  versionId!: number;

  @Column({ name: 'origin', type: 'text' })
  origin!: string;

  @Column({ name: 'kind', type: 'text' })
  kind!: string;

  /** As the settings name it. */
  @Column({ name: 'folder', type: 'text' })
  folder!: string;

  @Column({ name: 'path', type: 'text' })
  path!: string;

  @Column({ name: 'made_at_ms', type: 'bigint' })
  madeAtMs!: number;

  @Column({ name: 'made_by', type: 'text' })
  madeBy!: string;

  @Column({ name: 'note', type: 'text' })
  note!: string;

  /** The machine whose file it was. */
  @Column({ name: 'host', type: 'text' })
  host!: string;

  /** The version that an UNDO took back. */
  @Column({ name: 'undone_version_id', type: 'bigint', nullable: true })
  undoneVersionId!: number | null;

  /** Null where there was no file. */
  @Column({ name: 'before_text', type: 'text', nullable: true })
  beforeText!: string | null;

  /** Null where the file was taken away. */
  @Column({ name: 'after_text', type: 'text', nullable: true })
  afterText!: string | null;
}
