import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A process that serves this database, as it says of itself every few seconds. */
@Entity('ce_process')
export class ProcessEntity {
  /** Another one with each start. */
  @PrimaryColumn({ name: 'process_id', type: 'text', primaryKeyConstraintName: 'pk_ce_process' })
  processId!: string;

  @Column({ name: 'host', type: 'text' })
  host!: string;

  @Column({ name: 'pid', type: 'integer' })
  pid!: number;

  @Column({ name: 'version', type: 'text' })
  version!: string;

  @Column({ name: 'started_at_ms', type: 'bigint' })
  startedAtMs!: number;

  /** Its last sign of life. */
  @Column({ name: 'seen_at_ms', type: 'bigint' })
  seenAtMs!: number;

  /** How far the clock of its machine is ahead of the service's time. */
  @Column({ name: 'clock_ahead_ms', type: 'bigint' })
  clockAheadMs!: number;

  /** SHA-256 of the files of tools and languages that it reads; null where it has not looked. */
  @Column({ name: 'files_hash', type: 'text', nullable: true })
  filesHash!: string | null;
}
