import { Inject, Injectable } from '@nestjs/common';
import { messageOf } from '../../../platform/common/errors.js';
import { isJsonObject, type JsonObject } from '../../../platform/common/json.js';
import { CONFIG } from '../../../platform/common/tokens.js';
import type { ConvEngineConfig } from '../../../platform/config/index.js';
import { meantCall, normalizeCode, normalizeGroup, type Tool, ToolRunner } from '../../../tools/index.js';
import { awaitApproval, PROPOSE_WRITES, ToolCalls } from '../../pending-action/asking/index.js';
import { usableBy } from '../../principal/index.js';
import { RULE_WRITES, RuleEngine } from '../../rules/index.js';
import { callContext, type StepOutcome, type TurnStep, type ViewOf } from '../../turn/kernel/index.js';

type View = ViewOf<ToolOrchestrationStep>;

interface Request {
  readonly toolCode: string | null;
  readonly toolGroup: string | null;
  readonly args: JsonObject;
}

/** Runs the one tool a client asks for (`inputParams.tool_request`); what writes is proposed instead of run. */
@Injectable()
export class ToolOrchestrationStep implements TurnStep<ToolOrchestrationStep> {
  readonly name = 'ToolOrchestrationStep';
  readonly reads = {
    skip_tool_execution: 'SchemaExtractionStep',
    guardrail_blocked: 'GuardrailStep',
    proposals: 'PendingActionStep',
    context: 'PendingActionStep',
    intent: 'PendingActionStep',
    state: 'PendingActionStep',
  } as const;
  readonly writes = [...PROPOSE_WRITES, ...RULE_WRITES, 'tool_request', 'tool_result', 'tool_status'] as const;

  constructor(
    @Inject(CONFIG) private readonly config: ConvEngineConfig,
    private readonly tools: ToolRunner,
    private readonly calls: ToolCalls,
    private readonly rules: RuleEngine,
  ) {}

  async run(turn: View): Promise<StepOutcome> {
    if (!this.config.flow.toolOrchestration.enabled || !turn.client.toolRequest) return 'CONTINUE';
    const request = readRequest(turn.client.toolRequest);
    const tool = request.toolCode === null ? undefined : toolInScope(turn, request.toolCode);
    // What the guardrail holds back is not run; what has to be asked for anyway can be approved once it is asked for.
    const awaitsApproval = turn.facts.guardrail_blocked && tool && this.calls.asks(tool, request.args);
    if (turn.facts.skip_tool_execution && !awaitsApproval) return 'CONTINUE';
    const args = tool ? this.tools.shownArguments(tool, request.args) : request.args;
    const shown = { tool_code: request.toolCode, tool_group: request.toolGroup, args };
    turn.facts.tool_request = shown;
    turn.audit.record('TOOL_ORCHESTRATION_REQUEST', shown);
    const { transform, ...result } = await this.answer(turn, request, tool);
    if (awaitsApproval) awaitApproval(turn);
    turn.facts.tool_result = result;
    turn.facts.tool_status = String(result.status);
    const mcp = isJsonObject(turn.context.mcp) ? turn.context.mcp : {};
    turn.context.mcp = { ...mcp, toolExecution: toolExecution(result) };
    turn.audit.record(result.status === 'ERROR' ? 'TOOL_ORCHESTRATION_ERROR' : 'TOOL_ORCHESTRATION_RESULT', {
      ...result,
      ...(transform !== undefined && { transform }),
    });
    if (result.status === 'SUCCESS')
      await this.rules.run(turn, 'POST_TOOL_EXECUTION', 'ToolOrchestrationStep PostTool');
    return 'CONTINUE';
  }

  /** The outcome; `transform` is for the audit alone. */
  private async answer(turn: View, request: Request, tool: Tool | undefined): Promise<JsonObject> {
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
    const attempt = await this.calls.attempt(turn, tool, request.args);
    if (attempt.kind === 'done') {
      const { result, shaped } = attempt;
      return { status: 'SUCCESS', ...about, result, ...(shaped && { transform: shaped }) };
    }
    if (attempt.kind === 'proposed') {
      return { status: 'PENDING_CONFIRMATION', ...about, args: this.tools.shownArguments(tool, request.args) };
    }
    return { status: 'ERROR', ...about, error: attempt.error };
  }

  private async answerGroup(turn: View, { toolGroup, args }: Request, about: JsonObject): Promise<JsonObject> {
    try {
      if (toolGroup === null) throw new Error('tool_group is required when tool_code is not resolvable');
      return { status: 'SUCCESS', ...about, result: await this.tools.readGroup(toolGroup, args, callContext(turn)) };
    } catch (error) {
      turn.signal.throwIfAborted();
      return { status: 'ERROR', ...about, error: messageOf(error) };
    }
  }
}

function readRequest(request: JsonObject): Request {
  const text = (value: unknown) => (typeof value === 'string' && value.trim() ? value.trim() : null);
  const group = text(request.tool_group);
  const toolCode = text(request.tool_code);
  const args = isJsonObject(request.args) ? request.args : {};
  const meant = toolCode === null ? { toolCode, args } : meantCall(toolCode, args);
  const isOther = meant.toolCode !== toolCode;
  return { ...meant, toolGroup: group === null || isOther ? null : normalizeGroup(group) };
}

/** The tool, if its row is for the intent and state the conversation is in, and whoever speaks may use it. */
function toolInScope(turn: View, code: string): Tool | undefined {
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
