/**
 * How a column holds what is encrypted: as it is; as a JSON text; or, in the place of the events of a record, as one event, so
 * that the view `ce_audit` shows one row of them.
 */
export type ColumnForm = 'text' | 'json' | 'events';

export interface EncryptedColumn {
  readonly form: ColumnForm;
  /** What it is encrypted for: the same for columns of which one is copied into the other by a statement. */
  readonly purpose: string;
}

/**
 * The columns that hold words of people, arguments and results, and that no statement filters, orders or joins by. They are
 * encrypted where keys are configured (`convengine.encryption.keys`).
 */
export const ENCRYPTED_COLUMNS: Readonly<Record<string, readonly string[]>> = {
  ce_conversation: ['context_json', 'last_user_text', 'last_assistant_json', 'handover_note'],
  ce_conversation_history: ['user_input', 'assistant_output'],
  ce_turn_record: ['events_json'],
  ce_audit_event: ['payload_json'],
  ce_action_proposal: [
    'arguments_json',
    'shown_json',
    'question',
    'result_json',
    'error_text',
    'approval_note',
    'confirmed_words',
  ],
  ce_turn_reply: ['response_text'],
  ce_outbox_event: ['payload_json', 'last_error'],
  ce_llm_call_log: ['prompt_text', 'user_context', 'response_text', 'error_message'],
  ce_mcp_user_feedback: ['user_query', 'assistant_response', 'metadata_json'],
  ce_notification: ['recipients_json', 'error_text'],
  ce_workflow_run: ['arguments_json', 'result_json', 'error_text'],
  ce_workflow_step: ['result_json', 'error_text'],
  ce_flow_shadow_example: ['example_json'],
};

/** What a statement copies, or is given once for both. */
const SAME_PURPOSE: Readonly<Record<string, string>> = {
  last_user_text: 'user_input',
  user_query: 'user_input',
  last_assistant_json: 'assistant_output',
  events_text: 'events_json',
};

/** By their names, which mean the same in each table; `events_text` is the text of `events_json` as statements read it. */
const COLUMNS = new Map<string, EncryptedColumn>(
  [...Object.values(ENCRYPTED_COLUMNS).flat(), 'events_text'].map((name) => {
    const purpose = SAME_PURPOSE[name] ?? name;
    const isJson = purpose.endsWith('_json') || purpose === 'assistant_output';
    return [name, { purpose, form: purpose === 'events_json' ? 'events' : isJson ? 'json' : 'text' }];
  }),
);

/** Undefined for a column that is never encrypted. */
export function encryptedColumn(name: string): EncryptedColumn | undefined {
  return COLUMNS.get(name);
}
