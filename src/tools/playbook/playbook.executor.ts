import {
  PlaybookFailure,
  type PlaybookResult,
  type PlaybookStep,
  runPlaybook,
  type StepRunner,
  StepTimeout,
} from '../../capabilities/playbook/index.js';
import { messageOf } from '../../common/errors.js';
import type { JsonObject, JsonValue } from '../../common/json.js';
import { withDefaults } from '../../common/schema-defaults.js';
import { coversScope, type LinkedPlaybook, type ToolDefinition } from '../../flow/index.js';
import type { ToolCall } from '../../handlers/index.js';
import { describeSize } from '../savings.js';
import { ToolError } from '../tool-error.js';
import type { ExecutableTool, PlannedCall, ToolExecutor } from '../tool-executor.js';
import type { ToolRunner } from '../tool-runner.js';

/**
 * Runs playbooks. Each step is a tool call like any other: its arguments are checked, its result is bounded and shaped,
 * and it stands in the audit. A playbook with a step that writes is itself a write, confirmed once as a whole.
 */
export class PlaybookExecutor implements ToolExecutor {
  readonly group = 'WORKFLOW_ACTION';

  find(tool: ToolDefinition, tools: ToolRunner): ExecutableTool | undefined {
    const { playbook } = tool;
    if (!playbook) return undefined;
    const writes = [...playbook.tools.values()].some((one) => tools.sideEffect(one) === 'WRITE');
    const { inputs } = playbook.definition;
    return {
      sideEffect: writes ? 'WRITE' : 'READ',
      ...(inputs && { inputSchema: inputs }),
      digest: () => [...playbook.tools.values()].map((one) => tools.digest(one)).join(' '),
      plannedCalls: (args) => plannedCalls(playbook, args, tools),
      execute: (call) => new PlaybookCall(playbook, call, tools).run(),
    };
  }
}

/** What the steps would call, with the arguments as far as they are known before anything has run. */
function plannedCalls(
  { definition, tools: known }: LinkedPlaybook,
  args: JsonObject,
  tools: ToolRunner,
): PlannedCall[] {
  const scope = { inputs: withDefaults(definition.inputs, args) };
  return definition.steps.flatMap((step) => {
    const tool = known.get(step.name);
    if (!tool) return [];
    const shown = tools.shownArguments(tool, step.arguments.preview(scope) as JsonObject);
    const isConditional = step.condition !== undefined;
    return [{ step: step.name, tool, sideEffect: tools.sideEffect(tool), arguments: shown, isConditional }];
  });
}

/** One call of a playbook. */
class PlaybookCall implements StepRunner {
  constructor(
    private readonly playbook: LinkedPlaybook,
    private readonly call_: ToolCall,
    private readonly tools: ToolRunner,
  ) {}

  async run(): Promise<PlaybookResult> {
    const { definition } = this.playbook;
    const { intent, state, idempotencyKey, arguments: args, signal } = this.call_;
    const outside = definition.steps.find((step) => !coversScope(this.toolOf(step), intent, state));
    if (outside)
      throw new ToolError(`The step "${outside.name}" uses ${outside.tool}, which is not for ${intent}/${state}`);
    const writing = definition.steps.find((step) => this.writes(step));
    if (writing && idempotencyKey === null)
      throw new ToolError(`The step "${writing.name}" writes and was not confirmed`);
    try {
      return await runPlaybook(definition, args, this, signal);
    } catch (error) {
      if (!(error instanceof PlaybookFailure)) throw error;
      throw new ToolError(error.message, {
        cause: error,
        mayHaveHappened: this.isInDoubt(error.step, error.reason),
        partlyDone: error.written.length > 0,
      });
    }
  }

  writes(step: PlaybookStep): boolean {
    return this.tools.sideEffect(this.toolOf(step)) === 'WRITE';
  }

  mayRetry(step: PlaybookStep, error: unknown): boolean {
    return this.toolOf(step).executionPolicy === 'idempotent' || !this.isInDoubt(step.name, error);
  }

  async call(step: PlaybookStep, args: JsonObject, signal: AbortSignal): Promise<JsonValue> {
    const tool = this.toolOf(step);
    const about = { playbook: this.call_.toolCode, step: step.name, tool_code: tool.code };
    this.note('PLAYBOOK_STEP_CALL', { ...about, args: this.tools.shownArguments(tool, args) });
    const context = { ...this.call_, signal };
    let shaped: JsonObject | undefined;
    try {
      const result = this.writes(step)
        ? await this.tools.write(tool, args, { ...context, idempotencyKey: this.keyOf(step) })
        : await this.tools.read(tool, args, context, (size) => {
            shaped = describeSize(size);
          });
      this.note('PLAYBOOK_STEP_RESULT', { ...about, result, ...(shaped && { transform: shaped }) });
      return result;
    } catch (error) {
      this.note('PLAYBOOK_STEP_ERROR', { ...about, error: messageOf(error) });
      throw error;
    }
  }

  /** The same for every attempt at one confirmed playbook, and another one for each step. */
  private keyOf({ name }: PlaybookStep): string {
    return `${this.call_.idempotencyKey}:${name}`;
  }

  /** Of a write that was begun and brought no answer, nobody knows whether it has happened. */
  private isInDoubt(name: string, error: unknown): boolean {
    const step = this.playbook.definition.steps.find((one) => one.name === name);
    if (!step || !this.writes(step)) return false;
    return error instanceof StepTimeout || (error instanceof ToolError && error.mayHaveHappened);
  }

  private toolOf({ name, tool }: PlaybookStep): ToolDefinition {
    const found = this.playbook.tools.get(name);
    if (!found) throw new ToolError(`There is no tool "${tool}"`);
    return found;
  }

  private note(stage: string, payload: JsonObject): void {
    this.call_.audit?.(stage, payload);
  }
}
