import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { currentTime } from '../portable-types.js';
import { FlowTenantColumn } from './tenant-column.js';

/** Something a user can want. */
@Entity('ce_intent')
@Index('ix_ce_intent_lookup', ['enabled', 'priority', 'intentCode'])
export class IntentEntity {
  @PrimaryColumn({ name: 'intent_code', type: 'text', primaryKeyConstraintName: 'pk_ce_intent' })
  intentCode!: string;

  @Column({ name: 'description', type: 'text' })
  description!: string;

  @Column({ name: 'priority', type: 'integer', default: 100 })
  priority!: number;

  @Column({ name: 'enabled', type: 'boolean', default: true })
  enabled!: boolean;

  @Column({ name: 'created_at', type: 'timestamptz', default: currentTime })
  createdAt!: Date;

  @Column({ name: 'display_name', type: 'text', nullable: true })
  displayName!: string | null;

  /** What a model is told about the intent, beyond its description. */
  @Column({ name: 'llm_hint', type: 'text', nullable: true })
  llmHint!: string | null;

  @FlowTenantColumn()
  tenantId?: string;
}
