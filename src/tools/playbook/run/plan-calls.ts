import type { JsonObject } from '../../../platform/common/json.js';
import { withDefaults } from '../../../platform/common/schema-defaults.js';
import { type CallableTools, maskSensitive } from '../../run/index.js';
import type { PlannedCall, PlaybookWork } from '../../tool.js';
import { awaitedSteps, type PlaybookStep } from '../index.js';

/** What the steps would call, with the arguments as far as they are known before anything has run. */
export function planCalls(playbook: PlaybookWork, args: JsonObject, tools: CallableTools): PlannedCall[] {
  const { definition } = playbook;
  const inputs = withDefaults(definition.inputs, args);
  const shown = { inputs: maskSensitive(definition.inputs, inputs) };
  const groups = new Map<PlaybookStep, number>();
  return definition.steps.flatMap((step) => {
    const awaited = awaitedSteps(definition, step, (one) => stepWrites(playbook, one, tools));
    const group = 1 + Math.max(0, ...awaited.map((one) => groups.get(one) ?? 0));
    groups.set(step, group);
    const [tool] = playbook.tools.get(step.tool) ?? [];
    if (!tool) return [];
    const undoneBy = plannedUndoing(playbook, step, shown, tools);
    return {
      step: step.name,
      tool,
      sideEffect: stepWrites(playbook, step, tools) ? 'WRITE' : 'READ',
      arguments: tools.shownArguments(tool, step.arguments.preview(shown) as JsonObject),
      runs: runsBeforehand(step, { inputs }),
      condition: step.condition?.written ?? null,
      group,
      ...(undoneBy && { undoneBy }),
    };
  });
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
  return { tool, arguments: tools.shownArguments(tool, compensate.arguments.preview(shown) as JsonObject) };
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
