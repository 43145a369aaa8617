import { type BeforeApplicationShutdown, Inject, Injectable, Logger } from '@nestjs/common';
import { untilAborted } from '../../../platform/common/abort.js';
import type { Clock } from '../../../platform/common/clock.js';
import { messageOf } from '../../../platform/common/errors.js';
import type { JsonObject } from '../../../platform/common/json.js';
import { CLOCK, CONFIG, DATABASE } from '../../../platform/common/tokens.js';
import type { ConvEngineConfig } from '../../../platform/config/index.js';
import { Handlers } from '../../../platform/handlers-api/index.js';
import type { Database } from '../../../platform/persistence/index.js';
import { normalizeResult } from '../../run/index.js';
import { ToolError } from '../../tool-error.js';
import type { RunKey, WorkflowEngine, WorkflowRun, WorkflowStart } from './workflow-engine.js';
import { type RunEnd, WorkflowRuns } from './workflow-runs.js';

/** How long after its last moment a run that says nothing counts as interrupted, in milliseconds. */
const MARGIN_MS = 10_000;

/** How long a run takes at most, and how much it may return. */
interface WorkflowSettings {
  readonly mcp: Pick<ConvEngineConfig['mcp'], 'workflows'>;
  readonly limits: Pick<ConvEngineConfig['limits'], 'toolResultBytes'>;
}

interface Running {
  readonly abort: AbortController;
  readonly ended: Promise<void>;
}

/** Why a run is ended from outside. */
class RunStopped extends Error {
  constructor(
    readonly status: 'CANCELLED' | 'INTERRUPTED',
    message: string,
  ) {
    super(message);
  }
}

/**
 * Runs the workflows that handlers of kind `workflow` bring, in this process and beside the turn. A run does not outlive
 * its process; that it was started, and how it ended, stands in `ce_workflow_run` for every process.
 */
@Injectable()
export class InProcessWorkflows implements WorkflowEngine, BeforeApplicationShutdown {
  private readonly logger = new Logger(InProcessWorkflows.name);
  private readonly runs: WorkflowRuns;
  private readonly running = new Map<string, Running>();

  constructor(
    private readonly handlers: Handlers,
    @Inject(DATABASE) private readonly database: Database,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(CONFIG) private readonly config: WorkflowSettings,
  ) {
    this.runs = new WorkflowRuns(database);
  }

  workflows(): ReadonlyMap<string, JsonObject | undefined> {
    return new Map(this.handlers.workflows().map(({ name, inputSchema }) => [name, inputSchema]));
  }

  async start(start: WorkflowStart): Promise<WorkflowRun> {
    const nowMs = this.clock.now();
    if (await this.runs.begin(start, nowMs, nowMs + this.config.mcp.workflows.timeoutMs)) this.launch(start);
    const run = await this.status(start);
    if (!run) throw new ToolError('The run was removed together with its conversation.');
    return run;
  }

  async status(key: RunKey): Promise<WorkflowRun | undefined> {
    const stored = await this.runs.find(key);
    if (!stored) return undefined;
    const { deadlineMs, ...run } = stored;
    if (run.status !== 'RUNNING' || this.clock.now() < deadlineMs + MARGIN_MS) return run;
    return { ...run, status: 'INTERRUPTED', error: 'The process ended while it was at work.' };
  }

  async cancel(key: RunKey): Promise<WorkflowRun | undefined> {
    const running = this.running.get(nameOf(key));
    running?.abort.abort(new RunStopped('CANCELLED', 'It was cancelled.'));
    await running?.ended;
    const run = await this.status(key);
    if (run?.status === 'RUNNING') throw new ToolError('The run is at work in another process and goes on.');
    return run;
  }

  /** Ends what is at work, and stores that. */
  async beforeApplicationShutdown(): Promise<void> {
    const all = [...this.running.values()];
    for (const { abort } of all) abort.abort(new RunStopped('INTERRUPTED', 'The service was stopped.'));
    await Promise.all(all.map(({ ended }) => ended));
  }

  private launch(start: WorkflowStart): void {
    const abort = new AbortController();
    const ended = this.runToEnd(start, abort).finally(() => this.running.delete(nameOf(start)));
    this.running.set(nameOf(start), { abort, ended });
  }

  /** Never rejects: nobody waits for it. */
  private async runToEnd(start: WorkflowStart, abort: AbortController): Promise<void> {
    const { timeoutMs } = this.config.mcp.workflows;
    const late = () => abort.abort(new RunStopped('INTERRUPTED', `It did not end within ${timeoutMs} ms.`));
    const timer = setTimeout(late, timeoutMs);
    try {
      const end = await this.run(start, abort.signal);
      await this.runs.end(start, end, this.clock.now());
    } catch (error) {
      this.logger.error(`the end of workflow run ${start.runId} could not be stored: ${messageOf(error)}`);
    } finally {
      clearTimeout(timer);
    }
  }

  private async run(start: WorkflowStart, signal: AbortSignal): Promise<RunEnd> {
    try {
      const workflow = this.handlers.workflow(start.workflow);
      if (!workflow) throw new Error(`there is no workflow "${start.workflow}"`);
      // From a later tick on, so that a workflow that works at once does not hold up the turn.
      const work = Promise.resolve().then(() => workflow.run({ ...start, signal, database: this.database }));
      const result = normalizeResult(await untilAborted(work, signal));
      const bytes = Buffer.byteLength(JSON.stringify(result));
      const { toolResultBytes: resultBytes } = this.config.limits;
      if (bytes > resultBytes) throw new Error(`it answered ${bytes} bytes; at most ${resultBytes} are allowed`);
      return { status: 'DONE', result };
    } catch (error) {
      const status = error instanceof RunStopped ? error.status : 'FAILED';
      return { status, error: messageOf(error) };
    }
  }
}

function nameOf({ conversationId, runId }: RunKey): string {
  return `${conversationId} ${runId}`;
}
