import type { AuditRecorder } from '../audit/index.js';
import { copyJson, isJsonObject, type JsonObject, type JsonValue } from '../common/json.js';
import type { Conversation, ConversationStatus, HistoryEntry } from '../conversation/index.js';
import type { FlowDefinition, OutputSchema } from '../flow/index.js';
import type { CallContext, HandlerDatabase, McpCall, ReplyPayload } from '../handlers/index.js';
import {
  canBeConfirmed,
  type Moment,
  type Proposal,
  type ProposalEvent,
  proposalEvent,
} from '../pending-action/index.js';
import type { ClientParams } from './client-params.js';
import type { EngineFacts } from './engine-facts.js';
import type { Replies } from './wording/replies.js';

/** Where the context keeps which actions the last reply asked about, each as its idempotency key (`ID.REVISION`). */
export const ASKED_ACTIONS = 'pending_action_asked';

/** Reason of the question which of several actions is meant. */
export const DISAMBIGUATION = 'PENDING_ACTION_DISAMBIGUATION';

/** Where a conversation can be. */
interface Place {
  readonly intent: string;
  readonly state: string;
}

/** What a turn is made from. */
export interface TurnInput {
  readonly conversation: Conversation;
  /** Unique for each turn: owns its lease, and what it claims. */
  readonly owner: string;
  readonly proposals: readonly Proposal[];
  readonly history: readonly HistoryEntry[];
  readonly userText: string;
  readonly reset: boolean;
  readonly client: ClientParams;
  readonly flow: FlowDefinition;
  /** What the engine itself says. */
  readonly replies: Replies;
  readonly audit: AuditRecorder;
  readonly database: HandlerDatabase;
  readonly signal: AbortSignal;
  readonly actionSignal: AbortSignal;
  readonly startedAtMs: number;
  readonly deadlineMs: number;
}

/**
 * One message being answered: loaded once, changed in memory by the steps, committed once.
 *
 * It keeps three bags apart. `client` is what came with this message and is never stored. `facts` is what the engine
 * found out in this turn and is gone after it. `context` is the conversation's durable state (`context_json`).
 */
export class Turn {
  readonly conversation: Conversation;
  readonly owner: string;
  readonly history: readonly HistoryEntry[];
  readonly userText: string;
  readonly reset: boolean;
  readonly client: ClientParams;
  readonly flow: FlowDefinition;
  readonly replies: Replies;
  readonly audit: AuditRecorder;
  /** Aborted when the turn is over: its deadline, its caller, or its lease taken by another turn. */
  readonly signal: AbortSignal;
  /** The same but for the lease: an action that has begun holds a claim of its own, and is brought to its end. */
  readonly actionSignal: AbortSignal;
  /** The number of this turn and the time it began: what every clock in it is compared with. */
  readonly moment: Moment;
  readonly deadlineMs: number;

  readonly facts: EngineFacts = {};
  /** The client's parameters, and what rules added to them in this turn. */
  readonly params: JsonObject;
  context: JsonObject;
  intent: string;
  state: string;
  status: ConversationStatus = 'RUNNING';
  /** Where the conversation stood when the turn began. */
  readonly startState: string;
  schema: OutputSchema | undefined;
  /** Set while another intent is answered without leaving the conversation's own place. */
  digression: { readonly intent: string; readonly state: string } | undefined;
  /** A question to the user that goes before any other reply. */
  clarification:
    | { readonly question: string; readonly reason: string; readonly options?: readonly Place[] }
    | undefined;
  /** What the message says beside a correction that was applied; the other fields are read from it. */
  besideCorrection: string | undefined;
  /** The question for a tool call that was proposed; nothing may stand in its place. */
  toolQuestion: string | undefined;
  /** What the engine itself has to say (expired, already done, …); rules that move the state say it better. */
  notice: string | undefined;
  /** The action this turn's yes or no is about. */
  target: Proposal | undefined;
  reply: ReplyPayload | undefined;
  /** True when the guardrail lets the target run only because it is approved: its claim checks that again. */
  needsApproval = false;
  /** An action that ended in a turn which failed afterwards: the user has not been told yet. */
  untoldOutcome: Proposal | undefined;
  /** The action whose time ran out in this turn. */
  expiredNow: Proposal | undefined;
  /** Intents the message could be about, the likeliest first, when there are several. */
  intentCandidates: readonly Place[] = [];
  /** True when the rules before the response changed intent or state. */
  movedByRules = false;
  /** Proposals that are new or amended in this turn: its reply is their question. */
  readonly askedProposals: string[] = [];
  /** Other questions of this turn about open proposals, by id: which of several is meant, whether to try again. */
  readonly otherQuestions = new Map<string, string>();
  /** Said before the reply, whatever it is: a value that was not taken, an outcome not told yet. */
  readonly preface: string[] = [];
  /** True once the conversation was started over in this turn. */
  wasReset = false;
  /** What handlers may ask of the program that calls, where it calls over the Model Context Protocol. */
  mcp: McpCall | undefined;

  private readonly known: Map<string, Proposal>;
  /** The same as the database has them. */
  private readonly before: Map<string, Proposal>;
  private readonly changed = new Set<string>();
  private readonly database: HandlerDatabase;

  constructor(input: TurnInput) {
    this.conversation = input.conversation;
    this.owner = input.owner;
    this.history = input.history;
    this.userText = input.userText;
    this.reset = input.reset;
    this.client = input.client;
    this.params = { ...input.client.values };
    this.flow = input.flow;
    this.replies = input.replies;
    this.audit = input.audit;
    this.database = input.database;
    this.signal = input.signal;
    this.actionSignal = input.actionSignal;
    this.moment = { turn: input.conversation.turnNo + 1, epochMs: input.startedAtMs };
    this.deadlineMs = input.deadlineMs;
    this.context = copyJson(input.conversation.context);
    this.intent = input.conversation.intent;
    this.state = input.conversation.state;
    this.startState = input.conversation.state;
    this.known = new Map(input.proposals.map((proposal) => [proposal.proposalId, proposal]));
    this.before = new Map(this.known);
  }

  get conversationId(): string {
    return this.conversation.conversationId;
  }

  /** All proposals of the conversation that matter now: those that can still change and the newest closed one. */
  get proposals(): Proposal[] {
    return [...this.known.values()];
  }

  /** Proposals a yes would count for at this moment. */
  get openProposals(): Proposal[] {
    return this.proposals.filter((proposal) => canBeConfirmed(proposal, this.moment));
  }

  /** Open proposals that the reply before this turn asked about, with these arguments: those a plain yes or no means. */
  get askedLast(): Proposal[] {
    const asked = this.conversation.context[ASKED_ACTIONS];
    if (!Array.isArray(asked)) return [];
    return this.openProposals.filter(({ idempotencyKey }) => asked.includes(idempotencyKey));
  }

  /** Proposals as they are to be stored with the turn. */
  get changedProposals(): Proposal[] {
    return this.proposals.filter((proposal) => this.changed.has(proposal.proposalId));
  }

  /** What the outside is told of them, once they are stored at `nowMs`. */
  proposalEvents(nowMs: number): ProposalEvent[] {
    const at = { turn: this.moment.turn, epochMs: nowMs };
    return this.changedProposals.flatMap(
      (proposal) => proposalEvent(this.before.get(proposal.proposalId), proposal, at) ?? [],
    );
  }

  /** The question the previous turn asked, if it asked one. */
  get pendingClarification(): { question: string; reason: string } | undefined {
    const pending = this.conversation.context.pending_clarification;
    if (!isJsonObject(pending) || typeof pending.question !== 'string' || !pending.question) return undefined;
    return { question: pending.question, reason: String(pending.reason ?? '') };
  }

  /** Remembers a proposal's new form; it is stored when the turn is committed. */
  putProposal(proposal: Proposal): void {
    this.known.set(proposal.proposalId, proposal);
    this.changed.add(proposal.proposalId);
  }

  /** Remembers a proposal's new form that is in the database already. */
  putStoredProposal(proposal: Proposal): void {
    this.known.set(proposal.proposalId, proposal);
    this.changed.delete(proposal.proposalId);
    this.before.set(proposal.proposalId, proposal);
  }

  /** What rules and templates see as `inputParams`: parameters, and the engine's facts over them. */
  get inputParams(): JsonObject {
    return { ...this.params, ...(this.facts as JsonObject) };
  }

  /** The conversation's values for the fields of the schema in force; the whole context where there is none. */
  get schemaValues(): JsonObject {
    const properties = this.schema?.document.properties;
    if (!properties || typeof properties !== 'object') return this.context;
    return Object.fromEntries(
      Object.keys(properties).flatMap((field): [string, JsonValue][] => {
        const value = this.context[field];
        return value === undefined ? [] : [[field, value]];
      }),
    );
  }

  /** What a handler is told about this turn. */
  get callContext(): CallContext {
    return {
      conversationId: this.conversationId,
      intent: this.intent,
      state: this.state,
      userText: this.userText,
      context: copyJson(this.context),
      signal: this.signal,
      deadline: this.deadlineMs,
      database: this.database,
      audit: (stage, payload) => this.audit.record(stage, payload),
      ...(this.mcp && { mcp: this.mcp }),
    };
  }
}
