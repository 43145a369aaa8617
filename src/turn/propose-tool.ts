import type { JsonObject } from '../common/json.js';
import type { ToolDefinition } from '../flow/index.js';
import type { TimeToLive } from '../pending-action/index.js';
import type { PlannedCall } from '../tools/index.js';
import { propose } from './propose.js';
import type { Turn } from './turn.js';
import { engineText } from './wording/engine-texts.js';
import { spokenArguments } from './wording/outcome-text.js';

/**
 * Puts a tool call that writes before the user, with exactly its arguments; the reply of this turn is the question.
 * @param shown the arguments without what must not be shown
 * @param planned what a tool that calls others would call
 */
export function proposeTool(
  turn: Turn,
  tool: ToolDefinition,
  args: JsonObject,
  shown: JsonObject,
  planned: readonly PlannedCall[],
  ttl: TimeToLive,
): void {
  const draft = {
    pendingActionId: null,
    toolCode: tool.code,
    actionKey: tool.code,
    actionRef: toolActionRef(tool),
    intent: turn.intent,
    state: turn.state,
    arguments: args,
    executionPolicy: tool.executionPolicy,
  };
  propose(turn, [draft], ttl);
  const question = engineText(turn, 'ToolConfirmation.QUESTION_TEXT', {
    tool: tool.description ?? tool.code,
    arguments: spokenArguments(shown),
  });
  const steps = planned.filter(({ sideEffect }) => sideEffect === 'WRITE').map(describeCall);
  const text = steps.length === 0 ? '' : engineText(turn, 'ToolConfirmation.STEPS_TEXT', { steps: steps.join('; ') });
  turn.toolQuestion = `${text} ${question}`.trim();
}

/** What a proposal of this tool runs. Of a playbook it is this very one: changed meanwhile, it was not confirmed. */
export function toolActionRef({ code, playbook }: ToolDefinition): string {
  return playbook ? `tool:${code}@${playbook.digest.slice(0, 16)}` : `tool:${code}`;
}

function describeCall({ tool, arguments: args, isConditional }: PlannedCall): string {
  return `${isConditional ? 'perhaps ' : ''}${tool.description ?? tool.code} with ${spokenArguments(args)}`;
}
