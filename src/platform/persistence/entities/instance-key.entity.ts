import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A secret that the processes of one database share, made when the first of them started. */
@Entity('ce_instance_key')
export class InstanceKeyEntity {
  @PrimaryColumn({ name: 'key_name', type: 'text', primaryKeyConstraintName: 'pk_ce_instance_key' })
  keyName!: string;

  /** 32 random bytes in base64url. */
  @Column({ name: 'secret', type: 'text' })
  secret!: string;

  @Column({ name: 'created_at_ms', type: 'bigint' })
  createdAtMs!: number;
}
