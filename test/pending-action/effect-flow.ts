/** The policies, each with an action of the same name; what says its name asks for it, and a yes runs `effects:cause`. */
const POLICIES = ['at-most-once', 'idempotent', 'transactional'] as const;

/** Rows with one action for each policy, and a table of effects. */
export const EFFECT_FLOW = `
  CREATE TABLE effect (key varchar(100));
  ${POLICIES.map(
    (policy, index) => `
      INSERT INTO ce_intent (intent_code, description) VALUES ('I${index}', '${policy}');
      INSERT INTO ce_intent_classifier (rule_type, pattern, intent_code, state_code, priority) VALUES
        ('CONTAINS', '${policy}', 'I${index}', 'ASK', 1);
      INSERT INTO ce_pending_action (intent_code, state_code, action_key, bean_name, method_names, execution_policy)
        VALUES ('I${index}', 'ASK', '${policy}', 'effects', 'cause', '${policy}');
      INSERT INTO ce_response (intent_code, state_code, output_format, response_type, exact_text) VALUES
        ('I${index}', 'ASK', 'TEXT', 'EXACT', 'Do it?');`,
  ).join('')}`;
