import type { AuditRecorder } from '../../../platform/audit/index.js';
import { steadyNow } from '../../../platform/common/clock.js';
import { copyJson, isJsonObject, type JsonObject } from '../../../platform/common/json.js';
import type { TextGuard } from '../../../platform/detectors/index.js';
import type { CallContext, HandlerDatabase, McpCall, ReplyPayload } from '../../../platform/handlers-api/index.js';
import {
  type Conversation,
  type ConversationStatus,
  type Handover,
  type HistoryEntry,
  type KnownRun,
  KnownSchedule,
} from '../../conversation/index.js';
import { type FlowDefinition, type OutputSchema } from '../../flow/index.js';
import {
  type Answering,
  type Confirmation,
  type Moment,
  type Proposal,
  TurnProposals,
  type UncountedAnswer,
} from '../../pending-action/index.js';
import type { Principal } from '../../principal/index.js';
import { OwnWords, type Replies } from '../../wording/index.js';
import type { ClientParams } from './client-params.js';
import type { EngineFacts } from './engine-facts.js';
import { TurnDocument } from './turn-document.js';
import { type Place, type StateName, type TurnFields } from './turn-fields.js';
import { type HandoverEvent, type TurnGiven } from './turn-view.js';

/** A quarter of a turn's time, and at most so many milliseconds, are kept for answering without models. */
const MOST_KEPT_MS = 10_000;

/** What a turn is made from. */
export interface TurnInput {
  readonly conversation: Conversation;
  /** Unique for each turn: owns its lease, and what it claims. */
  readonly owner: string;
  readonly proposals: readonly Proposal[];
  /** At least as many as `historyTurns`, newest first. */
  readonly history: readonly HistoryEntry[];
  /** How many past turns models are shown. */
  readonly historyTurns: number;
  readonly runs: readonly KnownRun[];
  readonly schedules: readonly KnownSchedule[];
  readonly userText: string;
  readonly principal: Principal;
  readonly answering: Answering;
  readonly reset: boolean;
  readonly client: ClientParams;
  readonly flow: FlowDefinition;
  /** What the engine itself says. */
  readonly replies: Replies;
  readonly audit: AuditRecorder;
  /** Keeps personal data out of what is stored, and of what models read. */
  readonly guard: TextGuard;
  readonly database: HandlerDatabase;
  readonly signal: AbortSignal;
  readonly actionSignal: AbortSignal;
  readonly startedAtMs: number;
  readonly deadlineMs: number;
  /** What handlers may ask of the program that calls, where it calls over the Model Context Protocol. */
  readonly mcp: McpCall | undefined;
}

/**
 * One message being answered: loaded once, changed in memory by the steps, committed once. Steps never see it whole:
 * each gets the view that it has declared (`ViewOf`).
 *
 * It keeps three bags apart. `client` is what came with this message and is never stored. `facts` is what the engine
 * found out in this turn and is gone after it. `context` is the conversation's durable state (`context_json`).
 */
export class Turn implements TurnGiven, TurnFields {
  declare readonly '~reads'?: Readonly<Record<StateName, true>>;
  declare readonly '~writes'?: Readonly<Record<StateName, true>>;

  readonly conversation: Conversation;
  readonly conversationId: string;
  readonly owner: string;
  readonly history: readonly HistoryEntry[];
  readonly pastTurns: readonly HistoryEntry[];
  readonly runs: readonly KnownRun[];
  readonly schedules: readonly KnownSchedule[];
  readonly userText: string;
  readonly principal: Principal;
  readonly answering: Answering;
  readonly reset: boolean;
  readonly client: ClientParams;
  readonly flow: FlowDefinition;
  readonly replies: Replies;
  readonly audit: AuditRecorder;
  readonly guard: TextGuard;
  readonly told: HandoverEvent[] = [];
  readonly toldRuns: string[] = [];
  readonly toldSchedules: string[] = [];
  readonly signal: AbortSignal;
  readonly actionSignal: AbortSignal;
  readonly modelsUntilMs: number;
  readonly moment: Moment;
  readonly startState: string;
  readonly document: TurnDocument;
  readonly handlerCall: Omit<CallContext, 'intent' | 'state' | 'context'>;

  readonly facts: EngineFacts = {};
  readonly params: JsonObject;
  context: JsonObject;
  intent: string;
  state: string;
  status: ConversationStatus = 'RUNNING';
  handover: Handover | null;
  answeredBy: string | undefined;
  passedPolicy = false;
  schema: OutputSchema | undefined;
  digression: Place | undefined;
  valueWords: Readonly<Record<string, string>> = {};
  besideCorrection: string | undefined;
  readonly ownWords = new OwnWords();
  readonly proposals: TurnProposals;
  target: Proposal | undefined;
  confirmation: Confirmation | undefined;
  uncounted: UncountedAnswer | undefined;
  yesStrength: 'PLAIN' | 'STRONG' | undefined;
  yesIsDoubtful = false;
  needsApproval = false;
  untoldOutcome: Proposal | undefined;
  expiredNow: Proposal | undefined;
  intentCandidates: readonly Place[] = [];
  movedByRules = false;
  wasReset = false;
  reply: ReplyPayload | undefined;

  constructor(input: TurnInput) {
    this.conversation = input.conversation;
    this.conversationId = input.conversation.conversationId;
    this.owner = input.owner;
    this.history = input.history.slice(0, input.historyTurns);
    this.pastTurns = input.history;
    this.runs = input.runs;
    this.schedules = input.schedules;
    this.userText = input.userText;
    this.principal = input.principal;
    this.answering = input.answering;
    this.reset = input.reset;
    this.client = input.client;
    this.params = { ...input.client.values };
    this.flow = input.flow;
    this.replies = input.replies;
    this.audit = input.audit;
    this.guard = input.guard;
    this.signal = input.signal;
    this.actionSignal = input.actionSignal;
    this.modelsUntilMs = input.deadlineMs - Math.min(MOST_KEPT_MS, (input.deadlineMs - steadyNow()) / 4);
    this.moment = { turn: input.conversation.turnNo + 1, epochMs: input.startedAtMs };
    this.context = copyJson(input.conversation.context);
    this.intent = input.conversation.intent;
    this.state = input.conversation.state;
    this.startState = input.conversation.state;
    this.handover = input.conversation.handover;
    const { context } = input.conversation;
    this.proposals = new TurnProposals(input.proposals, context, this.moment, input.answering, input.principal);
    this.handlerCall = handlerCall(input);
    this.document = new TurnDocument(this);
  }

  get pendingClarification(): { question: string; reason: string } | undefined {
    const pending = this.conversation.context.pending_clarification;
    if (!isJsonObject(pending) || typeof pending.question !== 'string' || !pending.question) return undefined;
    return { question: pending.question, reason: String(pending.reason ?? '') };
  }
}

function handlerCall({ conversation, userText, client, signal, deadlineMs, database, audit, mcp }: TurnInput) {
  return {
    conversationId: conversation.conversationId,
    userText,
    signal,
    deadline: deadlineMs,
    database,
    audit: (stage: string, payload: JsonObject) => audit.record(stage, payload),
    ...(client.attachments.length > 0 && { attachments: client.attachments }),
    ...(mcp && { mcp }),
  };
}
