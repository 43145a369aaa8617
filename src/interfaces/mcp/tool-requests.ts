import {
  type CallToolRequest,
  type CallToolResult,
  type ListToolsRequest,
  type ListToolsResult,
  ProtocolError,
  ProtocolErrorCode,
} from '@modelcontextprotocol/server';
import type { FlowDefinition } from '../../engine/flow/index.js';
import type { DirectCall } from '../../engine/turn/index.js';
import { type JsonObject, jsonDepth, toJson } from '../../platform/common/json.js';
import { answerGateway, didYouMean, isGatewayTool, meantCall, sameCode, type Tool } from '../../tools/index.js';
import { ToolCallRefusal } from '../../tools/shipped/index.js';
import { type ClientScope, mcpPrincipal, seesToolCode } from '../callers/index.js';
import type { Asking, CallAnswer } from './asking.js';
import { CONFIRM_DEFINITION, CONFIRM_TOOL, MESSAGE_DEFINITION, MESSAGE_TOOL } from './built-in-tools.js';
import type { ClientMemory } from './client-memory.js';
import { MessageRequests } from './message-requests.js';
import { page } from './paging.js';
import { describeTool, isShipped, type PublishedTool, publishedTools } from './published-tools.js';
import type { ServerParts } from './server-parts.js';
import { sortedBy } from './sorted-by.js';
import { errorResult, readResult, shippedResult } from './tool-result.js';
import { DECIDE_TOOL, inViews, QuestionViews } from './views/question-views.js';
import { WriteRequests } from './write-requests.js';

/** Answers `tools/list` and `tools/call` of one client. */
export class ToolRequests {
  private readonly writes: WriteRequests;
  private readonly messages: MessageRequests;
  private readonly views: QuestionViews;
  private listed: { readonly flow: FlowDefinition; readonly tools: PublishedTool[] } | undefined;

  constructor(
    private readonly parts: ServerParts,
    private readonly scope: ClientScope,
    private readonly memory: ClientMemory,
  ) {
    this.views = new QuestionViews(parts, scope);
    this.writes = new WriteRequests(parts, scope, memory, this.views);
    this.messages = new MessageRequests(parts, scope, memory, this.views);
  }

  /** @param withViews whether the client shows views */
  list({ params }: ListToolsRequest, withViews: boolean): ListToolsResult {
    const published = this.loaded().map((tool) => describeTool(tool, this.parts.tools));
    const builtIn = [MESSAGE_DEFINITION, CONFIRM_DEFINITION].filter(({ name }) => this.isOffered(name));
    const listed = [...published, ...builtIn];
    const all = sortedBy(withViews ? inViews(listed) : listed, ({ name }) => name);
    const { items, nextCursor } = page(all, ({ name }) => name, params?.cursor);
    return { tools: items, ...(nextCursor && { nextCursor }) };
  }

  /** Looks the tools up anew: others may be served now. */
  forgetList(): void {
    this.listed = undefined;
  }

  async call({ params }: CallToolRequest, asking: Asking): Promise<CallAnswer> {
    const { name } = params;
    const args = toJson(params.arguments ?? {}) as JsonObject;
    const shipped = this.published().find((one) => one.name === name && isShipped(one.tool));
    if (shipped) return this.readShipped(this.callOf(shipped.tool, args, asking));
    const problem = this.sizeProblem(args);
    if (problem) return errorResult(problem);
    if (name === MESSAGE_TOOL && this.isOffered(name)) return this.messages.answer(args, asking);
    if (name === CONFIRM_TOOL) return this.writes.confirm(args, asking);
    if (name === DECIDE_TOOL && asking.showsViews) return this.views.decide(args);
    const meant = meantCall(name, args);
    const tool = this.find(meant.toolCode);
    if (!tool) {
      const hint = didYouMean(meant.toolCode, this.seen());
      if (meant.toolCode !== name) return errorResult(`There is no tool "${meant.toolCode}".${hint}`);
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown tool: ${name}${hint && `.${hint}`}`);
    }
    const call = this.callOf(tool, meant.args, asking);
    if (isGatewayTool(tool)) return this.gateway(call);
    if (this.parts.tools.sideEffect(tool) !== 'READ') return this.writes.call(call, asking);
    const answer = await this.read(call);
    return asking.unanswered() ?? answer;
  }

  private callOf(tool: Tool, args: JsonObject, { signal, mcp }: Asking): DirectCall {
    const principal = mcpPrincipal(this.scope);
    return { conversationId: this.memory.placeOfReads(), tool, args, principal, signal, mcp };
  }

  /**
   * Its arguments may be longer than what is kept of a conversation; the limit of the body holds for them.
   * @throws ProtocolError where the tool's contract answers with a JSON-RPC error
   */
  private async readShipped(call: DirectCall): Promise<CallToolResult> {
    const read = await this.parts.calls.read(call);
    if (read.kind === 'done') return shippedResult(call.tool, read.result);
    if (read.kind === 'failed' && read.cause instanceof ToolCallRefusal) {
      throw new ProtocolError(read.cause.rpcCode, read.cause.message);
    }
    return errorResult(read.error);
  }

  /** A published tool by its name; those that were searched for have their codes. */
  private find(name: string): Tool | undefined {
    const published = this.published().filter((one) => !isShipped(one.tool));
    return (published.find((one) => one.name === name) ?? published.find(({ tool }) => sameCode(tool.code, name)))
      ?.tool;
  }

  /** The tools a client loads: where there are many, those that find and call the others. */
  private loaded(): readonly PublishedTool[] {
    const published = this.published();
    const gateway = published.filter(({ tool }) => isGatewayTool(tool));
    const shipped = published.filter(({ tool }) => isShipped(tool));
    const others = published.length - gateway.length - shipped.length;
    if (gateway.length === 0 || others <= this.parts.config.mcp.gatewayTools.above) return published;
    return [...gateway, ...shipped];
  }

  /** Has a gateway tool say what this client may see; that is recorded as any other call. */
  private gateway(call: DirectCall): Promise<CallToolResult> {
    const execute = () => answerGateway(call.tool, call.args, this.seen(), this.parts.tools);
    return this.read({ ...call, tool: { ...call.tool, does: { kind: 'handler', answer: { execute } } } });
  }

  private async read(call: DirectCall): Promise<CallToolResult> {
    const read = await this.parts.calls.read(call);
    return read.kind === 'done' ? readResult(read.result) : errorResult(read.error);
  }

  private published(): PublishedTool[] {
    const flow = this.parts.flow.definition;
    if (this.listed?.flow !== flow) this.listed = { flow, tools: publishedTools(flow, this.parts.tools, this.scope) };
    return this.listed.tools;
  }

  /** What this client may find and call by other tools. */
  private seen(): Tool[] {
    return this.published()
      .map(({ tool }) => tool)
      .filter((tool) => !isShipped(tool));
  }

  private isOffered(name: string): boolean {
    return name === CONFIRM_TOOL || seesToolCode(this.scope, name);
  }

  private sizeProblem(args: JsonObject): string | undefined {
    const { inputParamsBytes, jsonDepth: most } = this.parts.config.limits;
    const bytes = Buffer.byteLength(JSON.stringify(args));
    if (bytes > inputParamsBytes)
      return `The arguments are ${bytes} bytes long; at most ${inputParamsBytes} are allowed.`;
    return jsonDepth(args, most + 1) > most ? `The arguments nest deeper than ${most} levels.` : undefined;
  }
}
