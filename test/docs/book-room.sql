-- The flow that README.md and docs/handlers.md use as their example.
-- #region flow
INSERT INTO ce_intent (intent_code, description) VALUES ('BOOK_ROOM', 'Wants to book a meeting room');
INSERT INTO ce_intent_classifier (rule_type, pattern, intent_code, state_code, priority) VALUES
  ('REGEX', '\b(book|reserve)\b.*\broom\b', 'BOOK_ROOM', 'COLLECT', 10);
INSERT INTO ce_output_schema (intent_code, state_code, json_schema, priority) VALUES ('BOOK_ROOM', 'ANY',
  '{"type": "object", "required": ["room", "hours"], "properties": {
     "room": {"type": "integer"}, "hours": {"type": "integer", "minimum": 1}}}', 10);
INSERT INTO ce_rule (intent_code, state_code, rule_type, match_pattern, action, action_value) VALUES
  ('BOOK_ROOM', 'COLLECT', 'JSON_PATH', '$.schemaComplete', 'SET_STATE', 'CONFIRM'),
  ('BOOK_ROOM', 'CONFIRM', 'JSON_PATH', '$.inputParams.pending_action_result == ''EXECUTED''', 'SET_STATE', 'BOOKED');
INSERT INTO ce_pending_action (intent_code, state_code, action_key, bean_name, method_names) VALUES
  ('BOOK_ROOM', 'CONFIRM', 'book_room', 'rooms', 'reserve');
INSERT INTO ce_response (intent_code, state_code, output_format, response_type, exact_text) VALUES
  ('BOOK_ROOM', 'COLLECT', 'TEXT', 'EXACT', 'I still need: {{missing_fields}}.'),
  ('BOOK_ROOM', 'CONFIRM', 'TEXT', 'EXACT', 'Shall I book room {{room}} for {{hours}} hours?'),
  ('BOOK_ROOM', 'BOOKED', 'TEXT', 'EXACT', 'Room {{room}} is booked: {{pending_action_runtime.result.reference}}.');
-- #endregion
