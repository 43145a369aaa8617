import { isJsonObject, type JsonObject, type JsonValue } from '../../../platform/common/json.js';
import type { ToolCall } from '../../../platform/handlers-api/index.js';
import { checkArguments, maskSensitive, type ToolExecutor } from '../../run/index.js';
import type { CancellableRun, Cancellation, Executable, Tool } from '../../tool.js';
import { ToolError } from '../../tool-error.js';
import { shownReason } from './shown-errors.js';
import { progressOf, type WorkflowEngine, type WorkflowRun } from './workflow-engine.js';

const RUN_ID = { type: 'string', minLength: 1, maxLength: 200, description: 'As the start answered it' };

const STATUS: JsonObject = {
  type: 'object',
  properties: {
    operation: { const: 'status', description: 'May be left out' },
    run_id: { ...RUN_ID, description: 'As the start answered it; left out: the run that was started last' },
  },
  additionalProperties: false,
};

const CANCELLING: JsonObject = {
  type: 'object',
  properties: { operation: { const: 'cancel', description: 'What is to be done' }, run_id: RUN_ID },
  required: ['operation', 'run_id'],
  additionalProperties: false,
};

/**
 * WORKFLOW_ACTION: starts and cancels workflows; a row whose side_effect is READ asks after them, and does nothing else.
 * Off where nobody has registered a workflow.
 */
export class WorkflowExecutor implements ToolExecutor {
  readonly group = 'WORKFLOW_ACTION';
  private schema: { readonly names: string; readonly document: JsonObject } | undefined;

  constructor(private readonly engine: WorkflowEngine) {}

  serveGroup(tool?: Tool): Executable | undefined {
    if (!this.engine.isUsed()) return undefined;
    if (tool?.sideEffect === 'READ') {
      return { sideEffect: 'READ', inputSchema: STATUS, execute: (call) => this.tellStatus(call) };
    }
    return {
      sideEffect: 'WRITE',
      inputSchema: this.writing(),
      digest: () => this.declaredChildren(),
      startsInTurn: ({ operation, workflow }) =>
        operation === 'start' && typeof workflow === 'string' ? this.engine.childrenOf(workflow) : [],
      cancellation: (run) => this.cancellation(run),
      execute: (call) => this.write(call),
    };
  }

  /** What may be started in turn is part of what was agreed to. */
  private declaredChildren(): string {
    const all = [...this.engine.workflows().keys()].map((name) => [name, this.engine.childrenOf(name)] as const);
    const declared = all.filter(([, children]) => children.length > 0);
    return declared.length === 0 ? '' : JSON.stringify(declared.sort());
  }

  private cancellation({ runId, workflow, arguments: args }: CancellableRun): Cancellation {
    const schema = this.engine.argumentsOf(workflow) ?? null;
    return { arguments: { operation: 'cancel', run_id: runId }, startedWith: maskSensitive(schema, args) };
  }

  private async tellStatus({ arguments: args, conversationId }: ToolCall): Promise<JsonObject> {
    checkArguments(STATUS, args);
    const runId = typeof args.run_id === 'string' ? args.run_id : await this.engine.newest(conversationId);
    return toldRun(runId === undefined ? undefined : await this.engine.status({ conversationId, runId }));
  }

  private async write({ arguments: args, conversationId, idempotencyKey }: ToolCall): Promise<JsonObject> {
    if (idempotencyKey === null) throw new ToolError('Workflows are started only after the user’s consent.');
    checkArguments(this.writing(), args);
    if (args.operation === 'cancel') {
      const key = { conversationId, runId: String(args.run_id) };
      const run = await this.engine.cancel(key);
      // What this answers is told as the outcome of the action.
      if (run?.status === 'CANCELLED') await this.engine.noteTold(key);
      return toldRun(run);
    }
    const values = isJsonObject(args.arguments) ? args.arguments : {};
    const start = { conversationId, runId: idempotencyKey, workflow: String(args.workflow), arguments: values };
    return toldRun(await this.engine.start(start));
  }

  /** Made again when workflows were registered since. */
  private writing(): JsonObject {
    const workflows = this.engine.workflows();
    const names = [...workflows.keys()].join('\n');
    if (this.schema?.names !== names) this.schema = { names, document: writingArguments(workflows) };
    return this.schema.document;
  }
}

/** With no name there is nothing to start here: what runs was started by a tool of its own. */
function writingArguments(workflows: ReadonlyMap<string, JsonObject | undefined>): JsonObject {
  if (workflows.size === 0) return CANCELLING;
  const described = [...workflows].filter((one): one is [string, JsonObject] => one[1] !== undefined);
  const conditions = [
    when('operation', 'start', { required: ['workflow'] }),
    when('operation', 'cancel', { required: ['run_id'] }),
  ];
  return {
    type: 'object',
    properties: {
      operation: { enum: ['start', 'cancel'], description: 'What is to be done' },
      workflow: { enum: [...workflows.keys()], description: 'start: which one' },
      arguments: { type: 'object', description: 'start: what the workflow asks for' },
      run_id: RUN_ID,
    },
    required: ['operation'],
    additionalProperties: false,
    allOf: [
      ...conditions,
      ...described.map(([name, schema], nth) => {
        const place = `#/allOf/${conditions.length + nth}/then/properties/arguments`;
        return when('workflow', name, { required: ['arguments'], properties: { arguments: movedTo(place, schema) } });
      }),
    ],
  };
}

/** A schema as a part of another document: what refers to its own parts finds them where they stand there. */
function movedTo<T extends JsonValue>(place: string, schema: T): T {
  if (Array.isArray(schema)) return schema.map((item) => movedTo(place, item)) as T;
  if (!isJsonObject(schema)) return schema;
  const moved = Object.entries(schema).map(([name, value]) => {
    const isOwn = name === '$ref' && typeof value === 'string' && /^#(?:$|\/)/.test(value);
    return [name, isOwn ? place + value.slice(1) : movedTo(place, value)] as const;
  });
  return Object.fromEntries(moved) as T;
}

function when(property: string, value: string, consequence: JsonObject): JsonObject {
  return {
    if: { properties: { [property]: { const: value } }, required: [property] },
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
    then: consequence,
  };
}

/** What a tool answers of a run that it has started, stopped or looked up. */
export function toldRun(run: WorkflowRun | undefined): JsonObject {
  if (!run) throw new ToolError('This conversation has started no such run.');
  const { runId, workflow, status, result, endsAs } = run;
  const error = shownReason(run);
  const steps = run.steps.map((step) => ({
    step: step.step,
    status: step.status,
    ...(step.error !== null && { error: shownReason(step) }),
  }));
  return {
    run_id: runId,
    workflow,
    status,
    ...(endsAs !== null && { ending: endsAs }),
    ...(status === 'DONE' && { result }),
    ...(error !== null && { error }),
    ...(steps.length > 0 && { steps, progress: spokenProgress(run) }),
  };
}

/** What a flow says when its user asks how far a run is. */
function spokenProgress(run: WorkflowRun): JsonObject {
  const { done, of, waitsFor } = progressOf(run);
  const waits = waitsFor.map(({ step, dueAtMs }) => ({
    step,
    ...(dueAtMs !== null && { until: new Date(dueAtMs).toISOString() }),
  }));
  return { done, ...(of !== null && { of }), ...(waits.length > 0 && { waits_for: waits }) };
}
