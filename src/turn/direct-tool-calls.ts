import { messageOf } from '../common/errors.js';
import { newId } from '../common/ids.js';
import type { JsonObject, JsonValue } from '../common/json.js';
import { UNKNOWN } from '../conversation/index.js';
import type { ToolDefinition } from '../flow/index.js';
import type { CallContext, McpCall } from '../handlers/index.js';
import type { Proposal } from '../pending-action/index.js';
import type { Database } from '../persistence/index.js';
import { describeSize, type ShapedSize } from '../tools/index.js';
import type { TurnServices } from './steps/index.js';
import { ToolOutcomeStep } from './steps/tool-answer.steps.js';
import { answerSteps, questionSteps, recordSteps } from './steps/tool-call-steps.js';
import { AskedActionStep, ToolQuestionStep } from './steps/tool-question.step.js';
import { ToolCalls } from './tool-calls.js';
import type { TurnService } from './turn.service.js';
import { TurnPipeline } from './turn-pipeline.js';
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
  async ask(call: DirectCall): Promise<AskedTool | { readonly error: string }> {
    const { tool, args, signal } = call;
    const conversationId = newId();
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
      signal,
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
    const next = other && { ...other, question: text };
    return { text, status: proposal.status, result: proposal.result, isOpen, next };
  }

  private askedBy(conversationId: string, { proposal, tool }: AskedActionStep): AskedTool | undefined {
    if (!proposal || !tool) return undefined;
    const { proposalId: actionId, question, expiresAtMs } = proposal;
    const shown = this.services.tools.shownArguments(tool, proposal.arguments);
    return { actionId, toolCode: tool.code, conversationId, question, shown, expiresAtMs };
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
    signal?: AbortSignal,
  ): Promise<string> {
    const { handlers, verbose } = this.services;
    const pipeline = new TurnPipeline(steps, handlers, verbose);
    const { responseText } = await this.turns.handle({ conversationId, message, signal }, pipeline);
    return (JSON.parse(responseText) as { payload: { value: string } }).payload.value;
  }
}

function failure(error: string): JsonObject {
  return { status: 'ERROR', error };
}
