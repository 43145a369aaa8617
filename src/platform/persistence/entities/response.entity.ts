import { Check, Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';
import { currentTime } from '../portable-types.js';
import { FlowTenantColumn } from './tenant-column.js';

/** The answer in an intent and state: exact text, or what a model is to derive it from. */
@Entity('ce_response')
@Check('ck_ce_response_intent_code', `trim(intent_code) <> ''`)
@Check('ck_ce_response_state_code', `trim(state_code) <> ''`)
@Index('ix_ce_response_intent_state', ['intentCode', 'stateCode', 'enabled', 'priority'])
@Index('ix_ce_response_state', ['stateCode', 'enabled', 'priority'])
export class ResponseEntity {
  @PrimaryGeneratedColumn('identity', {
    name: 'response_id',
    type: 'bigint',
    generatedIdentity: 'BY DEFAULT',
    primaryKeyConstraintName: 'pk_ce_response',
  })
  responseId!: number;

  @Column({ name: 'intent_code', type: 'text' })
  intentCode!: string;

  @Column({ name: 'state_code', type: 'text' })
  stateCode!: string;

  /** TEXT or JSON. */
  @Column({ name: 'output_format', type: 'text' })
  outputFormat!: string;

  /** EXACT or DERIVED. */
  @Column({ name: 'response_type', type: 'text' })
  responseType!: string;

  @Column({ name: 'exact_text', type: 'text', nullable: true })
  exactText!: string | null;

  @Column({ name: 'derivation_hint', type: 'text', nullable: true })
  derivationHint!: string | null;

  /** Text on SQLite, an object on PostgreSQL; not validated yet. */
  @Column({ name: 'json_schema', type: 'jsonb', nullable: true })
  jsonSchema!: unknown;

  @Column({ name: 'priority', type: 'integer', default: 100 })
  priority!: number;

  @Column({ name: 'enabled', type: 'boolean', default: true })
  enabled!: boolean;

  @Column({ name: 'description', type: 'text', nullable: true })
  description!: string | null;

  @Column({ name: 'created_at', type: 'timestamptz', default: currentTime })
  createdAt!: Date;

  @FlowTenantColumn()
  tenantId?: string;
}
