import type { JsonObject } from '../../../platform/common/json.js';
import { withDefaults } from '../../../platform/common/schema-defaults.js';
import type { ToolCall } from '../../../platform/handlers-api/index.js';
import { type CallableTools, type ToolExecutor } from '../../run/index.js';
import { sameCode } from '../../scope.js';
import type { Executable } from '../../tool.js';
import { isGatewayTool, type Tool } from '../../tool.js';
import { ToolError } from '../../tool-error.js';
import { normalizeGroup } from '../../tool-groups.js';
import type { ToolSet } from '../../tool-set.js';
import { GATEWAY, meantArguments } from './gateway-tools.js';
import { searchTools, similarTools } from './search-tools.js';

/**
 * Lets a client or a model with hundreds of tools load a handful of definitions: it searches, and calls what it found.
 * What is found is what the conversation's intent and state allow. Calls are not made here: `meantCall` turns them into
 * calls of the tool itself before anybody looks at scope and consent.
 */
export class GatewayExecutor implements ToolExecutor {
  readonly group = GATEWAY;

  /** @param registry knows the tools that a gateway tool was read with */
  constructor(private readonly registry: { setOf(tool: Tool): ToolSet }) {}

  find(tool: Tool, tools: CallableTools): Executable | undefined {
    if (!isGatewayTool(tool)) return undefined;
    const execute = ({ intent, state, arguments: args }: ToolCall) =>
      answerGateway(tool, args, this.registry.setOf(tool).toolsFor(intent, state), tools);
    return { sideEffect: 'READ', execute };
  }
}

/**
 * What a gateway tool says of the tools that a caller may see.
 * @throws ToolError when it is asked for something that is not there
 */
export function answerGateway(
  tool: Tool,
  args: JsonObject,
  inScope: readonly Tool[],
  tools: CallableTools,
): JsonObject {
  const answer = ANSWERS[tool.code];
  if (!answer) throw new ToolError(`There is no tool "${tool.code}"`);
  return answer(
    withDefaults(tool.inputSchema, args),
    inScope.filter((one) => !isGatewayTool(one)),
    tools,
  );
}

type Answer = (args: JsonObject, inScope: readonly Tool[], tools: CallableTools) => JsonObject;

const ANSWERS: Readonly<Record<string, Answer>> = {
  gateway_search_tools: ({ query, limit }, inScope, tools) => {
    const found = searchTools(inScope, String(query));
    const best = found.slice(0, Number(limit));
    return {
      tools: best.map((tool) => ({ ...brief(tool, tools), input_schema: tools.inputSchema(tool) })),
      total: found.length,
      ...(found.length === 0 && { note: 'No tool has one of these words; try others, or gateway_list_tools.' }),
    };
  },
  gateway_list_tools: ({ offset, limit }, inScope, tools) => {
    const page = inScope.slice(Number(offset), Number(offset) + Number(limit));
    return { tools: page.map((tool) => brief(tool, tools)), total: inScope.length };
  },
  gateway_run_playbook: ({ name, arguments: args }, inScope, tools) => {
    const playbooks = inScope.filter(({ does }) => does.kind === 'playbook');
    const tool = playbooks.find(({ code }) => sameCode(code, String(name)));
    if (!tool) throw new ToolError(`Playbook not found: ${name}${didYouMean(String(name), playbooks)}`);
    const inputs = meantArguments(args) ?? {};
    const problem = tools.checkCall(tool, inputs);
    if (problem) throw new ToolError(problem);
    const steps = tools.plannedCalls(tool, inputs).map((call) => ({
      step: call.step,
      group: call.group,
      tool_code: call.tool.code,
      side_effect: call.sideEffect,
      runs: call.runs,
      condition: call.condition,
      arguments: call.arguments,
      ...(call.undoneBy && { undone_by: { tool_code: call.undoneBy.tool.code, arguments: call.undoneBy.arguments } }),
    }));
    return { playbook: tool.code, side_effect: tools.sideEffect(tool), steps };
  },
  gateway_invoke: () => {
    throw new ToolError('gateway_invoke needs "tool_code", the code of another tool, and "arguments", an object');
  },
};

const MOST_MEANT = 3;

/** ` Did you mean "order.find"?` where tools that a caller may see have almost this code, else nothing. */
export function didYouMean(code: string, inScope: readonly Tool[]): string {
  const others = inScope.filter((tool) => !isGatewayTool(tool));
  const meant = similarTools(others, code).slice(0, MOST_MEANT);
  return meant.length > 0 ? ` Did you mean ${meant.map((tool) => `"${tool.code}"`).join(' or ')}?` : '';
}

function brief(tool: Tool, tools: CallableTools): JsonObject {
  const { code, group, description } = tool;
  return { tool_code: code, tool_group: normalizeGroup(group), description, side_effect: tools.sideEffect(tool) };
}
