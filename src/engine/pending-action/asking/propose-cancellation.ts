import { type Cancellation, type Tool, type ToolRunner } from '../../../tools/index.js';
import { engineText, spokenRun } from '../../wording/index.js';
import { type ProposalSettings, type ProposingView, propose } from './propose.js';
import { toolActionRef } from './propose-tool.js';

/** The tool that stops a run of a workflow, and how. */
export interface Stopping {
  readonly tool: Tool;
  readonly workflow: string;
  readonly cancellation: Cancellation;
}

/** Puts the cancellation of a run before the user, as any call of its tool; the question names the run rather than the call. */
export function proposeCancellation(
  turn: ProposingView,
  { tool, workflow, cancellation }: Stopping,
  tools: ToolRunner,
  settings: ProposalSettings,
): void {
  const args = cancellation.arguments;
  const draft = {
    pendingActionId: null,
    toolCode: tool.code,
    actionKey: tool.code,
    actionRef: toolActionRef(tool, tools),
    intent: turn.intent,
    state: turn.state,
    arguments: args,
    shownArguments: tools.shownArguments(tool, args),
    executionPolicy: tool.executionPolicy,
    risk: tool.risk,
    consent: tool.consent ?? null,
  };
  propose(turn, [draft], settings);
  const run = spokenRun(workflow, cancellation.startedWith);
  turn.ownWords.askForTool(engineText(turn, 'WorkflowRunsStep.CANCEL_QUESTION_TEXT', { run }));
}
