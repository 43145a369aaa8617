-- Advanced pack: two tools that every intent may use, and the knowledge that db.knowledge.graph searches.
--   db.knowledge.graph  finds prepared queries and columns that fit a question; it runs no SQL itself.
--   order.status.api    asks an order service over HTTP; it needs a handler of yours.
-- SQLite. Loading it again replaces its rows and touches no others.
-- 13 rows: ce_mcp_tool 2, ce_mcp_query_knowledge 3, ce_mcp_schema_knowledge 8. The table orders that the knowledge
-- tells of is yours and is not created here. README.md says how to try it.

INSERT INTO ce_mcp_tool (tool_id, tool_code, tool_group, intent_code, state_code, enabled, description)
VALUES
  (9001, 'db.knowledge.graph', 'DB', 'ANY', 'ANY', 1,
   'Finds prepared queries, tables and columns that fit a question about the data. args: question. Gives queryKnowledge, schemaKnowledge and insights.'),
  (9002, 'order.status.api', 'HTTP_API', 'ANY', 'ANY', 1,
   'Current status of one order from the order service. args: orderId. Gives orderId, status and eta.')
ON CONFLICT (tool_code) DO UPDATE SET
  tool_group = excluded.tool_group, intent_code = excluded.intent_code, state_code = excluded.state_code,
  enabled = excluded.enabled, description = excluded.description;

-- Questions that have been answered before, and the query that answers them ------------------------------------------

INSERT INTO ce_mcp_query_knowledge (id, query_text, description, prepared_sql, tags, api_hints)
VALUES
  (10001, 'Why does an order submitted by an admin stay async null on api4?',
   'Admin orders whose api4 callback has never arrived: api4_async_status is null.',
   'SELECT order_id, submitted_by_role, status, api4_async_status, created_at FROM orders WHERE submitted_by_role = ''ADMIN'' AND api4_async_status IS NULL ORDER BY created_at DESC LIMIT :limit',
   'order,admin,submitted,async,null', 'api4'),
  (10002, 'Why is an order a success on api3 while it stays async null on api4?',
   'Every order that api3 has accepted while the async step at api4 has told nothing yet.',
   'SELECT order_id, status, api3_status, api4_async_status, updated_at FROM orders WHERE api3_status = ''SUCCESS'' AND api4_async_status IS NULL ORDER BY updated_at DESC LIMIT :limit',
   'order,api3,api4,async,mismatch', 'api3,api4'),
  (10003, 'How long did the callback of an order take over the last 7 days?',
   'Callback latency in seconds of the orders of one week, slowest first.',
   'SELECT order_id, created_at, callback_received_at, round((julianday(callback_received_at) - julianday(created_at)) * 86400) AS latency_seconds FROM orders WHERE callback_received_at IS NOT NULL AND created_at >= datetime(''now'', ''-7 days'') ORDER BY latency_seconds DESC LIMIT :limit',
   'order,callback,latency,async', 'api4')
ON CONFLICT (id) DO UPDATE SET
  query_text = excluded.query_text, description = excluded.description, prepared_sql = excluded.prepared_sql,
  tags = excluded.tags, api_hints = excluded.api_hints;

-- What the columns of orders mean ------------------------------------------------------------------------------------

INSERT INTO ce_mcp_schema_knowledge (id, table_name, column_name, description, tags)
VALUES
  (11001, 'orders', 'order_id', 'Number that names one purchase, such as ORD-7017', 'id,key'),
  (11002, 'orders', 'submitted_by_role', 'Role of who submitted the order: ADMIN, AGENT or CUSTOMER', 'admin,role,submitted'),
  (11003, 'orders', 'status', 'Business status of the order: SUBMITTED, FAILED or DONE', 'order,state'),
  (11004, 'orders', 'api3_status', 'Answer of the synchronous call to api3: SUCCESS or ERROR', 'api3,sync'),
  (11005, 'orders', 'api4_async_status', 'Result of the async step at api4, null while no callback has come', 'api4,async,null'),
  (11006, 'orders', 'created_at', 'When the row was written, UTC', 'time'),
  (11007, 'orders', 'updated_at', 'When the row last changed, UTC', 'time'),
  (11008, 'orders', 'callback_received_at', 'When the async callback came in, null before that', 'callback,async,latency,time')
ON CONFLICT (id) DO UPDATE SET
  table_name = excluded.table_name, column_name = excluded.column_name, description = excluded.description,
  tags = excluded.tags;
