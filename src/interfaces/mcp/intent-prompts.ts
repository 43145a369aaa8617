import { type FlowDefinition, type Intent } from '../../engine/flow/index.js';
import { isJsonObject, type JsonObject } from '../../platform/common/json.js';
import type { McpPrompt } from '../../platform/handlers-api/index.js';
import { sameCode } from '../../tools/index.js';
import { type ClientScope, seesIntent } from '../callers/index.js';
import { MESSAGE_TOOL } from './built-in-tools.js';
import { publishedName } from './published-tools.js';

/**
 * One prompt for each intent: what people choose to begin with it, with what it collects as arguments. The texts of
 * `ce_prompt_template` are none: they instruct the service's own model.
 */
export function intentPrompts(flow: FlowDefinition, scope: ClientScope): McpPrompt[] {
  return flow.intents.filter(({ code }) => seesIntent(scope, code)).map((intent) => promptOf(flow, intent));
}

function promptOf(flow: FlowDefinition, intent: Intent): McpPrompt {
  const title = intent.displayName ?? intent.code;
  const fields = fieldsOf(flow, intent);
  const args = Object.entries(fields).map(([name, field]) => {
    const description = isJsonObject(field) && typeof field.description === 'string' ? field.description : undefined;
    return { name, required: false, ...(description && { description }) };
  });
  return {
    kind: 'mcp-prompt',
    name: publishedName(intent.code.toLowerCase()),
    title,
    description: intent.description,
    arguments: args,
    render: (given) => {
      const known = args.flatMap(({ name }) => (given[name] ? [`${name}: ${given[name]}`] : []));
      const wish = [`I want this: ${title}.`, ...known].join('\n');
      return `${wish}\n\nTell this to ${MESSAGE_TOOL}, and pass what it asks on to me, word for word.`;
    },
  };
}

/** What the intent collects in any of its states. */
function fieldsOf(flow: FlowDefinition, intent: Intent): JsonObject {
  const fields: JsonObject = {};
  for (const state of flow.states) {
    const schema = flow.schemaFor(intent.code, state);
    if (!schema || !sameCode(schema.intent, intent.code)) continue;
    if (isJsonObject(schema.document.properties)) Object.assign(fields, schema.document.properties);
  }
  return fields;
}
