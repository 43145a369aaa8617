import { isJsonObject, type JsonObject, type JsonValue, parseJson } from '../../../platform/common/json.js';
import { normalizeCode } from '../../scope.js';
import { ANYWHERE, AS_ROW, isGatewayTool, type Tool } from '../../tool.js';

/** The group of the tools that stand for all others. */
export const GATEWAY = 'GATEWAY';

const text = (description: string): JsonObject => ({ type: 'string', description });
const object = (description: string): JsonObject => ({ type: 'object', description });

const SEARCH = define(
  'gateway_search_tools',
  'READ',
  'Finds tools by what they do, and gives the schemas of their arguments. Most tools have no definition of their own: ' +
    'use this first, e.g. with "cancel order", and then gateway_invoke.',
  {
    required: ['query'],
    properties: {
      query: text('A few words of what is to be done'),
      limit: { type: 'integer', minimum: 1, maximum: 25, default: 5, description: 'How many tools at the most' },
    },
  },
);
const LIST = define(
  'gateway_list_tools',
  'READ',
  'Lists codes and descriptions of all tools, without their argument schemas. Use it to discover what there is, e.g. ' +
    'where gateway_search_tools finds nothing.',
  {
    properties: {
      offset: { type: 'integer', minimum: 0, default: 0, description: 'How many tools to leave out first' },
      limit: { type: 'integer', minimum: 1, maximum: 100, default: 50, description: 'How many tools at the most' },
    },
  },
);
const INVOKE = define(
  'gateway_invoke',
  null,
  'Calls a tool by its code; the arguments are checked against its schema. Use it for tools without a definition of ' +
    'their own, e.g. {"tool_code": "order.status", "arguments": {"id": 7}}. A tool that writes is confirmed by the user first.',
  {
    required: ['tool_code'],
    properties: { tool_code: text('Code of the tool'), arguments: object('Its arguments, as its schema says') },
  },
);
const RUN_PLAYBOOK = define(
  'gateway_run_playbook',
  null,
  'Runs a playbook, which is several tool calls as one. Use dry_run to check what it would call, e.g. to tell the user ' +
    'beforehand. A playbook that writes is confirmed by the user first.',
  {
    required: ['name'],
    properties: {
      name: text('Its code, as gateway_search_tools gives it'),
      arguments: object('Its inputs, as its schema says'),
      dry_run: { type: 'boolean', default: false, description: 'Only tell what would be called' },
    },
  },
);

/** Search, list, invoke and run. */
export const GATEWAY_TOOLS = [SEARCH, LIST, INVOKE, RUN_PLAYBOOK];

function define(code: string, sideEffect: 'READ' | null, description: string, schema: JsonObject): Tool {
  return {
    ...ANYWHERE,
    code,
    group: GATEWAY,
    description,
    inputSchema: { type: 'object', additionalProperties: false, ...schema },
    outputSchema: null,
    sideEffect,
    origin: { source: 'gateway', place: null },
    does: { kind: 'gateway' },
    treatment: AS_ROW,
  };
}

/** Whether a call may end in a tool that writes, or that reaches beyond the service. */
export function callsOthers(tool: Tool): boolean {
  return isGatewayTool(tool) && tool.sideEffect !== 'READ';
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
  const isRun = code === normalizeCode(RUN_PLAYBOOK.code) && (args.dry_run ?? false) === false;
  if (!isInvoke && !isRun) return { toolCode, args };
  const known = isInvoke ? ['tool_code', 'arguments'] : ['name', 'arguments', 'dry_run'];
  const meant = isInvoke ? args.tool_code : args.name;
  // What stands beside these ("args"), or is no yes or no to a dry run, is refused by the gateway tool's own schema.
  const isWhole = Object.keys(args).every((name) => known.includes(name));
  if (!isWhole || typeof meant !== 'string' || meant.trim() === '') return { toolCode, args };
  const inner = meantArguments(args.arguments);
  return inner ? { toolCode: meant.trim(), args: inner } : { toolCode, args };
}

/** Models write objects as JSON text at times. */
export function meantArguments(value: JsonValue | undefined): JsonObject | undefined {
  const read = typeof value === 'string' ? parseJson(value) : (value ?? {});
  return isJsonObject(read) ? read : undefined;
}
