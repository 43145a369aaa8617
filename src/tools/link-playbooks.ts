import { isJsonObject } from '../platform/common/json.js';
import { FILES, type FlowProblems } from './flow-problem.js';
import type { PlaybookStep, RepeatPolicy } from './playbook/index.js';
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
    for (const call of callsOf(step)) {
      const targets = (byCode.get(normalizeCode(call.tool)) ?? []).filter(isCallable);
      const problem =
        targets.length === 0
          ? `there is no tool "${call.tool}"`
          : targets.map((target) => callProblem(tool, call, target)).find(Boolean);
      if (problem)
        wrong.push({
          step: index,
          message: `step "${step.name}": ${call.says}${problem} (line ${playbook.lines[index]})`,
        });
      tools.set(call.tool, targets);
    }
  }
  return { linked: { ...playbook, tools }, wrong };
}

/** One call that a step makes. */
interface StepCall extends Pick<PlaybookStep, 'tool' | 'arguments'> {
  readonly policy: RepeatPolicy | undefined;
  readonly undoes: boolean;
  /** Before what is said of it. */
  readonly says: string;
}

function callsOf({ tool, arguments: args, durable }: PlaybookStep): StepCall[] {
  const { compensate, policy } = durable ?? {};
  return [
    ...(tool === '' ? [] : [{ tool, arguments: args, policy, undoes: false, says: '' }]),
    ...(compensate ? [{ ...compensate, undoes: true, says: 'compensate: ' }] : []),
  ];
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

function callProblem(tool: Tool, call: StepCall, target: Tool): string | undefined {
  const { code } = target;
  if (target.does.kind === 'playbook') return `"${code}" is a playbook; a playbook cannot call another one`;
  const args = call.arguments.preview({});
  const { required, properties, additionalProperties } = target.inputSchema ?? {};
  const given = isJsonObject(args) ? args : {};
  const missing = Array.isArray(required) ? required.find((name) => !Object.hasOwn(given, String(name))) : undefined;
  if (missing !== undefined) return `${code} needs the argument "${missing}"`;
  const known = isJsonObject(properties) && additionalProperties === false ? properties : given;
  const unknown = Object.keys(given).find((name) => !Object.hasOwn(known, name));
  if (unknown !== undefined) return `${code} has no argument "${unknown}"`;
  if (call.undoes && target.sideEffect === 'READ') return `${code} only reads, and so undoes nothing`;
  if (target.sideEffect === 'READ' || target.executionPolicy === 'idempotent') return undefined;
  if (call.policy === 'idempotent')
    return `${code} is not idempotent: say so in its own definition, or leave "policy" out`;
  const isOneCall = tool.executionPolicy === 'idempotent' && !isDurable(tool);
  return isOneCall ? `${code} is not idempotent, so that the playbook cannot be` : undefined;
}

/** Its steps stand in rows of their own: what has happened is known of each. */
function isDurable({ does }: Tool): boolean {
  return does.kind === 'playbook' && does.definition.durable !== undefined;
}
