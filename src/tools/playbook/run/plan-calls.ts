import type { JsonObject } from '../../../platform/common/json.js';
import { withDefaults } from '../../../platform/common/schema-defaults.js';
import { type CallableTools, maskSensitive } from '../../run/index.js';
import type { PlannedCall, PlaybookWork, Tool } from '../../tool.js';
import { awaitedSteps, type PlaybookStep, type Template } from '../index.js';

/** What the steps would call, with the arguments as far as they are known before anything has run. */
export function planCalls(playbook: PlaybookWork, args: JsonObject, tools: CallableTools): PlannedCall[] {
  const { definition } = playbook;
  const inputs = withDefaults(definition.inputs, args);
  const shown = { inputs: maskSensitive(definition.inputs, inputs) };
  const groups = groupsOf(playbook, tools);
  return definition.steps.flatMap((step) => {
    const [tool] = playbook.tools.get(step.tool) ?? [];
    if (!tool) return [];
    const undoneBy = plannedUndoing(playbook, step, shown, tools);
    return {
      step: step.name,
      tool,
      sideEffect: stepWrites(playbook, step, tools) ? 'WRITE' : 'READ',
      arguments: plannedArguments(tool, step.arguments, shown, tools),
      runs: runsBeforehand(step, { inputs }),
      condition: step.condition?.written ?? null,
      group: groups.get(step) ?? 1,
      ...(undoneBy && { undoneBy }),
    };
  });
}

/** A step at which a durable playbook waits. */
export interface PlannedWait {
  readonly step: string;
  readonly waitsFor: 'time' | 'signal' | 'approval';
  /** What the user would be asked, as far as it is known before anything has run; null where nothing is asked. */
  readonly question: string | null;
  readonly arguments: JsonObject;
  readonly runs: PlannedCall['runs'];
  readonly condition: string | null;
  readonly group: number;
}

/** Where the playbook would wait, and for what. */
export function planWaits(playbook: PlaybookWork, args: JsonObject, tools: CallableTools): PlannedWait[] {
  const { definition } = playbook;
  const inputs = withDefaults(definition.inputs, args);
  const shown = { inputs: maskSensitive(definition.inputs, inputs) };
  const groups = groupsOf(playbook, tools);
  return definition.steps.flatMap((step) => {
    const wait = step.durable?.wait;
    if (!wait) return [];
    return {
      step: step.name,
      waitsFor: wait.kind === 'sleep' ? 'time' : wait.kind,
      question: wait.kind === 'approval' ? String(wait.question.preview(shown)) : null,
      arguments: step.arguments.preview(shown) as JsonObject,
      runs: runsBeforehand(step, { inputs }),
      condition: step.condition?.written ?? null,
      group: groups.get(step) ?? 1,
    };
  });
}

/** From 1: steps of one group run beside each other. */
function groupsOf(playbook: PlaybookWork, tools: CallableTools): ReadonlyMap<PlaybookStep, number> {
  const { definition } = playbook;
  const groups = new Map<PlaybookStep, number>();
  for (const step of definition.steps) {
    const awaited = awaitedSteps(definition, step, (one) => stepWrites(playbook, one, tools));
    groups.set(step, 1 + Math.max(0, ...awaited.map((one) => groups.get(one) ?? 0)));
  }
  return groups;
}

function plannedUndoing(
  { tools: known }: PlaybookWork,
  { durable }: PlaybookStep,
  shown: JsonObject,
  tools: CallableTools,
): PlannedCall['undoneBy'] {
  const compensate = durable?.compensate;
  const [tool] = known.get(compensate?.tool ?? '') ?? [];
  if (!tool || !compensate) return undefined;
  return { tool, arguments: plannedArguments(tool, compensate.arguments, shown, tools) };
}

/** As they may be shown, with what the tool fills in. */
function plannedArguments(tool: Tool, args: Template, shown: JsonObject, tools: CallableTools): JsonObject {
  return tools.shownArguments(tool, tools.completed(tool, args.preview(shown) as JsonObject));
}

/**
 * Whether a step may change something; a tool with several intents and states may in one of them. A wait stands like a write
 * between what is before it and what is after it.
 */
export function stepWrites(
  { tools: known }: PlaybookWork,
  { tool, durable }: PlaybookStep,
  tools: CallableTools,
): boolean {
  if (durable?.wait) return true;
  return (known.get(tool) ?? []).some((one) => tools.sideEffect(one) === 'WRITE');
}

/** What the inputs alone decide is decided. */
function runsBeforehand({ condition }: PlaybookStep, scope: JsonObject): PlannedCall['runs'] {
  if (!condition) return 'always';
  const { references } = condition;
  const isDecided = references.length > 0 && references.every(({ root }) => root === 'inputs');
  if (!isDecided) return 'perhaps';
  return condition.holds(scope) ? 'always' : 'never';
}
