-- The SQL tools that docs/tools.md uses as its example.
-- #region tools
INSERT INTO ce_mcp_tool (tool_code, tool_group, intent_code, state_code, description) VALUES
  ('orders.find', 'DB', 'ANY', 'ANY', 'Finds the orders of a customer'),
  ('orders.note', 'DB', 'ANY', 'ANY', 'Writes a note on an order');
INSERT INTO ce_mcp_db_tool (tool_id, dialect, max_rows, allowed_identifiers, param_schema, sql_template)
SELECT tool_id, 'ANSI', 50, '{"sort": ["id", "total"]}',
  '{"required": ["customer"], "properties": {
     "customer": {"type": "string"}, "since": {"type": "string", "format": "date"}}}',
  'SELECT id, total, placed_on FROM orders
   WHERE customer = :customer AND (:since IS NULL OR placed_on >= :since)
   ORDER BY ${sort} DESC LIMIT :limit'
FROM ce_mcp_tool WHERE tool_code = 'orders.find';
INSERT INTO ce_mcp_db_tool (tool_id, dialect, safe_mode, param_schema, sql_template)
SELECT tool_id, 'ANSI', false,
  '{"required": ["id", "note"], "properties": {"id": {"type": "integer"}, "note": {"type": "string"}}}',
  'UPDATE orders SET note = :note, request_key = :idempotency_key WHERE id = :id'
FROM ce_mcp_tool WHERE tool_code = 'orders.note';
-- #endregion
