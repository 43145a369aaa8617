/** Rows of the tenant `acme` over `test/docs/book-room.sql`: one of each kind of place that a row can take. */
export const ACME_ROWS = `
  INSERT INTO ce_response (tenant_id, intent_code, state_code, output_format, response_type, exact_text) VALUES
    ('acme', 'book_room', 'CONFIRM', 'TEXT', 'EXACT', 'ACME: room {{room}}, {{hours}} hours?'),
    ('acme', 'GIFT', 'ANY', 'TEXT', 'EXACT', 'A gift of ACME.');
  INSERT INTO ce_intent (tenant_id, intent_code, description) VALUES
    ('acme', 'acme/GIFT', 'Wants a gift'), ('acme', 'acme/BOOK_ROOM', 'Wants a room of ACME');
  INSERT INTO ce_intent_classifier (tenant_id, rule_type, pattern, intent_code, state_code, priority) VALUES
    ('acme', 'REGEX', 'gift', 'GIFT', 'GIVE', 10), ('acme', 'REGEX', 'chamber', 'BOOK_ROOM', 'COLLECT', 10);
  INSERT INTO ce_config (tenant_id, config_type, config_key, config_value) VALUES
    ('acme', 'acme/X', 'K', 'of acme');
  INSERT INTO ce_mcp_tool (tool_id, tenant_id, tool_code, tool_group, intent_code, state_code, description) VALUES
    (71, 'acme', 'acme/rooms.free', 'DB', 'ANY', 'ANY', 'Free rooms of ACME');
  INSERT INTO ce_mcp_db_tool (tool_id, tenant_id, dialect, sql_template, param_schema) VALUES
    (71, 'acme', 'ANSI', 'SELECT 2 AS two', '{"type": "object"}');
  INSERT INTO ce_policy (tenant_id, rule_type, pattern, response_text, enabled) VALUES
    ('acme', 'CONTAINS', 'politics', 'x', false);`;

/** What all tenants share beside `book-room.sql`. */
export const SHARED_ROWS = `
  INSERT INTO ce_config (config_type, config_key, config_value) VALUES ('X', 'K', 'shared');
  INSERT INTO ce_policy (rule_type, pattern, response_text) VALUES ('CONTAINS', 'politics', 'Not here.');
  INSERT INTO ce_mcp_tool (tool_id, tool_code, tool_group, intent_code, state_code, description) VALUES
    (70, 'rooms.free', 'DB', 'ANY', 'ANY', 'Free rooms');
  INSERT INTO ce_mcp_db_tool (tool_id, dialect, sql_template, param_schema) VALUES
    (70, 'ANSI', 'SELECT 1 AS one', '{"type": "object"}');`;

/** Rows of another tenant, which say otherwise. */
export const GLOBEX_ROWS = `
  INSERT INTO ce_response (tenant_id, intent_code, state_code, output_format, response_type, exact_text) VALUES
    ('globex', 'BOOK_ROOM', 'CONFIRM', 'TEXT', 'EXACT', 'GLOBEX: room {{room}}?');
  INSERT INTO ce_intent (tenant_id, intent_code, description) VALUES ('globex', 'globex/GIFT', 'okapi0815');`;
