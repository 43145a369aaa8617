/** A value as SQL text that both databases read. */
function literal(value: string | number | null): string {
  if (value === null) return 'NULL';
  return typeof value === 'number' ? String(value) : `'${value.replaceAll("'", "''")}'`;
}

/** One row as a statement that both databases read. */
export function insert(table: string, row: Readonly<Record<string, string | number | null>>): string {
  return `INSERT INTO ${table} (${Object.keys(row).join(', ')}) VALUES (${Object.values(row).map(literal).join(', ')});\n`;
}

/** A REGEX classifier: what a message like `pattern` is about, and where the conversation enters it. */
export function classifier(pattern: string, intent: string, state: string, priority = 10): string {
  return insert('ce_intent_classifier', {
    rule_type: 'REGEX',
    pattern,
    intent_code: intent,
    state_code: state,
    priority,
  });
}

export function intent(code: string, displayName: string): string {
  return insert('ce_intent', { intent_code: code, description: displayName, display_name: displayName });
}

/** An EXACT TEXT response. */
export function response(intentCode: string, state: string, text: string): string {
  return insert('ce_response', {
    intent_code: intentCode,
    state_code: state,
    output_format: 'TEXT',
    response_type: 'EXACT',
    exact_text: text,
  });
}

export interface ActionRow {
  readonly key?: string;
  readonly bean?: string;
  readonly methods?: string;
  readonly intent?: string;
  readonly state?: string;
  /** Left out of the statement where undefined. */
  readonly priority?: number;
  readonly description?: string;
  readonly ttl_turns?: number;
  readonly ttl_minutes?: number;
  readonly risk?: 'LOW' | 'MEDIUM' | 'HIGH';
}

/** A `ce_pending_action` row; without options the one that cancels the order. */
export function pendingAction(row: ActionRow = {}): string {
  return insert('ce_pending_action', {
    intent_code: row.intent ?? 'CANCEL_ORDER',
    state_code: row.state ?? 'CONFIRM_CANCEL',
    action_key: row.key ?? 'cancel_order',
    bean_name: row.bean ?? 'orderTask',
    method_names: row.methods ?? 'execute',
    ...(row.priority !== undefined && { priority: row.priority }),
    ...(row.description !== undefined && { description: row.description }),
    ...(row.risk !== undefined && { risk: row.risk }),
    ...(row.ttl_turns !== undefined && { ttl_turns: row.ttl_turns }),
    ...(row.ttl_minutes !== undefined && { ttl_minutes: row.ttl_minutes }),
  });
}

export interface RuleRow {
  readonly phase?: string;
  readonly intent?: string;
  readonly state?: string;
  readonly type?: string;
  readonly pattern?: string;
  readonly action?: string;
  readonly value: string;
  readonly priority?: number;
}

/** A `ce_rule` row; without options one that sets the state on any message in CANCEL_ORDER / CONFIRM_CANCEL. */
export function rule(row: RuleRow): string {
  return insert('ce_rule', {
    phase: row.phase ?? 'PRE_RESPONSE_RESOLUTION',
    intent_code: row.intent ?? 'CANCEL_ORDER',
    state_code: row.state ?? 'CONFIRM_CANCEL',
    rule_type: row.type ?? 'REGEX',
    match_pattern: row.pattern ?? '.*',
    action: row.action ?? 'SET_STATE',
    action_value: row.value,
    priority: row.priority ?? 10,
  });
}

/** Moves on when the action of the turn came to this result. */
export function ruleOnResult(result: string, state: string, scope: Pick<RuleRow, 'intent' | 'state'> = {}): string {
  const pattern = `$[?(@.inputParams.pending_action_result == '${result}')]`;
  return rule({ ...scope, type: 'JSON_PATH', pattern, value: state });
}

export function schema(intentCode: string, state: string, document: object): string {
  return insert('ce_output_schema', {
    intent_code: intentCode,
    state_code: state,
    json_schema: JSON.stringify(document),
    priority: 10,
  });
}

/** The prompt by which a model is asked for values; `marker` is how a script recognises it. */
export function extractionPrompt(intentCode: string, state: string, marker: string, interactionMode?: string): string {
  return insert('ce_prompt_template', {
    intent_code: intentCode,
    state_code: state,
    output_format: 'SCHEMA_JSON',
    system_prompt: marker,
    user_prompt: 'Message: [{{user_input}}]',
    interaction_mode: interactionMode ?? null,
  });
}

export function setting(type: string, key: string, value: string): string {
  return insert('ce_config', { config_type: type, config_key: key, config_value: value });
}

export function policy(type: string, pattern: string, text: string): string {
  return insert('ce_policy', { rule_type: type, pattern, response_text: text });
}

export function tool(code: string, group: string): string {
  return insert('ce_mcp_tool', { tool_code: code, tool_group: group, intent_code: 'ANY', state_code: 'ANY' });
}

/** A planner whose prompt begins with a marker, for a scope. */
export function planner(id: number, marker: string, intentCode = 'ANY', state = 'ANY'): string {
  const prompts = { system_prompt: `${marker}. Reply with JSON.`, user_prompt: 'Results: {{mcp_observations}}' };
  return insert('ce_mcp_planner', { planner_id: id, intent_code: intentCode, state_code: state, ...prompts });
}

/** "cancel my order" leads to a question; there are no intents, no actions and no rules yet. */
export const CANCEL_FLOW =
  classifier('cancel my order', 'CANCEL_ORDER', 'CONFIRM_CANCEL') +
  response('CANCEL_ORDER', 'CONFIRM_CANCEL', 'Are you sure?') +
  response('CANCEL_ORDER', 'DONE', 'Cancelled.') +
  response('UNKNOWN', 'UNKNOWN', 'Sorry?');

/** Brings the conversation to DONE when the action was carried out in this turn. */
export const DONE_WHEN_EXECUTED = ruleOnResult('EXECUTED', 'DONE');

const AMOUNT = { type: 'object', properties: { amt: { type: 'number' } }, required: ['amt'] };

/** "loan please" collects an amount, and "faq please" is another intent that collects nothing. */
export const LOAN_FLOW =
  classifier('\\bloan\\b', 'LOAN', 'IDLE') +
  classifier('\\bfaq\\b', 'FAQ', 'IDLE') +
  schema('LOAN', 'ANY', AMOUNT) +
  response('LOAN', 'IDLE', 'How much?') +
  response('LOAN', 'CONFIRM', 'Shall I lend {{amt}}?') +
  response('FAQ', 'IDLE', 'Ask me anything.') +
  response('UNKNOWN', 'UNKNOWN', 'Sorry?');

/** The loan is asked for when the amount is known, and granted by `orderTask:execute` after a yes. */
export const LOAN_ACTION =
  rule({
    intent: 'LOAN',
    state: 'IDLE',
    type: 'JSON_PATH',
    pattern: '$[?(@.schemaComplete == true)]',
    value: 'CONFIRM',
  }) + pendingAction({ intent: 'LOAN', state: 'CONFIRM', key: 'grant_loan', description: 'grant the loan' });
