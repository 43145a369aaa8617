import { Inject, Injectable } from '@nestjs/common';
import type { Clock } from '../../platform/common/clock.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../../platform/common/json.js';
import { CLOCK } from '../../platform/common/tokens.js';
import { EmbeddedWorkflows, hideInTexts, progressOf, type WorkflowRun } from '../../tools/index.js';
import { type Conversation, ConversationReader, personOf, type StoredTurn } from '../conversation/index.js';
import { type FlowDefinition, FlowService } from '../flow/index.js';
import { askedOf, canBeConfirmed, type Moment, type Proposal, ScheduleRepository } from '../pending-action/index.js';
import { EngineLanguage, engineTextWithoutTurn } from '../wording/index.js';
import { type AskedQuestion, askedQuestion } from './asked-questions.js';
import { maskedContext, secretsIn, secretsSaid } from './kernel/index.js';
import { type OpenSchedule, openSchedules } from './open-schedules.js';
import { unknownConversation } from './turn-admission.js';
import { type MessagePayload, messagePayload, type ShownHandover, shownHandover } from './turn-request.js';

/** An action that waits for its yes, with what is left of its two clocks. */
export interface OpenAction extends AskedQuestion {
  /** Whether the last reply asks it: what the bare yes of a person means. */
  readonly isAsked: boolean;
  /** Whole seconds until it expires; null where no clock runs. */
  readonly secondsLeft: number | null;
  /** How many more messages can answer it; null where turns do not count. */
  readonly turnsLeft: number | null;
}

/** A workflow that the conversation has started and that has not ended. */
export interface OpenWorkflow {
  readonly runId: string;
  readonly workflow: string;
  readonly status: 'RUNNING' | 'WAITING' | 'HELD';
  readonly stepsDone: number;
  /** Null where the workflow does not say how many it has. */
  readonly stepsPlanned: number | null;
  /** `until` is ISO 8601, UTC; null where it waits however long it takes. */
  readonly waitsFor: readonly { readonly step: string; readonly until: string | null }[];
  /** How it ends when its steps are undone; null while it goes forward. */
  readonly endsAs: 'FAILED' | 'CANCELLED' | null;
  /** ISO 8601, UTC. */
  readonly startedAt: string;
}

/** A chat as a page needs it that is opened again: the fields of a reply, and what has changed since. */
export interface ConversationView {
  readonly conversationId: string;
  readonly intent: string;
  readonly state: string;
  readonly status: Conversation['status'];
  /** The number of the last turn. */
  readonly turn: number;
  /** The last reply; null before the first. */
  readonly payload: MessagePayload | null;
  /** As JSON text, without what schemas mark as secret. */
  readonly context: string;
  readonly isAnswering: boolean;
  /** None while a person answers: no yes counts then. */
  readonly pendingActions: readonly OpenAction[];
  /** What goes on beside the conversation, the newest first. */
  readonly workflows: readonly OpenWorkflow[];
  /** What is to be done at times to come, the next first. */
  readonly schedules: readonly OpenSchedule[];
  /** Null while the engine answers. */
  readonly handover: ShownHandover | null;
  /** ISO 8601, UTC. */
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** One message and its reply. */
export interface HistoryTurn {
  readonly turn: number;
  /** What the user said, without what schemas mark as secret. */
  readonly message: string;
  readonly payload: MessagePayload;
  /** The person who replied; null where the engine did. */
  readonly by: string | null;
  /** ISO 8601, UTC. */
  readonly at: string;
}

/** Shows chats beside their turns. Reads them as they are stored, and changes nothing. */
@Injectable()
export class Conversations {
  constructor(
    private readonly reader: ConversationReader,
    private readonly flow: FlowService,
    private readonly language: EngineLanguage,
    private readonly runs: EmbeddedWorkflows,
    private readonly schedules: ScheduleRepository,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** @throws EngineError NOT_FOUND, DATABASE_UNAVAILABLE */
  async find(conversationId: string): Promise<ConversationView> {
    const nowMs = this.clock.now();
    const stored = await this.reader.find(conversationId, nowMs);
    if (!stored) throw unknownConversation(conversationId);
    const { conversation, open, isAnswering, createdAt, updatedAt } = stored;
    const { intent, state, status, turnNo: turn, context, lastAssistant, handover } = conversation;
    const { definition } = this.flow;
    const shown = maskedContext(definition, context, () => secretsOf(definition, conversation));
    const next: Moment = { turn: turn + 1, epochMs: nowMs };
    const waiting = handover ? [] : open.filter((one) => canBeConfirmed(one, next));
    return {
      conversationId,
      intent,
      state,
      status,
      turn,
      payload: lastAssistant === null ? null : storedPayload(lastAssistant),
      context: JSON.stringify(shown),
      isAnswering,
      pendingActions: waiting.map((one) => this.openAction(one, context, next)),
      workflows: (await this.runs.open(conversationId, MOST_WORKFLOWS)).map(openWorkflow),
      schedules: openSchedules(await this.schedules.ahead(conversationId, MOST_SCHEDULES), this.language.replies),
      handover: handover && shownHandover(handover),
      createdAt: createdAt.toISOString(),
      updatedAt: updatedAt.toISOString(),
    };
  }

  /**
   * Whether it is a chat of this user.
   * @throws EngineError DATABASE_UNAVAILABLE
   */
  isOf(conversationId: string, user: string): Promise<boolean> {
    return this.reader.isOf(conversationId, user);
  }

  /**
   * Turns before one, newest first.
   * @throws EngineError NOT_FOUND, DATABASE_UNAVAILABLE
   */
  async history(conversationId: string, beforeTurn: number, limit: number): Promise<HistoryTurn[]> {
    const stored = await this.reader.find(conversationId, this.clock.now());
    if (!stored) throw unknownConversation(conversationId);
    const turns = await this.reader.history(conversationId, beforeTurn, limit);
    const { definition } = this.flow;
    const said = turns.flatMap(({ userText }) => secretsSaid(definition, userText));
    const secrets = [...secretsOf(definition, stored.conversation), ...said];
    return turns.map((turn) => historyTurn(turn, secrets));
  }

  private openAction(proposal: Proposal, context: JsonObject, next: Moment): OpenAction {
    const { definition } = this.flow;
    return {
      ...askedQuestion(proposal, (name) => engineTextWithoutTurn(definition, this.language.replies, name, {})),
      isAsked: askedOf(context, { kind: 'USER' }).includes(proposal.idempotencyKey),
      secondsLeft: proposal.expiresAtMs === null ? null : Math.floor((proposal.expiresAtMs - next.epochMs) / 1_000),
      turnsLeft: proposal.expiresTurn === null ? null : proposal.expiresTurn - next.turn + 1,
    };
  }
}

/** How many of the newest workflows are looked at. */
const MOST_WORKFLOWS = 20;

/** How many of the schedules that come next are shown. */
const MOST_SCHEDULES = 20;

function openWorkflow(run: WorkflowRun): OpenWorkflow {
  const { done, of, waitsFor } = progressOf(run);
  const { runId, workflow, status, endsAs, startedAtMs } = run;
  return {
    runId,
    workflow,
    status: status as OpenWorkflow['status'],
    stepsDone: done,
    stepsPlanned: of,
    waitsFor: waitsFor.map(({ step, dueAtMs }) => ({ step, until: dueAtMs === null ? null : timeOf(dueAtMs) })),
    endsAs,
    startedAt: timeOf(startedAtMs),
  };
}

function timeOf(ms: number): string {
  return new Date(ms).toISOString();
}

function secretsOf(flow: FlowDefinition, { context, lastUserText }: Conversation): string[] {
  return [...secretsIn(flow, context), ...secretsSaid(flow, lastUserText ?? '')];
}

function historyTurn({ turnNo, userText, reply, at }: StoredTurn, secrets: readonly string[]): HistoryTurn {
  const message = String(hideInTexts(userText, secrets));
  return { turn: turnNo, message, payload: storedPayload(reply), by: personOf(reply) ?? null, at: at.toISOString() };
}

/** What a turn has stored as its reply; rows of another origin may hold anything. */
function storedPayload(reply: JsonValue): MessagePayload {
  if (!isJsonObject(reply) || reply.value === undefined) return messagePayload({ type: 'JSON', value: reply });
  if (reply.type === 'TEXT') return { type: 'TEXT', value: String(reply.value) };
  return messagePayload({ type: 'JSON', value: reply.value });
}
