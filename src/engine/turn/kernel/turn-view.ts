import type { AuditRecorder } from '../../../platform/audit/index.js';
import type { JsonObject } from '../../../platform/common/json.js';
import type { TextGuard } from '../../../platform/detectors/index.js';
import type { CallContext, ReplyPayload } from '../../../platform/handlers-api/index.js';
import {
  type Conversation,
  type ConversationStatus,
  type Handover,
  type HistoryEntry,
  type KnownRun,
  type KnownSchedule,
} from '../../conversation/index.js';
import { type FlowDefinition, type OutputSchema } from '../../flow/index.js';
import type {
  Answering,
  Confirmation,
  Moment,
  Proposal,
  ReadableProposals,
  TurnProposals,
  UncountedAnswer,
} from '../../pending-action/index.js';
import type { Principal } from '../../principal/index.js';
import { type OwnWords, type ReadableOwnWords, type Replies } from '../../wording/index.js';
import type { ClientParams } from './client-params.js';
import { type EngineFacts, type FactName } from './engine-facts.js';
import type { TurnDocument } from './turn-document.js';

/** Where a conversation can be. */
export interface Place {
  readonly intent: string;
  readonly state: string;
}

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

/** What steps find out and decide, beside the facts that rules and templates know by name. */
export interface TurnFields {
  /** The client's parameters, and what rules added to them in this turn. */
  readonly params: JsonObject;
  /** The conversation's durable state (`context_json`). */
  context: JsonObject;
  intent: string;
  state: string;
  status: ConversationStatus;
  /** Null while the engine answers. */
  handover: Handover | null;
  /** The person whose words the reply is; undefined where they are the engine's. */
  answeredBy: string | undefined;
  /** True when `ce_policy` has let the message pass. Before, no model may see it. */
  passedPolicy: boolean;
  /** The schema in force. */
  schema: OutputSchema | undefined;
  /** Set while another intent is answered without leaving the conversation's own place. */
  digression: Place | undefined;
  /** The words that values of this turn were read from, by field. */
  valueWords: Readonly<Record<string, string>>;
  /** What the message says beside a correction that was applied; the other fields are read from it. */
  besideCorrection: string | undefined;
  readonly ownWords: OwnWords;
  readonly proposals: TurnProposals;
  /** The action this turn's yes or no is about. */
  target: Proposal | undefined;
  /** The yes that the target may be claimed with; undefined where there is none. */
  confirmation: Confirmation | undefined;
  /** The answer that has run nothing, and why; undefined where there was none, or it counts. */
  uncounted: UncountedAnswer | undefined;
  /** How strong the words of a yes are; undefined where the words are none. */
  yesStrength: 'PLAIN' | 'STRONG' | undefined;
  /** True when a model alone took the message for a yes: it is asked again. */
  yesIsDoubtful: boolean;
  /** True when the guardrail lets the target run only because it is approved: its claim checks that again. */
  needsApproval: boolean;
  /** An action that ended in a turn which failed afterwards: the user has not been told yet. */
  untoldOutcome: Proposal | undefined;
  /** The action whose time ran out in this turn. */
  expiredNow: Proposal | undefined;
  /** Intents the message could be about, the likeliest first, when there are several. */
  intentCandidates: readonly Place[];
  /** True when the rules before the response changed intent or state. */
  movedByRules: boolean;
  /** True once the conversation was started over in this turn. */
  wasReset: boolean;
  reply: ReplyPayload | undefined;
}

type FieldName = keyof TurnFields;

/** A value of the turn that steps hand on to one another: a field or a fact. */
export type StateName = FieldName | FactName;

/** What can be changed from within looks to its readers as if it could not. */
interface ReadForms {
  readonly params: Readonly<JsonObject>;
  readonly context: Readonly<JsonObject>;
  readonly ownWords: ReadableOwnWords;
  readonly proposals: ReadableProposals;
}

/**
 * Marks what may be read and written. It exists for the compiler alone: without it, a value that may only be read would
 * fit where one is written, and a fact, being optional, would fit everywhere.
 */
interface Permits<R extends StateName, W extends StateName> {
  readonly '~reads'?: { readonly [K in R]: true };
  readonly '~writes'?: { readonly [K in W]: true };
}

/** Values of the turn to be read. */
export type Reads<N extends StateName> = {
  readonly [K in N & FieldName]: K extends keyof ReadForms ? ReadForms[K] : TurnFields[K];
} & { readonly facts: Readonly<Pick<EngineFacts, N & FactName>> } & Permits<N, never>;

/** Values of the turn to be written, and read again by whoever wrote them. */
export type Writes<N extends StateName> = Pick<TurnFields, N & FieldName> & {
  readonly facts: Pick<EngineFacts, N & FactName>;
} & Permits<N, N>;

/** What a step declares about its part in the turn. */
export interface StepDeclaration {
  readonly reads: { readonly [K in StateName]?: string };
  readonly writes: readonly StateName[];
}

/** What a step gets to see of the turn: what is given, and what it has declared. */
export type ViewOf<Step extends StepDeclaration> = TurnGiven &
  Reads<Exclude<keyof Step['reads'] & StateName, Step['writes'][number]>> &
  Writes<Step['writes'][number]>;
