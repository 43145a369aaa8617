import type { JsonObject } from '../common/json.js';
import type { ToolDefinition } from '../flow/index.js';
import type { TimeToLive } from '../pending-action/index.js';
import { propose } from './propose.js';
import type { Turn } from './turn.js';
import { engineText } from './wording/engine-texts.js';
import { spokenArguments } from './wording/outcome-text.js';

/**
 * Puts a tool call that writes before the user, with exactly its arguments; the reply of this turn is the question.
 * @param shown the arguments without what must not be shown
 */
export function proposeTool(
  turn: Turn,
  tool: ToolDefinition,
  args: JsonObject,
  shown: JsonObject,
  ttl: TimeToLive,
): void {
  const draft = {
    pendingActionId: null,
    toolCode: tool.code,
    actionKey: tool.code,
    actionRef: `tool:${tool.code}`,
    intent: turn.intent,
    state: turn.state,
    arguments: args,
    executionPolicy: tool.executionPolicy,
  };
  propose(turn, [draft], ttl);
  turn.toolQuestion = engineText(turn, 'ToolConfirmation.QUESTION_TEXT', {
    tool: tool.description ?? tool.code,
    arguments: spokenArguments(shown),
  });
}
