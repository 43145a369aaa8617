import { isJsonObject } from '../../../platform/common/json.js';
import type { FlowProblems } from '../../../tools/flow-problem.js';
import { ANY, sameCode } from '../../../tools/scope.js';
import type { FlowParts } from '../flow-definition.js';
import type { Rule, RuleAction } from '../rule.js';

type ToolCall = Extract<RuleAction, { type: 'CALL_TOOL' }>;

/** Warns of rules that call a tool which is not there, not in their scope, or not given what it needs. */
export function checkToolCalls(parts: FlowParts, problems: FlowProblems): void {
  for (const rule of parts.rules) {
    const text = rule.action.type === 'CALL_TOOL' ? problemOf(rule, rule.action, parts) : undefined;
    if (text !== undefined) problems.warn('ce_rule', rule.id, 'action_value', text);
  }
}

function problemOf(rule: Rule, { toolCode, args }: ToolCall, { tools }: FlowParts): string | undefined {
  const tool = tools.tool(toolCode);
  if (!tool) return `there is no tool "${toolCode}"; the rule would find nothing to call`;
  const isElsewhere = [
    [rule.intent, tool.intent],
    [rule.state, tool.state],
  ].some(([own = ANY, its = ANY]) => !sameCode(own, its) && !sameCode(its, ANY) && !sameCode(own, ANY));
  if (isElsewhere) {
    return `the tool "${toolCode}" is for ${tool.intent}/${tool.state}, not for ${rule.intent}/${rule.state}`;
  }
  const required =
    isJsonObject(tool.inputSchema) && Array.isArray(tool.inputSchema.required) ? tool.inputSchema.required : [];
  const [missing] = required.filter((name) => typeof name === 'string' && !(name in args));
  return missing === undefined ? undefined : `the tool "${toolCode}" needs the argument "${String(missing)}"`;
}
