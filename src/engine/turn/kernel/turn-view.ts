import type { AuditRecorder } from '../../../platform/audit/index.js';
import type { JsonObject } from '../../../platform/common/json.js';
import type { TextGuard } from '../../../platform/detectors/index.js';
import type { CallContext } from '../../../platform/handlers-api/index.js';
import type { Conversation, HistoryEntry, KnownRun, KnownSchedule } from '../../conversation/index.js';
import type { FlowDefinition } from '../../flow/index.js';
import type { Answering, Moment } from '../../pending-action/index.js';
import type { Principal } from '../../principal/index.js';
import type { Replies } from '../../wording/index.js';
import type { ClientParams } from './client-params.js';
import type { TurnDocument } from './turn-document.js';
import type { Reads, StateName, StepDeclaration, Writes } from './turn-fields.js';

/** What becomes of a conversation that a person answers, as the webhook is told it. */
export interface HandoverEvent {
  readonly event: 'HANDED_OVER' | 'USER_MESSAGE' | 'PERSON_REPLY' | 'HANDED_BACK';
  readonly about: JsonObject;
}

/** What a turn begins with. It stays as it is, so every step may read it without saying so. */
export interface TurnGiven {
  readonly conversation: Conversation;
  readonly conversationId: string;
  /** Unique for each turn: owns its lease, and what it claims. */
  readonly owner: string;
  /** As many of the past turns as models are shown, newest first. */
  readonly history: readonly HistoryEntry[];
  /** All past turns that were read, which are no fewer. */
  readonly pastTurns: readonly HistoryEntry[];
  /** Runs of workflows that this conversation has started: those at work, and those whose end its user has not been told. */
  readonly runs: readonly KnownRun[];
  /** What was agreed to for times to come: what goes on, and what has ended without its user having been told. */
  readonly schedules: readonly KnownSchedule[];
  readonly userText: string;
  /** Who speaks. */
  readonly principal: Principal;
  /** What the message can be an answer to. */
  readonly answering: Answering;
  readonly reset: boolean;
  readonly client: ClientParams;
  readonly flow: FlowDefinition;
  /** What the engine itself can say. */
  readonly replies: Replies;
  readonly audit: AuditRecorder;
  /** Keeps personal data out of what is stored, and of what models read. */
  readonly guard: TextGuard;
  /** What the webhook is told of this turn, beside what becomes of actions. */
  readonly told: HandoverEvent[];
  /** Ids of the runs whose end the reply tells, where it is a text. */
  readonly toldRuns: string[];
  /** Ids of the schedules of which the reply tells, likewise. */
  readonly toldSchedules: string[];
  /** Aborted when the turn is over: its deadline, its caller, or its lease taken by another turn. */
  readonly signal: AbortSignal;
  /** The same but for the lease: an action that has begun holds a claim of its own, and is brought to its end. */
  readonly actionSignal: AbortSignal;
  /** Until when models are asked, by `steadyNow`: what is left of the turn is for answering without them. */
  readonly modelsUntilMs: number;
  /** The number of this turn and the time it began: what every clock in it is compared with. */
  readonly moment: Moment;
  /** Where the conversation stood when the turn began. */
  readonly startState: string;
  /** The question the previous turn asked, if it asked one. */
  readonly pendingClarification: { readonly question: string; readonly reason: string } | undefined;
  /** The turn as the authors of flows see it. */
  readonly document: TurnDocument;
  /** What a handler is told of this turn, but for where the conversation stands. */
  readonly handlerCall: Omit<CallContext, 'intent' | 'state' | 'context'>;
}

/** What a step gets to see of the turn: what is given, and what it has declared. */
export type ViewOf<Step extends StepDeclaration> = TurnGiven &
  Reads<Exclude<keyof Step['reads'] & StateName, Step['writes'][number]>> &
  Writes<Step['writes'][number]>;
