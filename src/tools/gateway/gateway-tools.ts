import { isJsonObject, type JsonObject, type JsonValue, parseJson } from '../../common/json.js';
import { type FileTools, normalizeCode, type ToolDefinition } from '../../flow/index.js';

/** The group of the tools that stand for all others. */
export const GATEWAY = 'GATEWAY';

const text = (description: string): JsonObject => ({ type: 'string', description });
const object = (description: string): JsonObject => ({ type: 'object', description });

const SEARCH = define('gateway_search_tools', 'READ', 'Finds tools by what they do; gives their argument schemas.', {
  required: ['query'],
  properties: {
    query: text('A few words, for example: cancel order'),
    limit: { type: 'integer', minimum: 1, maximum: 25, default: 5 },
  },
});
const LIST = define('gateway_list_tools', 'READ', 'Lists the tools, without their argument schemas.', {
  properties: {
    offset: { type: 'integer', minimum: 0, default: 0 },
    limit: { type: 'integer', minimum: 1, maximum: 100, default: 50 },
  },
});
const INVOKE = define(
  'gateway_invoke',
  null,
  'Calls a tool that was found. What writes is confirmed by the user first.',
  {
    required: ['tool_code'],
    properties: { tool_code: text('Code of the tool'), arguments: object('Its arguments, as its schema says') },
  },
);
const RUN_PLAYBOOK = define(
  'gateway_run_playbook',
  null,
  'Runs a playbook, or shows with dry_run what it would call.',
  {
    required: ['name'],
    properties: {
      name: text('Name of the playbook'),
      arguments: object('Its inputs'),
      dry_run: { type: 'boolean', default: false },
    },
  },
);

/** Search, list, invoke and run. */
export const GATEWAY_TOOLS = [SEARCH, LIST, INVOKE, RUN_PLAYBOOK];

function define(code: string, sideEffect: 'READ' | null, description: string, schema: JsonObject): ToolDefinition {
  return {
    id: 0,
    code,
    group: GATEWAY,
    intent: 'ANY',
    state: 'ANY',
    priority: 100,
    description,
    inputSchema: { type: 'object', additionalProperties: false, ...schema },
    outputSchema: null,
    sideEffect,
    risk: null,
    executionPolicy: 'at-most-once',
    timeoutMs: null,
  };
}

/** The tools of files, and with them those that stand for all others. */
export function withGatewayTools(found: FileTools, enabled: boolean): FileTools {
  return enabled ? { ...found, tools: [...found.tools, ...GATEWAY_TOOLS] } : found;
}

export function isGatewayTool({ group }: ToolDefinition): boolean {
  return group === GATEWAY;
}

/** The call of a tool that somebody meant. */
export interface MeantCall {
  readonly toolCode: string;
  readonly args: JsonObject;
}

/**
 * What `gateway_invoke` and `gateway_run_playbook` are asked to call, so that scope, consent and audit are about that
 * tool; any other call is what it is, a dry run too.
 */
export function meantCall(toolCode: string, args: JsonObject): MeantCall {
  const code = normalizeCode(toolCode);
  const isInvoke = code === normalizeCode(INVOKE.code);
  const isRun = code === normalizeCode(RUN_PLAYBOOK.code) && args.dry_run !== true;
  const meant = isInvoke ? args.tool_code : args.name;
  if ((!isInvoke && !isRun) || typeof meant !== 'string' || meant.trim() === '') return { toolCode, args };
  const inner = meantArguments(args.arguments);
  return inner ? { toolCode: meant.trim(), args: inner } : { toolCode, args };
}

/** Models write objects as JSON text at times. */
export function meantArguments(value: JsonValue | undefined): JsonObject | undefined {
  const read = typeof value === 'string' ? parseJson(value) : (value ?? {});
  return isJsonObject(read) ? read : undefined;
}
