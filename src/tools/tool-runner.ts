import type { Transform } from '../capabilities/transform/index.js';
import { untilAborted } from '../common/abort.js';
import { isJsonObject, type JsonObject, type JsonValue, parseJson, toJson } from '../common/json.js';
import { compileSchema, type SchemaProblem } from '../common/json-schema.js';
import { withDefaults } from '../common/schema-defaults.js';
import type { ToolDefinition } from '../flow/index.js';
import { asToolContent, type CallContext, type Handlers, type SideEffect, type ToolCall } from '../handlers/index.js';
import { measure, Savings, type ShapedSize, type ToolSavings } from './savings.js';
import { maskSensitive } from './sensitive.js';
import { toolDigest } from './tool-digest.js';
import { ToolError } from './tool-error.js';
import type { ExecutableTool, PlannedCall, ToolExecutor } from './tool-executor.js';
import { normalizeGroup, nothingServes } from './tool-groups.js';

/** What `convengine.mcp` and `convengine.limits` say about tool calls. */
export interface ToolRunnerSettings {
  /** For tools whose row names no time, in milliseconds. */
  readonly timeoutMs: number;
  readonly resultBytes: number;
  /** Groups that may be called without a tool's code; any spelling. */
  readonly groupsWithoutCode: readonly string[];
}

/** Who calls a tool, and in which turn. */
type ToolContext = CallContext & { readonly idempotencyKey: string | null };

/** What a tool gives, or why that must not be given. */
interface Finished {
  readonly value: JsonValue;
  readonly problem: string | undefined;
}

/** What is known of a call before it is made. */
interface PreparedCall {
  readonly code: string;
  readonly group: string;
  readonly args: JsonObject;
}

/** The one way a tool is run, whoever asks: arguments checked, time bounded, result normalised and bounded. */
export class ToolRunner {
  private readonly saved = new Savings();
  private readonly executors: ToolExecutor[];

  constructor(
    private readonly handlers: Handlers,
    private readonly settings: ToolRunnerSettings,
    executors: readonly ToolExecutor[] = [],
  ) {
    this.executors = [...executors];
  }

  /** Has one more group run; for executors that need more of the engine than the runner does. */
  addExecutor(executor: ToolExecutor): void {
    this.executors.push(executor);
  }

  /** Whether a call may change something in the world: the row's word, else the handler's, else it may. */
  sideEffect(tool: ToolDefinition): SideEffect {
    return tool.sideEffect ?? this.find(tool)?.sideEffect ?? 'WRITE';
  }

  /** JSON Schema of a tool's arguments, where its row or its handler has one. */
  inputSchema(tool: ToolDefinition): JsonObject | null {
    return tool.inputSchema ?? this.find(tool)?.inputSchema ?? null;
  }

  /** JSON Schema of what a caller gets, where one is known: a row says what its transform is given, a file what it leaves. */
  resultSchema(tool: ToolDefinition): JsonObject | null {
    return tool.transform && tool.file === undefined ? null : tool.outputSchema;
  }

  /** Whether anything runs the tool. */
  serves(tool: ToolDefinition): boolean {
    return this.find(tool) !== undefined;
  }

  /**
   * Why a call cannot be made, in words a model or a client can act on: nothing serves the tool, or one that it calls, or
   * bad arguments.
   */
  checkCall(tool: ToolDefinition, args: JsonObject): string | undefined {
    const unserved = [tool, ...this.plannedCalls(tool, args).map((call) => call.tool)].find((one) => !this.serves(one));
    return unserved ? nothingServes(normalizeGroup(unserved.group), unserved.code) : this.checkArguments(tool, args);
  }

  /** The part of `checkCall` that is about the arguments. */
  checkArguments(tool: ToolDefinition, args: JsonObject): string | undefined {
    const schema = this.inputSchema(tool);
    const problems = schema ? compileSchema(schema).check(args) : [];
    if (problems.length === 0) return undefined;
    return `Arguments of ${tool.code} are not valid: ${describe(problems, 'args')}`;
  }

  /** What the tool does and what its question says, as hexadecimal digits: a yes counts for that alone. */
  digest(tool: ToolDefinition): string {
    return toolDigest(tool, this.find(tool)?.digest?.());
  }

  /** Arguments with what is filled in for those that are left out, when a tool of a file runs. */
  completed(tool: ToolDefinition, args: JsonObject): JsonObject {
    return tool.file === undefined ? args : withDefaults(tool.inputSchema, args);
  }

  /** Milliseconds the tool may take. */
  timeoutMs(tool: ToolDefinition): number {
    return tool.timeoutMs ?? this.settings.timeoutMs;
  }

  /** Arguments as they may be shown to people and recorded. */
  shownArguments(tool: ToolDefinition, args: JsonObject): JsonObject {
    return maskSensitive(this.inputSchema(tool), args);
  }

  /** What a tool that calls others would call with these arguments; nothing of any other tool. */
  plannedCalls(tool: ToolDefinition, args: JsonObject): readonly PlannedCall[] {
    return this.find(tool)?.plannedCalls?.(args) ?? [];
  }

  /**
   * Runs a tool that only reads, in scope.
   * @param onShaped told how much the tool's transform left of the result, where it has one
   * @throws ToolError when it cannot be run, fails, takes too long, or answers what it must not
   */
  async read(
    tool: ToolDefinition,
    args: JsonObject,
    context: CallContext,
    onShaped?: (size: ShapedSize) => void,
  ): Promise<JsonValue> {
    const result = await this.inTime(tool.code, this.timeoutMs(tool), context, (limited) =>
      this.run(tool, args, { ...limited, idempotencyKey: null }),
    );
    const { value, problem } = this.finish(tool, result, onShaped);
    if (problem !== undefined) throw new ToolError(problem);
    return value;
  }

  /** What transforms have saved since the process started, by tool code. */
  savings(): Record<string, ToolSavings> {
    return this.saved.byTool();
  }

  /**
   * Runs a tool that scope and consent allow, until the context's deadline: whoever has claimed the action knows what
   * it means when no answer comes. What a tool has done is done: a result that is too large or has the wrong shape does
   * not make a failure of it, and a note stands in the place of the result.
   * @param onShaped told how much the tool's transform left of the result, where it has one
   * @throws ToolError when it cannot be run or fails
   */
  async write(
    tool: ToolDefinition,
    args: JsonObject,
    context: ToolContext,
    onShaped?: (size: ShapedSize) => void,
  ): Promise<JsonValue> {
    const result = await this.run(tool, args, context);
    const { value, problem } = this.finish(tool, result, onShaped);
    return problem === undefined ? value : { note: `Done, but its result was left out: ${problem}` };
  }

  /**
   * Runs a group for a request that names no tool.
   * @throws ToolError when the group cannot be served without a tool
   */
  async readGroup(group: string, args: JsonObject, context: CallContext): Promise<JsonValue> {
    if (group === 'HTTP_API') throw new ToolError('HTTP_API tool execution requires a resolvable tool_code');
    const isAllowed = this.settings.groupsWithoutCode.some((allowed) => normalizeGroup(allowed) === group);
    if (!isAllowed) {
      const key = 'convengine.mcp.groups-without-code';
      throw new ToolError(`${group} cannot be called without a tool_code; ${key} names the groups that can`);
    }
    const tool = this.findForGroup(group);
    if (!tool) throw new ToolError(nothingServes(group, 'null'));
    if (tool.sideEffect !== 'READ') {
      throw new ToolError(`${group} may write: name a tool_code, so that the user can confirm the call`);
    }
    const result = await this.inTime(group, this.settings.timeoutMs, context, (limited) =>
      this.call(tool, { code: '', group, args }, { ...limited, idempotencyKey: null }),
    );
    const problem = this.sizeProblem(group, result);
    if (problem) throw new ToolError(problem);
    return result;
  }

  private async run(tool: ToolDefinition, args: JsonObject, context: ToolContext): Promise<JsonValue> {
    const problem = this.checkCall(tool, args);
    const executable = this.find(tool);
    if (problem || !executable) throw new ToolError(problem ?? nothingServes(tool.group, tool.code));
    const prepared = { code: tool.code, group: normalizeGroup(tool.group), args };
    if (!tool.transform) return this.call(executable, prepared, context);
    try {
      return await this.call(executable, prepared, context);
    } catch (error) {
      throw redactedError(error, tool.transform);
    }
  }

  /** Bounds, checks and shapes a result. The schema of a row is of what the tool answers, that of a file of what is given. */
  private finish(tool: ToolDefinition, result: JsonValue, onShaped?: (size: ShapedSize) => void): Finished {
    const before = this.sizeProblem(tool.code, result) ?? (tool.file === undefined && schemaProblem(tool, result));
    if (before) return { value: null, problem: before };
    const value = this.shaped(tool, result, onShaped);
    return { value, problem: tool.file === undefined ? undefined : schemaProblem(tool, value) };
  }

  private shaped(tool: ToolDefinition, result: JsonValue, onShaped?: (size: ShapedSize) => void): JsonValue {
    if (!tool.transform) return result;
    // Of a result in parts it is the value that is shaped; the parts, which say the same, are not shown.
    const left = tool.transform.apply(asToolContent(result)?.data ?? result);
    const size = measure(result, left);
    this.saved.note(tool.code, size);
    onShaped?.(size);
    return left;
  }

  private async inTime<T>(
    name: string,
    timeoutMs: number,
    context: CallContext,
    work: (limited: CallContext) => Promise<T>,
  ): Promise<T> {
    const timeout = AbortSignal.timeout(timeoutMs);
    const signal = AbortSignal.any([context.signal, timeout]);
    const deadline = Math.min(context.deadline, Date.now() + timeoutMs);
    try {
      return await work({ ...context, signal, deadline });
    } catch (error) {
      context.signal.throwIfAborted();
      if (timeout.aborted) throw new ToolError(`${name} did not answer within ${timeoutMs} ms`);
      throw error;
    }
  }

  private async call(tool: ExecutableTool, prepared: PreparedCall, context: ToolContext): Promise<JsonValue> {
    const { code, group, args } = prepared;
    const call: ToolCall = { ...context, toolCode: code, toolGroup: group, arguments: args };
    try {
      return normalizeResult(await untilAborted(tool.execute(call), context.signal));
    } catch (error) {
      context.signal.throwIfAborted();
      if (error instanceof ToolError) throw error;
      throw new ToolError(error instanceof Error ? error.message : String(error), { cause: error });
    }
  }

  private find(tool: ToolDefinition): ExecutableTool | undefined {
    const group = normalizeGroup(tool.group);
    return (
      this.handlers.tool(tool.code) ??
      firstOf(this.executorsOf(group), (executor) => executor.find?.(tool, this)) ??
      this.findForGroup(group, tool)
    );
  }

  private findForGroup(group: string, tool?: ToolDefinition): ExecutableTool | undefined {
    const inGroup = firstOf(this.executorsOf(group), (executor) => executor.serveGroup?.(tool));
    return this.handlers.toolGroup(group) ?? inGroup;
  }

  private executorsOf(group: string): readonly ToolExecutor[] {
    return this.executors.filter((executor) => executor.group === group);
  }

  private sizeProblem(name: string, result: JsonValue): string | undefined {
    const bytes = Buffer.byteLength(JSON.stringify(result));
    const { resultBytes } = this.settings;
    return bytes > resultBytes ? `${name} answered ${bytes} bytes; at most ${resultBytes} are allowed` : undefined;
  }
}

function schemaProblem({ code, outputSchema }: ToolDefinition, result: JsonValue): string | undefined {
  const problems = outputSchema ? compileSchema(outputSchema).check(asToolContent(result)?.data ?? result) : [];
  if (problems.length === 0) return undefined;
  return `${code} answered what its output_schema does not allow: ${describe(problems, 'the result')}`;
}

function firstOf<T, R>(items: readonly T[], find: (item: T) => R | undefined): R | undefined {
  for (const item of items) {
    const found = find(item);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** What a tool says when it fails may repeat what its answers hold. */
function redactedError(error: unknown, transform: Transform): unknown {
  if (!(error instanceof ToolError)) return error;
  const message = transform.redactText(error.message);
  return message === error.message ? error : new ToolError(message, error);
}

function describe(problems: readonly SchemaProblem[], whole: string): string {
  return problems.map(({ path, message }) => `${path || whole} ${message}`).join('; ');
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
