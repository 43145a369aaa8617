import type { JsonObject } from '../common/json.js';
import type { FlowDefinition, ToolDefinition } from '../flow/index.js';
import type { LanguageChoice } from '../language/index.js';
import type { TimeToLive } from '../pending-action/index.js';
import type { PlannedCall, ToolRunner } from '../tools/index.js';
import { propose } from './propose.js';
import type { Turn } from './turn.js';
import { engineText, engineTextWithoutTurn } from './wording/engine-texts.js';
import { spokenDescription, spokenValues } from './wording/outcome-text.js';
import { type EngineText, readReplies } from './wording/replies.js';

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
  turn.toolQuestion = questionText(tool, args, tools, (name, values) => engineText(turn, name, values));
}

/** What would be asked about a call outside of a turn, in the words of a flow and a language. */
export function toolQuestion(
  words: { readonly flow: FlowDefinition; readonly language: LanguageChoice },
  tool: ToolDefinition,
  args: JsonObject,
  tools: ToolRunner,
): string {
  const replies = readReplies(words.language);
  return questionText(tool, args, tools, (name, values) => engineTextWithoutTurn(words.flow, replies, name, values));
}

type Say = (name: EngineText, values: JsonObject) => string;

function questionText(tool: ToolDefinition, args: JsonObject, tools: ToolRunner, say: Say): string {
  const question = say('ToolConfirmation.QUESTION_TEXT', spokenCall(tool, tools.shownArguments(tool, args), say));
  const steps = tools
    .plannedCalls(tool, args)
    .filter(({ sideEffect, runs }) => sideEffect === 'WRITE' && runs !== 'never')
    .map((call) => describeCall(call, say))
    .join('; ');
  return `${steps === '' ? '' : say('ToolConfirmation.STEPS_TEXT', { steps })} ${question}`.trim();
}

/** What a proposal of this tool runs: the tool as it is now. Changed meanwhile, it was not confirmed. */
export function toolActionRef(tool: ToolDefinition, tools: ToolRunner): string {
  return `tool:${tool.code}@${tools.digest(tool).slice(0, 32)}`;
}

function describeCall({ tool, arguments: args, runs }: PlannedCall, say: Say): string {
  const text = runs === 'perhaps' ? 'ToolConfirmation.POSSIBLE_STEP_TEXT' : 'ToolConfirmation.STEP_TEXT';
  return say(text, spokenCall(tool, args, say));
}

function spokenCall({ description, code }: ToolDefinition, args: JsonObject, say: Say): JsonObject {
  const spoken = spokenValues(args) || say('ActionProposalStep.NO_ARGUMENTS_TEXT', {});
  return { tool: description ? spokenDescription(description) : code, arguments: spoken };
}
