import { Inject, Injectable } from '@nestjs/common';
import { AuditRecorder, type AuditSettings } from '../../platform/audit/index.js';
import { type Clock, steadyNow } from '../../platform/common/clock.js';
import { EngineError } from '../../platform/common/errors.js';
import { type JsonObject, toStorableText } from '../../platform/common/json.js';
import { CLOCK, CONFIG, DATABASE } from '../../platform/common/tokens.js';
import type { ConvEngineConfig } from '../../platform/config/index.js';
import { TextGuard } from '../../platform/detectors/index.js';
import type { HandlerDatabase } from '../../platform/handlers-api/index.js';
import type { Database } from '../../platform/persistence/index.js';
import { type Beginning, ConversationReader, turnsToRead, UNKNOWN } from '../conversation/index.js';
import { type FlowDefinition, FlowService, normalizeCode, type TriedFlow } from '../flow/index.js';
import {
  ANSWERS_ANYTHING,
  type Answering,
  type Decision,
  isOpen,
  type QuestionAddress,
} from '../pending-action/index.js';
import type { Principal } from '../principal/index.js';
import { stepsOver, type TurnEffects } from '../steps/index.js';
import { checkMessage, TurnDeadline, TurnGate } from '../turn/index.js';
import { type ClientParams, readClientParams, Turn, TurnPipeline } from '../turn/kernel/index.js';
import { EngineLanguage } from '../wording/index.js';
import { type DryTurn, dryTurn } from './dry-turn.js';
import { NoEffects } from './no-effects.js';
import { EVERYTHING, noDatabase } from './nothing-outside.js';
import { newStanding, standingAfter } from './standing.js';
import { type GivenResults, GivenWithholding } from './withheld.js';

/** Where a dry run begins: a conversation as it is stored now, or a place. */
export type DryRunStart =
  | { readonly conversationId: string }
  | { readonly intent?: string; readonly state?: string; readonly context?: JsonObject };

/** A button of a question that the reply before has asked. */
export interface Press {
  readonly decision: Decision;
  /** Which of its questions, counted from 0. */
  readonly question: number;
}

/** Messages that are to be answered without any effect. */
export interface DryRunRequest {
  /** Each is answered where the one before has led. */
  readonly messages: readonly (string | Press)[];
  readonly start: DryRunStart;
  /** What a client would send with each message. */
  readonly inputParams?: JsonObject | undefined;
  /** What tools, actions, tasks and containers would give, by name. */
  readonly results?: GivenResults | undefined;
  /** Whether the language model is asked; otherwise the turn goes as without one. */
  readonly models: boolean;
  /** Who would speak. */
  readonly principal: Principal;
  /** Rows and files that are not switched to; those that run where it is left out. */
  readonly tried?: TriedFlow | undefined;
  /** The same for words of the language. */
  readonly language?: EngineLanguage | undefined;
}

/** How messages would be answered. */
export interface DryRun {
  /** One for each message, up to the first that fails. */
  readonly turns: readonly DryTurn[];
  /** Whether there is a language model that was not asked. */
  readonly modelLeftOut: boolean;
  /** Whether intents were told apart by the examples that run, and not by those that are tried. */
  readonly hasOldExamples: boolean;
}

/** What the turns of one dry run have in common. */
interface Setting {
  readonly flow: FlowDefinition;
  readonly language: EngineLanguage;
  readonly pipeline: TurnPipeline;
  readonly withholding: GivenWithholding;
  readonly client: ClientParams;
  readonly principal: Principal;
  readonly deadline: TurnDeadline;
}

/** Answers messages as the service would, and does nothing: nothing is stored, and nobody is called. */
@Injectable()
export class DryRuns {
  private readonly audit: AuditSettings;
  /** What handlers would be given, if any were called. */
  private readonly noDatabase: HandlerDatabase;

  constructor(
    private readonly effects: NoEffects,
    private readonly reader: ConversationReader,
    private readonly flow: FlowService,
    private readonly language: EngineLanguage,
    private readonly gate: TurnGate,
    private readonly guard: TextGuard,
    @Inject(CONFIG) private readonly config: ConvEngineConfig,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(DATABASE) { dialect }: Pick<Database, 'dialect'>,
  ) {
    this.audit = { ...config.audit, ...EVERYTHING };
    this.noDatabase = noDatabase(dialect);
  }

  /**
   * Says what turns would do with these messages, without any effect.
   * @throws EngineError INVALID_REQUEST for an intent or a state that the flow does not have, and for a button of no
   *   question
   * @throws EngineError INVALID_INPUT_PARAMS, REQUEST_TOO_LARGE, SERVICE_OVERLOADED, DATABASE_UNAVAILABLE
   * @throws EngineError NOT_FOUND where there is no such conversation
   * @throws EngineError TURN_TIMEOUT where the messages together take longer than a turn may
   */
  async run(request: DryRunRequest): Promise<DryRun> {
    const { messages, start, inputParams, results = {}, models, principal, tried } = request;
    const language = request.language ?? this.language;
    const { limits, turn } = this.config;
    const client = readClientParams(inputParams, limits);
    for (const message of messages) if (typeof message === 'string') checkMessage(message, limits.messageChars);
    return this.gate.count(async () => {
      const deadline = new TurnDeadline(turn.deadlineMs);
      try {
        // Intents are told apart by words alone: a model that compares meanings would keep what it was asked.
        const flow = tried?.definition ?? this.flow.definition.byWords();
        const withholding = new GivenWithholding(results);
        const pipeline = this.pipelineOver(this.effects.noting(withholding, { flow, models }), language);
        const standing = await deadline.within(this.standingAt(start, flow));
        const turns = await this.answer(messages, standing, {
          flow,
          language,
          pipeline,
          withholding,
          client,
          principal,
          deadline,
        });
        const hasOldExamples = tried?.hasOldExamples ?? false;
        return { turns, modelLeftOut: !models && this.effects.hasModel, hasOldExamples };
      } finally {
        deadline.clear();
      }
    });
  }

  private pipelineOver(effects: TurnEffects, language: EngineLanguage): TurnPipeline {
    const { config, clock } = this;
    return new TurnPipeline(stepsOver(effects, { config, clock, language }), effects.handlers, effects.verbose);
  }

  private async standingAt(start: DryRunStart, flow: FlowDefinition): Promise<Beginning> {
    if ('conversationId' in start) {
      const { conversationId } = start;
      const stored = await this.reader.beginning(
        conversationId,
        turnsToRead(this.config.flow.conversationHistory),
        this.clock.now(),
      );
      if (!stored) throw new EngineError('NOT_FOUND', `There is no conversation ${conversationId}.`);
      return stored;
    }
    const intent = normalizeCode(start.intent ?? UNKNOWN);
    const state = normalizeCode(start.state ?? UNKNOWN);
    const isKnown = (code: string, known: boolean) => known || code === UNKNOWN;
    if (!isKnown(intent, flow.isIntent(intent))) throw unknown('intent', intent);
    if (!isKnown(state, flow.isState(state))) throw unknown('state', state);
    return newStanding({ intent, state, context: start.context ?? {} });
  }

  private async answer(messages: readonly (string | Press)[], start: Beginning, setting: Setting): Promise<DryTurn[]> {
    const turns: DryTurn[] = [];
    let standing = start;
    for (const message of messages) {
      const open = turns.at(-1)?.questions ?? openQuestions(standing);
      const turn = this.turnOf(said(message, open), standing, setting);
      const failure = await this.runSteps(turn, setting);
      turns.push(dryTurn(turn, setting.withholding.take(), failure));
      if (failure !== undefined) break;
      standing = standingAfter(turn, turnsToRead(this.config.flow.conversationHistory), this.clock.now());
    }
    return turns;
  }

  /** What a step has thrown; undefined where all have run. @throws EngineError TURN_TIMEOUT */
  private async runSteps(turn: Turn, { pipeline, deadline }: Setting): Promise<unknown> {
    try {
      await deadline.within(pipeline.run(turn));
      return undefined;
    } catch (error) {
      deadline.signal.throwIfAborted();
      return error;
    }
  }

  private turnOf({ text, answering }: Said, standing: Beginning, setting: Setting): Turn {
    const { flow, language, client, principal, deadline } = setting;
    const turn: Turn = new Turn({
      ...standing,
      historyTurns: this.config.flow.conversationHistory.maxTurns,
      owner: 'dry-run',
      userText: toStorableText(text),
      principal,
      answering,
      reset: false,
      client,
      flow,
      replies: language.replies,
      audit: new AuditRecorder(this.audit, this.clock, undefined, (payload) =>
        this.guard.json(turn.document.withoutSecrets(payload)),
      ),
      guard: this.guard,
      database: this.noDatabase,
      signal: deadline.signal,
      actionSignal: deadline.signal,
      startedAtMs: this.clock.now(),
      deadlineMs: steadyNow() + deadline.leftMs,
      mcp: undefined,
    });
    return turn;
  }
}

/** A message as a turn takes it. */
interface Said {
  readonly text: string;
  readonly answering: Answering;
}

function said(message: string | Press, open: readonly QuestionAddress[]): Said {
  if (typeof message === 'string') return { text: message, answering: ANSWERS_ANYTHING };
  const { decision, question } = message;
  const address = open[question];
  if (address) return { text: '', answering: { ...ANSWERS_ANYTHING, address, decision } };
  const text = `A button is pressed of question ${question}, and ${open.length} are open there.`;
  throw new EngineError('INVALID_REQUEST', text);
}

/** The questions of a stored conversation, oldest first. */
function openQuestions({ proposals }: Beginning): QuestionAddress[] {
  const open = proposals.filter(isOpen).sort((a, b) => a.createdAtMs - b.createdAtMs);
  return open.map(({ proposalId: actionId, revision }) => ({ actionId, revision }));
}

function unknown(what: 'intent' | 'state', code: string): EngineError {
  return new EngineError('INVALID_REQUEST', `The flow has no ${what} ${code}.`);
}
