-- The flow of docs/workflows.md; `npm run docs` copies it there, and documents.spec.ts runs it.
-- #region flow
INSERT INTO ce_intent (intent_code, description) VALUES ('JOURNEY', 'Wants to travel');
INSERT INTO ce_intent_classifier (rule_type, pattern, intent_code, state_code, priority) VALUES
  ('REGEX', '\bjourney\b', 'JOURNEY', 'COLLECT', 10);
INSERT INTO ce_output_schema (intent_code, state_code, json_schema, priority) VALUES ('JOURNEY', 'ANY',
  '{"type": "object", "required": ["to"], "properties": {"to": {"enum": ["Rome", "Oslo"]}}}', 10);
INSERT INTO ce_mcp_tool (tool_code, tool_group, intent_code, state_code, side_effect, description) VALUES
  ('journey.book', 'WORKFLOW_ACTION', 'JOURNEY', 'ANY', 'WRITE', 'Books a journey');
INSERT INTO ce_rule (intent_code, state_code, rule_type, match_pattern, action, action_value) VALUES
  ('JOURNEY', 'COLLECT', 'JSON_PATH', '$.inputParams.pending_action_result == ''EXECUTED''', 'SET_STATE', 'BOOKED'),
  ('JOURNEY', 'COLLECT', 'JSON_PATH', '$.schemaComplete', 'CALL_TOOL', '{"tool_code": "journey.book",
     "args": {"operation": "start", "workflow": "paid-journey", "arguments": {"to": "{{to}}"}}}');
INSERT INTO ce_response (intent_code, state_code, output_format, response_type, exact_text) VALUES
  ('JOURNEY', 'COLLECT', 'TEXT', 'EXACT', 'Where to, Rome or Oslo?'),
  ('JOURNEY', 'BOOKED', 'TEXT', 'EXACT', 'A seat to {{to}} is reserved. I book the ticket when it is paid.');
-- #endregion
