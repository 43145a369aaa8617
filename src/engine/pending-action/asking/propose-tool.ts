import { isJsonObject, type JsonObject } from '../../../platform/common/json.js';
import { type PlannedCall, type Tool, type ToolRunner } from '../../../tools/index.js';
import type { LanguageChoice } from '../../../understanding/language/index.js';
import type { FlowDefinition } from '../../flow/index.js';
import {
  type EngineText,
  engineText,
  engineTextWithoutTurn,
  type Replies,
  readReplies,
  spokenCall,
  spokenRun,
  spokenWorkflow,
} from '../../wording/index.js';
import { type Proposal, scheduleProperty, workRef } from '../index.js';
import { type ProposalSettings, type ProposingView, propose } from './propose.js';

/**
 * Puts a tool call that writes before the user, with exactly its arguments; the reply of this turn is the question. It
 * names, for a tool that calls others, what it writes.
 */
export function proposeTool(
  turn: ProposingView,
  tool: Tool,
  args: JsonObject,
  tools: ToolRunner,
  settings: ProposalSettings,
): void {
  const [proposed] = propose(turn, [toolDraft(turn, tool, args, tools)], settings);
  const say: Say = (name, values) => engineText(turn, name, values);
  turn.ownWords.askForTool(questionText(tool, proposed?.arguments ?? args, tools, { replies: turn.replies, say }));
}

/** A call of a tool as it is put before the user. */
export function toolDraft({ intent, state }: ProposingView, tool: Tool, args: JsonObject, tools: ToolRunner) {
  return {
    pendingActionId: null,
    toolCode: tool.code,
    actionKey: tool.code,
    actionRef: toolActionRef(tool, tools),
    intent,
    state,
    arguments: args,
    shownArguments: tools.shownArguments(tool, args),
    executionPolicy: tool.executionPolicy,
    risk: tool.risk,
    consent: tool.consent ?? null,
    schedule: scheduleProperty(tools.inputSchema(tool)),
  };
}

/** What would be asked about a call outside of a turn, in the words of a flow and a language. */
export function toolQuestion(
  words: { readonly flow: FlowDefinition; readonly language: LanguageChoice },
  tool: Tool,
  args: JsonObject,
  tools: ToolRunner,
): string {
  const replies = readReplies(words.language);
  const say: Say = (name, values) => engineTextWithoutTurn(words.flow, replies, name, values ?? {});
  return questionText(tool, args, tools, { replies, say });
}

type Say = (name: EngineText, values?: JsonObject) => string;

/** Where words come from, of the flow and of the language. */
interface Words {
  readonly replies: Replies;
  readonly say: Say;
}

function questionText(tool: Tool, args: JsonObject, tools: ToolRunner, words: Words): string {
  const { say } = words;
  const question = say('ToolConfirmation.QUESTION_TEXT', wordsOf(tool, tools.shownArguments(tool, args), words));
  const steps = tools
    .plannedCalls(tool, args)
    .filter(({ sideEffect, runs }) => sideEffect === 'WRITE' && runs !== 'never')
    .map((call) => describeCall(call, words))
    .join('; ');
  const workflows = tools.startsInTurn(tool, args).map(spokenWorkflow).join(', ');
  const told = [
    steps === '' ? '' : say('ToolConfirmation.STEPS_TEXT', { steps }),
    workflows === '' ? '' : say('ToolConfirmation.CHILDREN_TEXT', { workflows }),
    question,
  ];
  return told.filter((text) => text !== '').join(' ');
}

/** What a proposal of this tool runs: the tool as it is now. Changed meanwhile, it was not confirmed. */
export function toolActionRef(tool: Tool, tools: ToolRunner): string {
  return `tool:${toolAsItIs(tool, tools)}`;
}

/** The same for a call that is confirmed before anybody has planned it: a yes lets it be called, and calls nothing itself. */
export function confirmedFirstRef(tool: Tool, tools: ToolRunner): string {
  return `${CONFIRMED_FIRST}${toolAsItIs(tool, tools)}`;
}

/** Whether a proposal waits for a yes under which the flow may call its tool. */
export function isConfirmedFirst({ actionRef }: Pick<Proposal, 'actionRef'>): boolean {
  return actionRef.startsWith(CONFIRMED_FIRST);
}

/** Whether a tool is still what a proposal's reference says. */
export function isSameTool(tool: Tool, tools: ToolRunner, actionRef: string): boolean {
  const ref = workRef(actionRef);
  return ref === toolActionRef(tool, tools) || ref === confirmedFirstRef(tool, tools);
}

const CONFIRMED_FIRST = 'confirmed-first:';

function toolAsItIs(tool: Tool, tools: ToolRunner): string {
  return `${tool.code}@${tools.digest(tool).slice(0, 32)}`;
}

function describeCall({ tool, arguments: args, runs, undoneBy }: PlannedCall, words: Words): string {
  const text = runs === 'perhaps' ? 'ToolConfirmation.POSSIBLE_STEP_TEXT' : 'ToolConfirmation.STEP_TEXT';
  const step = words.say(text, wordsOf(tool, args, words));
  if (!undoneBy) return step;
  const undo = words.say('ToolConfirmation.STEP_TEXT', wordsOf(undoneBy.tool, undoneBy.arguments, words));
  return words.say('ToolConfirmation.UNDO_TEXT', { step, undo });
}

function wordsOf(tool: Tool, args: JsonObject, { replies, say }: Words): JsonObject {
  const { description, code, group } = tool;
  const told = group === 'WORKFLOW_ACTION' ? startInWords(args) : args;
  return spokenCall({ description: description || code, arguments: told }, replies, say);
}

/** What starts a workflow, with the run in the words that a cancellation asks about; anything else as it is. */
function startInWords(args: JsonObject): JsonObject {
  const { operation, workflow, arguments: given = {}, ...more } = args;
  const isStart = operation === 'start' && typeof workflow === 'string' && isJsonObject(given);
  return isStart ? { workflow: spokenRun(workflow, given), ...more } : args;
}
