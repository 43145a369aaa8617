import { Inject, Injectable, Logger, Optional } from '@nestjs/common';
import { untilAborted, withinTime } from '../../platform/common/abort.js';
import { steadyNow } from '../../platform/common/clock.js';
import { EngineError, messageOf } from '../../platform/common/errors.js';
import { type JsonObject, type JsonValue } from '../../platform/common/json.js';
import { compileSchema } from '../../platform/common/json-schema.js';
import { withDefaults } from '../../platform/common/schema-defaults.js';
import { CONFIG } from '../../platform/common/tokens.js';
import { type CallContext, Handlers, type SideEffect, type ToolCall } from '../../platform/handlers-api/index.js';
import { answerOf } from '../answer-of.js';
import type { CancellableRun, Cancellation, Executable, PlannedCall, Tool } from '../tool.js';
import { toolDigest } from '../tool-digest.js';
import { ToolError } from '../tool-error.js';
import { normalizeGroup, nothingServes } from '../tool-groups.js';
import type { Transform } from '../transform/index.js';
import { CallCounts, type Counted } from './call-counts.js';
import type { CallableTools, ToolContext } from './callable-tools.js';
import { callItself, type ExecuteCall } from './execute-call.js';
import { inexactNumbers } from './inexact-numbers.js';
import { type Saved, type ShapedSize } from './savings.js';
import { hideValues, maskSensitive, sensitiveValues } from './sensitive.js';
import { type CircuitState, TOOL_EXECUTORS, type ToolExecutor } from './tool-executor.js';
import { describeProblems, normalizeResult, ToolResults } from './tool-results.js';

/** What the configuration says about tool calls. */
export interface CallSettings {
  readonly mcp: {
    /** For tools that name no time, in milliseconds. */
    readonly toolTimeoutMs: number;
    /** Groups that may be called without a tool's code; any spelling. */
    readonly groupsWithoutCode: readonly string[];
  };
  readonly limits: { readonly toolResultBytes: number };
}

/** What is known of a call before it is made. */
interface PreparedCall {
  readonly code: string;
  readonly group: string;
  readonly args: JsonObject;
  /** Whether it ends by itself when its time is over. */
  readonly hasOwnContract: boolean;
  /** What marks those of its arguments that no log may have. */
  readonly schemas: readonly JsonObject[];
}

/** The one way a tool is run, whoever asks: arguments checked, time bounded, result normalised and bounded. */
@Injectable()
export class ToolRunner implements CallableTools {
  private readonly logger = new Logger('Tools');
  private readonly results: ToolResults;
  private readonly counts = new CallCounts();

  /**
   * @param handlers give the adapters of groups
   * @param execute makes the calls
   */
  constructor(
    @Inject(CONFIG) private readonly config: CallSettings,
    private readonly handlers: Handlers,
    @Inject(TOOL_EXECUTORS) private readonly executors: readonly ToolExecutor[],
    @Optional() private readonly execute: ExecuteCall = callItself,
  ) {
    this.results = new ToolResults(config.limits);
  }

  /** The same tools, whose calls are made in another way. */
  with(execute: ExecuteCall): ToolRunner {
    return new ToolRunner(this.config, this.handlers, this.executors, execute);
  }

  sideEffect(tool: Tool): SideEffect {
    return tool.sideEffect ?? this.find(tool)?.sideEffect ?? 'WRITE';
  }

  inputSchema(tool: Tool): JsonObject | null {
    return tool.inputSchema ?? this.find(tool)?.inputSchema ?? null;
  }

  /** JSON Schema of what a caller gets, where one is known. */
  resultSchema(tool: Tool): JsonObject | null {
    return tool.transform && tool.treatment.outputSchemaIs === 'before-transform' ? null : tool.outputSchema;
  }

  /** Whether anything runs the tool. */
  serves(tool: Tool): boolean {
    return this.find(tool) !== undefined;
  }

  checkCall(tool: Tool, args: JsonObject): string | undefined {
    const unserved = [tool, ...this.plannedCalls(tool, args).map((call) => call.tool)].find((one) => !this.serves(one));
    return unserved ? nothingServes(normalizeGroup(unserved.group), unserved.code) : this.checkArguments(tool, args);
  }

  /** The part of `checkCall` that is about the arguments. */
  checkArguments(tool: Tool, args: JsonObject): string | undefined {
    if (tool.treatment.hasOwnContract) return undefined;
    const schema = this.inputSchema(tool);
    const problems = [...inexactNumbers(args), ...(schema ? compileSchema(schema).check(args) : [])];
    if (problems.length === 0) return undefined;
    return `Arguments of ${tool.code} are not valid: ${describeProblems(problems, 'args')}`;
  }

  digest(tool: Tool): string {
    return toolDigest(tool, this.find(tool)?.digest?.());
  }

  completed(tool: Tool, args: JsonObject): JsonObject {
    return tool.treatment.fillsDefaults ? withDefaults(tool.inputSchema, args) : args;
  }

  timeoutMs(tool: Tool): number {
    return tool.timeoutMs ?? this.config.mcp.toolTimeoutMs;
  }

  /** Without what its own schema marks as secret, or that of what answers it, which a row may have replaced. */
  shownArguments(tool: Tool, args: JsonObject): JsonObject {
    return this.schemasOf(tool).reduce((shown, schema) => maskSensitive(schema, shown), args);
  }

  plannedCalls(tool: Tool, args: JsonObject): readonly PlannedCall[] {
    return this.find(tool)?.plannedCalls?.(args) ?? [];
  }

  /** The names of the workflows that what a call starts may start in turn. */
  startsInTurn(tool: Tool, args: JsonObject): readonly string[] {
    return this.find(tool)?.startsInTurn?.(args) ?? [];
  }

  /** How a tool that writes stops a run, where it can. */
  cancellation(tool: Tool, run: CancellableRun): Cancellation | undefined {
    if (this.sideEffect(tool) !== 'WRITE') return undefined;
    const cancellation = this.find(tool)?.cancellation?.(run);
    return cancellation && this.checkCall(tool, cancellation.arguments) === undefined ? cancellation : undefined;
  }

  async read(
    tool: Tool,
    args: JsonObject,
    context: CallContext,
    onShaped?: (size: ShapedSize) => void,
  ): Promise<JsonValue> {
    return this.counts.during(tool.code, async () => {
      const result = await this.inTime(tool.code, this.timeoutMs(tool), context, (limited) =>
        this.run(tool, args, { ...limited, idempotencyKey: null }),
      );
      const { value, problem } = this.results.finish(tool, result, onShaped);
      if (problem !== undefined) throw new ToolError(problem);
      return value;
    });
  }

  /** What transforms have saved since the process started, by tool code. */
  savings(): Record<string, Saved> {
    return this.results.savings();
  }

  /** How often a tool was called since the process started, and how often that failed. */
  counted({ code }: Tool): Counted {
    return this.counts.of(code);
  }

  /** The circuits of this process, by tool code in upper case; a tool that has none is not in it. */
  circuits(): ReadonlyMap<string, CircuitState> {
    return new Map(this.executors.flatMap((executor) => [...(executor.circuits?.() ?? [])]));
  }

  async write(
    tool: Tool,
    args: JsonObject,
    context: ToolContext,
    onShaped?: (size: ShapedSize) => void,
  ): Promise<JsonValue> {
    const result = await this.counts.during(tool.code, () => this.run(tool, args, context));
    const { value, problem } = this.results.finish(tool, result, onShaped);
    return problem === undefined ? value : { note: `Done, but its result was left out: ${problem}` };
  }

  /**
   * Runs a group for a request that names no tool.
   * @throws ToolError when the group cannot be served without a tool
   */
  async readGroup(group: string, args: JsonObject, context: CallContext): Promise<JsonValue> {
    if (group === 'HTTP_API') throw new ToolError('HTTP_API tool execution requires a resolvable tool_code');
    const isAllowed = this.config.mcp.groupsWithoutCode.some((allowed) => normalizeGroup(allowed) === group);
    if (!isAllowed) {
      const key = 'convengine.mcp.groups-without-code';
      throw new ToolError(`${group} cannot be called without a tool_code; ${key} names the groups that can`);
    }
    const tool = this.findForGroup(group);
    if (!tool) throw new ToolError(nothingServes(group, 'null'));
    if (tool.sideEffect !== 'READ') {
      throw new ToolError(`${group} may write: name a tool_code, so that the user can confirm the call`);
    }
    const result = await this.inTime(group, this.config.mcp.toolTimeoutMs, context, (limited) =>
      this.call(
        tool,
        { code: '', group, args, hasOwnContract: false, schemas: [] },
        { ...limited, idempotencyKey: null },
      ),
    );
    const problem = this.results.sizeProblem(group, result);
    if (problem) throw new ToolError(problem);
    return result;
  }

  private async run(tool: Tool, args: JsonObject, context: ToolContext): Promise<JsonValue> {
    const problem = this.checkCall(tool, args);
    const executable = this.find(tool);
    if (problem || !executable) throw new ToolError(problem ?? nothingServes(tool.group, tool.code));
    const { hasOwnContract } = tool.treatment;
    const schemas = this.schemasOf(tool);
    const prepared = { code: tool.code, group: normalizeGroup(tool.group), args, hasOwnContract, schemas };
    if (!tool.transform) return this.call(executable, prepared, context);
    try {
      return await this.call(executable, prepared, context);
    } catch (error) {
      throw redactedError(error, tool.transform);
    }
  }

  private async inTime<T>(
    name: string,
    timeoutMs: number,
    context: CallContext,
    work: (limited: CallContext) => Promise<T>,
  ): Promise<T> {
    const deadline = Math.min(context.deadline, steadyNow() + timeoutMs);
    return withinTime(timeoutMs, [context.signal], async (signal) => {
      try {
        return await work({ ...context, signal, deadline });
      } catch (error) {
        context.signal.throwIfAborted();
        if (signal.aborted) throw new ToolError(`${name} did not answer within ${timeoutMs} ms`);
        throw error;
      }
    });
  }

  private async call(tool: Executable, prepared: PreparedCall, context: ToolContext): Promise<JsonValue> {
    const { code, group, args, hasOwnContract, schemas } = prepared;
    const call: ToolCall = { ...context, toolCode: code, toolGroup: group, arguments: args };
    try {
      const answer = this.execute(tool, call);
      return normalizeResult(await (hasOwnContract ? answer : untilAborted(answer, context.signal)));
    } catch (error) {
      context.signal.throwIfAborted();
      if (error instanceof ToolError) throw error;
      // What was begun and ended in any other way has said nothing about what a write has come to.
      const mayHaveHappened = call.idempotencyKey !== null && !isUnsent(error);
      const isForOperators = !(error instanceof EngineError);
      // Of what writes, whoever has claimed the action tells the log.
      if (isForOperators && context.idempotencyKey === null) this.logThrown(call, error, schemas);
      throw new ToolError(messageOf(error), { cause: error, mayHaveHappened, isForOperators });
    }
  }

  private logThrown(call: ToolCall, error: unknown, schemas: readonly JsonObject[]): void {
    const { toolCode, conversationId } = call;
    const secrets = schemas.flatMap((schema) => sensitiveValues(schema, call.arguments));
    const why = hideValues(messageOf(error), secrets);
    this.logger.warn(`tool ${toolCode} (conversation ${conversationId}) failed: ${why}`);
    if (error instanceof Error) this.logger.debug(hideValues(error.stack ?? error.message, secrets));
  }

  private schemasOf(tool: Tool): readonly JsonObject[] {
    return [tool.inputSchema, this.find(tool)?.inputSchema].filter((schema) => schema != null);
  }

  private find(tool: Tool): Executable | undefined {
    const group = normalizeGroup(tool.group);
    return (
      answerOf(tool) ??
      firstOf(this.executorsOf(group), (executor) => executor.find?.(tool, this)) ??
      this.findForGroup(group, tool)
    );
  }

  private findForGroup(group: string, tool?: Tool): Executable | undefined {
    const inGroup = firstOf(this.executorsOf(group), (executor) => executor.serveGroup?.(tool));
    return this.handlers.toolGroup(group) ?? inGroup;
  }

  private executorsOf(group: string): readonly ToolExecutor[] {
    return this.executors.filter((executor) => executor.group === group);
  }
}

function firstOf<T, R>(items: readonly T[], find: (item: T) => R | undefined): R | undefined {
  for (const item of items) {
    const found = find(item);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** An address or a secret that could not be used: the call has ended before it reached anybody. */
function isUnsent(error: unknown): boolean {
  return error instanceof EngineError && (error.code === 'EGRESS_REFUSED' || error.code === 'SECRET_UNAVAILABLE');
}

/** What a tool says when it fails may repeat what its answers hold. */
function redactedError(error: unknown, transform: Transform): unknown {
  if (!(error instanceof ToolError)) return error;
  const message = transform.redactText(error.message);
  return message === error.message ? error : new ToolError(message, error);
}
