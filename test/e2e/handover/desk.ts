import { type ActionHandler, done } from '../../../src/app/index.js';
import type { JsonObject } from '../../../src/platform/common/json.js';
import type { TestEngine } from '../../helpers/engine.js';

/** Cancels orders after a yes; "agent" hands over to the queue of the order's shop. */
export const DESK_FLOW = `
  INSERT INTO ce_intent (intent_code, description) VALUES ('CANCEL', 'Cancel an order'), ('PERSON', 'Talk with a person');
  INSERT INTO ce_intent_classifier (rule_type, pattern, intent_code, state_code, priority) VALUES
    ('REGEX', '\\bcancel\\b', 'CANCEL', 'CONFIRM', 1), ('REGEX', '\\bagent\\b', 'PERSON', 'WANTED', 1),
    ('REGEX', '\\bhello\\b', 'GREET', 'IDLE', 1);
  INSERT INTO ce_output_schema (intent_code, state_code, json_schema, priority) VALUES ('CANCEL', 'ANY',
    '{"type": "object", "required": ["orderId"], "properties": {"orderId": {"type": "string", "pattern": "^[0-9]{4}$"}}}', 1);
  INSERT INTO ce_pending_action (intent_code, state_code, action_key, bean_name, method_names, description, ttl_turns) VALUES
    ('CANCEL', 'CONFIRM', 'cancel_order', 'orders', 'cancel', 'cancel the order', 20);
  INSERT INTO ce_rule (intent_code, state_code, rule_type, match_pattern, action, action_value) VALUES
    ('PERSON', 'WANTED', 'EXACT', 'any', 'HAND_OVER',
     '{"queue": "orders", "note": "Order {{orderId}}: {{user_input}}", "reply": "I am putting you through."}'),
    ('ANY', 'ANY', 'JSON_PATH', '$.inputParams.handed_back.note == ''promised''', 'SET_STATE', 'PROMISED');
  INSERT INTO ce_response (intent_code, state_code, output_format, response_type, exact_text) VALUES
    ('CANCEL', 'CONFIRM', 'TEXT', 'EXACT', 'Shall I cancel order {{orderId}}?'),
    ('GREET', 'ANY', 'TEXT', 'EXACT', 'Hello. {{handed_back.note}}');`;

/** Counts what was done. */
export function countingOrders(): { readonly handler: ActionHandler; readonly done: string[] } {
  const cancelled: string[] = [];
  const cancel: ActionHandler['methods'][string] = ({ arguments: args }) => {
    cancelled.push(String(args.orderId));
    return done({ reference: `C-${String(args.orderId)}` });
  };
  return { handler: { kind: 'action', name: 'orders', methods: { cancel } }, done: cancelled };
}

/** What an operator's address has answered. */
export interface DeskAnswer {
  readonly status: number;
  readonly raw: string;
  readonly body: JsonObject;
}

/** Posts to an operator's address of a conversation: '' hands over, 'replies' says something, 'end' hands back. */
export async function desk(
  engine: TestEngine,
  conversationId: string,
  what: '' | 'replies' | 'end',
  body: JsonObject,
  headers: Record<string, string> = {},
): Promise<DeskAnswer> {
  const path = ['handover', what].filter(Boolean).join('/');
  const response = await fetch(`${engine.url}/api/v1/conversations/${conversationId}/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  const raw = await response.text();
  return { status: response.status, raw, body: JSON.parse(raw) as JsonObject };
}

/** Reads an address of the service. */
export async function get(engine: TestEngine, path: string): Promise<JsonObject> {
  return (await (await fetch(`${engine.url}${path}`)).json()) as JsonObject;
}
