import { untilAborted } from '../common/abort.js';
import { isJsonObject, type JsonObject, type JsonValue, parseJson, toJson } from '../common/json.js';
import { compileSchema } from '../common/json-schema.js';
import type { ToolDefinition } from '../flow/index.js';
import type { CallContext, Handlers, SideEffect, ToolCall } from '../handlers/index.js';
import { ToolError } from './tool-error.js';
import type { ExecutableTool, ToolExecutor } from './tool-executor.js';
import { normalizeGroup, nothingServes } from './tool-groups.js';

/** What `convengine.mcp` and `convengine.limits` say about tool calls. */
export interface ToolRunnerSettings {
  /** For tools whose row names no time, in milliseconds. */
  readonly timeoutMs: number;
  readonly resultBytes: number;
}

/** The one way a tool is run, whoever asks: arguments checked, time bounded, result normalised and bounded. */
export class ToolRunner {
  constructor(
    private readonly handlers: Handlers,
    private readonly settings: ToolRunnerSettings,
    private readonly executors: readonly ToolExecutor[] = [],
  ) {}

  /** Whether a call may change something in the world: the row's word, else the handler's, else it may. */
  sideEffect(tool: ToolDefinition): SideEffect {
    return tool.sideEffect ?? this.find(tool)?.sideEffect ?? 'WRITE';
  }

  /** JSON Schema of a tool's arguments, where its row or its handler has one. */
  inputSchema(tool: ToolDefinition): JsonObject | null {
    return tool.inputSchema ?? this.find(tool)?.inputSchema ?? null;
  }

  /** Why a call cannot be made, in words a model or a client can act on: nothing serves the tool, or bad arguments. */
  checkCall(tool: ToolDefinition, args: JsonObject): string | undefined {
    if (!this.find(tool)) return nothingServes(normalizeGroup(tool.group), tool.code);
    const schema = this.inputSchema(tool);
    const problems = schema ? compileSchema(schema).check(args) : [];
    if (problems.length === 0) return undefined;
    const text = problems.map(({ path, message }) => `${path || 'args'} ${message}`).join('; ');
    return `Arguments of ${tool.code} are not valid: ${text}`;
  }

  /**
   * Runs a tool that scope and consent allow. The caller has checked both.
   * @throws ToolError with the contract's texts where there are such
   */
  async run(
    tool: ToolDefinition,
    args: JsonObject,
    context: CallContext & { idempotencyKey: string | null },
  ): Promise<JsonValue> {
    const problem = this.checkCall(tool, args);
    if (problem) throw new ToolError(problem);
    return this.call(this.find(tool), tool.code, normalizeGroup(tool.group), tool.timeoutMs, args, context);
  }

  /**
   * Runs a group's adapter for a request that names no tool.
   * @throws ToolError when the group cannot be served without a tool
   */
  async runGroup(
    group: string,
    args: JsonObject,
    context: CallContext & { idempotencyKey: string | null },
  ): Promise<JsonValue> {
    if (group === 'HTTP_API') throw new ToolError('HTTP_API tool execution requires a resolvable tool_code');
    const adapter = this.findForGroup(group);
    if (adapter && adapter.sideEffect !== 'READ') {
      throw new ToolError(`${group} may write: name a tool_code, so that the user can confirm the call`);
    }
    return this.call(adapter, '', group, null, args, context);
  }

  private async call(
    handler: ExecutableTool | undefined,
    code: string,
    group: string,
    rowTimeoutMs: number | null,
    args: JsonObject,
    context: CallContext & { idempotencyKey: string | null },
  ): Promise<JsonValue> {
    if (!handler) throw new ToolError(nothingServes(group, code || 'null'));
    const timeoutMs = rowTimeoutMs ?? this.settings.timeoutMs;
    const timeout = AbortSignal.timeout(timeoutMs);
    const signal = AbortSignal.any([context.signal, timeout]);
    const deadline = Math.min(context.deadline, Date.now() + timeoutMs);
    const call: ToolCall = { ...context, toolCode: code, toolGroup: group, arguments: args, signal, deadline };
    try {
      return this.normalize(code, await untilAborted(handler.execute(call), signal));
    } catch (error) {
      context.signal.throwIfAborted();
      if (timeout.aborted) throw new ToolError(`${code || group} did not answer within ${timeoutMs} ms`);
      if (error instanceof ToolError) throw error;
      throw new ToolError(error instanceof Error ? error.message : String(error), { cause: error });
    }
  }

  private find(tool: ToolDefinition): ExecutableTool | undefined {
    const group = normalizeGroup(tool.group);
    return this.handlers.tool(tool.code) ?? this.executor(group)?.find?.(tool) ?? this.findForGroup(group);
  }

  private findForGroup(group: string): ExecutableTool | undefined {
    return this.handlers.toolGroup(group) ?? this.executor(group)?.serveGroup?.();
  }

  private executor(group: string): ToolExecutor | undefined {
    return this.executors.find((executor) => executor.group === group);
  }

  private normalize(code: string, value: unknown): JsonValue {
    const result = normalizeResult(value);
    const bytes = Buffer.byteLength(JSON.stringify(result));
    if (bytes > this.settings.resultBytes) {
      throw new ToolError(`${code} answered ${bytes} bytes; at most ${this.settings.resultBytes} are allowed`);
    }
    return result;
  }
}

/** Nothing is `{}`; text that is JSON through and through is read; other text is `{ "text": … }`. */
export function normalizeResult(value: unknown): JsonValue {
  if (value === null || value === undefined) return {};
  if (typeof value !== 'string') return toJson(value);
  const text = value.trim();
  if (text === '') return {};
  const json = parseJson(text);
  return json !== undefined && (isJsonObject(json) || Array.isArray(json)) ? json : { text };
}
