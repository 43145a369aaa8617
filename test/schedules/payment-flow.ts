/** A flow that pays, at once or at times to come: an action of a row, and a tool. `effects` causes one effect a time. */
const PAYMENT_FLOW = `
  CREATE TABLE effect (key varchar(100));
  INSERT INTO ce_intent (intent_code, description) VALUES ('PAY', 'Pays somebody'), ('HELLO', 'Greets');
  INSERT INTO ce_intent_classifier (rule_type, pattern, intent_code, state_code, priority) VALUES
    ('REGEX', '\\bpay\\b', 'PAY', 'ASK', 1), ('REGEX', '\\bweather\\b', 'HELLO', 'START', 1);
  INSERT INTO ce_output_schema (intent_code, state_code, priority, json_schema) VALUES ('PAY', 'ASK', 1, '{
    "type": "object", "required": ["to", "amount"], "properties": {
      "to": {"type": "string", "enum": ["Bob", "Eve"]}, "amount": {"type": "number"},
      "when": {"type": "string", "format": "schedule"}}}');
  INSERT INTO ce_pending_action (intent_code, state_code, action_key, bean_name, method_names, execution_policy)
    VALUES ('PAY', 'ASK', 'pay_somebody', 'payments', 'pay', 'POLICY');
  INSERT INTO ce_response (intent_code, state_code, output_format, response_type, exact_text) VALUES
    ('PAY', 'ASK', 'TEXT', 'EXACT', 'Shall I pay {{context.amount}} to {{context.to}}?'),
    ('HELLO', 'START', 'TEXT', 'EXACT', 'It is sunny.');`;

/** The flow under a policy. */
export function paymentFlow(policy = 'at-most-once'): string {
  return PAYMENT_FLOW.replace('POLICY', policy);
}
