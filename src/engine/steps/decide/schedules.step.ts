import { Inject, Injectable } from '@nestjs/common';
import { CONFIG } from '../../../platform/common/tokens.js';
import type { ConvEngineConfig } from '../../../platform/config/index.js';
import type { KnownSchedule } from '../../conversation/index.js';
import {
  awaitApproval,
  PROPOSE_WRITES,
  type ProposalSettings,
  proposalSettings,
  proposeRevocation,
} from '../../pending-action/asking/index.js';
import { type StepOutcome, type TurnStep, type ViewOf } from '../../turn/kernel/index.js';
import { EngineLanguage, type EngineText, engineText, spaced } from '../../wording/index.js';
import { isAboutNothingElse } from './about-nothing-else.js';

type View = ViewOf<SchedulesStep>;

/**
 * Tells what went wrong with what was agreed to for times to come since the user's last turn, and that it has ended, once.
 * Where the words of a message ask to stop it, and mean nothing else here, asks whether it is to be stopped.
 */
@Injectable()
export class SchedulesStep implements TurnStep<SchedulesStep> {
  readonly name = 'SchedulesStep';
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
    proposals: 'WorkflowRunsStep',
    ownWords: 'WorkflowRunsStep',
    context: 'WorkflowRunsStep',
    intent: 'RulesStep',
    state: 'StateGraphStep',
  } as const;
  readonly writes = PROPOSE_WRITES;

  private readonly settings: ProposalSettings;

  constructor(
    @Inject(CONFIG) private readonly config: ConvEngineConfig,
    private readonly language: EngineLanguage,
  ) {
    this.settings = proposalSettings(config);
  }

  run(turn: View): StepOutcome {
    for (const schedule of turn.schedules) tellNews(turn, schedule);
    const meant = this.config.flow.actionLifecycle.enabled ? this.scheduleToStop(turn) : undefined;
    if (!meant) return 'CONTINUE';
    proposeRevocation(turn, meant, this.settings);
    if (turn.facts.guardrail_blocked) awaitApproval(turn);
    return 'CONTINUE';
  }

  /** The schedule that the message asks to stop; of several the newest. */
  private scheduleToStop(turn: View): KnownSchedule | undefined {
    const active = turn.schedules.filter(({ status }) => status === 'ACTIVE');
    if (active.length === 0 || !isAboutNothingElse(turn)) return undefined;
    const asked = this.language.commands.asksToStop(turn.userText);
    return asked && active.find(({ actionKey }) => asked.mayMean(wordsOf(actionKey)));
  }
}

function tellNews(turn: View, { scheduleId, actionKey, status, runs, failed, unclear, missed }: KnownSchedule): void {
  const texts: (readonly [EngineText, number])[] = [
    ['Schedules.FAILED_TEXT', failed],
    ['Schedules.UNCLEAR_TEXT', unclear],
    ['Schedules.MISSED_TEXT', missed],
  ];
  const news = texts.filter(([, count]) => count > 0);
  if (status !== 'ACTIVE') news.push([`Schedules.${status}_TEXT`, 0]);
  if (news.length === 0) return;
  const action = wordsOf(actionKey);
  const told = news.map(([text, count]) => engineText(turn, text, { action, count, runs }));
  const text = told.filter((one) => one !== '').join(' ');
  if (text !== '') turn.ownWords.tellFirst(text);
  turn.toldSchedules.push(scheduleId);
  turn.audit.record('SCHEDULE_TOLD', { scheduleId, actionKey, status, failed, unclear, missed });
}

function wordsOf(actionKey: string): string {
  return spaced(actionKey).replace(/[-.:]/g, ' ');
}
