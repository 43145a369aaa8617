import { Column, Entity, PrimaryColumn } from 'typeorm';

/** An API key, as far as it is stored: whoever reads this table cannot use what stands in it. */
@Entity('ce_api_key')
export class ApiKeyEntity {
  /** The part of the key that may be shown. */
  @PrimaryColumn({ name: 'key_id', type: 'text', primaryKeyConstraintName: 'pk_ce_api_key' })
  keyId!: string;

  /** SHA-256 of the whole key, as hex. */
  @Column({ name: 'key_hash', type: 'text' })
  keyHash!: string;

  /** Whom or what it is for: what is recorded of whoever carries it. */
  @Column({ name: 'name', type: 'text' })
  name!: string;

  @Column({ name: 'role', type: 'text' })
  role!: string;

  /** Whose requests it carries; null for the service's own tenant (`convengine.auth.tenant`). */
  @Column({ name: 'tenant_id', type: 'text', nullable: true })
  tenantId!: string | null;

  @Column({ name: 'created_at_ms', type: 'bigint' })
  createdAtMs!: number;

  /** Null where it does not run out. */
  @Column({ name: 'expires_at_ms', type: 'bigint', nullable: true })
  expiresAtMs!: number | null;

  @Column({ name: 'revoked_at_ms', type: 'bigint', nullable: true })
  revokedAtMs!: number | null;

  /** To the minute; null where it was never used. */
  @Column({ name: 'last_used_at_ms', type: 'bigint', nullable: true })
  lastUsedAtMs!: number | null;
}
