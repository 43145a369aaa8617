import { messageOf } from '../../../platform/common/errors.js';
import type { JsonObject, JsonValue } from '../../../platform/common/json.js';
import { asToolContent, type ToolCall } from '../../../platform/handlers-api/index.js';
import { toldRun, type WorkflowEngine } from '../../groups/index.js';
import { type CallableTools, describeSize, type ShapedSize, type ToolExecutor } from '../../run/index.js';
import { bestInScope } from '../../scope.js';
import type { Executable } from '../../tool.js';
import { type PlaybookWork, type Tool } from '../../tool.js';
import { shapeDigest } from '../../tool-digest.js';
import { ToolError } from '../../tool-error.js';
import {
  PlaybookFailure,
  type PlaybookResult,
  type PlaybookStep,
  runPlaybook,
  type StepRunner,
  StepTimeout,
} from '../index.js';
import { keepPlaybook } from './durable-playbooks.js';
import { planCalls, stepWrites } from './plan-calls.js';

/**
 * Runs playbooks. Each step is a tool call like any other: its arguments are checked, its result is bounded and shaped,
 * and it stands in the audit. A playbook with a step that writes is itself a write, confirmed once as a whole.
 */
export class PlaybookExecutor implements ToolExecutor {
  readonly group = 'WORKFLOW_ACTION';

  constructor(private readonly workflows: Pick<WorkflowEngine, 'start'>) {}

  find(tool: Tool, tools: CallableTools): Executable | undefined {
    const { does: playbook } = tool;
    if (playbook.kind !== 'playbook') return undefined;
    const { inputs, steps, durable } = playbook.definition;
    const writes = durable !== undefined || steps.some((step) => stepWrites(playbook, step, tools));
    return {
      sideEffect: writes ? 'WRITE' : 'READ',
      ...(inputs && { inputSchema: inputs }),
      digest: () => digestOf(playbook, tools),
      plannedCalls: (args) => planCalls(playbook, args, tools),
      execute: (call) =>
        durable ? this.start(tool, playbook, call, tools) : new PlaybookCall(tool, playbook, call, tools).run(),
    };
  }

  /** Starts a run, which goes on beside the turn. */
  private async start(tool: Tool, playbook: PlaybookWork, call: ToolCall, tools: CallableTools): Promise<JsonObject> {
    const { conversationId, idempotencyKey, arguments: args } = call;
    if (idempotencyKey === null) throw new ToolError('A durable playbook is started only after the user’s consent.');
    const definition = keepPlaybook(tool, playbook, call, tools);
    const start = { conversationId, runId: idempotencyKey, workflow: tool.code, arguments: args, definition };
    return toldRun(await this.workflows.start(start));
  }
}

/** Of the tools that its steps call. */
function digestOf({ tools: known }: PlaybookWork, tools: CallableTools): string {
  const parts = [...known.values()].flat().flatMap((one) => [tools.digest(one), shapeDigest(one)]);
  return parts.filter((part) => part !== '').join(' ');
}

/** One call of a playbook. */
class PlaybookCall implements StepRunner {
  constructor(
    private readonly tool: Tool,
    private readonly playbook: PlaybookWork,
    private readonly call_: ToolCall,
    private readonly tools: CallableTools,
  ) {}

  async run(): Promise<PlaybookResult> {
    const { definition } = this.playbook;
    const { idempotencyKey, arguments: args, signal } = this.call_;
    for (const step of definition.steps) this.toolOf(step);
    const writing = definition.steps.find((step) => this.writes(step));
    if (writing && idempotencyKey === null)
      throw new ToolError(`The step "${writing.name}" writes and was not confirmed`);
    try {
      return await runPlaybook(definition, args, this, signal);
    } catch (error) {
      if (!(error instanceof PlaybookFailure)) throw error;
      throw new ToolError(error.message, {
        cause: error,
        mayHaveHappened: this.mayHaveWritten(error.step, error.reason),
        partlyDone: error.written.length > 0,
      });
    }
  }

  writes(step: PlaybookStep): boolean {
    return stepWrites(this.playbook, step, this.tools);
  }

  timeoutMs(step: PlaybookStep): number {
    return this.tools.timeoutMs(this.toolOf(step));
  }

  mayRetry(step: PlaybookStep, error: unknown): boolean {
    return this.toolOf(step).executionPolicy === 'idempotent' || !this.mayHaveWritten(step, error);
  }

  /** Of a write that was begun and brought no answer, nobody knows whether it has happened. */
  mayHaveWritten(step: PlaybookStep, error: unknown): boolean {
    const isInDoubt = error instanceof StepTimeout || (error instanceof ToolError && error.mayHaveHappened);
    return isInDoubt && this.writes(step);
  }

  async call(step: PlaybookStep, given: JsonObject, signal: AbortSignal, scope: JsonObject): Promise<JsonValue> {
    const tool = this.toolOf(step);
    const args = this.tools.completed(tool, given);
    const about = { playbook: this.call_.toolCode, step: step.name, tool_code: tool.code };
    this.note('PLAYBOOK_STEP_CALL', { ...about, args: this.shownArguments(step, scope) });
    const context = { ...this.call_, signal };
    let shaped: JsonObject | undefined;
    const onShaped = (size: ShapedSize) => {
      shaped = describeSize(size);
    };
    try {
      const result = this.writes(step)
        ? await this.tools.write(tool, args, { ...context, idempotencyKey: this.keyOf(step) }, onShaped)
        : await this.tools.read(tool, args, context, onShaped);
      this.note('PLAYBOOK_STEP_RESULT', { ...about, result, ...(shaped && { transform: shaped }) });
      // Where a tool answers in parts, programs read its value.
      return asToolContent(result)?.data ?? result;
    } catch (error) {
      this.note('PLAYBOOK_STEP_ERROR', { ...about, error: messageOf(error) });
      throw error;
    }
  }

  /** The same for every attempt at one confirmed playbook, and another one for each step. */
  private keyOf({ key }: PlaybookStep): string {
    return `${this.call_.idempotencyKey}:${key}`;
  }

  /**
   * The tool of a step for the conversation's intent and state, or for the playbook's own: who calls it without a
   * conversation has none.
   * @throws ToolError when it is for neither
   */
  private toolOf({ name, tool: code }: PlaybookStep): Tool {
    const { intent, state } = this.call_;
    const known = this.playbook.tools.get(code) ?? [];
    const found = bestInScope(known, intent, state) ?? bestInScope(known, this.tool.intent, this.tool.state);
    if (!found) throw new ToolError(`The step "${name}" uses ${code}, which is not for ${intent}/${state}`);
    return found;
  }

  /** Without what a step may not show, and what the playbook may not show of its inputs. */
  private shownArguments(step: PlaybookStep, { inputs = {}, ...results }: JsonObject): JsonObject {
    const shown = this.tools.shownArguments(this.tool, inputs as JsonObject);
    const args = step.arguments.fill({ ...results, inputs: shown }) as JsonObject;
    const tool = this.toolOf(step);
    return this.tools.shownArguments(tool, this.tools.completed(tool, args));
  }

  private note(stage: string, payload: JsonObject): void {
    this.call_.audit?.(stage, payload);
  }
}
