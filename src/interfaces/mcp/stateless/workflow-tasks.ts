import {
  MissingRequiredClientCapabilityError,
  ProtocolError,
  ProtocolErrorCode,
  type Result,
  type Server,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { z } from 'zod';
import type { AskedTool } from '../../../engine/turn/index.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../../../platform/common/json.js';
import { shownReason, type WorkflowRun } from '../../../tools/index.js';
import { guarded } from '../guarded.js';
import type { ServerParts } from '../server-parts.js';
import { capabilitiesOf } from './round-call.js';

/** The extension of the protocol that a client declares where it can follow long work. */
export const TASKS = 'io.modelcontextprotocol/tasks';

/** How often a client may ask, in milliseconds. */
const POLL_MS = 2_000;
const PURPOSE = 'mcp-task';

/** What the id of a task leads to. */
interface TaskKey {
  readonly client: string;
  readonly conversationId: string;
  readonly runId: string;
}

/**
 * Runs of workflows as tasks of the protocol. The id of a task is sealed and leads to the row of its run, so any process can
 * tell how far it is, to the client that began it. Whether a run is cancelled stays with its user, by the tool that does it.
 */
export class WorkflowTasks {
  constructor(
    private readonly parts: ServerParts,
    /** Name of the client. */
    private readonly client: string,
  ) {}

  /** The task of what a call has begun; undefined where it is done, or its client does not follow tasks. */
  async begunBy({ conversationId }: AskedTool, result: JsonValue, context: ServerContext): Promise<Result | undefined> {
    if (!followsTasks(context) || !isJsonObject(result) || typeof result.run_id !== 'string') return undefined;
    const run = await this.parts.workflows.status({ conversationId, runId: result.run_id });
    if (run?.status !== 'RUNNING' && run?.status !== 'WAITING') return undefined;
    const key: TaskKey = { client: this.client, conversationId, runId: run.runId };
    return { ...stateOf(this.parts.seal.seal(PURPOSE, JSON.stringify(key)), run), resultType: 'task' };
  }

  /** Has a server answer what clients ask about tasks. */
  serve(server: Server): void {
    const params = z.looseObject({ taskId: z.string() });
    server.setRequestHandler('tasks/get', { params }, ({ taskId }, context) =>
      guarded(() => this.get(taskId, context)),
    );
    const acknowledge = ({ taskId }: { taskId: string }, context: ServerContext) =>
      guarded(async () => {
        await this.runOf(taskId, context);
        return {};
      });
    server.setRequestHandler('tasks/cancel', { params }, acknowledge);
    server.setRequestHandler('tasks/update', { params }, acknowledge);
  }

  private async get(taskId: string, context: ServerContext): Promise<Result> {
    const run = await this.runOf(taskId, context);
    return { ...stateOf(taskId, run), ...outcomeOf(run) };
  }

  /** @throws ProtocolError where the client does not follow tasks, or has begun none of this id */
  private async runOf(taskId: string, context: ServerContext): Promise<WorkflowRun> {
    if (!followsTasks(context)) {
      throw new MissingRequiredClientCapabilityError({ requiredCapabilities: { extensions: { [TASKS]: {} } } });
    }
    const text = this.parts.seal.open(PURPOSE, taskId);
    const key = text === undefined ? undefined : (JSON.parse(text) as TaskKey);
    const run = key?.client === this.client ? await this.parts.workflows.status(key) : undefined;
    if (run) return run;
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'This client has begun no such task.');
  }
}

function followsTasks(context: ServerContext): boolean {
  return capabilitiesOf(context).extensions?.[TASKS] !== undefined;
}

/** What a task is, whether or not it has ended. It is kept as long as its conversation. */
function stateOf(taskId: string, { status, startedAtMs, endedAtMs }: WorkflowRun): JsonObject {
  return {
    taskId,
    status: STATUSES[status],
    createdAt: new Date(startedAtMs).toISOString(),
    lastUpdatedAt: new Date(endedAtMs ?? startedAtMs).toISOString(),
    ttlMs: null,
    pollIntervalMs: POLL_MS,
  };
}

/** A workflow that reports a failure has answered; only what nobody knows the end of has failed as a task. */
const STATUSES = {
  RUNNING: 'working',
  WAITING: 'working',
  HELD: 'working',
  DONE: 'completed',
  FAILED: 'completed',
  CANCELLED: 'cancelled',
  INTERRUPTED: 'failed',
} as const satisfies Record<WorkflowRun['status'], string>;

function outcomeOf(run: WorkflowRun): JsonObject {
  const { status, result } = run;
  const text = shownReason(run) ?? '';
  if (status === 'DONE') {
    const structured = isJsonObject(result) && { structuredContent: result };
    return { result: { content: [{ type: 'text', text: JSON.stringify(result) }], ...structured } };
  }
  if (status === 'FAILED') return { result: { content: [{ type: 'text', text }], isError: true } };
  return status === 'INTERRUPTED' ? { error: { code: ProtocolErrorCode.InternalError, message: text } } : {};
}
