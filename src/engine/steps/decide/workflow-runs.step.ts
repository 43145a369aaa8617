import { Inject, Injectable } from '@nestjs/common';
import { CONFIG } from '../../../platform/common/tokens.js';
import type { ConvEngineConfig } from '../../../platform/config/index.js';
import { sameCode, ToolRunner } from '../../../tools/index.js';
import { hasEnded, type KnownRun } from '../../conversation/index.js';
import {
  awaitApproval,
  PROPOSE_WRITES,
  type ProposalSettings,
  proposalSettings,
  proposeCancellation,
} from '../../pending-action/asking/index.js';
import { usableBy } from '../../principal/index.js';
import {
  type Masking,
  maskedOutcome,
  maskingOf,
  type StepOutcome,
  type TurnStep,
  type ViewOf,
} from '../../turn/kernel/index.js';
import { EngineLanguage, engineText, spokenWorkflow } from '../../wording/index.js';
import { isAboutNothingElse } from './about-nothing-else.js';

type View = ViewOf<WorkflowRunsStep>;

/**
 * Tells how workflows of this conversation ended since the user's last turn, once. Where the words of a message ask to stop one
 * that is at work, and mean nothing else here, puts its cancellation before the user: it has effects, and needs a yes like any other.
 */
@Injectable()
export class WorkflowRunsStep implements TurnStep<WorkflowRunsStep> {
  readonly name = 'WorkflowRunsStep';
  readonly reads = {
    policy_decision: 'GuardrailStep',
    pending_action_result: 'RulesStep',
    guardrail_blocked: 'GuardrailStep',
    intent_resolved: 'IntentResolutionStep',
    digression: 'IntentResolutionStep',
    movedByRules: 'StateGraphStep',
    missing_fields: 'SchemaExtractionStep',
    updated_fields: 'SchemaExtractionStep',
    wasReset: 'ResetResolvedIntentStep',
    proposals: 'RulesStep',
    ownWords: 'RulesStep',
    context: 'RulesStep',
    intent: 'RulesStep',
    state: 'StateGraphStep',
  } as const;
  readonly writes = PROPOSE_WRITES;

  private readonly settings: ProposalSettings;

  constructor(
    @Inject(CONFIG) private readonly config: ConvEngineConfig,
    private readonly tools: ToolRunner,
    private readonly language: EngineLanguage,
  ) {
    this.settings = proposalSettings(config);
  }

  run(turn: View): StepOutcome {
    for (const run of turn.runs.filter(hasEnded)) tell(turn, run, this.masking(turn, run));
    const meant = this.config.flow.actionLifecycle.enabled ? this.runToStop(turn) : undefined;
    if (meant) this.propose(turn, meant);
    return 'CONTINUE';
  }

  /** Hides what was secret at the start of a run. */
  private masking({ flow }: View, run: KnownRun): Masking {
    const playbook = flow.allTools.find(({ code }) => sameCode(code, run.workflow));
    const [stopping] = playbook ? [] : flow.allTools.flatMap((tool) => this.tools.cancellation(tool, run) ?? []);
    const shown = playbook ? this.tools.shownArguments(playbook, run.arguments) : stopping?.startedWith;
    return maskingOf(flow, { arguments: run.arguments, shown: shown ?? null });
  }

  /** The run that the message asks to stop; of several the newest. */
  private runToStop(turn: View): KnownRun | undefined {
    const atWork = turn.runs.filter((run) => !hasEnded(run) && run.endsAs === null);
    if (atWork.length === 0 || !isAboutNothingElse(turn)) return undefined;
    const asked = this.language.commands.asksToStop(turn.userText);
    return asked && atWork.find((run) => asked.mayMean(spokenWorkflow(run.workflow)));
  }

  private propose(turn: View, run: KnownRun): void {
    for (const tool of usableBy(turn.principal, turn.flow.toolsFor(turn.intent, turn.state))) {
      const cancellation = this.tools.cancellation(tool, run);
      if (!cancellation) continue;
      proposeCancellation(turn, { tool, workflow: run.workflow, cancellation }, this.tools, this.settings);
      if (turn.facts.guardrail_blocked) awaitApproval(turn);
      return;
    }
  }
}

function tell(turn: View, run: KnownRun, mask: Masking): void {
  const { workflow, status, result, error } = run;
  const why = error ?? (status === 'FAILED' ? engineText(turn, 'WorkflowRunsStep.HIDDEN_ERROR_TEXT') : '');
  const values = { workflow: spokenWorkflow(workflow), outcome: maskedOutcome(mask, result), error: mask(why) };
  const unclear = run.isUnclear && status !== 'DONE' ? engineText(turn, 'WorkflowRunsStep.UNCLEAR_TEXT') : '';
  const text = engineText(turn, `WorkflowRunsStep.${status as EndedStatus}_TEXT`, values);
  if (text !== '') turn.ownWords.tellFirst(`${text} ${unclear}`.trim());
  turn.toldRuns.push(run.runId);
  turn.audit.record('WORKFLOW_TOLD', { runId: run.runId, workflow, status });
}

type EndedStatus = 'DONE' | 'FAILED' | 'CANCELLED' | 'INTERRUPTED';
