import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { currentTime } from '../portable-types.js';
import { TenantColumn } from './tenant-column.js';

const PRIMARY_KEY = 'pk_ce_llm_call_log';

/**
 * One call of a model. Written outside the turn, so that a turn that fails leaves its calls behind; hence no foreign
 * key to the conversation, which may never be stored.
 */
@Entity('ce_llm_call_log')
@Index('ix_ce_llm_call_log_time', ['createdAt'])
export class LlmCallLogEntity {
  @PrimaryColumn({ name: 'conversation_id', type: 'uuid', primaryKeyConstraintName: PRIMARY_KEY })
  conversationId!: string;

  @TenantColumn()
  tenantId!: string;

  @PrimaryColumn({ name: 'llm_call_id', type: 'uuid', primaryKeyConstraintName: PRIMARY_KEY })
  llmCallId!: string;

  /** The step of the turn that called. */
  @Column({ name: 'step', type: 'text' })
  step!: string;

  @Column({ name: 'intent_code', type: 'text', default: 'UNKNOWN' })
  intentCode!: string;

  @Column({ name: 'state_code', type: 'text', default: 'UNKNOWN' })
  stateCode!: string;

  @Column({ name: 'provider', type: 'text' })
  provider!: string;

  @Column({ name: 'model', type: 'text' })
  model!: string;

  @Column({ name: 'temperature', type: 'numeric', nullable: true })
  temperature!: string | number | null;

  @Column({ name: 'prompt_text', type: 'text' })
  promptText!: string;

  @Column({ name: 'user_context', type: 'text' })
  userContext!: string;

  @Column({ name: 'response_text', type: 'text', nullable: true })
  responseText!: string | null;

  @Column({ name: 'success', type: 'boolean' })
  success!: boolean;

  @Column({ name: 'error_message', type: 'text', nullable: true })
  errorMessage!: string | null;

  @Column({ name: 'input_tokens', type: 'integer', nullable: true })
  inputTokens!: number | null;

  @Column({ name: 'output_tokens', type: 'integer', nullable: true })
  outputTokens!: number | null;

  @Column({ name: 'duration_ms', type: 'integer' })
  durationMs!: number;

  @Column({ name: 'created_at', type: 'timestamptz', default: currentTime })
  createdAt!: Date;
}
