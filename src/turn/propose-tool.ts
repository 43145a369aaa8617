import type { JsonObject } from '../common/json.js';
import type { ToolDefinition } from '../flow/index.js';
import type { TimeToLive } from '../pending-action/index.js';
import type { PlannedCall, ToolRunner } from '../tools/index.js';
import { propose } from './propose.js';
import type { Turn } from './turn.js';
import { engineText } from './wording/engine-texts.js';
import { spokenArguments } from './wording/outcome-text.js';

/**
 * Puts a tool call that writes before the user, with exactly its arguments; the reply of this turn is the question. It
 * names, for a tool that calls others, what it writes.
 */
export function proposeTool(
  turn: Turn,
  tool: ToolDefinition,
  args: JsonObject,
  tools: ToolRunner,
  ttl: TimeToLive,
): void {
  const draft = {
    pendingActionId: null,
    toolCode: tool.code,
    actionKey: tool.code,
    actionRef: toolActionRef(tool, tools),
    intent: turn.intent,
    state: turn.state,
    arguments: args,
    executionPolicy: tool.executionPolicy,
  };
  propose(turn, [draft], ttl);
  const question = engineText(turn, 'ToolConfirmation.QUESTION_TEXT', {
    tool: tool.description ?? tool.code,
    arguments: spokenArguments(turn, tools.shownArguments(tool, args)),
  });
  const writes = tools.plannedCalls(tool, args).filter(({ sideEffect }) => sideEffect === 'WRITE');
  const steps = writes.map((call) => describeCall(turn, call));
  const text = steps.length === 0 ? '' : engineText(turn, 'ToolConfirmation.STEPS_TEXT', { steps: steps.join('; ') });
  turn.toolQuestion = `${text} ${question}`.trim();
}

/** What a proposal of this tool runs: the tool as it is now. Changed meanwhile, it was not confirmed. */
export function toolActionRef(tool: ToolDefinition, tools: ToolRunner): string {
  return `tool:${tool.code}@${tools.digest(tool).slice(0, 32)}`;
}

function describeCall(turn: Turn, { tool, arguments: args, isConditional }: PlannedCall): string {
  const text = isConditional ? 'ToolConfirmation.POSSIBLE_STEP_TEXT' : 'ToolConfirmation.STEP_TEXT';
  return engineText(turn, text, { tool: tool.description ?? tool.code, arguments: spokenArguments(turn, args) });
}
