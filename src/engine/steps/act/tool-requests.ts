import { Injectable } from '@nestjs/common';
import { messageOf } from '../../../platform/common/errors.js';
import { isJsonObject, type JsonObject } from '../../../platform/common/json.js';
import { normalizeCode, normalizeGroup, sameCode, type Tool, ToolRunner } from '../../../tools/index.js';
import { awaitApproval } from '../../pending-action/asking/index.js';
import { type CallingView, ConfirmedCalls, EXECUTE_WRITES } from '../../pending-action/execution/index.js';
import { hashArguments, isCallOf, isExecuted, isTerminal, type Proposal } from '../../pending-action/index.js';
import { usableBy } from '../../principal/index.js';
import type { CallTool } from '../../rules/index.js';
import { callContext, type Reads, type Writes } from '../../turn/kernel/index.js';
import type { ToolRequest } from './tool-request.js';

/** What a request for one tool changes. A step that answers them declares all of it. */
export const TOOL_REQUEST_WRITES = [...EXECUTE_WRITES, 'tool_request', 'tool_result', 'tool_status'] as const;

/** What of a turn a request is answered in. */
export type ToolRequestView = CallingView &
  Reads<'skip_tool_execution' | 'guardrail_blocked' | 'intent_resolved'> &
  Writes<(typeof TOOL_REQUEST_WRITES)[number]>;

/** Answers requests for one tool: what reads runs, what writes is asked for; the result stands where all flows find it. */
@Injectable()
export class ToolRequests {
  constructor(
    private readonly tools: ToolRunner,
    private readonly calls: ConfirmedCalls,
  ) {}

  /** The status of the result; undefined when the guardrail or a rule holds tools back, and nothing was done. */
  async answer(turn: ToolRequestView, request: ToolRequest): Promise<string | undefined> {
    const tool = request.toolCode === null ? undefined : toolInScope(turn, request.toolCode);
    // What the guardrail holds back is not run; what has to be asked for anyway can be approved once it is asked for.
    const awaitsApproval = turn.facts.guardrail_blocked && tool && this.calls.asks(tool, request.args);
    if (turn.facts.skip_tool_execution && !awaitsApproval) return undefined;
    const args = tool ? this.tools.shownArguments(tool, request.args) : request.args;
    const shown = { tool_code: request.toolCode, tool_group: request.toolGroup, args };
    turn.facts.tool_request = shown;
    turn.audit.record('TOOL_ORCHESTRATION_REQUEST', shown);
    const { transform, ...result } = await this.resultOf(turn, request, tool);
    if (awaitsApproval) awaitApproval(turn);
    turn.facts.tool_result = result;
    turn.facts.tool_status = String(result.status);
    const mcp = isJsonObject(turn.context.mcp) ? turn.context.mcp : {};
    turn.context.mcp = { ...mcp, toolExecution: toolExecution(result) };
    turn.audit.record(result.status === 'ERROR' ? 'TOOL_ORCHESTRATION_ERROR' : 'TOOL_ORCHESTRATION_RESULT', {
      ...result,
      ...(transform !== undefined && { transform }),
    });
    return turn.facts.tool_status;
  }

  /** How rules call tools in this turn. */
  forRules(turn: ToolRequestView): CallTool {
    return async (toolCode, args) => {
      const status = await this.answer(turn, { toolCode, toolGroup: null, args, isStanding: true });
      const told = status === undefined ? undefined : turn.facts.tool_result;
      if (status === 'ERROR') return { status, error: String(told?.error) };
      const result = status === 'SUCCESS' ? told?.result : undefined;
      return { status: status ?? 'HELD_BACK', ...(result !== undefined && { result }) };
    };
  }

  /** The outcome; `transform` is for the audit alone. */
  private async resultOf(turn: ToolRequestView, request: ToolRequest, tool: Tool | undefined): Promise<JsonObject> {
    const group = tool ? normalizeGroup(tool.group) : request.toolGroup;
    const about = { tool_code: request.toolCode, tool_group: group };
    // A group answers by itself, without a tool that a scope could name.
    const isOutOfScope = request.toolCode !== null || turn.principal.mayUse !== undefined;
    if (!tool && isOutOfScope) {
      return { status: 'SKIPPED_SCOPE_MISMATCH', ...about, intent: turn.intent, state: turn.state };
    }
    if (!tool) return this.answerGroup(turn, request, about);
    if (request.toolGroup !== null && request.toolGroup !== group) {
      const error = `tool_group ${request.toolGroup} does not fit: the tool ${tool.code} is of the group ${group}`;
      return { status: 'ERROR', ...about, error };
    }
    const closed = this.closedBefore(turn, tool, request);
    if (closed) return { ...about, ...outcomeOf(closed) };
    const attempt = await this.calls.attempt(turn, tool, request.args);
    if (attempt.kind === 'done') {
      const { result, shaped } = attempt;
      return { status: 'SUCCESS', ...about, result, ...(shaped && { transform: shaped }) };
    }
    if (attempt.kind === 'proposed') {
      return { status: 'PENDING_CONFIRMATION', ...about, args: this.tools.shownArguments(tool, request.args) };
    }
    const error = attempt.kind === 'settled' ? (turn.ownWords.notice ?? '') : attempt.error;
    return { status: 'ERROR', ...about, error };
  }

  /** The same call, which the user has answered: it is not asked for once more. */
  private closedBefore(turn: ToolRequestView, tool: Tool, { args, isStanding }: ToolRequest): Proposal | undefined {
    if (!this.calls.asks(tool, args)) return undefined;
    const argumentsHash = hashArguments(this.tools.completed(tool, args));
    const hasReason = turn.facts.intent_resolved || !sameCode(turn.startState, turn.state);
    return turn.proposals.all.find(
      (one) =>
        isTerminal(one) &&
        (one.closedTurn === turn.moment.turn || (isStanding && !hasReason)) &&
        isCallOf(one, tool, argumentsHash),
    );
  }

  private async answerGroup(
    turn: ToolRequestView,
    { toolGroup, args }: ToolRequest,
    about: JsonObject,
  ): Promise<JsonObject> {
    try {
      if (toolGroup === null) throw new Error('tool_group is required when tool_code is not resolvable');
      return { status: 'SUCCESS', ...about, result: await this.tools.readGroup(toolGroup, args, callContext(turn)) };
    } catch (error) {
      turn.signal.throwIfAborted();
      return { status: 'ERROR', ...about, error: messageOf(error) };
    }
  }
}

function outcomeOf(closed: Proposal): JsonObject {
  if (isExecuted(closed)) return { status: 'SUCCESS', result: closed.result };
  return { status: 'ERROR', error: 'The user has not agreed, or it could not be done; it is not asked for again.' };
}

/** The tool, if its row is for the intent and state the conversation is in, and whoever speaks may use it. */
function toolInScope(turn: ToolRequestView, code: string): Tool | undefined {
  const wanted = normalizeCode(code);
  const tools = usableBy(turn.principal, turn.flow.toolsFor(turn.intent, turn.state));
  return tools.find((tool) => normalizeCode(tool.code) === wanted);
}

function toolExecution(result: JsonObject): JsonObject {
  const isError = result.status === 'ERROR';
  const scopeMismatch = result.status === 'SKIPPED_SCOPE_MISMATCH';
  return {
    phase: 'POST_TOOL_EXECUTION',
    finished: true,
    status: result.status ?? null,
    outcome: scopeMismatch ? 'SCOPE_MISMATCH' : (result.status ?? null),
    error: isError,
    scopeMismatch,
    toolExecuted: result.status === 'SUCCESS',
    toolCode: result.tool_code ?? null,
    toolGroup: result.tool_group ?? null,
    ...(isError && { errorMessage: result.error ?? null }),
    ...(result.result !== undefined && { result: result.result }),
  };
}
