import { Check, Column, Entity, PrimaryGeneratedColumn } from 'typeorm';
import { FlowTenantColumn } from './tenant-column.js';

/** A pattern over the user's words that resolves an intent and its first state. */
@Entity('ce_intent_classifier')
@Check('ck_ce_intent_classifier_state_code', `trim(state_code) <> ''`)
export class ClassifierEntity {
  @PrimaryGeneratedColumn('identity', {
    name: 'classifier_id',
    type: 'bigint',
    generatedIdentity: 'BY DEFAULT',
    primaryKeyConstraintName: 'pk_ce_intent_classifier',
  })
  classifierId!: number;

  /** REGEX, CONTAINS or STARTS_WITH. */
  @Column({ name: 'rule_type', type: 'text' })
  ruleType!: string;

  @Column({ name: 'pattern', type: 'text' })
  pattern!: string;

  @Column({ name: 'intent_code', type: 'text' })
  intentCode!: string;

  @Column({ name: 'state_code', type: 'text', default: 'UNKNOWN' })
  stateCode!: string;

  @Column({ name: 'priority', type: 'integer' })
  priority!: number;

  /** Null counts as false. */
  @Column({ name: 'enabled', type: 'boolean', nullable: true, default: true })
  enabled!: boolean | null;

  @Column({ name: 'description', type: 'text', nullable: true })
  description!: string | null;

  @FlowTenantColumn()
  tenantId?: string;
}
