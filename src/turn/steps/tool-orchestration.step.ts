import { messageOf } from '../../common/errors.js';
import { isJsonObject, type JsonObject } from '../../common/json.js';
import { normalizeCode, type ToolDefinition } from '../../flow/index.js';
import type { TimeToLive } from '../../pending-action/index.js';
import { normalizeGroup, type ToolRunner } from '../../tools/index.js';
import { proposeTool } from '../propose-tool.js';
import type { RuleEngine } from '../rules/rule-engine.js';
import type { Turn } from '../turn.js';
import type { StepOutcome, TurnStep } from '../turn-step.js';

interface Request {
  readonly toolCode: string | null;
  readonly toolGroup: string | null;
  readonly args: JsonObject;
}

/** Runs the one tool a client asks for (`inputParams.tool_request`); what writes is proposed instead of run. */
export class ToolOrchestrationStep implements TurnStep {
  readonly name = 'ToolOrchestrationStep';
  readonly needs = ['skip_tool_execution'] as const;
  readonly gives = ['tool_request', 'tool_result', 'tool_status'] as const;

  constructor(
    private readonly enabled: boolean,
    private readonly tools: ToolRunner,
    private readonly rules: RuleEngine,
    private readonly ttl: TimeToLive,
  ) {}

  async run(turn: Turn): Promise<StepOutcome> {
    if (!this.enabled || !turn.client.toolRequest || turn.facts.skip_tool_execution) return 'CONTINUE';
    const request = readRequest(turn.client.toolRequest);
    const shown = { tool_code: request.toolCode, tool_group: request.toolGroup, args: request.args };
    turn.facts.tool_request = shown;
    turn.audit.record('TOOL_ORCHESTRATION_REQUEST', shown);
    const tool = request.toolCode === null ? undefined : toolInScope(turn, request.toolCode);
    const result = await this.answer(turn, request, tool);
    turn.facts.tool_result = result;
    turn.facts.tool_status = String(result.status);
    const mcp = isJsonObject(turn.context.mcp) ? turn.context.mcp : {};
    turn.context.mcp = { ...mcp, toolExecution: toolExecution(result) };
    turn.audit.record(result.status === 'ERROR' ? 'TOOL_ORCHESTRATION_ERROR' : 'TOOL_ORCHESTRATION_RESULT', result);
    if (result.status === 'SUCCESS')
      await this.rules.run(turn, 'POST_TOOL_EXECUTION', 'ToolOrchestrationStep PostTool');
    return 'CONTINUE';
  }

  private async answer(turn: Turn, request: Request, tool: ToolDefinition | undefined): Promise<JsonObject> {
    const group = tool ? normalizeGroup(tool.group) : request.toolGroup;
    const about = { tool_code: request.toolCode, tool_group: group };
    if (request.toolCode !== null && !tool) {
      return { status: 'SKIPPED_SCOPE_MISMATCH', ...about, intent: turn.intent, state: turn.state };
    }
    try {
      const context = { ...turn.callContext, idempotencyKey: null };
      if (!tool) {
        if (group === null) throw new Error('tool_group is required when tool_code is not resolvable');
        return { status: 'SUCCESS', ...about, result: await this.tools.runGroup(group, request.args, context) };
      }
      const problem = this.tools.checkCall(tool, request.args);
      if (problem) return { status: 'ERROR', ...about, error: problem };
      if (this.tools.sideEffect(tool) === 'WRITE') {
        proposeTool(turn, tool, request.args, this.ttl);
        return { status: 'PENDING_CONFIRMATION', ...about, args: request.args };
      }
      return { status: 'SUCCESS', ...about, result: await this.tools.run(tool, request.args, context) };
    } catch (error) {
      turn.signal.throwIfAborted();
      return { status: 'ERROR', ...about, error: messageOf(error) };
    }
  }
}

function readRequest(request: JsonObject): Request {
  const text = (value: unknown) => (typeof value === 'string' && value.trim() ? value.trim() : null);
  const group = text(request.tool_group);
  return {
    toolCode: text(request.tool_code),
    toolGroup: group === null ? null : normalizeGroup(group),
    args: isJsonObject(request.args) ? request.args : {},
  };
}

/** The tool, if its row is for the intent and state the conversation is in. */
function toolInScope(turn: Turn, code: string): ToolDefinition | undefined {
  const wanted = normalizeCode(code);
  return turn.flow.toolsFor(turn.intent, turn.state).find((tool) => normalizeCode(tool.code) === wanted);
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
