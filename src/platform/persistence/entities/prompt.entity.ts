import { Check, Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';
import { currentTime } from '../portable-types.js';
import { FlowTenantColumn } from './tenant-column.js';

/** The prompts for a model in an intent and state, by the form of output wanted. */
@Entity('ce_prompt_template')
@Check('ck_ce_prompt_template_intent_code', `trim(intent_code) <> ''`)
@Check('ck_ce_prompt_template_state_code', `trim(state_code) <> ''`)
@Index('ix_ce_prompt_template_lookup', ['outputFormat', 'intentCode', 'stateCode', 'enabled'])
export class PromptEntity {
  @PrimaryGeneratedColumn('identity', {
    name: 'template_id',
    type: 'bigint',
    generatedIdentity: 'BY DEFAULT',
    primaryKeyConstraintName: 'pk_ce_prompt_template',
  })
  templateId!: number;

  @Column({ name: 'intent_code', type: 'text' })
  intentCode!: string;

  @Column({ name: 'state_code', type: 'text' })
  stateCode!: string;

  /** TEXT, JSON, SCHEMA_JSON or SEMANTIC_INTERPRET. */
  @Column({ name: 'output_format', type: 'text' })
  outputFormat!: string;

  @Column({ name: 'system_prompt', type: 'text' })
  systemPrompt!: string;

  @Column({ name: 'user_prompt', type: 'text' })
  userPrompt!: string;

  /** 0.00 to 9.99. */
  @Column({
    name: 'temperature',
    type: 'numeric',
    precision: 3,
    scale: 2,
    default: 0,
    transformer: { from: Number, to: (value: number) => value },
  })
  temperature!: number;

  @Column({ name: 'interaction_mode', type: 'text', nullable: true })
  interactionMode!: string | null;

  /** JSON, as text on both databases; not validated yet. */
  @Column({ name: 'interaction_contract', type: 'text', nullable: true })
  interactionContract!: string | null;

  @Column({ name: 'enabled', type: 'boolean', default: true })
  enabled!: boolean;

  @Column({ name: 'created_at', type: 'timestamptz', default: currentTime })
  createdAt!: Date;

  @FlowTenantColumn()
  tenantId?: string;
}
