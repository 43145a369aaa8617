import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** How many requests somebody has sent in a minute, where `convengine.limits.per-minute` counts them. */
@Entity('ce_request_rate')
export class RequestRateEntity {
  /** What is counted, and for whom: `address:…`, `key:…`, `conversation:…`. */
  @PrimaryColumn({ name: 'key', type: 'text', primaryKeyConstraintName: 'pk_ce_request_rate' })
  key!: string;

  @Column({ name: 'points', type: 'integer', default: 0 })
  points!: number;

  /** When the minute is over, in milliseconds since 1970 UTC. */
  @Index('ix_ce_request_rate_expire')
  @Column({ name: 'expire', type: 'bigint', nullable: true })
  expire!: number | null;
}
