import { Inject, Injectable } from '@nestjs/common';
import { steadyNow } from '../../platform/common/clock.js';
import { EngineError, messageOf } from '../../platform/common/errors.js';
import { newId } from '../../platform/common/ids.js';
import type { JsonObject, JsonValue } from '../../platform/common/json.js';
import { CONFIG, DATABASE } from '../../platform/common/tokens.js';
import type { ConvEngineConfig } from '../../platform/config/index.js';
import type { CallContext, McpCall } from '../../platform/handlers-api/index.js';
import type { Database } from '../../platform/persistence/index.js';
import { describeSize, type ShapedSize, type Tool, ToolRunner } from '../../tools/index.js';
import { UNKNOWN } from '../conversation/index.js';
import { ToolCalls } from '../pending-action/asking/index.js';
import {
  type Decision,
  hashArguments,
  type Proposal,
  ProposalRepository,
  type QuestionAddress,
  shownArguments,
} from '../pending-action/index.js';
import type { Principal, PrincipalKind } from '../principal/index.js';
import { AskedActionStep, ToolCallSteps, ToolOutcomeStep, ToolQuestionStep } from '../steps/index.js';
import { type PipelineStep, TurnPipeline } from './kernel/index.js';
import { TurnService } from './turn.service.js';
import { TurnGate } from './turn-gate.js';
import type { TurnRequest } from './turn-request.js';

/** One tool call of a program that calls tools rather than sends messages. */
export interface DirectCall {
  /** Where calls of this caller are recorded. */
  readonly conversationId: string;
  readonly tool: Tool;
  readonly args: JsonObject;
  /** Who calls. */
  readonly principal: Principal;
  readonly mcp?: McpCall;
  readonly signal: AbortSignal;
}

/** What became of a call that reads. */
export type DirectRead =
  | { readonly kind: 'done'; readonly result: JsonValue }
  | { readonly kind: 'refused'; readonly error: string }
  /** `cause`: what the tool threw. */
  | { readonly kind: 'failed'; readonly error: string; readonly cause: unknown };

/** An action that waits for its yes. */
export interface AskedTool {
  readonly actionId: string;
  readonly revision: number;
  readonly toolCode: string;
  /** Its own: whoever asks and answers here meets no other message. */
  readonly conversationId: string;
  readonly question: string;
  /** The arguments without what must not be shown. */
  readonly shown: JsonObject;
  /** Milliseconds since 1970 UTC; null where no clock runs. */
  readonly expiresAtMs: number | null;
  /** Kinds of principals whose yes counts. */
  readonly mayAnswer: readonly PrincipalKind[];
}

/** An action that was asked for, as it is now. */
export interface OpenedTool {
  readonly asked: AskedTool;
  readonly status: Proposal['status'];
  /** What the tool answered, once it is done. */
  readonly result: JsonValue;
}

/** Somebody's word about an action that was asked for. */
export interface ToolAnswer {
  readonly decision: Decision;
  readonly principal: Principal;
  /** The form that was shown, where the word is for no other try of it; otherwise that of the question. */
  readonly address?: QuestionAddress;
  readonly mcp?: McpCall;
}

/** What a yes or no has come to: the action as it is now, and what there is to say. */
export interface AnsweredTool {
  readonly text: string;
  readonly status: Proposal['status'];
  /** What the tool answered, once it is done. */
  readonly result: JsonValue;
  /** Whether another yes would count. */
  readonly isOpen: boolean;
  /** What is asked instead: the tool has changed since the question. */
  readonly next: AskedTool | undefined;
}

/**
 * Single tool calls from outside of a conversation's flow. A tool that reads is run. A tool that writes is asked
 * about in a conversation of its own, and answered there: its turns hold, check, claim and record the action as for
 * every other one. Nobody can send messages to such a conversation.
 */
@Injectable()
export class DirectToolCalls {
  constructor(
    private readonly turns: TurnService,
    private readonly pipeline: TurnPipeline,
    private readonly steps: ToolCallSteps,
    private readonly calls: ToolCalls,
    private readonly tools: ToolRunner,
    private readonly proposals: ProposalRepository,
    private readonly gate: TurnGate,
    @Inject(CONFIG) private readonly config: ConvEngineConfig,
    @Inject(DATABASE) private readonly database: Database,
  ) {}

  /**
   * Runs a tool that only reads, and records the call, also where nobody waits for it any more. Any number of them run at once.
   * @throws what the call was aborted with
   */
  async read(call: DirectCall): Promise<DirectRead> {
    const { tool, args } = call;
    await this.gate.check();
    const startedAt = performance.now();
    let shaped: JsonObject = {};
    const read = await this.run(call, (size) => {
      shaped = { transform: describeSize(size) };
    });
    const result: JsonObject = read.kind === 'done' ? { status: 'SUCCESS', result: read.result } : failure(read.error);
    const durationMs = Math.round(performance.now() - startedAt);
    await this.record(call, { tool_code: tool.code, durationMs, ...result, ...shaped }, args);
    call.signal.throwIfAborted();
    return read;
  }

  /**
   * Asks for a tool call that writes; nothing runs.
   * @param conversationId a new one, where the call is asked and answered
   * @returns the question, or why the call cannot be made as it is
   */
  ask(call: DirectCall, conversationId = newId()): Promise<AskedTool | { readonly error: string }> {
    return this.askIn(conversationId, call);
  }

  /**
   * As `ask`, in a conversation that was chosen for this call: asked there before, it is not asked again.
   * @throws EngineError IDEMPOTENCY_KEY_REUSED where another call was asked there
   */
  async askOnce(call: DirectCall, conversationId: string): Promise<OpenedTool | { readonly error: string }> {
    const asked = await this.askIn(conversationId, call, 'ask');
    const proposal = await this.latest(conversationId);
    if (!proposal) return 'error' in asked ? asked : { error: asked.question };
    if (proposal.argumentsHash !== hashArguments(this.tools.completed(call.tool, call.args))) {
      throw new EngineError('IDEMPOTENCY_KEY_REUSED', 'This Idempotency-Key was used for a call with other arguments.');
    }
    return openedTool(proposal);
  }

  /** The action of this id that was asked for in a conversation of its own; undefined where none was. */
  async find(conversationId: string, actionId: string): Promise<OpenedTool | undefined> {
    const proposal = await this.latest(conversationId, actionId);
    return proposal && openedTool(proposal);
  }

  private async askIn(
    conversationId: string,
    call: DirectCall,
    idempotencyKey?: string,
  ): Promise<AskedTool | { readonly error: string }> {
    const { tool, args, principal, signal } = call;
    const problem = this.tools.checkCall(tool, args);
    if (problem) {
      await this.record(call, { tool_code: tool.code, ...failure(problem) }, args);
      return { error: problem };
    }
    const question = new ToolQuestionStep(tool, args, this.tools.shownArguments(tool, args), this.calls);
    const opened = new AskedActionStep();
    const text = await this.turn(conversationId, `tools/call ${tool.code}`, this.steps.question(question, opened), {
      principal,
      signal,
      ...(idempotencyKey !== undefined && { idempotencyKey }),
    });
    const asked = this.askedBy(conversationId, opened);
    if (!asked) return { error: text };
    const about = { tool_code: tool.code, status: 'PENDING_CONFIRMATION', action_id: asked.actionId };
    await this.record(call, { ...about, conversation_id: conversationId }, args);
    return asked;
  }

  /**
   * Takes somebody's word. The yes of somebody who may answer runs the action at most once, however often it is said; once
   * it has begun it is brought to its end, also when nobody waits for the answer any more. Any other yes leaves it open.
   */
  async answer(asked: AskedTool, { decision, principal, address, mcp }: ToolAnswer): Promise<AnsweredTool> {
    const isYes = decision === 'CONFIRM';
    const outcome = new ToolOutcomeStep(asked.actionId);
    const open = new AskedActionStep();
    const steps = this.steps.answer(isYes, outcome, open);
    const { actionId, revision } = asked;
    const said = { decision, principal, inReplyTo: address ?? { actionId, revision }, ...(mcp && { mcp }) };
    const text = await this.turn(asked.conversationId, isYes ? 'yes' : 'no', steps, said);
    const { proposal } = outcome;
    if (!proposal) throw new Error(`Action ${asked.actionId} is not there any more.`);
    const { isOpen } = outcome;
    const other = isOpen ? undefined : this.askedBy(asked.conversationId, open);
    const next = other && { ...other, question: text.includes(other.question) ? text : other.question };
    return { text, status: proposal.status, result: proposal.result, isOpen, next };
  }

  private askedBy(conversationId: string, { proposal, tool }: AskedActionStep): AskedTool | undefined {
    if (!proposal || !tool) return undefined;
    const { proposalId: actionId, revision, question, expiresAtMs, mayAnswer } = proposal;
    const shown = shownArguments(proposal);
    return { actionId, revision, toolCode: tool.code, conversationId, question, shown, expiresAtMs, mayAnswer };
  }

  /** The action that was asked for last, or that of the id. */
  private async latest(conversationId: string, actionId?: string): Promise<Proposal | undefined> {
    const proposals = await this.proposals.toolCallsOf(conversationId);
    return proposals.find(({ proposalId }) => actionId === undefined || proposalId === actionId);
  }

  private async run(
    { conversationId, tool, args, mcp, signal }: DirectCall,
    onShaped: (size: ShapedSize) => void,
  ): Promise<DirectRead> {
    const problem = this.tools.checkCall(tool, args);
    if (problem) return { kind: 'refused', error: problem };
    const context: CallContext = {
      conversationId,
      intent: UNKNOWN,
      state: UNKNOWN,
      userText: '',
      context: {},
      signal,
      deadline: steadyNow() + this.config.turn.deadlineMs,
      database: this.database,
      ...(mcp && { mcp }),
    };
    try {
      return { kind: 'done', result: await this.tools.read(tool, args, context, onShaped) };
    } catch (error) {
      const text = signal.aborted ? 'The caller hung up before it ended.' : messageOf(error);
      return { kind: 'failed', error: text, cause: error };
    }
  }

  private async record(
    { conversationId, tool, principal }: DirectCall,
    result: JsonObject,
    args: JsonObject,
  ): Promise<void> {
    const request = { tool_code: tool.code, args: this.tools.shownArguments(tool, args) };
    await this.turn(conversationId, `tools/call ${tool.code}`, this.steps.record(request, result), { principal });
  }

  private async turn(
    conversationId: string,
    message: string,
    steps: readonly PipelineStep[],
    options: Pick<TurnRequest, 'principal' | 'decision' | 'inReplyTo' | 'signal' | 'idempotencyKey' | 'mcp'>,
  ): Promise<string> {
    const request: TurnRequest = { conversationId, kind: 'TOOL', message, ...options };
    const { responseText } = await this.turns.handle(request, this.pipeline.with(steps));
    return (JSON.parse(responseText) as { payload: { value: string } }).payload.value;
  }
}

function openedTool(proposal: Proposal): OpenedTool {
  const {
    proposalId: actionId,
    revision,
    conversationId,
    toolCode,
    question,
    expiresAtMs,
    mayAnswer,
    status,
    result,
  } = proposal;
  const shown = shownArguments(proposal);
  const asked = {
    actionId,
    revision,
    toolCode: String(toolCode),
    conversationId,
    question,
    shown,
    expiresAtMs,
    mayAnswer,
  };
  return { asked, status, result };
}

function failure(error: string): JsonObject {
  return { status: 'ERROR', error };
}
