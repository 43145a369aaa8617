import { resolve } from 'node:path';

export const POLICIES = ['at-most-once', 'idempotent', 'transactional'] as const;
export type Policy = (typeof POLICIES)[number];

/** The message that has an action of a policy proposed. */
export const requestFor = (policy: Policy): string => `cancel my order ${policy}`;

export const QUESTION = 'Shall I cancel the order and tell the shop?';

/** One intent for each policy; each proposes `orders:cancel,notify`, whose effects are rows of `effect`. */
export const ORDER_FLOW = `
  CREATE TABLE effect (
    conversation_id varchar(36), method varchar(20), idempotency_key varchar(100), attempt integer
  );
  ${POLICIES.map(
    (policy) => `
      INSERT INTO ce_intent (intent_code, description) VALUES ('${policy}', '${policy}');
      INSERT INTO ce_intent_classifier (rule_type, pattern, intent_code, state_code, priority) VALUES
        ('CONTAINS', '${requestFor(policy)}', '${policy}', 'ASK', 1);
      INSERT INTO ce_pending_action (intent_code, state_code, action_key, bean_name, method_names, execution_policy)
        VALUES ('${policy}', 'ASK', 'cancel_order', 'orders', 'cancel,notify', '${policy}');
      INSERT INTO ce_response (intent_code, state_code, output_format, response_type, exact_text) VALUES
        ('${policy}', 'ASK', 'TEXT', 'EXACT', '${QUESTION}');`,
  ).join('')}`;

/** Where the handlers of that flow are. */
export const ORDER_HANDLERS = resolve('test/pending-action/handlers');
