import { Inject, Injectable } from '@nestjs/common';
import { type AuditEvent, AuditRecorder, type AuditSettings, eventsOf } from '../../platform/audit/index.js';
import { steadyNow } from '../../platform/common/clock.js';
import { EngineError, messageOf } from '../../platform/common/errors.js';
import { newId } from '../../platform/common/ids.js';
import { CONFIG, DATABASE } from '../../platform/common/tokens.js';
import type { ConvEngineConfig } from '../../platform/config/index.js';
import { TextGuard } from '../../platform/detectors/index.js';
import type { HandlerDatabase } from '../../platform/handlers-api/index.js';
import type { Database } from '../../platform/persistence/index.js';
import type { StoredOutcome } from '../comparison/index.js';
import type { Beginning } from '../conversation/index.js';
import type { FlowDefinition } from '../flow/index.js';
import { stepsOver } from '../steps/index.js';
import { TurnDeadline } from '../turn/index.js';
import { Turn, TurnPipeline } from '../turn/kernel/index.js';
import { EngineLanguage } from '../wording/index.js';
import { AnsweredAgain } from './answered-again.js';
import { NoEffects } from './no-effects.js';
import { EVERYTHING, noDatabase } from './nothing-outside.js';

/** A turn that was answered and stored. */
export interface AnsweredTurn {
  readonly turn: Turn;
  /** What it began with. */
  readonly beginning: Pick<Beginning, 'conversation' | 'proposals' | 'history' | 'runs' | 'schedules'>;
}

/** What came of a turn. */
export interface TurnOutcome {
  readonly events: readonly AuditEvent[];
  readonly intent: string;
  readonly state: string;
}

/** What a flow has made of a turn that another has answered. */
export interface RepeatedTurn extends TurnOutcome {
  /** Why it would fail; undefined where it would not. */
  readonly failure: string | undefined;
  /** Actions, tools and models that were asked, and were not when the turn was answered. */
  readonly unrecorded: readonly string[];
}

/**
 * Answers turns once more, with another flow: from where they began, at the time at which they did, and with actions, tools
 * and models answering as they did. Nothing is stored, and nobody is called.
 */
@Injectable()
export class TurnRepeater {
  private readonly audit: AuditSettings;
  private readonly database: HandlerDatabase;

  constructor(
    private readonly effects: NoEffects,
    private readonly language: EngineLanguage,
    private readonly guard: TextGuard,
    @Inject(CONFIG) private readonly config: ConvEngineConfig,
    @Inject(DATABASE) { dialect }: Pick<Database, 'dialect'>,
  ) {
    this.audit = { ...config.audit, ...EVERYTHING };
    this.database = noDatabase(dialect);
  }

  async repeat(answered: AnsweredTurn, flow: FlowDefinition): Promise<RepeatedTurn> {
    const deadline = new TurnDeadline(this.config.turn.deadlineMs);
    const again = new AnsweredAgain(outcomeOf(answered.turn).events, storedOutcomes(answered.turn));
    const turn = this.turnOf(answered, flow, deadline);
    try {
      await deadline.within(this.pipelineOver(turn, again).run(turn));
      return { ...outcomeOf(turn), failure: undefined, unrecorded: [...again.unrecorded] };
    } catch (error) {
      const failure = error instanceof EngineError ? `${error.code}: ${error.message}` : messageOf(error);
      return { ...outcomeOf(turn), failure, unrecorded: [...again.unrecorded] };
    } finally {
      deadline.clear();
    }
  }

  private pipelineOver(turn: Turn, again: AnsweredAgain): TurnPipeline {
    const { config, language } = this;
    const clock = { now: () => turn.moment.epochMs };
    const model = again.model(this.effects.hasModel, () => turn.audit.drafts.at(-1)?.stage ?? '');
    const effects = this.effects.answering(again, turn.flow, model, clock);
    return new TurnPipeline(stepsOver(effects, { config, clock, language }), effects.handlers, effects.verbose);
  }

  private turnOf({ turn, beginning }: AnsweredTurn, flow: FlowDefinition, deadline: TurnDeadline): Turn {
    const { userText, principal, answering, reset, client, moment, replies } = turn;
    const clock = { now: () => moment.epochMs };
    const again: Turn = new Turn({
      ...beginning,
      historyTurns: turn.history.length,
      owner: newId(),
      userText,
      principal,
      answering,
      reset,
      // The contents of files are for handlers alone, and none is called.
      client: { ...client, attachments: [] },
      flow,
      replies,
      audit: new AuditRecorder(this.audit, clock, undefined, (payload) =>
        this.guard.json(again.document.withoutSecrets(payload)),
      ),
      guard: this.guard,
      database: this.database,
      signal: deadline.signal,
      actionSignal: deadline.signal,
      startedAtMs: moment.epochMs,
      deadlineMs: steadyNow() + deadline.leftMs,
      mcp: undefined,
    });
    return again;
  }
}

/** What a turn came to, as it is recorded. */
export function outcomeOf({ audit, conversationId, moment, intent, state }: Turn): TurnOutcome {
  const place = { conversationId, turnNo: moment.turn, firstAuditId: 1 };
  return { events: eventsOf(audit.drafts, place), intent, state };
}

function storedOutcomes({ proposals }: Turn): ReadonlyMap<string, StoredOutcome> {
  return new Map(proposals.all.map(({ proposalId, toolCode, result }) => [proposalId, { toolCode, result }]));
}
