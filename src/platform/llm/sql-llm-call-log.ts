import { newId } from '../common/ids.js';
import { confidential, type Database } from '../persistence/index.js';
import type { LlmCallEntry, LlmCallLog } from './llm-call-log.js';

const INSERT = `INSERT INTO ce_llm_call_log
  (llm_call_id, conversation_id, step, intent_code, state_code, provider, model, temperature, prompt_text, user_context,
   response_text, success, error_message, input_tokens, output_tokens, duration_ms, created_at)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17)`;

/** The call log in the database, written outside the turn's transaction: a turn that fails leaves its calls behind. */
export class SqlLlmCallLog implements LlmCallLog {
  constructor(private readonly database: Database) {}

  async record(entry: LlmCallEntry): Promise<void> {
    const values = [
      newId(),
      entry.conversationId,
      entry.step,
      entry.intent,
      entry.state,
      entry.provider,
      entry.model,
      entry.temperature,
      confidential('prompt_text', storable(entry.promptText)),
      confidential('user_context', storable(entry.userContext)),
      confidential('response_text', storable(entry.responseText)),
      entry.success,
      confidential('error_message', storable(entry.errorMessage)),
      entry.inputTokens,
      entry.outputTokens,
      entry.durationMs,
      new Date(entry.createdAtMs),
    ];
    await this.database.query(INSERT, values.map(storable));
  }
}

/** PostgreSQL text cannot hold the character NUL, which a model or a user may well send. */
function storable<T>(value: T): T | string {
  return typeof value === 'string' ? value.replaceAll('\0', '\uFFFD') : value;
}
