import { Check, Column, Entity, PrimaryGeneratedColumn } from 'typeorm';
import { FlowTenantColumn } from './tenant-column.js';

/** Something a user may say when an intent is wanted; the classifier of intents learns from these. */
@Entity('ce_intent_example')
@Check('ck_ce_intent_example_utterance', `trim(utterance) <> ''`)
export class IntentExampleEntity {
  @PrimaryGeneratedColumn('identity', {
    name: 'example_id',
    type: 'bigint',
    generatedIdentity: 'BY DEFAULT',
    primaryKeyConstraintName: 'pk_ce_intent_example',
  })
  exampleId!: number;

  /** UNKNOWN for what no intent is about. */
  @Column({ name: 'intent_code', type: 'text' })
  intentCode!: string;

  @Column({ name: 'utterance', type: 'text' })
  utterance!: string;

  /** The state the conversation enters; null for that of the intent's first classifier. */
  @Column({ name: 'state_code', type: 'text', nullable: true })
  stateCode!: string | null;

  @Column({ name: 'enabled', type: 'boolean', default: true })
  enabled!: boolean;

  @Column({ name: 'description', type: 'text', nullable: true })
  description!: string | null;

  @FlowTenantColumn()
  tenantId?: string;
}
