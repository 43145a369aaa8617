import { EngineError, messageOf } from '../common/errors.js';
import { newId } from '../common/ids.js';
import type { JsonObject, JsonValue } from '../common/json.js';
import { UNKNOWN } from '../conversation/index.js';
import type { ToolDefinition } from '../flow/index.js';
import type { CallContext, McpCall } from '../handlers/index.js';
import { hashArguments, type Proposal, readProposal } from '../pending-action/index.js';
import type { Database } from '../persistence/index.js';
import { describeSize, type ShapedSize } from '../tools/index.js';
import type { TurnServices } from './steps/index.js';
import { ToolOutcomeStep } from './steps/tool-answer.steps.js';
import { answerSteps, questionSteps, recordSteps } from './steps/tool-call-steps.js';
import { AskedActionStep, ToolQuestionStep } from './steps/tool-question.step.js';
import { ToolCalls } from './tool-calls.js';
import type { TurnService } from './turn.service.js';
import { TurnPipeline } from './turn-pipeline.js';
import type { TurnRequest } from './turn-request.js';
import type { TurnStep } from './turn-step.js';

/** One tool call of a program that calls tools rather than sends messages. */
export interface DirectCall {
  /** Where calls of this caller are recorded. */
  readonly conversationId: string;
  readonly tool: ToolDefinition;
  readonly args: JsonObject;
  readonly mcp?: McpCall;
  readonly signal: AbortSignal;
}

/** What became of a call that reads. */
export type DirectRead =
  | { readonly kind: 'done'; readonly result: JsonValue }
  | { readonly kind: 'refused' | 'failed'; readonly error: string };

/** An action that waits for its yes. */
export interface AskedTool {
  readonly actionId: string;
  readonly toolCode: string;
  /** Its own: whoever asks and answers here meets no other message. */
  readonly conversationId: string;
  readonly question: string;
  /** The arguments without what must not be shown. */
  readonly shown: JsonObject;
  /** Milliseconds since 1970 UTC; null where no clock runs. */
  readonly expiresAtMs: number | null;
}

/** An action that was asked for, as it is now. */
export interface OpenedTool {
  readonly asked: AskedTool;
  readonly status: Proposal['status'];
  /** What the tool answered, once it is done. */
  readonly result: JsonValue;
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
 * Single tool calls from outside of a conversation's flow. What reads runs; what writes is asked and answered by turns
 * of a conversation of its own, which hold, check, claim and record it as they do for every other action.
 */
export class DirectToolCalls {
  private readonly calls: ToolCalls;

  constructor(
    private readonly turns: TurnService,
    private readonly services: TurnServices,
    private readonly database: Database,
  ) {
    this.calls = new ToolCalls(services.tools, services.config.flow.actionLifecycle);
  }

  /** Runs a tool that only reads, and records the call. Any number of them run at once. */
  async read(call: DirectCall): Promise<DirectRead> {
    const { tool, args } = call;
    const startedAt = performance.now();
    let shaped: JsonObject = {};
    const read = await this.run(call, (size) => {
      shaped = { transform: describeSize(size) };
    });
    call.signal.throwIfAborted();
    const result: JsonObject = read.kind === 'done' ? { status: 'SUCCESS', result: read.result } : failure(read.error);
    const durationMs = Math.round(performance.now() - startedAt);
    await this.record(call, { tool_code: tool.code, durationMs, ...result, ...shaped }, args);
    return read;
  }

  /**
   * Records a call that somebody else answers and that only reads.
   * @param work the call itself; what it throws is recorded, and thrown on
   */
  async recorded<T extends JsonValue>(
    call: Pick<DirectCall, 'conversationId' | 'args'> & { readonly toolCode: string },
    work: () => Promise<T>,
  ): Promise<T> {
    const { conversationId, toolCode, args } = call;
    const startedAt = performance.now();
    const note = (result: JsonObject) => {
      const durationMs = Math.round(performance.now() - startedAt);
      const request = { tool_code: toolCode, args };
      const steps = recordSteps(this.services, request, { tool_code: toolCode, durationMs, ...result });
      return this.turn(conversationId, `tools/call ${toolCode}`, steps);
    };
    try {
      const result = await work();
      await note({ status: 'SUCCESS', result });
      return result;
    } catch (error) {
      await note(failure(messageOf(error)));
      throw error;
    }
  }

  /** Asks for a tool call that writes; nothing runs. @returns the question, or why the call cannot be made as it is */
  ask(call: DirectCall): Promise<AskedTool | { readonly error: string }> {
    return this.askIn(newId(), call);
  }

  /**
   * As `ask`, in a conversation that was chosen for this call: asked there before, it is not asked again.
   * @throws EngineError IDEMPOTENCY_KEY_REUSED where another call was asked there
   */
  async askOnce(call: DirectCall, conversationId: string): Promise<OpenedTool | { readonly error: string }> {
    const asked = await this.askIn(conversationId, call, 'ask');
    const proposal = await this.latest(conversationId);
    if (!proposal) return 'error' in asked ? asked : { error: asked.question };
    if (proposal.argumentsHash !== hashArguments(this.services.tools.completed(call.tool, call.args))) {
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
    const { tool, args, signal } = call;
    const problem = this.services.tools.checkCall(tool, args);
    if (problem) {
      await this.record(call, { tool_code: tool.code, ...failure(problem) }, args);
      return { error: problem };
    }
    const question = new ToolQuestionStep(tool, args, this.services.tools.shownArguments(tool, args), this.calls);
    const opened = new AskedActionStep();
    const text = await this.turn(
      conversationId,
      `tools/call ${tool.code}`,
      questionSteps(this.services, question, opened),
      { signal, ...(idempotencyKey !== undefined && { idempotencyKey }) },
    );
    const asked = this.askedBy(conversationId, opened);
    if (!asked) return { error: text };
    const about = { tool_code: tool.code, status: 'PENDING_CONFIRMATION', action_id: asked.actionId };
    await this.record(call, { ...about, conversation_id: conversationId }, args);
    return asked;
  }

  /**
   * Takes the word of whoever was asked. A yes runs the action at most once, however often it is said; once it has
   * begun it is brought to its end, also when nobody waits for the answer any more.
   */
  async answer(asked: AskedTool, isYes: boolean, mcp?: McpCall): Promise<AnsweredTool> {
    const outcome = new ToolOutcomeStep(asked.actionId);
    const open = new AskedActionStep();
    const steps = answerSteps(this.services, this.calls, { isYes, mcp, outcome, asked: open });
    const text = await this.turn(asked.conversationId, isYes ? 'yes' : 'no', steps);
    const { proposal } = outcome;
    if (!proposal) throw new Error(`Action ${asked.actionId} is not there any more.`);
    const { isOpen } = outcome;
    const other = isOpen ? undefined : this.askedBy(asked.conversationId, open);
    const next = other && { ...other, question: text.includes(other.question) ? text : other.question };
    return { text, status: proposal.status, result: proposal.result, isOpen, next };
  }

  private askedBy(conversationId: string, { proposal, tool }: AskedActionStep): AskedTool | undefined {
    if (!proposal || !tool) return undefined;
    const { proposalId: actionId, question, expiresAtMs } = proposal;
    const shown = this.services.tools.shownArguments(tool, proposal.arguments);
    return { actionId, toolCode: tool.code, conversationId, question, shown, expiresAtMs };
  }

  /** The action that was asked for last, or that of the id. */
  private async latest(conversationId: string, actionId?: string): Promise<Proposal | undefined> {
    const rows = await this.database.query(
      'SELECT * FROM ce_action_proposal WHERE conversation_id = $1 AND tool_code IS NOT NULL ORDER BY created_turn DESC',
      [conversationId],
    );
    const proposals = rows.map(readProposal);
    return proposals.find(({ proposalId }) => actionId === undefined || proposalId === actionId);
  }

  private async run(
    { conversationId, tool, args, mcp, signal }: DirectCall,
    onShaped: (size: ShapedSize) => void,
  ): Promise<DirectRead> {
    const { tools, clock, config } = this.services;
    const problem = tools.checkCall(tool, args);
    if (problem) return { kind: 'refused', error: problem };
    const context: CallContext = {
      conversationId,
      intent: UNKNOWN,
      state: UNKNOWN,
      userText: '',
      context: {},
      signal,
      deadline: clock.now() + config.turn.deadlineMs,
      database: this.database,
      ...(mcp && { mcp }),
    };
    try {
      return { kind: 'done', result: await tools.read(tool, args, context, onShaped) };
    } catch (error) {
      signal.throwIfAborted();
      return { kind: 'failed', error: messageOf(error) };
    }
  }

  private async record({ conversationId, tool }: DirectCall, result: JsonObject, args: JsonObject): Promise<void> {
    const request = { tool_code: tool.code, args: this.services.tools.shownArguments(tool, args) };
    await this.turn(conversationId, `tools/call ${tool.code}`, recordSteps(this.services, request, result));
  }

  private async turn(
    conversationId: string,
    message: string,
    steps: readonly TurnStep[],
    options: Pick<TurnRequest, 'signal' | 'idempotencyKey'> = {},
  ): Promise<string> {
    const { handlers, verbose } = this.services;
    const pipeline = new TurnPipeline(steps, handlers, verbose);
    const { responseText } = await this.turns.handle({ conversationId, message, ...options }, pipeline);
    return (JSON.parse(responseText) as { payload: { value: string } }).payload.value;
  }
}

function openedTool(proposal: Proposal): OpenedTool {
  const { proposalId: actionId, conversationId, toolCode, question, expiresAtMs, status, result } = proposal;
  const asked = { actionId, toolCode: String(toolCode), conversationId, question, shown: {}, expiresAtMs };
  return { asked, status, result };
}

function failure(error: string): JsonObject {
  return { status: 'ERROR', error };
}
