// The flow that the bench talks with, as a seed, and the two messages of one conversation.

/** How many rows of each kind there are; the flow's own rows are among them. */
export const SMALL_FLOW = { intents: 10, rules: 10, tools: 10 };
export const LARGE_FLOW = { intents: 1_000, rules: 10_000, tools: 2_000 };

/**
 * Turn 1 proposes an action and turn 2 agrees to it; what the replies must contain. No two requests are worded alike, so
 * that nothing can be remembered from one to the next.
 */
export const CONVERSATION = [
  {
    get message() {
      return `please cancel order 7017 from ${randomName()}`;
    },
    reply: 'Shall I cancel order 7017?',
  },
  { message: 'yes', reply: 'Order 7017 is cancelled.' },
];

const OWN_ROWS = `
INSERT INTO ce_intent (intent_code, description, priority) VALUES ('CANCEL_ORDER', 'Wants to cancel an order', 10);
INSERT INTO ce_intent_classifier (rule_type, pattern, intent_code, state_code, priority)
VALUES ('REGEX', '\\bcancel\\b.*\\border\\b', 'CANCEL_ORDER', 'COLLECT', 10);
INSERT INTO ce_output_schema (intent_code, state_code, json_schema, priority) VALUES ('CANCEL_ORDER', 'ANY',
 '{"type": "object", "required": ["orderId"], "properties": {"orderId": {"type": "string", "pattern": "^[0-9]{1,18}$",
   "title": "order number", "x-labels": ["order", "order number"]}}}', 10);
INSERT INTO ce_rule (phase, intent_code, state_code, rule_type, match_pattern, action, action_value, priority) VALUES
 ('PRE_RESPONSE_RESOLUTION', 'CANCEL_ORDER', 'COLLECT', 'JSON_PATH', '$[?(@.schemaComplete == true)]',
  'SET_STATE', 'CONFIRM', 10),
 ('PRE_RESPONSE_RESOLUTION', 'CANCEL_ORDER', 'CONFIRM', 'JSON_PATH',
  '$[?(@.inputParams.pending_action_result == ''EXECUTED'')]', 'SET_STATE', 'CANCELLED', 10);
INSERT INTO ce_pending_action (intent_code, state_code, action_key, bean_name, method_names)
VALUES ('CANCEL_ORDER', 'CONFIRM', 'cancel_order', 'benchOrders', 'cancel');
INSERT INTO ce_response (intent_code, state_code, output_format, response_type, exact_text) VALUES
 ('CANCEL_ORDER', 'COLLECT', 'TEXT', 'EXACT', 'Which order shall I cancel?'),
 ('CANCEL_ORDER', 'CONFIRM', 'TEXT', 'EXACT', 'Shall I cancel order {{orderId}}? This cannot be undone.'),
 ('CANCEL_ORDER', 'CANCELLED', 'TEXT', 'EXACT', 'Order {{pending_action_runtime.arguments.orderId}} is cancelled.'),
 ('ANY', 'ANY', 'TEXT', 'EXACT', 'Sorry, I did not understand that.');
`;

/** SQL for both databases. The rows beyond the flow's own belong to other intents, ten rules and two tools to each. */
export function flowSeed({ intents, rules, tools }) {
  const others = numbers(intents - 1);
  return [
    OWN_ROWS,
    insert(
      'ce_intent (intent_code, description, priority)',
      others,
      (n) => `('TOPIC_${n}', 'Asks about topic ${n}', 50)`,
    ),
    insert('ce_intent_classifier (rule_type, pattern, intent_code, state_code, priority)', others, classifier),
    insert(
      'ce_rule (phase, intent_code, state_code, rule_type, match_pattern, action, action_value, priority)',
      numbers(rules - 2),
      (n) => rule(n, others.length),
    ),
    insert(
      'ce_mcp_tool (tool_code, tool_group, intent_code, state_code, description, side_effect)',
      numbers(tools),
      (n) => `('tool.${n}', 'HTTP_API', 'TOPIC_${(n % others.length) + 1}', 'ANY', 'Looks up ${n}', 'READ')`,
    ),
  ].join('\n');
}

function randomName() {
  return Array.from({ length: 8 }, () => String.fromCharCode(97 + Math.floor(Math.random() * 26))).join('');
}

function classifier(n) {
  return `('REGEX', '\\b(what|how|tell me)\\b.*\\btopic ${n}\\b', 'TOPIC_${n}', 'START', 50)`;
}

const PHASES = ['POST_DIALOGUE_ACT', 'POST_SCHEMA_EXTRACTION', 'PRE_RESPONSE_RESOLUTION'];

function rule(n, intents) {
  const condition = n % 2 === 0 ? `'JSON_PATH', '$[?(@.state == ''S${n}'')]'` : `'REGEX', '\\bword ${n}\\b'`;
  const scope = `'${PHASES[n % PHASES.length]}', 'TOPIC_${(n % intents) + 1}', 'START'`;
  return `(${scope}, ${condition}, 'SET_STATE', 'START', ${n % 100})`;
}

function numbers(count) {
  return Array.from({ length: count }, (_, index) => index + 1);
}

function insert(target, rows, toSql) {
  return `INSERT INTO ${target} VALUES\n${rows.map(toSql).join(',\n')};\n`;
}
