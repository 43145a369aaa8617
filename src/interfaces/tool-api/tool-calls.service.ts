import { basename } from 'node:path';
import { Inject, Injectable } from '@nestjs/common';
import { FlowService } from '../../engine/flow/index.js';
import { type AnsweredTool, type AskedTool, DirectToolCalls, type OpenedTool } from '../../engine/turn/index.js';
import { EngineError } from '../../platform/common/errors.js';
import { newId } from '../../platform/common/ids.js';
import { type JsonObject, type JsonValue, jsonDepth } from '../../platform/common/json.js';
import { CONFIG, SEAL } from '../../platform/common/tokens.js';
import { type ConvEngineConfig, packageVersion } from '../../platform/config/index.js';
import { asToolContent } from '../../platform/handlers-api/index.js';
import type { Seal } from '../../platform/secrets/index.js';
import {
  type Counted,
  comesWithService,
  normalizeCode,
  normalizeGroup,
  sameCode,
  type Tool,
  ToolRunner,
} from '../../tools/index.js';
import { type ClientScope, toolsPrincipal } from '../callers/index.js';
import { ConsentUrls } from '../consent-page/index.js';
import { asClientsCompile, publishedTools, titleOf } from '../mcp/index.js';
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
 * conversation of its own, whose id only its caller's action id leads to: no action of any other conversation can be
 * answered here. The yes of an agent is none; its user decides on the consent page. Nothing is kept in this process.
 */
@Injectable()
export class ToolCallsService {
  constructor(
    @Inject(CONFIG) private readonly config: ConvEngineConfig,
    private readonly flow: FlowService,
    private readonly tools: ToolRunner,
    private readonly calls: DirectToolCalls,
    private readonly urls: ConsentUrls,
    @Inject(SEAL) private readonly seal: Seal,
  ) {}

  /** @param shipped whether those are listed as well that come with the service, and cannot be called here */
  list(scope: ClientScope, shipped: boolean): { version: string; tools: ToolDescription[] } {
    const circuits = this.tools.circuits();
    const tools = (shipped ? this.published(scope) : this.visible(scope)).map((tool) => ({
      ...this.describe(tool),
      ...this.tools.counted(tool),
      circuit: circuits.get(normalizeCode(tool.code)) ?? null,
    }));
    return { version: packageVersion(), tools };
  }

  /** @throws EngineError NOT_FOUND, INVALID_REQUEST, REQUEST_TOO_LARGE, IDEMPOTENCY_KEY_REUSED, TOOL_FAILED */
  async call({ scope, code, args, idempotencyKey, signal }: RestCall): Promise<CallAnswer> {
    const tool = this.visible(scope).find((one) => sameCode(one.code, code));
    if (!tool) throw new EngineError('NOT_FOUND', `There is no tool "${code}" for this caller.`);
    this.refuseLarge(args);
    const problem = this.tools.checkCall(tool, args);
    if (problem) throw new EngineError('INVALID_REQUEST', problem);
    const call = { conversationId: newId(), tool, args, principal: toolsPrincipal(scope), signal };
    if (this.tools.sideEffect(tool) === 'READ') {
      const read = await this.calls.read(call);
      if (read.kind !== 'done') throw new EngineError('TOOL_FAILED', read.error);
      return { kind: 'result', result: dataOf(read.result) };
    }
    const keyed = `tool call ${scope.name} ${idempotencyKey}`;
    const callId = idempotencyKey === undefined ? newId() : this.seal.idFromName(keyed);
    const opened = await this.calls.askOnce(call, this.placeOf(scope, callId));
    if ('error' in opened) throw new EngineError('TOOL_FAILED', opened.error);
    return { kind: 'action', action: await this.withWay(scope, opened.asked, openedAction(callId, opened)) };
  }

  /** Takes the user's word; a second yes gets what the first has come to. @throws EngineError NOT_FOUND */
  async decide(scope: ClientScope, actionId: string, isYes: boolean): Promise<ToolAction> {
    const [, callId = '', proposalId = ''] = ACTION_ID.exec(actionId) ?? [];
    const opened = await this.calls.find(this.placeOf(scope, callId), proposalId);
    const isStillSeen = opened && this.visible(scope).some((tool) => sameCode(tool.code, opened.asked.toolCode));
    if (!opened || (isYes && !isStillSeen)) {
      throw new EngineError('NOT_FOUND', `This caller has opened no action ${actionId}.`);
    }
    const said = { decision: isYes ? ('CONFIRM' as const) : ('REJECT' as const), principal: toolsPrincipal(scope) };
    const answered = await this.calls.answer(opened.asked, said);
    // The tool is another one by now: its question is another one, too, and needs a word of its own.
    if (answered.next) {
      const next = openedAction(callId, { asked: answered.next, status: 'OPEN', result: null });
      return this.withWay(scope, answered.next, next);
    }
    return this.withWay(scope, opened.asked, answeredAction(actionId, opened.asked, answered));
  }

  /** Where the user decides, or why not, beside what is open. */
  private async withWay(scope: ClientScope, asked: AskedTool, action: ToolAction): Promise<ToolAction> {
    if (action.status !== 'OPEN') return action;
    const { conversationId, actionId } = asked;
    const question = { conversationId, kind: 'TOOL', actionId, client: scope.name } as const;
    const { url, problem } = await this.urls.forProgram(question);
    // A service asks its users itself.
    const isTold = problem !== undefined && scope.kind !== 'service';
    return { ...action, ...(url !== undefined && { consent_url: url }), ...(isTold && { consent_problem: problem }) };
  }

  /** The conversation of an action: of another caller's id it is another one, which nobody can compute. */
  private placeOf({ name }: ClientScope, callId: string): string {
    return this.seal.idFromName(`tool action ${name} ${callId}`);
  }

  private visible(scope: ClientScope): Tool[] {
    return this.published(scope).filter((tool) => !comesWithService(tool));
  }

  /** One tool may be published under several names. */
  private published(scope: ClientScope): Tool[] {
    return [...new Set(publishedTools(this.flow.definition, this.tools, scope).map(({ tool }) => tool))];
  }

  private describe(tool: Tool): Omit<ToolDescription, keyof Counted | 'circuit'> {
    const isRead = this.tools.sideEffect(tool) === 'READ';
    return {
      tool_code: tool.code,
      is_shipped: comesWithService(tool),
      tool_group: normalizeGroup(tool.group),
      title: titleOf(tool.code),
      description: tool.description ?? titleOf(tool.code),
      side_effect: isRead ? 'READ' : 'WRITE',
      risk: tool.risk,
      execution_policy: tool.executionPolicy,
      // What writes runs within the turn that takes the yes.
      timeout_ms: isRead ? this.tools.timeoutMs(tool) : this.config.turn.deadlineMs,
      input_schema: published(tool, this.tools.inputSchema(tool)),
      output_schema: published(tool, this.tools.resultSchema(tool)),
      source: tool.origin.source,
      // Where on this machine a file stands is nobody's business.
      source_place: tool.origin.place && basename(tool.origin.place),
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

function published({ code }: Tool, schema: JsonObject | null): JsonObject | null {
  return schema && asClientsCompile(code, schema);
}

/** The value of a result that was made of parts, where it has one: what `output_schema` describes. */
function dataOf(result: JsonValue): JsonValue {
  return asToolContent(result)?.data ?? result;
}

function expiryOf({ expiresAtMs }: AskedTool): string | null {
  return expiresAtMs === null ? null : new Date(expiresAtMs).toISOString();
}
