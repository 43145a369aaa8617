import { withinTime } from '../../../platform/common/abort.js';
import { steadyNow } from '../../../platform/common/clock.js';
import { messageOf } from '../../../platform/common/errors.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../../../platform/common/json.js';
import { onOneLine } from '../../../platform/common/plain-text.js';
import {
  asToolContent,
  type StepCall,
  type StepOptions,
  type WorkflowCall,
} from '../../../platform/handlers-api/index.js';
import type { CallableTools } from '../../run/index.js';
import type { Tool } from '../../tool.js';
import { ToolError } from '../../tool-error.js';
import {
  type Compensation,
  missingReference,
  type Playbook,
  PlaybookFailure,
  type PlaybookStep,
  performPlaybook,
  type Reference,
  type RepeatPolicy,
  resolveReference,
  type StepPerformer,
} from '../index.js';

/** How often a call is made in all that may be made again, where nothing is said. */
const USUAL_CALLS = 3;

/** What the calls of a run need. */
export interface RunParts {
  readonly tools: CallableTools;
  /** The intent and the state that the run was started in. */
  readonly intent: string;
  readonly state: string;
  /** Undefined where there is none of this code any more: the run is held before it is called. */
  toolOf(code: string): Tool | undefined;
}

/** One stretch of a run of a durable playbook: its calls are steps of the run, and its waits are those of the run. */
export class DurableRun implements StepPerformer {
  constructor(
    private readonly playbook: Playbook,
    private readonly run: WorkflowCall,
    private readonly parts: RunParts,
  ) {}

  /** @returns the output of the playbook */
  async result(): Promise<JsonObject> {
    try {
      return (await performPlaybook(this.playbook, this.run.arguments, this, this.run.signal)).output;
    } catch (error) {
      if (!(error instanceof PlaybookFailure)) throw error;
      const text = `The step "${error.step.name}" failed: ${messageOf(error.reason)}`;
      const isForOperators = !(error.reason instanceof ToolError) || error.reason.isForOperators;
      throw new ToolError(text, { cause: error, isForOperators });
    }
  }

  writes({ tool, durable }: PlaybookStep): boolean {
    return durable?.wait !== undefined || !this.onlyReads(this.parts.toolOf(tool));
  }

  mayHaveWritten(step: PlaybookStep, error: unknown): boolean {
    return step.durable?.wait === undefined && error instanceof ToolError && error.mayHaveHappened && this.writes(step);
  }

  perform(step: PlaybookStep, scope: JsonObject): Promise<JsonValue> {
    if (step.durable?.wait) return this.wait(step, scope);
    const { maxCalls, policy, compensate } = step.durable ?? {};
    const args = step.arguments.fill(scope) as JsonObject;
    const work = (told: StepCall) => this.call(step.tool, args, told, step.timeoutMs);
    const treatment = this.treatment(step.tool, policy, maxCalls);
    return this.run.step(step.key, work, {
      ...treatment,
      ...(compensate && this.undoing(step.name, compensate, scope)),
    });
  }

  private undoing(
    name: string,
    compensate: Compensation,
    scope: JsonObject,
  ): Pick<StepOptions<JsonValue>, 'undo' | 'undoPolicy' | 'undoRetry'> {
    const { policy: undoPolicy, retry: undoRetry } = this.treatment(
      compensate.tool,
      compensate.policy,
      compensate.maxCalls,
    );
    const undo = (result: JsonValue, told: StepCall) => {
      const known = { ...scope, [name]: result };
      const missing = missingReference(compensate.arguments.references, known);
      if (missing !== undefined) throw new ToolError(`${missing} is not there`);
      return this.call(compensate.tool, compensate.arguments.fill(known) as JsonObject, told, compensate.timeoutMs);
    };
    return { undo, undoPolicy, undoRetry };
  }

  /** As its tool says, where the file says nothing: what reads, or is idempotent, may be called again. */
  private treatment(code: string, policy: RepeatPolicy | undefined, maxCalls: number | undefined) {
    const tool = this.parts.toolOf(code);
    const isHarmless = this.onlyReads(tool) || tool?.executionPolicy === 'idempotent';
    const meant: RepeatPolicy = policy ?? (isHarmless ? 'idempotent' : 'at-most-once');
    return { policy: meant, retry: { attempts: maxCalls ?? (meant === 'idempotent' ? USUAL_CALLS : 1) } };
  }

  private onlyReads(tool: Tool | undefined): boolean {
    return tool !== undefined && this.parts.tools.sideEffect(tool) === 'READ';
  }

  private async wait({ key, durable, arguments: args }: PlaybookStep, scope: JsonObject): Promise<JsonValue> {
    const wait = durable?.wait;
    if (wait?.kind === 'sleep') await this.run.sleep(key, wait.ms);
    if (wait?.kind === 'signal') {
      const told = await this.run.waitForSignal(key, wait.withinMs === undefined ? {} : { timeoutMs: wait.withinMs });
      if (told === undefined) throw new ToolError('it did not come in time');
      return told;
    }
    if (wait?.kind !== 'approval') return null;
    const isEmpty = (one: Reference) => one.root !== 'inputs' && (resolveReference(one, scope) ?? null) === null;
    const missing = wait.question.references.find(isEmpty);
    if (missing) throw new ToolError(`${missing.written} is not there`);
    const answer = await this.run.waitForApproval(key, {
      question: String(wait.question.fill(onOneLines(scope) as JsonObject)),
      arguments: args.fill(scope) as JsonObject,
      ...(wait.withinMs !== undefined && { timeoutMs: wait.withinMs }),
      ...(wait.risk && { risk: wait.risk }),
      ...(wait.consent && { consent: wait.consent }),
    });
    if (!answer.approved) throw new ToolError(`it was not agreed to (${answer.reason.toLowerCase()})`);
    return { ...answer };
  }

  private async call(code: string, given: JsonObject, told: StepCall, limitMs: number | undefined): Promise<JsonValue> {
    const { tools, toolOf, intent, state } = this.parts;
    const tool = toolOf(code);
    if (!tool) throw new ToolError(`There is no tool ${code} any more.`);
    const args = tools.completed(tool, given);
    const timeoutMs = limitMs ?? tools.timeoutMs(tool);
    const writes = !this.onlyReads(tool);
    const about = {
      conversationId: this.run.conversationId,
      intent,
      state,
      userText: '',
      context: {},
      deadline: steadyNow() + timeoutMs,
      database: this.run.database,
    };
    return withinTime(timeoutMs, [told.signal], async (signal) => {
      const context = { ...about, signal };
      try {
        const result = writes
          ? await tools.write(tool, args, { ...context, idempotencyKey: told.idempotencyKey })
          : await tools.read(tool, args, context);
        // Where a tool answers in parts, programs read its value.
        return asToolContent(result)?.data ?? result;
      } catch (error) {
        if (!signal.aborted || told.signal.aborted) throw error;
        throw new ToolError(`${tool.code} did not answer within ${timeoutMs} ms`, {
          cause: error,
          mayHaveHappened: writes,
        });
      }
    });
  }
}

/** Its texts as they may stand in a question: none brings sentences of its own. */
function onOneLines(value: JsonValue): JsonValue {
  if (typeof value === 'string') return onOneLine(value);
  if (Array.isArray(value)) return value.map(onOneLines);
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, child]) => [name, onOneLines(child)]));
}
