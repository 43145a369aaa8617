// The flow that the clients talk with: loans, one kind for each execution policy, and what their handler does; and bookings.

/** Kinds of loan, each granted under a policy of its own. */
export const POLICY_OF = { gold: 'at-most-once', silver: 'idempotent', iron: 'transactional' };
export const KINDS = Object.keys(POLICY_OF);

/** What the handler does is the last digit of the amount, so that a consent is also one to the trouble that it makes. */
export const BEHAVIOURS = [
  'prompt',
  'prompt',
  'prompt',
  'prompt',
  'prompt',
  'slow',
  'slow',
  'throws after its effect',
  'refuses',
  'can be tried again',
];
export const behaviourOf = (amount) => BEHAVIOURS[amount % 10];

/** The tool that starts a booking, and its arguments: those of the workflow are a part of them. */
export const BOOKING_TOOL = 'booking.start';
export const startOf = (args) => ({ operation: 'start', workflow: 'booking', arguments: args });

/** The table where a transactional handler has its effect: it is undone with the transaction, as a line in a file is not. */
export const EFFECT_TABLE = 'torture_effect';

const SCHEMA = JSON.stringify({ type: 'object', properties: { amount: { type: 'integer' } }, required: ['amount'] });

/** A seed: "gold loan with amount 70" is answered with a question; a yes calls `bank:grant`. A key starts one run, however often it is tried. */
export const FLOW = `
CREATE TABLE ${EFFECT_TABLE} (
  conversation_id varchar(36), idempotency_key varchar(100), attempt integer, arguments varchar(200), at_ms bigint
);
INSERT INTO ce_mcp_tool (tool_code, tool_group, intent_code, state_code, description, side_effect, execution_policy) VALUES
  ('${BOOKING_TOOL}', 'WORKFLOW_ACTION', 'ANY', 'ANY', 'book a journey', 'WRITE', 'idempotent');
${KINDS.map(
  (kind) => `
INSERT INTO ce_intent (intent_code, description) VALUES ('${kind}', '${kind} loan');
INSERT INTO ce_intent_classifier (rule_type, pattern, intent_code, state_code, priority) VALUES
  ('REGEX', '\\b${kind} loan\\b', '${kind}', 'ASK', 1);
INSERT INTO ce_output_schema (intent_code, state_code, json_schema, priority) VALUES ('${kind}', 'ANY', '${SCHEMA}', 10);
INSERT INTO ce_pending_action (intent_code, state_code, action_key, bean_name, method_names, execution_policy)
  VALUES ('${kind}', 'ASK', '${kind}', 'bank', 'grant', '${POLICY_OF[kind]}');
INSERT INTO ce_response (intent_code, state_code, output_format, response_type, exact_text) VALUES
  ('${kind}', 'ASK', 'TEXT', 'EXACT', 'Shall I grant a ${kind} loan of {{amount}}?');`,
).join('')}`;
