-- The demo pack: order cancellation, connection transfer, questions and greetings, without a language model.
-- Loads into SQLite and PostgreSQL alike, as often as you like.

CREATE TABLE IF NOT EXISTS demo_order (
  order_id varchar(40) PRIMARY KEY,
  status varchar(20) NOT NULL
);
-- No unique constraint on purpose: whoever executes twice is caught by counting.
CREATE TABLE IF NOT EXISTS demo_order_cancellation (
  order_id varchar(40) NOT NULL,
  idempotency_key varchar(100) NOT NULL,
  cancellation_reference varchar(40) NOT NULL
);
CREATE TABLE IF NOT EXISTS demo_connection_transfer (
  customer_id varchar(40) NOT NULL,
  phone varchar(40) NOT NULL,
  email varchar(200) NOT NULL,
  source_city varchar(100) NOT NULL,
  target_city varchar(100) NOT NULL,
  idempotency_key varchar(100) NOT NULL,
  transfer_reference varchar(40) NOT NULL
);

DELETE FROM ce_verbose WHERE intent_code IN ('ORDER_CANCELLATION', 'CONNECTION_TRANSFER');
DELETE FROM ce_pending_action WHERE intent_code IN ('ORDER_CANCELLATION', 'CONNECTION_TRANSFER');
DELETE FROM ce_rule WHERE intent_code IN ('ORDER_CANCELLATION', 'CONNECTION_TRANSFER');
DELETE FROM ce_response WHERE intent_code IN ('GREETING', 'FAQ', 'ORDER_CANCELLATION', 'CONNECTION_TRANSFER')
   OR (intent_code = 'ANY' AND state_code = 'ANY' AND description = 'demo');
DELETE FROM ce_output_schema WHERE intent_code IN ('ORDER_CANCELLATION', 'CONNECTION_TRANSFER');
DELETE FROM ce_intent_classifier WHERE intent_code IN ('GREETING', 'FAQ', 'ORDER_CANCELLATION', 'CONNECTION_TRANSFER');
DELETE FROM ce_intent_example WHERE intent_code IN ('GREETING', 'FAQ', 'ORDER_CANCELLATION', 'CONNECTION_TRANSFER')
   OR description = 'demo';
DELETE FROM ce_intent WHERE intent_code IN ('GREETING', 'FAQ', 'ORDER_CANCELLATION', 'CONNECTION_TRANSFER');
DELETE FROM ce_policy WHERE description = 'demo';

INSERT INTO ce_intent (intent_code, description, display_name, llm_hint, priority) VALUES
  ('GREETING', 'Says hello', 'say hello', 'Only a greeting, nothing else', 10),
  ('FAQ', 'Asks about fees, times or how things work', 'ask a question', 'A question about how things work', 20),
  ('ORDER_CANCELLATION', 'Wants to cancel an order', 'cancel an order', 'Names or means an order to cancel', 30),
  ('CONNECTION_TRANSFER', 'Wants to move an electricity connection to another city', 'move a connection',
   'Moving house and taking the electricity connection along', 40);

INSERT INTO ce_intent_classifier (rule_type, pattern, intent_code, state_code, priority, description) VALUES
  ('REGEX', '^\s*(hi|hello|hey|good (morning|afternoon|evening))( there)?[\s!.,]*$', 'GREETING', 'IDLE', 10, 'only a greeting'),
  ('REGEX', '\b(fees?|charges?|how much|(what|does it) costs?)\b', 'FAQ', 'FEE', 20, 'what it costs'),
  ('REGEX', '\b(how long|how soon|how many days)\b', 'FAQ', 'DURATION', 21, 'how long it takes'),
  ('REGEX', '^\s*how (do|can|could|should) (i|we)\b', 'FAQ', 'IDLE', 22, 'how it works'),
  ('REGEX', '^\s*((please|hi|hello|hey|ok|okay|i|we|you|want|wanna|need|would|like|can|could|''d|i''d|to|now|also|just)[\s,]+)*(cancel|call off)\b.*\border\b',
   'ORDER_CANCELLATION', 'COLLECT_ORDER', 30, 'asks for a cancellation'),
  ('REGEX', '^\s*((please|hi|hello|hey|ok|okay|i|we|you|want|wanna|need|would|like|can|could|''d|i''d|to|now|also|just)[\s,]+)*(move|transfer|shift|relocate)\b.*\b(connection|electricity|meter)\b',
   'CONNECTION_TRANSFER', 'COLLECT_INPUTS', 40, 'asks for a transfer');

-- What no classifier row matches is compared with these.
INSERT INTO ce_intent_example (intent_code, state_code, utterance) VALUES
  ('GREETING', NULL, 'hello, anybody there?'),
  ('GREETING', NULL, 'hiya'),
  ('GREETING', NULL, 'greetings to you'),
  ('GREETING', NULL, 'good day'),
  ('GREETING', NULL, 'hello my friend'),
  ('FAQ', 'FEE', 'is it free of charge?'),
  ('FAQ', 'FEE', 'do I have to pay anything for this?'),
  ('FAQ', 'FEE', 'what is the price?'),
  ('FAQ', 'FEE', 'is cancelling expensive?'),
  ('FAQ', 'FEE', 'will I be charged for moving the connection?'),
  ('FAQ', 'FEE', 'does a cancellation cost me money?'),
  ('FAQ', 'DURATION', 'when will it be done?'),
  ('FAQ', 'DURATION', 'does a cancellation take effect at once?'),
  ('FAQ', 'DURATION', 'how much time do you need to move a connection?'),
  ('FAQ', 'DURATION', 'when can I use the electricity in the new flat?'),
  ('FAQ', 'DURATION', 'is it a matter of days or weeks?'),
  ('FAQ', 'IDLE', 'what can you do for me?'),
  ('FAQ', 'IDLE', 'explain how this works'),
  ('FAQ', 'IDLE', 'I need some help with this service'),
  ('FAQ', 'IDLE', 'what are my options here?'),
  ('FAQ', 'IDLE', 'tell me about this assistant'),
  ('ORDER_CANCELLATION', NULL, 'I do not want my order any more'),
  ('ORDER_CANCELLATION', NULL, 'please stop the order I placed yesterday'),
  ('ORDER_CANCELLATION', NULL, 'forget the thing I bought'),
  ('ORDER_CANCELLATION', NULL, 'I changed my mind about my purchase'),
  ('ORDER_CANCELLATION', NULL, 'my order was a mistake, take it back'),
  ('ORDER_CANCELLATION', NULL, 'could the order 4711 still be cancelled?'),
  ('ORDER_CANCELLATION', NULL, 'do not send me order 4711'),
  ('ORDER_CANCELLATION', NULL, 'withdraw my order'),
  ('CONNECTION_TRANSFER', NULL, 'I am moving house and want to take my electricity along'),
  ('CONNECTION_TRANSFER', NULL, 'we are relocating to another city next month'),
  ('CONNECTION_TRANSFER', NULL, 'my power supply should go to my new address'),
  ('CONNECTION_TRANSFER', NULL, 'I need electricity in my new home instead of the old one'),
  ('CONNECTION_TRANSFER', NULL, 'change the address of my connection'),
  ('CONNECTION_TRANSFER', NULL, 'we moved to a new flat, what about the meter?'),
  ('CONNECTION_TRANSFER', NULL, 'take my electricity contract to another city'),
  ('CONNECTION_TRANSFER', NULL, 'my family shifts to a new town and needs power there');
INSERT INTO ce_intent_example (intent_code, utterance, description) VALUES
  ('UNKNOWN', 'what is the weather like today?', 'demo'),
  ('UNKNOWN', 'tell me something funny', 'demo'),
  ('UNKNOWN', 'how are you doing?', 'demo'),
  ('UNKNOWN', 'who is the president?', 'demo'),
  ('UNKNOWN', 'I would like to buy a ticket', 'demo'),
  ('UNKNOWN', 'what time is it?', 'demo');

INSERT INTO ce_output_schema (intent_code, state_code, schema_type, json_schema, description, priority) VALUES
  ('ORDER_CANCELLATION', 'ANY', 'SCHEMA_JSON', '{
     "type": "object",
     "properties": {
       "orderId": {
         "type": "string", "pattern": "^[A-Za-z]{0,6}-?[0-9]{1,18}$",
         "title": "order number", "description": "the number of the order to cancel",
         "x-labels": ["order", "order id", "order number", "order no"]
       }
     },
     "required": ["orderId"]
   }', 'The order to cancel', 10),
  ('CONNECTION_TRANSFER', 'ANY', 'SCHEMA_JSON', '{
     "type": "object",
     "properties": {
       "customerId": {
         "type": "string", "pattern": "^[A-Za-z]{0,6}-?[0-9]{3,12}$",
         "title": "customer id", "description": "the customer number on the bill",
         "x-labels": ["customer id", "customer number", "customer no", "customer"]
       },
       "phone": {
         "type": "string", "pattern": "^\\+?[0-9]{10,13}$",
         "title": "phone", "description": "a phone number of 10 to 13 digits",
         "x-labels": ["phone", "phone number", "mobile", "mobile number"]
       },
       "email": {
         "type": "string", "format": "email",
         "title": "email", "description": "an e-mail address", "x-labels": ["email", "e-mail", "mail"]
       },
       "sourceCity": {
         "type": "string", "minLength": 2, "maxLength": 60,
         "title": "source city", "description": "the city the connection is in now"
       },
       "targetCity": {
         "type": "string", "minLength": 2, "maxLength": 60,
         "title": "target city", "description": "the city the connection moves to"
       }
     },
     "required": ["customerId", "phone", "email", "sourceCity", "targetCity"]
   }', 'Who moves a connection, from where to where', 10);

INSERT INTO ce_rule (phase, intent_code, state_code, rule_type, match_pattern, action, action_value, priority, description) VALUES
  ('PRE_RESPONSE_RESOLUTION', 'ORDER_CANCELLATION', 'COLLECT_ORDER', 'JSON_PATH', '$[?(@.schemaComplete == true)]',
   'SET_STATE', 'CONFIRM_CANCELLATION', 10, 'the order is known: ask'),
  ('PRE_RESPONSE_RESOLUTION', 'ORDER_CANCELLATION', 'CONFIRM_CANCELLATION', 'JSON_PATH',
   '$[?(@.inputParams.pending_action_result == ''EXECUTED'')]', 'SET_STATE', 'CANCELLED', 10, 'done'),
  ('PRE_RESPONSE_RESOLUTION', 'ORDER_CANCELLATION', 'CONFIRM_CANCELLATION', 'JSON_PATH',
   '$[?(@.inputParams.pending_action_result == ''REJECTED'')]', 'SET_STATE', 'KEPT', 20, 'refused'),
  ('PRE_RESPONSE_RESOLUTION', 'CONNECTION_TRANSFER', 'COLLECT_INPUTS', 'JSON_PATH', '$[?(@.schemaComplete == true)]',
   'SET_STATE', 'AWAITING_CONFIRMATION', 10, 'everything is known: ask'),
  ('PRE_RESPONSE_RESOLUTION', 'CONNECTION_TRANSFER', 'AWAITING_CONFIRMATION', 'JSON_PATH',
   '$[?(@.inputParams.pending_action_result == ''EXECUTED'')]', 'SET_STATE', 'COMPLETED', 10, 'done'),
  ('PRE_RESPONSE_RESOLUTION', 'CONNECTION_TRANSFER', 'AWAITING_CONFIRMATION', 'JSON_PATH',
   '$[?(@.inputParams.pending_action_result == ''REJECTED'')]', 'SET_STATE', 'WITHDRAWN', 20, 'refused');

INSERT INTO ce_pending_action (intent_code, state_code, action_key, bean_name, method_names, priority, description) VALUES
  ('ORDER_CANCELLATION', 'CONFIRM_CANCELLATION', 'cancel_order', 'demoOrders', 'cancel', 10, 'cancel the order'),
  ('CONNECTION_TRANSFER', 'AWAITING_CONFIRMATION', 'transfer_connection', 'demoConnections', 'transfer', 10,
   'move the connection');

INSERT INTO ce_response (intent_code, state_code, output_format, response_type, exact_text, priority, description) VALUES
  ('GREETING', 'ANY', 'TEXT', 'EXACT',
   'Hello! I can cancel an order or move an electricity connection. What can I do for you?', 10, 'demo'),
  ('FAQ', 'FEE', 'TEXT', 'EXACT', 'There is no fee: cancelling an order and moving a connection are both free.', 10, 'demo'),
  ('FAQ', 'DURATION', 'TEXT', 'EXACT',
   'A cancellation takes effect at once. A connection is moved within five working days.', 10, 'demo'),
  ('FAQ', 'ANY', 'TEXT', 'EXACT',
   'Tell me what you want in your own words, for example "cancel my order 7017" or "move my electricity connection from Pune to Delhi". I ask for what is missing, and do nothing before you have said yes.', 20, 'demo'),
  ('ORDER_CANCELLATION', 'COLLECT_ORDER', 'TEXT', 'EXACT', 'Which order shall I cancel? Please tell me its number.', 10, 'demo'),
  ('ORDER_CANCELLATION', 'CONFIRM_CANCELLATION', 'TEXT', 'EXACT',
   'Shall I cancel order {{orderId}}? This cannot be undone.', 10, 'demo'),
  ('ORDER_CANCELLATION', 'CANCELLED', 'TEXT', 'EXACT',
   'Order {{pending_action_runtime.arguments.orderId}} is cancelled. Your cancellation reference is {{pending_action_runtime.result.cancellationReference}}.', 10, 'demo'),
  ('ORDER_CANCELLATION', 'KEPT', 'TEXT', 'EXACT', 'All right, order {{orderId}} stays as it is. Nothing was cancelled.', 10, 'demo'),
  ('CONNECTION_TRANSFER', 'COLLECT_INPUTS', 'TEXT', 'EXACT',
   'To move the connection I still need: {{missing_fields}}.', 10, 'demo'),
  ('CONNECTION_TRANSFER', 'AWAITING_CONFIRMATION', 'TEXT', 'EXACT',
   'Customer {{customerId}}, phone {{phone}}, email {{email}}: shall I move your connection from {{sourceCity}} to {{targetCity}}?', 10, 'demo'),
  ('CONNECTION_TRANSFER', 'COMPLETED', 'TEXT', 'EXACT',
   'Your connection moves from {{pending_action_runtime.arguments.sourceCity}} to {{pending_action_runtime.arguments.targetCity}}. Your transfer reference is {{pending_action_runtime.result.transferReference}}.', 10, 'demo'),
  ('CONNECTION_TRANSFER', 'WITHDRAWN', 'TEXT', 'EXACT', 'All right, nothing was moved.', 10, 'demo'),
  ('ANY', 'ANY', 'TEXT', 'EXACT',
   'Sorry, I did not understand that. I can cancel an order, move an electricity connection, or tell you what it costs.', 1000, 'demo');

INSERT INTO ce_verbose (intent_code, state_code, step_match, step_value, determinant, message, priority) VALUES
  ('ORDER_CANCELLATION', 'ANY', 'EXACT', 'PendingActionStep', 'STEP_ENTER', 'Looking after your order…', 10),
  ('CONNECTION_TRANSFER', 'ANY', 'EXACT', 'PendingActionStep', 'STEP_ENTER', 'Looking after your connection…', 10);
