import { isJsonObject, type JsonObject, type JsonValue } from '../../platform/common/json.js';
import { onOneLine, withMarksShown } from '../../platform/common/plain-text.js';
import { lookupPath, renderTemplate } from '../../platform/common/template.js';
import type { TemplateView } from './wording-view.js';

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
/** The names of templates for what the engine knows, beside `intent`, `state` and the like. */
export const TEMPLATE_ALIASES: readonly string[] = Object.values(ALIASES).flat();
const THING_BY_ALIAS = new Map(
  Object.entries(ALIASES).flatMap(([thing, names]) => names.map((name) => [name, thing] as const)),
);

/**
 * What `{{…}}` in responses, prompts and engine texts can name: the built-in names above, `intent`, `state`,
 * `conversation_id`, `inputParams.…`, the facts of the turn, then values of the conversation, then the client's
 * parameters. A client can never put its value in the place of an engine's one.
 * @param extra names of the calling step, such as `mcp_tools`
 */
function templateLookup({ document }: TemplateView, extra: JsonObject): (path: string) => JsonValue | undefined {
  const [named, ...found] = document.forTemplates;
  const roots: JsonObject[] = [{ ...named, ...extra }, ...found];
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

/** Renders a question that a yes may follow: no value in it can bring lines of its own or turn the order of its words. */
export function renderQuestion(turn: TemplateView, template: string, extra: JsonObject = {}): string {
  const lookup = templateLookup(turn, extra);
  return renderTemplate(template, (path) => {
    const value = lookup(path);
    if (value === undefined) return undefined;
    if (value === null) return '';
    return typeof value === 'string' ? onOneLine(value) : withMarksShown(JSON.stringify(value));
  }).text;
}

/** Renders a text for the user or a prompt; what has no value becomes nothing. */
export function render(turn: TemplateView, template: string, extra: JsonObject = {}): string {
  return renderTemplate(template, templateLookup(turn, extra)).text;
}

/**
 * Values with their placeholders filled in: a text that is one placeholder alone becomes the value itself, of whatever type,
 * and is left out where there is none; in any other text values stand as text.
 */
export function filled(turn: TemplateView, values: JsonObject): JsonObject {
  const lookup = templateLookup(turn, {});
  const fill = (value: JsonValue): JsonValue | undefined => {
    if (Array.isArray(value)) return value.map(fill).filter((item) => item !== undefined);
    if (isJsonObject(value)) return fillAll(value);
    if (typeof value !== 'string') return value;
    const [, path] = /^\s*\{\{([^{}]+)\}\}\s*$/.exec(value) ?? [];
    return path === undefined ? renderTemplate(value, lookup).text : lookup(path.trim());
  };
  const fillAll = (object: JsonObject): JsonObject =>
    Object.fromEntries(
      Object.entries(object).flatMap(([key, value]) => {
        const found = fill(value);
        return found === undefined ? [] : [[key, found] as const];
      }),
    );
  return fillAll(values);
}

function canonical(alias: string): string {
  return ALIASES[THING_BY_ALIAS.get(alias) ?? '']?.[0] ?? alias;
}
