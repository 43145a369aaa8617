import { EngineError } from '../common/errors.js';
import { idFromName, newId } from '../common/ids.js';
import { type JsonObject, type JsonValue, jsonDepth } from '../common/json.js';
import { type ConvEngineConfig, packageVersion } from '../config/index.js';
import { type FlowService, sameCode, type ToolDefinition } from '../flow/index.js';
import { asToolContent } from '../handlers/index.js';
import { type ClientScope, publishedTools, titleOf } from '../mcp/index.js';
import { isGatewayTool, normalizeGroup, type ToolRunner } from '../tools/index.js';
import type { AnsweredTool, AskedTool, DirectToolCalls, OpenedTool } from '../turn/index.js';
import type { ToolAction, ToolDescription } from './tool-calls.schema.js';

/** One call of a caller that is known. */
export interface RestCall {
  readonly scope: ClientScope;
  readonly code: string;
  readonly args: JsonObject;
  /** Calls of one caller with the same key are one call. */
  readonly idempotencyKey: string | undefined;
  readonly signal: AbortSignal;
}

/** What a call has come to: a result, or an action that waits for the user's word. */
export type CallAnswer =
  | { readonly kind: 'result'; readonly result: JsonValue }
  | { readonly kind: 'action'; readonly action: ToolAction };

/**
 * The tools of the flow for programs that call them over plain HTTP. A tool that writes is asked and answered in a
 * conversation of its own, whose id only its caller's action id leads to: nobody else can answer for it, and no action
 * of any other conversation can be answered here. Nothing is kept in this process.
 */
export class ToolCallsService {
  constructor(
    private readonly config: ConvEngineConfig,
    private readonly flow: FlowService,
    private readonly tools: ToolRunner,
    private readonly calls: DirectToolCalls,
  ) {}

  list(scope: ClientScope): { version: string; tools: ToolDescription[] } {
    return { version: packageVersion(), tools: this.visible(scope).map((tool) => this.describe(tool)) };
  }

  /** @throws EngineError NOT_FOUND, INVALID_REQUEST, REQUEST_TOO_LARGE, IDEMPOTENCY_KEY_REUSED, TOOL_FAILED */
  async call({ scope, code, args, idempotencyKey, signal }: RestCall): Promise<CallAnswer> {
    const tool = this.visible(scope).find((one) => sameCode(one.code, code));
    if (!tool) throw new EngineError('NOT_FOUND', `There is no tool "${code}" for this caller.`);
    this.refuseLarge(args);
    const problem = this.tools.checkCall(tool, args);
    if (problem) throw new EngineError('INVALID_REQUEST', problem);
    const call = { conversationId: newId(), tool, args, signal };
    if (this.tools.sideEffect(tool) === 'READ') {
      const read = await this.calls.read(call);
      if (read.kind !== 'done') throw new EngineError('TOOL_FAILED', read.error);
      return { kind: 'result', result: dataOf(read.result) };
    }
    const callId = idempotencyKey === undefined ? newId() : idFromName(`tool call ${scope.name} ${idempotencyKey}`);
    const opened = await this.calls.askOnce(call, placeOf(scope, callId));
    if ('error' in opened) throw new EngineError('TOOL_FAILED', opened.error);
    return { kind: 'action', action: openedAction(callId, opened) };
  }

  /** Takes the user's word; a second yes gets what the first has come to. @throws EngineError NOT_FOUND */
  async decide(scope: ClientScope, actionId: string, isYes: boolean): Promise<ToolAction> {
    const [, callId = '', proposalId = ''] = ACTION_ID.exec(actionId) ?? [];
    const opened = await this.calls.find(placeOf(scope, callId), proposalId);
    const isStillSeen = opened && this.visible(scope).some((tool) => sameCode(tool.code, opened.asked.toolCode));
    if (!opened || (isYes && !isStillSeen)) {
      throw new EngineError('NOT_FOUND', `This caller has opened no action ${actionId}.`);
    }
    const answered = await this.calls.answer(opened.asked, isYes);
    // The tool is another one by now: its question is another one, too, and needs a word of its own.
    if (answered.next) return openedAction(callId, { asked: answered.next, status: 'OPEN', result: null });
    return answeredAction(actionId, opened.asked, answered);
  }

  private visible(scope: ClientScope): ToolDefinition[] {
    const published = publishedTools(this.flow.definition, this.tools, scope);
    return published.map(({ tool }) => tool).filter((tool) => !isGatewayTool(tool));
  }

  private describe(tool: ToolDefinition): ToolDescription {
    const isRead = this.tools.sideEffect(tool) === 'READ';
    return {
      tool_code: tool.code,
      tool_group: normalizeGroup(tool.group),
      title: titleOf(tool.code),
      description: tool.description ?? titleOf(tool.code),
      side_effect: isRead ? 'READ' : 'WRITE',
      risk: tool.risk,
      execution_policy: tool.executionPolicy,
      // What writes runs within the turn that takes the yes.
      timeout_ms: isRead ? this.tools.timeoutMs(tool) : this.config.turn.deadlineMs,
      input_schema: this.tools.inputSchema(tool),
      output_schema: this.tools.resultSchema(tool),
    };
  }

  private refuseLarge(args: JsonObject): void {
    const { inputParamsBytes, jsonDepth: most } = this.config.limits;
    const bytes = Buffer.byteLength(JSON.stringify(args));
    if (bytes <= inputParamsBytes && jsonDepth(args, most + 1) <= most) return;
    const text = `The arguments may have ${inputParamsBytes} bytes and ${most} levels at most.`;
    throw new EngineError('REQUEST_TOO_LARGE', text);
  }
}

/** The call, and the proposal that its question was about. */
const ACTION_ID = /^([0-9a-f-]{36})\.([0-9a-f-]{36})$/;

/** The conversation of an action: of another caller's id it is another one, and of no id one that people talk in. */
function placeOf({ name }: ClientScope, callId: string): string {
  return idFromName(`tool action ${name} ${callId}`);
}

function openedAction(callId: string, { asked, status, result }: OpenedTool): ToolAction {
  const isOpen = status === 'OPEN';
  return {
    action_id: `${callId}.${asked.actionId}`,
    status,
    message: isOpen ? asked.question : `This call was made before, and is ${status}.`,
    ...(isOpen && { expires_at: expiryOf(asked) }),
    ...(status === 'EXECUTED' && { result: dataOf(result) }),
  };
}

function answeredAction(
  actionId: string,
  asked: AskedTool,
  { text, status, isOpen, result }: AnsweredTool,
): ToolAction {
  return {
    action_id: actionId,
    status,
    message: text,
    ...(isOpen && { expires_at: expiryOf(asked) }),
    ...(status === 'EXECUTED' && { result: dataOf(result) }),
  };
}

/** The value of a result that was made of parts, where it has one: what `output_schema` describes. */
function dataOf(result: JsonValue): JsonValue {
  return asToolContent(result)?.data ?? result;
}

function expiryOf({ expiresAtMs }: AskedTool): string | null {
  return expiresAtMs === null ? null : new Date(expiresAtMs).toISOString();
}
