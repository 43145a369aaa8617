import type { JsonObject, JsonValue } from '../../common/json.js';
import { lookupPath, renderTemplate } from '../../common/template.js';
import type { Turn } from '../turn.js';

/** Names templates may use for one thing, by the thing. */
const ALIASES: Readonly<Record<string, readonly string[]>> = {
  context: ['context', 'contextJson', 'context_json'],
  userText: [
    'user_input',
    'userInput',
    'user_text',
    'userText',
    'input_text',
    'inputText',
    'input',
    'user_message',
    'userMessage',
  ],
  schema: ['schema', 'json_schema', 'schema_json', 'data_schema', 'dataSchema', 'jsonSchema', 'schemaJson'],
  containerData: ['container_data', 'containerData'],
  allowedIntents: ['allowed_intents', 'allowedIntents'],
  pendingClarification: ['pending_clarification', 'pendingClarification'],
  history: ['conversation_history', 'conversationHistory', 'history'],
  tools: ['mcp_tools', 'tools', 'available_tools', 'tool_list', 'mcpTools'],
  observations: ['mcp_observations', 'observations', 'mcpObservations'],
  standaloneQuery: ['standalone_query', 'standaloneQuery', 'resolved_user_input', 'resolvedUserInput'],
};
const THING_BY_ALIAS = new Map(
  Object.entries(ALIASES).flatMap(([thing, names]) => names.map((name) => [name, thing] as const)),
);

/**
 * What `{{…}}` in responses, prompts and engine texts can name: the built-in names above, `intent`, `state`,
 * `conversation_id`, `inputParams.…`, the facts of the turn, then values of the conversation, then the client's
 * parameters. A client can never put its value in the place of an engine's one.
 * @param extra names of the calling step, such as `mcp_tools`
 */
export function templateLookup(turn: Turn, extra: JsonObject = {}): (path: string) => JsonValue | undefined {
  const builtIn: JsonObject = { ...baseView(turn), ...extra };
  const roots: JsonObject[] = [builtIn, turn.facts as JsonObject, turn.context, turn.params];
  return (path) => {
    const [head = '', ...rest] = path.split(/(?=[.[])/);
    const name = THING_BY_ALIAS.has(head) ? `${canonical(head)}${rest.join('')}` : path;
    for (const root of roots) {
      const value = lookupPath(root, name);
      if (value !== undefined) return value;
    }
    return undefined;
  };
}

/** Renders a text for the user or a prompt; what has no value becomes nothing. */
export function render(turn: Turn, template: string, extra: JsonObject = {}): string {
  return renderTemplate(template, templateLookup(turn, extra)).text;
}

function canonical(alias: string): string {
  return ALIASES[THING_BY_ALIAS.get(alias) ?? '']?.[0] ?? alias;
}

function baseView(turn: Turn): JsonObject {
  return {
    context: turn.context,
    user_input: turn.userText,
    schema: turn.schema?.document ?? {},
    container_data: turn.context.container_data ?? {},
    allowed_intents: turn.flow.intents.map(({ code, description }) => ({ code, description })),
    pending_clarification: turn.context.pending_clarification ?? null,
    conversation_history: turn.history.map(({ user, assistant }) => ({ user, assistant })),
    standalone_query: turn.facts.standalone_query ?? turn.userText,
    intent: turn.intent,
    state: turn.state,
    conversation_id: turn.conversationId,
    inputParams: turn.inputParams,
    missing_fields: turn.facts.missing_fields ?? [],
  };
}
