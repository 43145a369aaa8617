import { isJsonObject, type JsonObject } from '../../../platform/common/json.js';
import type { ToolCall } from '../../../platform/handlers-api/index.js';
import type { Executable } from '../../executable.js';
import { checkArguments, type ToolExecutor } from '../../run/index.js';
import type { Tool } from '../../tool.js';
import { ToolError } from '../../tool-error.js';
import type { WorkflowEngine, WorkflowRun } from './workflow-engine.js';

const RUN_ID = { type: 'string', minLength: 1, maxLength: 200, description: 'As the start answered it' };

const STATUS: JsonObject = {
  type: 'object',
  properties: { operation: { const: 'status', description: 'May be left out' }, run_id: RUN_ID },
  required: ['run_id'],
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
    if (this.engine.workflows().size === 0) return undefined;
    if (tool?.sideEffect === 'READ') {
      return { sideEffect: 'READ', inputSchema: STATUS, execute: (call) => this.tellStatus(call) };
    }
    return { sideEffect: 'WRITE', inputSchema: this.writing(), execute: (call) => this.write(call) };
  }

  private async tellStatus({ arguments: args, conversationId }: ToolCall): Promise<JsonObject> {
    checkArguments(STATUS, args);
    return told(await this.engine.status({ conversationId, runId: String(args.run_id) }));
  }

  private async write({ arguments: args, conversationId, idempotencyKey }: ToolCall): Promise<JsonObject> {
    if (idempotencyKey === null) throw new ToolError('Workflows are started only after the user’s consent.');
    checkArguments(this.writing(), args);
    if (args.operation === 'cancel') {
      return told(await this.engine.cancel({ conversationId, runId: String(args.run_id) }));
    }
    const values = isJsonObject(args.arguments) ? args.arguments : {};
    const start = { conversationId, runId: idempotencyKey, workflow: String(args.workflow), arguments: values };
    return told(await this.engine.start(start));
  }

  /** Made again when workflows were registered since. */
  private writing(): JsonObject {
    const workflows = this.engine.workflows();
    const names = [...workflows.keys()].join('\n');
    if (this.schema?.names !== names) this.schema = { names, document: writingArguments(workflows) };
    return this.schema.document;
  }
}

function writingArguments(workflows: ReadonlyMap<string, JsonObject | undefined>): JsonObject {
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
      when('operation', 'start', { required: ['workflow'] }),
      when('operation', 'cancel', { required: ['run_id'] }),
      ...[...workflows].flatMap(([name, schema]) =>
        schema ? [when('workflow', name, { required: ['arguments'], properties: { arguments: schema } })] : [],
      ),
    ],
  };
}

function when(property: string, value: string, consequence: JsonObject): JsonObject {
  return {
    if: { properties: { [property]: { const: value } }, required: [property] },
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
    then: consequence,
  };
}

function told(run: WorkflowRun | undefined): JsonObject {
  if (!run) throw new ToolError('This conversation has started no such run.');
  const { runId, workflow, status, result, error, endsAs } = run;
  const steps = run.steps.map((step) => ({
    step: step.step,
    status: step.status,
    ...(step.error !== null && { error: step.error }),
  }));
  return {
    run_id: runId,
    workflow,
    status,
    ...(endsAs !== null && { ending: endsAs }),
    ...(status === 'DONE' && { result }),
    ...(error !== null && { error }),
    ...(steps.length > 0 && { steps }),
  };
}
