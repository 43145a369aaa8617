import { isJsonObject } from '../platform/common/json.js';
import { FILES, type FlowProblems } from './flow-problem.js';
import { normalizeCode } from './scope.js';
import type { PlaybookWork, Tool } from './tool.js';

/** Gives each playbook the tools that its steps name; one whose steps cannot be called is left out and reported. */
export function linkPlaybooks(tools: readonly Tool[], problems: FlowProblems): Tool[] {
  const byCode = Map.groupBy(tools, ({ code }) => normalizeCode(code));
  const reported = new Set<string>();
  return tools.flatMap((tool) => {
    if (tool.does.kind !== 'playbook') return tool;
    const { linked, wrong } = link(tool, tool.does, byCode);
    if (wrong.length === 0) return { ...tool, does: linked, risk: riskOf(tool, linked) };
    for (const { step, message } of reported.has(tool.code) ? [] : wrong) {
      problems.error(FILES, tool.origin.place, `steps.${step}`, message);
    }
    reported.add(tool.code);
    return [];
  });
}

function link(tool: Tool, playbook: PlaybookWork, byCode: ReadonlyMap<string, Tool[]>) {
  const wrong: { readonly step: number; readonly message: string }[] = [];
  const tools = new Map<string, readonly Tool[]>();
  for (const [index, step] of playbook.definition.steps.entries()) {
    const targets = (byCode.get(normalizeCode(step.tool)) ?? []).filter(isCallable);
    const args = step.arguments.preview({});
    const problem =
      targets.length === 0
        ? `there is no tool "${step.tool}"`
        : targets.map((target) => stepProblem(tool, args, target)).find(Boolean);
    if (problem) wrong.push({ step: index, message: `step "${step.name}": ${problem}` });
    tools.set(step.tool, targets);
  }
  return { linked: { ...playbook, tools }, wrong };
}

/** A tool that is for clients alone is none for conversations. */
function isCallable({ treatment }: Tool): boolean {
  return treatment.offered === 'everywhere';
}

/** As high as that of any step: what needs an approval needs it in a playbook too. */
function riskOf({ risk }: Tool, { tools }: PlaybookWork): Tool['risk'] {
  const isHigh = [...tools.values()].flat().some((one) => one.risk === 'HIGH');
  return isHigh ? 'HIGH' : risk;
}

function stepProblem(tool: Tool, args: unknown, target: Tool): string | undefined {
  if (target.does.kind === 'playbook') return `"${target.code}" is a playbook; a playbook cannot call another one`;
  const { required, properties, additionalProperties } = target.inputSchema ?? {};
  const given = isJsonObject(args) ? args : {};
  const missing = Array.isArray(required) ? required.find((name) => !Object.hasOwn(given, String(name))) : undefined;
  if (missing !== undefined) return `${target.code} needs the argument "${missing}"`;
  const known = isJsonObject(properties) && additionalProperties === false ? properties : given;
  const unknown = Object.keys(given).find((name) => !Object.hasOwn(known, name));
  if (unknown !== undefined) return `${target.code} has no argument "${unknown}"`;
  const isRepeatable = tool.executionPolicy === 'at-most-once' || target.sideEffect === 'READ';
  if (isRepeatable || target.executionPolicy === 'idempotent') return undefined;
  return `${target.code} is not idempotent, so that the playbook cannot be`;
}
