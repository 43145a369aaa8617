import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { type BeforeApplicationShutdown, Inject, Injectable, Logger } from '@nestjs/common';
import type { Clock } from '../../../platform/common/clock.js';
import { messageOf } from '../../../platform/common/errors.js';
import type { JsonObject, JsonValue } from '../../../platform/common/json.js';
import { acrossTenants, currentTenant, DEFAULT_TENANT, inTenant } from '../../../platform/common/tenant.js';
import { CLOCK, CONFIG, DATABASE } from '../../../platform/common/tokens.js';
import type { ConvEngineConfig } from '../../../platform/config/index.js';
import { type ApprovalOutcome, Handlers } from '../../../platform/handlers-api/index.js';
import type { Database } from '../../../platform/persistence/index.js';
import { ToolError } from '../../tool-error.js';
import type { RunApprovals } from './run-approvals.js';
import { type KeptFunctions, type RunFunction, RunFunctions } from './run-functions.js';
import { RunStretch, type StretchParts } from './run-stretch.js';
import {
  childRunId,
  isLeftBehind,
  LEFT,
  type ListedRun,
  type RunKey,
  type StepFinding,
  type WorkflowEngine,
  type WorkflowRun,
  type WorkflowStart,
  type WorkflowStep,
} from './workflow-engine.js';
import { type DueRun, type RunNews, type TakenRun, WorkflowRuns } from './workflow-runs.js';
import { WorkflowSteps } from './workflow-steps.js';

/** How often a process looks for runs that are due where none of its workflows is durable, as what was left behind. */
const RARE_LOOK_MS = 60_000;

/** How often a process looks for runs that are due, in milliseconds, how many it reads at once, and how many it works on. */
const LOOK_MS = 1_000;
const BATCH = 200;
const AT_ONCE = 64;

/** How often in a row processes may end over a run before it is left to a person. */
const MAX_TAKEOVERS = 5;

/** How long a run may be due that no process knows the function of, as while new processes take the place of old ones. */
const UNKNOWN_MS = 300_000;

/** How long a cancellation waits for the undoing, in milliseconds; it goes on after that. */
const CANCEL_WAIT_MS = 10_000;

/** How long a run takes at most, how much it may return, and whether the webhook is told of it. */
interface WorkflowSettings {
  readonly mcp: Pick<ConvEngineConfig['mcp'], 'workflows'>;
  readonly limits: Pick<ConvEngineConfig['limits'], 'toolResultBytes'>;
  readonly webhooks: Pick<ConvEngineConfig['webhooks'], 'url'>;
}

interface Running {
  readonly stretch: RunStretch;
  readonly ended: Promise<void>;
  renewedAtMs: number;
}

/**
 * Runs the workflows that handlers of kind `workflow` bring, in these processes and beside the turn. What happened to a run stands
 * in `ce_workflow_run` and `ce_workflow_step`. A durable one goes on in another process when its own ends, waits without
 * one, and is kept by one process at a time; any other ends with its process.
 */
@Injectable()
export class EmbeddedWorkflows implements WorkflowEngine, BeforeApplicationShutdown {
  private readonly logger = new Logger(EmbeddedWorkflows.name);
  private readonly runs: WorkflowRuns;
  private readonly steps: WorkflowSteps;
  private readonly functions: RunFunctions;
  private parts: StretchParts;
  /** How long a process keeps a run without a sign of life, in milliseconds; it gives one three times as often. */
  private readonly leaseMs: number;
  private readonly stopping = new AbortController();
  private readonly running = new Map<string, Running>();
  private loops: Promise<unknown> = Promise.resolve();
  private tell: () => void = () => undefined;

  constructor(
    handlers: Handlers,
    @Inject(DATABASE) database: Database,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(CONFIG) { mcp, limits, webhooks }: WorkflowSettings,
  ) {
    this.runs = new WorkflowRuns(database, webhooks.url !== '');
    this.steps = new WorkflowSteps(database);
    this.functions = new RunFunctions(handlers);
    const { timeoutMs, leaseMs } = mcp.workflows;
    this.leaseMs = leaseMs;
    this.parts = {
      runs: this.runs,
      steps: this.steps,
      clock,
      database,
      timeoutMs,
      resultBytes: limits.toolResultBytes,
      children: {
        start: (parent, step, workflow, args) => this.startChild(parent, step, workflow, args),
        undo: (parent, step) => this.undoChild(parent, step),
      },
    };
  }

  workflows(): ReadonlyMap<string, JsonObject | undefined> {
    return this.functions.startable();
  }

  childrenOf(workflow: string): readonly string[] {
    return this.functions.childrenOf(workflow);
  }

  argumentsOf(workflow: string): JsonObject | undefined {
    return this.functions.argumentsOf(workflow);
  }

  isUsed(): boolean {
    return this.functions.isUsed();
  }

  /** @param kept makes the functions of runs that keep in their rows what they do */
  keepBy(kept: KeptFunctions): void {
    this.functions.keepBy(kept);
  }

  /** Begins to look for runs that are due, until the application stops. */
  watch(): void {
    const lookMs = () => (this.functions.hasDurable() ? LOOK_MS : RARE_LOOK_MS);
    this.loops = Promise.all([
      this.loop(lookMs, () => this.lookAndFollow()),
      this.loop(
        () => this.leaseMs / 3,
        () => this.renew(),
      ),
    ]);
  }

  async start(start: WorkflowStart): Promise<WorkflowRun> {
    const handler = this.functions.find(start.workflow, undefined, start.definition);
    if (!handler) throw new ToolError(`There is no workflow "${start.workflow}".`);
    const nowMs = this.clock.now();
    const owner = randomUUID();
    const { version = '' } = start.definition ?? handler;
    const dueAtMs = handler.durable ? nowMs + this.leaseMs : null;
    const deadlineMs = nowMs + this.parts.timeoutMs;
    const declared = start.definition ? [] : this.functions.childrenOf(start.workflow);
    // What a child may start was named in the question of the run that it is a step of.
    const children = start.parent ? declared.filter((name) => start.parent?.children.includes(name)) : declared;
    if (await this.runs.begin(start, { version, owner, nowMs, dueAtMs, deadlineMs, children })) {
      const fresh = { endsAs: null, error: null, errorIsShown: false, toldCount: 0, takeovers: 0 };
      const run: TakenRun = { ...start, ...fresh, version, owner, children, parentRunId: start.parent?.runId ?? null };
      this.launch(new RunStretch(run, handler, this.parts));
    }
    const run = await this.status(start);
    if (!run) throw new ToolError('The run was removed together with its conversation.');
    return run;
  }

  async newest(conversationId: string): Promise<string | undefined> {
    return (await this.runs.of(conversationId, 1, 'agreed to'))[0]?.runId;
  }

  async status(key: RunKey): Promise<WorkflowRun | undefined> {
    const stored = await this.runs.find(key);
    if (!stored) return undefined;
    const { deadlineMs: _deadline, dueAtMs: _due, definition, ...run } = stored;
    const steps = (await this.steps.of(key)).map(told);
    const plannedSteps = this.functions.plannedSteps(run.workflow, run.version, definition);
    if (isLeftBehind(stored, this.clock.now()))
      return { ...run, status: 'INTERRUPTED', error: LEFT, errorIsShown: true, steps: steps.map(asLeft), plannedSteps };
    const isAtWork = run.status === 'RUNNING' || run.status === 'WAITING';
    return { ...run, plannedSteps, steps: isAtWork ? steps : steps.map(asLeft) };
  }

  async cancel(key: RunKey): Promise<WorkflowRun | undefined> {
    const here = this.running.get(nameOf(key));
    if (here) here.stretch.cancel();
    else await this.cancelStored(key);
    await Promise.race([this.running.get(nameOf(key))?.ended, sleep(CANCEL_WAIT_MS, undefined, { ref: false })]);
    const run = await this.status(key);
    if (run?.status === 'RUNNING' && !run.endsAs && !here) {
      throw new ToolError('The run is at work in another process and goes on.');
    }
    return run;
  }

  /** @param approvals by whom runs ask their users from now on */
  askBy(approvals: RunApprovals): void {
    this.parts = { ...this.parts, approvals };
  }

  /** Gives a run the answer that it waits for; false where it has ended, or has had it. */
  decide(key: RunKey, step: string, outcome: ApprovalOutcome): Promise<boolean> {
    return this.steps.decide(key, step, { ...outcome }, this.clock.now());
  }

  noteTold(key: RunKey): Promise<void> {
    return this.runs.noteTold(key, this.clock.now());
  }

  /** @param listener called when a run that this process worked on has ended, waits or is held */
  onNews(listener: () => void): void {
    this.tell = listener;
  }

  /** What became of runs, in whichever process, and is not in the audit yet; the oldest first. */
  news(limit: number): Promise<RunNews[]> {
    return this.runs.unrecorded(limit);
  }

  noteRecorded(news: RunNews): Promise<void> {
    return this.runs.noteRecorded(news);
  }

  /** The newest runs of a conversation that have not ended, with what is known of each. */
  async open(conversationId: string, limit: number): Promise<WorkflowRun[]> {
    const open = (await this.runs.of(conversationId, limit, 'agreed to')).filter(({ endedAtMs }) => endedAtMs === null);
    const runs = await Promise.all(open.map((run) => this.status(run)));
    return runs.filter((run) => run !== undefined && run.status !== 'INTERRUPTED') as WorkflowRun[];
  }

  async signal(key: RunKey, name: string, payload: JsonValue): Promise<boolean> {
    return this.steps.signal(key, name, payload, this.clock.now());
  }

  /** Those of a conversation, the newest first, or those that wait for a person, the oldest first. */
  list(which: { conversationId: string } | 'held', limit: number): Promise<ListedRun[]> {
    return which === 'held' ? this.runs.held(limit) : this.runs.of(which.conversationId, limit);
  }

  /** Has a held run go on where it stood; false where it is not held. */
  retry(key: RunKey): Promise<boolean> {
    return this.runs.retry(key, this.clock.now());
  }

  /** Settles a step of a held run that nobody knows the end of, as somebody found it out; false where there is none. */
  async settle(key: RunKey, step: string, { happened, result }: StepFinding): Promise<boolean> {
    const run = await this.runs.find(key);
    if (run?.status !== 'HELD') return false;
    return this.steps.settle(key, step, happened ? { result } : undefined);
  }

  /**
   * Goes on with runs that are due, as many as this process works on at once.
   * @returns whether there are more
   */
  async look(): Promise<boolean> {
    const nowMs = this.clock.now();
    let after: DueRun | undefined;
    do {
      const batch: DueRun[] = await acrossTenants(() => this.runs.due(nowMs, BATCH, after));
      for (const due of batch) {
        if (this.stopping.signal.aborted) return false;
        if (this.running.size >= AT_ONCE) return true;
        await inTenant(due.tenant, () => this.takeUp(due));
      }
      after = batch.length < BATCH ? undefined : batch.at(-1);
    } while (after);
    return false;
  }

  /** Waits for everything that this process works on: until it has ended, waits, or is held. */
  async settled(): Promise<void> {
    while (this.running.size > 0) await Promise.all([...this.running.values()].map(({ ended }) => ended));
  }

  /** Lets what is at work come to a step's end, and stores that. */
  async beforeApplicationShutdown(): Promise<void> {
    this.stopping.abort();
    await this.loops;
    const all = [...this.running.values()];
    await Promise.all(all.map(({ stretch, ended }) => Promise.race([stretch.stop(), ended])));
    await Promise.all(all.map(({ ended }) => ended));
  }

  private startChild(parent: TakenRun, step: string, workflow: string, args: JsonObject): Promise<WorkflowRun> {
    if (!this.functions.find(workflow)?.durable) throw new ToolError(`There is no durable workflow "${workflow}".`);
    const { conversationId, runId, owner, children } = parent;
    const key = { conversationId, runId: childRunId(runId, step) };
    return this.start({ ...key, workflow, arguments: args, parent: { runId, owner, children } });
  }

  private async undoChild({ conversationId, runId }: TakenRun, step: string): Promise<WorkflowRun | undefined> {
    const key = { conversationId, runId: childRunId(runId, step) };
    await this.runs.undoChild(key, this.clock.now());
    this.running.get(nameOf(key))?.stretch.cancel();
    return this.status(key);
  }

  private async cancelStored(key: RunKey): Promise<void> {
    const nowMs = this.clock.now();
    await this.runs.cancel(key, nowMs);
    const run = await this.runs.find(key);
    if (run?.status !== 'WAITING' || run.dueAtMs === null) return;
    const { workflow, version, dueAtMs, definition } = run;
    const tenant = currentTenant() ?? DEFAULT_TENANT;
    await this.takeUp({ ...key, workflow, version, dueAtMs, tenant, isKept: definition !== undefined });
  }

  private async takeUp(due: DueRun): Promise<void> {
    if (!this.functions.canFollow(due)) return this.leave(due);
    if (this.running.has(nameOf(due))) return;
    const run = await this.runs.take(due, randomUUID(), this.clock.now() + this.leaseMs);
    if (!run) return;
    if (run.takeovers > MAX_TAKEOVERS) {
      return this.runs.hold(run, `Its process ended over it ${run.takeovers} times.`, this.clock.now());
    }
    const handler = await this.functionOf(run);
    if (handler) this.launch(new RunStretch(run, handler, this.parts, await this.steps.of(run)));
  }

  /** What a run that was taken does; one that this service cannot read is held. */
  private async functionOf(run: TakenRun): Promise<RunFunction | undefined> {
    try {
      return this.functions.find(run.workflow, run.version, run.definition);
    } catch (error) {
      await this.runs.hold(run, messageOf(error), this.clock.now());
      return undefined;
    }
  }

  /** Another process may have the function. Where none takes the run for long, a person is to know. */
  private async leave(due: DueRun): Promise<void> {
    const nowMs = this.clock.now();
    if (nowMs - due.dueAtMs < UNKNOWN_MS) return;
    const what = due.version === '' ? `"${due.workflow}"` : `"${due.workflow}" in version "${due.version}"`;
    await this.runs.holdDue(
      due,
      `No process has the workflow ${what}: start one that has it, and retry the run.`,
      nowMs,
    );
  }

  private launch(stretch: RunStretch): void {
    const name = nameOf(stretch.run);
    const ended = this.workOn(stretch).finally(() => this.running.delete(name));
    this.running.set(name, { stretch, ended, renewedAtMs: this.clock.now() });
  }

  /** Never rejects: nobody waits for it. */
  private async workOn(stretch: RunStretch): Promise<void> {
    try {
      await stretch.work();
    } catch (error) {
      this.logger.error(`the end of workflow run ${stretch.run.runId} could not be stored: ${messageOf(error)}`);
    }
    this.tell();
  }

  /** Looks, and where there is more to do than at once, goes on as soon as something has ended. */
  private async lookAndFollow(): Promise<void> {
    while (await this.look()) await Promise.race([...this.running.values()].map(({ ended }) => ended));
  }

  /** Keeps the durable runs that this process works on, and learns which of them are another one's or are to be cancelled. */
  async renew(): Promise<void> {
    const mine = [...this.running.values()].filter(({ stretch }) => stretch.isDurable);
    for (const running of mine) {
      const { run } = running.stretch;
      const nowMs = this.clock.now();
      try {
        const kept = await acrossTenants(() => this.runs.renew(run, nowMs + this.leaseMs));
        if (kept) running.renewedAtMs = nowMs;
        else if (this.running.get(nameOf(run)) === running) running.stretch.lose();
        if (kept?.endsAs === 'CANCELLED' && run.endsAs === null) running.stretch.cancel();
      } catch (error) {
        this.logger.warn(`workflow run ${run.runId} could not be kept, which is tried again: ${messageOf(error)}`);
        if (nowMs - running.renewedAtMs >= this.leaseMs) running.stretch.lose();
      }
    }
  }

  private async loop(pauseMs: () => number, work: () => Promise<void>): Promise<void> {
    const { signal } = this.stopping;
    while (!signal.aborted) {
      try {
        await work();
      } catch (error) {
        this.logger.warn(`looking after workflows failed, and is tried again: ${messageOf(error)}`);
      }
      // Processes that were started together do not look at the same moment for ever.
      await sleep(pauseMs() * (1 - Math.random() / 4), undefined, { signal, ref: false }).catch(() => undefined);
    }
  }
}

/** What a person may know of a step. */
function told({ step, kind, status, error, errorIsShown, dueAtMs }: WorkflowStep): WorkflowStep {
  return { step, kind, status, error, errorIsShown, dueAtMs };
}

/** A step whose run is over, or held, has nobody who works on it. */
function asLeft(step: WorkflowStep): WorkflowStep {
  if (step.status === 'WAITING') return { ...step, status: 'FAILED', error: 'Its run has ended.', errorIsShown: true };
  if (step.status !== 'RUNNING' && step.status !== 'UNDOING') return step;
  return { ...step, status: 'IN_DOUBT', error: LEFT, errorIsShown: true };
}

function nameOf({ conversationId, runId }: RunKey): string {
  return `${conversationId} ${runId}`;
}
