import type { RowEdit } from '../../src/engine/flow-editing/index.js';

/** What a version of the flow says, asks and does is marked with its name. */
export type Mark = 'one' | 'two';

/**
 * The version "one". A loan is asked for in the state of the version, granted by its method, and answered in its words; a note
 * is written by its statement.
 */
export const VERSION_ONE = `
  CREATE TABLE effect (conversation_id varchar(36), what varchar(10), amount integer);
  INSERT INTO ce_intent (intent_code, description) VALUES ('LOAN', 'a loan'), ('OTHER', 'something else');
  INSERT INTO ce_intent_classifier (classifier_id, rule_type, pattern, intent_code, state_code, priority) VALUES
    (1, 'CONTAINS', 'a loan', 'LOAN', 'ASK_ONE', 1), (2, 'CONTAINS', 'what else', 'OTHER', 'IDLE', 1);
  INSERT INTO ce_output_schema (intent_code, state_code, json_schema, priority) VALUES ('LOAN', 'ANY',
    '{"type": "object", "required": ["amount"], "properties": {"amount": {"type": "integer"}}}', 1);
  INSERT INTO ce_rule (rule_id, intent_code, state_code, rule_type, match_pattern, action, action_value, priority) VALUES
    (1, 'LOAN', 'ANY', 'REGEX', '.*', 'SET_TASK', 'slowly:nap', 1),
    (2, 'LOAN', 'ASK_ONE', 'JSON_PATH', '$.inputParams.pending_action_result == ''EXECUTED''', 'SET_STATE', 'DONE_ONE', 2);
  INSERT INTO ce_pending_action (pending_action_id, intent_code, state_code, action_key, bean_name, method_names) VALUES
    (1, 'LOAN', 'ASK_ONE', 'grant', 'desk', 'one');
  INSERT INTO ce_response (response_id, intent_code, state_code, output_format, response_type, exact_text) VALUES
    (1, 'LOAN', 'ASK_ONE', 'TEXT', 'EXACT', 'one: shall I grant {{amount}}?'),
    (2, 'LOAN', 'DONE_ONE', 'TEXT', 'EXACT', 'one: granted.'),
    (3, 'OTHER', 'IDLE', 'TEXT', 'EXACT', 'one: nothing else.');
  INSERT INTO ce_mcp_tool (tool_id, tool_code, tool_group, intent_code, state_code, description) VALUES
    (1, 'note.write', 'DB', 'ANY', 'ANY', 'write the note one');
  INSERT INTO ce_mcp_db_tool (tool_id, dialect, safe_mode, param_schema, sql_template) VALUES (1, 'ANSI', false,
    '{"type": "object", "required": ["who"], "properties": {"who": {"type": "string"}}}',
    'INSERT INTO effect (conversation_id, what, amount) VALUES (:who, ''one'', 0)');`;

const change = (table: string, row: string, values: RowEdit['values']): RowEdit => ({ table, row, values });

/** Edits of the version "one" that make the version "two": no row of any kind may be the other's in a turn. */
export const VERSION_TWO: readonly RowEdit[] = [
  change('ce_intent_classifier', '1', { state_code: 'ASK_TWO' }),
  change('ce_rule', '2', { state_code: 'ASK_TWO', action_value: 'DONE_TWO' }),
  change('ce_pending_action', '1', { state_code: 'ASK_TWO', method_names: 'two' }),
  change('ce_response', '1', { state_code: 'ASK_TWO', exact_text: 'two: shall I grant {{amount}}?' }),
  change('ce_response', '2', { state_code: 'DONE_TWO', exact_text: 'two: granted.' }),
  change('ce_response', '3', { exact_text: 'two: nothing else.' }),
  change('ce_mcp_tool', '1', { description: 'write the note two' }),
  change('ce_mcp_db_tool', '1', {
    sql_template: "INSERT INTO effect (conversation_id, what, amount) VALUES (:who, 'two', 0)",
  }),
];
