import { isJsonObject } from '../../common/json.js';
import type { LinkedPlaybook, ToolDefinition } from '../definition-types.js';
import { FILES, type FlowProblems } from '../flow-problem.js';
import { normalizeCode } from '../scope.js';

/** Gives each playbook the tools that its steps name; one whose steps cannot be called is left out and reported. */
export function linkPlaybooks(tools: readonly ToolDefinition[], problems: FlowProblems): ToolDefinition[] {
  const byCode = new Map(tools.map((tool) => [normalizeCode(tool.code), tool]));
  const reported = new Set<string>();
  return tools.flatMap((tool) => {
    if (!tool.playbook) return tool;
    const { linked, wrong } = link(tool, tool.playbook, byCode);
    if (wrong.length === 0) return { ...tool, playbook: linked };
    for (const { step, message } of reported.has(tool.code) ? [] : wrong) {
      problems.error(FILES, tool.file ?? null, `steps.${step}`, message);
    }
    reported.add(tool.code);
    return [];
  });
}

function link(tool: ToolDefinition, playbook: LinkedPlaybook, byCode: ReadonlyMap<string, ToolDefinition>) {
  const wrong: { readonly step: number; readonly message: string }[] = [];
  const tools = new Map<string, ToolDefinition>();
  for (const [index, step] of playbook.definition.steps.entries()) {
    const target = byCode.get(normalizeCode(step.tool));
    const problem = target ? stepProblem(tool, step.arguments.preview({}), target) : `there is no tool "${step.tool}"`;
    if (problem) wrong.push({ step: index, message: `step "${step.name}": ${problem}` });
    if (target) tools.set(step.name, target);
  }
  return { linked: { ...playbook, tools }, wrong };
}

function stepProblem(tool: ToolDefinition, args: unknown, target: ToolDefinition): string | undefined {
  if (target.playbook) return `"${target.code}" is a playbook; a playbook cannot call another one`;
  const required = target.inputSchema?.required;
  const given = isJsonObject(args) ? args : {};
  const missing = Array.isArray(required) ? required.find((name) => !Object.hasOwn(given, String(name))) : undefined;
  if (missing !== undefined) return `${target.code} needs the argument "${missing}"`;
  const isRepeatable = tool.executionPolicy === 'at-most-once' || target.sideEffect === 'READ';
  if (isRepeatable || target.executionPolicy === 'idempotent') return undefined;
  return `${target.code} is not idempotent, so that the playbook cannot be`;
}
