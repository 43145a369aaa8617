import { type Cancellation, type Tool, type ToolRunner } from '../../../tools/index.js';
import { engineText, spokenRun } from '../../wording/index.js';
import { type ProposalSettings, type ProposingView, propose } from './propose.js';
import { toolDraft } from './propose-tool.js';

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
  propose(turn, [toolDraft(turn, tool, cancellation.arguments, tools)], settings);
  const run = spokenRun(workflow, cancellation.startedWith);
  turn.ownWords.askForTool(engineText(turn, 'WorkflowRunsStep.CANCEL_QUESTION_TEXT', { run }));
}
