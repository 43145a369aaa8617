import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** A browser that has signed in: whoever reads this table cannot use what stands in it. */
@Entity('ce_browser_session')
export class BrowserSessionEntity {
  /** SHA-256 of what the browser has, as hex. */
  @PrimaryColumn({ name: 'session_hash', type: 'text', primaryKeyConstraintName: 'pk_ce_browser_session' })
  sessionHash!: string;

  /** The `sub` of whoever has signed in, as `nameAmongAll` writes it; empty for a session of keys. */
  @Column({ name: 'subject', type: 'text' })
  subject!: string;

  /** Who it is and what they may, encrypted with what the browser has. */
  @Column({ name: 'sealed', type: 'text' })
  sealed!: string;

  @Column({ name: 'created_at_ms', type: 'bigint' })
  createdAtMs!: number;

  /** To the minute. */
  @Column({ name: 'used_at_ms', type: 'bigint' })
  usedAtMs!: number;

  @Index('ix_ce_browser_session_ends')
  @Column({ name: 'ends_at_ms', type: 'bigint' })
  endsAtMs!: number;
}
