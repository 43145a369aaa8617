import type {
  CallToolRequest,
  CallToolResult,
  ListToolsRequest,
  ListToolsResult,
} from '@modelcontextprotocol/sdk/types.js';
import { ErrorCode, McpError } from '@modelcontextprotocol/sdk/types.js';
import { messageOf } from '../../common/errors.js';
import { canonicalJson, type JsonObject, jsonDepth, toJson } from '../../common/json.js';
import { type FlowDefinition, sameCode, type ToolDefinition } from '../../flow/index.js';
import type { McpCall } from '../../handlers/index.js';
import { answerGateway, didYouMean, isGatewayTool, meantCall } from '../../tools/index.js';
import type { AskedTool, DirectCall, MessageResponse } from '../../turn/index.js';
import {
  argumentsProblem,
  CONFIRM_DEFINITION,
  CONFIRM_TOOL,
  MESSAGE_DEFINITION,
  MESSAGE_TOOL,
} from './built-in-tools.js';
import type { Extra } from './call-bridge.js';
import { type ClientScope, seesToolCode } from './client-scope.js';
import { Consent } from './consent.js';
import { page, sortedBy } from './paging.js';
import { describeTool, type PublishedTool, publishedTools } from './published-tools.js';
import type { ServerParts } from './server-parts.js';
import { callShipped, describeShipped, type ShippedTool, shippedTools } from './shipped-tools.js';
import { answeredResult, errorResult, readResult } from './tool-result.js';

/** How many actions a session remembers; older ones expire by their clocks. */
const MAX_ACTIONS = 1_000;

/** An action this session has opened, and what it would do. */
interface OpenedAction {
  readonly asked: AskedTool;
  readonly work: string;
  isInDoubt: boolean;
}

/** Answers `tools/list` and `tools/call` of one session. */
export class ToolRequests {
  private readonly actions = new Map<string, OpenedAction>();
  private listed: { readonly flow: FlowDefinition; readonly tools: PublishedTool[] } | undefined;

  constructor(
    private readonly parts: ServerParts,
    private readonly scope: ClientScope,
    /** Where the calls of this session are recorded. */
    private readonly conversationId: string,
    private readonly consent: Consent,
  ) {}

  list({ params }: ListToolsRequest): ListToolsResult {
    const published = this.loaded().map((tool) => describeTool(tool, this.parts.tools));
    const builtIn = [MESSAGE_DEFINITION, CONFIRM_DEFINITION].filter(({ name }) => this.isOffered(name));
    const shipped = this.shipped().map(describeShipped);
    const all = sortedBy([...published, ...builtIn, ...shipped], ({ name }) => name);
    const { items, nextCursor } = page(all, ({ name }) => name, params?.cursor);
    return { tools: items, ...(nextCursor && { nextCursor }) };
  }

  /** Looks the tools up anew: others may be served now. */
  forgetList(): void {
    this.listed = undefined;
  }

  async call({ params }: CallToolRequest, extra: Extra, mcp: McpCall): Promise<CallToolResult> {
    const { name } = params;
    const args = toJson(params.arguments ?? {}) as JsonObject;
    // A fingerprint is longer than what is kept of a conversation; the limit of the body holds for it.
    const shipped = this.shipped().find((one) => one.name === name);
    if (shipped) return this.callShipped(shipped, args, extra.signal);
    const problem = this.sizeProblem(args);
    if (problem) return errorResult(problem);
    if (name === MESSAGE_TOOL && this.isOffered(name)) return this.message(args);
    if (name === CONFIRM_TOOL) return this.confirm(args, extra, mcp);
    const meant = meantCall(name, args);
    const tool = this.find(meant.toolCode);
    if (!tool) {
      const hint = didYouMean(meant.toolCode, this.seen());
      if (meant.toolCode !== name) return errorResult(`There is no tool "${meant.toolCode}".${hint}`);
      throw new McpError(ErrorCode.InvalidParams, `Unknown tool: ${name}${hint && `.${hint}`}`);
    }
    if (isGatewayTool(tool)) return this.gateway(tool, meant.args);
    const call = { conversationId: this.conversationId, tool, args: meant.args, mcp, signal: extra.signal };
    return this.parts.tools.sideEffect(tool) === 'READ' ? this.read(call) : this.write(call, extra, mcp);
  }

  private async callShipped(shipped: ShippedTool, args: JsonObject, signal: AbortSignal): Promise<CallToolResult> {
    const call = { conversationId: this.conversationId, toolCode: shipped.tool.code, args };
    const bounded = AbortSignal.any([signal, AbortSignal.timeout(this.parts.config.mcp.toolTimeoutMs)]);
    const work = async () => toJson(await callShipped(shipped, args, bounded));
    return (await this.parts.calls.recorded(call, work)) as unknown as CallToolResult;
  }

  /** A published tool by its name; those that were searched for have their codes. */
  private find(name: string): ToolDefinition | undefined {
    const published = this.published();
    return (published.find((one) => one.name === name) ?? published.find(({ tool }) => sameCode(tool.code, name)))
      ?.tool;
  }

  /** The tools a client loads: where there are many, those that find and call the others. */
  private loaded(): readonly PublishedTool[] {
    const published = this.published();
    const gateway = published.filter(({ tool }) => isGatewayTool(tool));
    const others = published.filter(({ tool }) => !isGatewayTool(tool));
    if (gateway.length === 0) return others;
    return others.length > this.parts.config.mcp.gatewayTools.above ? gateway : published;
  }

  /** Says what this client may see. */
  private gateway(tool: ToolDefinition, args: JsonObject): CallToolResult {
    const problem = this.parts.tools.checkCall(tool, args);
    if (problem) return errorResult(problem);
    try {
      return readResult(answerGateway(tool, args, this.seen(), this.parts.tools));
    } catch (error) {
      return errorResult(messageOf(error));
    }
  }

  private async read(call: DirectCall): Promise<CallToolResult> {
    const read = await this.parts.calls.read(call);
    return read.kind === 'done' ? readResult(read.result) : errorResult(read.error);
  }

  private async write(call: DirectCall, extra: Extra, mcp: McpCall): Promise<CallToolResult> {
    const work = `${call.tool.code} ${canonicalJson(call.args)}`;
    const stillInDoubt = await this.inDoubt(work);
    if (stillInDoubt) return stillInDoubt;
    const asked = await this.parts.calls.ask(call);
    if ('error' in asked) return errorResult(asked.error);
    return this.askClient(this.remember(asked, work), extra, mcp);
  }

  private remember(asked: AskedTool, work: string): OpenedAction {
    const opened = { asked, work, isInDoubt: false };
    this.actions.set(asked.actionId, opened);
    const [oldest] = this.actions.keys();
    if (this.actions.size > MAX_ACTIONS && oldest !== undefined) this.actions.delete(oldest);
    return opened;
  }

  /** The very same call was begun and nobody knows how it ended: asking again could do it twice. */
  private async inDoubt(work: string): Promise<CallToolResult | undefined> {
    const doubtful = [...this.actions.values()].find((one) => one.isInDoubt && one.work === work);
    if (!doubtful) return undefined;
    const answered = await this.parts.calls.answer(doubtful.asked, true);
    doubtful.isInDoubt = answered.status === 'IN_PROGRESS';
    return doubtful.isInDoubt ? answeredResult(doubtful.asked, answered, true) : undefined;
  }

  /** Has the client ask its user where it can, else leaves the question to `convengine_confirm_action`. */
  private async askClient(opened: OpenedAction, extra: Extra, mcp: McpCall): Promise<CallToolResult> {
    const { asked } = opened;
    const word = await this.consent.ask(asked, extra);
    if (word.kind === 'open') return word.result;
    return this.answer(opened, word.kind === 'yes', true, extra, mcp);
  }

  private async confirm(args: JsonObject, extra: Extra, mcp: McpCall): Promise<CallToolResult> {
    const problem = argumentsProblem(CONFIRM_TOOL, args);
    if (problem) return errorResult(problem);
    const opened = this.actions.get(String(args.action_id));
    if (!opened) return errorResult(`No action ${String(args.action_id)} was opened in this session.`);
    const isYes = args.decision === 'yes';
    // Where the user can be asked, no yes is taken from anybody else.
    const mustAsk = isYes && this.consent.canAsk;
    return mustAsk ? this.askClient(opened, extra, mcp) : this.answer(opened, isYes, isYes, extra, mcp);
  }

  private async answer(
    opened: OpenedAction,
    isYes: boolean,
    isWanted: boolean,
    extra: Extra,
    mcp: McpCall,
  ): Promise<CallToolResult> {
    const answered = await this.parts.calls.answer(opened.asked, isYes, mcp);
    // The tool is another one by now: its question is another one, too.
    if (answered.next) return this.askClient(this.remember(answered.next, opened.work), extra, mcp);
    opened.isInDoubt = answered.status === 'IN_PROGRESS';
    return answeredResult(opened.asked, answered, isWanted);
  }

  private async message(args: JsonObject): Promise<CallToolResult> {
    const problem = argumentsProblem(MESSAGE_TOOL, args);
    if (problem) return errorResult(problem);
    const { message, conversation_id: conversationId, input_params: inputParams } = args;
    const { responseText } = await this.parts.turns.handle({
      message: String(message),
      ...(conversationId !== undefined && { conversationId: String(conversationId) }),
      ...(inputParams !== undefined && { inputParams: inputParams as JsonObject }),
    });
    const response = JSON.parse(responseText) as MessageResponse;
    const { type, value } = response.payload;
    const reply = type === 'TEXT' ? value : JSON.parse(value);
    const { conversationId: conversation_id, intent, state } = response;
    return { content: [{ type: 'text', text: value }], structuredContent: { conversation_id, intent, state, reply } };
  }

  private published(): PublishedTool[] {
    const flow = this.parts.flow.definition;
    if (this.listed?.flow !== flow) this.listed = { flow, tools: publishedTools(flow, this.parts.tools, this.scope) };
    return this.listed.tools;
  }

  private seen(): ToolDefinition[] {
    return this.published().map(({ tool }) => tool);
  }

  private shipped(): ShippedTool[] {
    return shippedTools(this.parts.shipped, this.scope, this.published());
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
