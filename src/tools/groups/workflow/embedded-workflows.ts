import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { type BeforeApplicationShutdown, Inject, Injectable } from '@nestjs/common';
import type { Clock } from '../../../platform/common/clock.js';
import type { JsonObject, JsonValue } from '../../../platform/common/json.js';
import { CLOCK, CONFIG, DATABASE } from '../../../platform/common/tokens.js';
import type { ConvEngineConfig } from '../../../platform/config/index.js';
import { type ApprovalOutcome, Handlers } from '../../../platform/handlers-api/index.js';
import type { Database } from '../../../platform/persistence/index.js';
import { ToolError } from '../../tool-error.js';
import { DueRuns } from './due-runs.js';
import { OwnDriver } from './own-driver.js';
import { RestateDriver } from './restate/restate-driver.js';
import { RunLeases } from './rows/run-leases.js';
import { RunList } from './rows/run-list.js';
import { type RunNews, RunNewsStore } from './rows/run-news.js';
import { RunOutcomes } from './rows/run-outcomes.js';
import { RunRequests } from './rows/run-requests.js';
import type { TakenRun } from './rows/run-rows.js';
import { StepAnswers } from './rows/step-answers.js';
import { WorkflowSteps } from './rows/workflow-steps.js';
import type { RunApprovals } from './run-approvals.js';
import type { RunDriver } from './run-driver.js';
import { type KeptFunctions, RunFunctions } from './run-functions.js';
import { statusOf } from './run-status.js';
import { RunsAtWork } from './runs-at-work.js';
import type { ChildRuns } from './steps/step-work.js';
import { watchRuns } from './watch-runs.js';
import {
  childRunId,
  type ListedRun,
  type RunKey,
  type StepFinding,
  type WorkflowEngine,
  type WorkflowRun,
  type WorkflowStart,
} from './workflow-engine.js';

/** How long a cancellation waits for the undoing, in milliseconds; it goes on after that. */
const CANCEL_WAIT_MS = 10_000;

/** How long a run takes at most, how much it may return, whether the webhook is told of it, and whose the service is. */
interface WorkflowSettings {
  readonly auth: Pick<ConvEngineConfig['auth'], 'tenant'>;
  readonly mcp: Pick<ConvEngineConfig['mcp'], 'workflows'>;
  readonly limits: Pick<ConvEngineConfig['limits'], 'toolResultBytes'>;
  readonly webhooks: Pick<ConvEngineConfig['webhooks'], 'url'>;
}

/**
 * Runs the workflows that handlers of kind `workflow` bring, in these processes and beside the turn. What happened to a run stands
 * in `ce_workflow_run` and `ce_workflow_step`. A durable one goes on in another process when its own ends, waits without
 * one, and is kept by one process at a time; where Restate is configured, that says by which. Any other ends with its process.
 */
@Injectable()
export class EmbeddedWorkflows implements WorkflowEngine, BeforeApplicationShutdown {
  private readonly functions: RunFunctions;
  private readonly runs: RunList;
  private readonly leases: RunLeases;
  private readonly requests: RunRequests;
  private readonly newsStore: RunNewsStore;
  private readonly steps: WorkflowSteps;
  private readonly answers: StepAnswers;
  private readonly atWork: RunsAtWork;
  private readonly due: DueRuns;
  private readonly driver: RunDriver;
  private readonly timeoutMs: number;
  /** How long a process keeps a run without a sign of life, in milliseconds; it gives one three times as often. */
  private readonly leaseMs: number;
  private readonly stopping = new AbortController();
  private watching: Promise<void> = Promise.resolve();

  constructor(
    handlers: Handlers,
    @Inject(DATABASE) database: Database,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(CONFIG) { auth, mcp, limits, webhooks }: WorkflowSettings,
  ) {
    const { timeoutMs, leaseMs, restate } = mcp.workflows;
    this.timeoutMs = timeoutMs;
    this.leaseMs = leaseMs;
    this.functions = new RunFunctions(handlers);
    this.runs = new RunList(database, auth.tenant);
    this.requests = new RunRequests(database);
    this.newsStore = new RunNewsStore(database);
    this.leases = new RunLeases(database);
    this.steps = new WorkflowSteps(database);
    this.answers = new StepAnswers(database);
    const outcomes = new RunOutcomes(database, webhooks.url !== '');
    const written = { leases: this.leases, outcomes, steps: this.steps, clock };
    const children: ChildRuns = {
      start: (parent, step, workflow, args) => this.startChild(parent, step, workflow, args),
      undo: (parent, step) => this.undoChild(parent, step),
    };
    const resultBytes = limits.toolResultBytes;
    this.atWork = new RunsAtWork({ ...written, database, timeoutMs, leaseMs, resultBytes, children });
    this.due = new DueRuns({ ...written, list: this.runs, leaseMs }, this.functions, this.atWork, this.stopping.signal);
    this.driver =
      restate.ingressUrl === ''
        ? new OwnDriver(this.due, this.functions)
        : new RestateDriver({ due: this.due, list: this.runs, clock, timeoutMs }, restate);
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

  /**
   * Begins to look for runs that are due, until the application stops.
   * @throws Error where this process cannot be reached by whoever is to say which these are
   */
  async watch(): Promise<void> {
    await this.driver.open();
    this.watching = watchRuns(this.driver, this.atWork, this.leaseMs, this.stopping.signal);
  }

  async start(start: WorkflowStart): Promise<WorkflowRun> {
    const handler = this.functions.find(start.workflow, undefined, start.definition);
    if (!handler) throw new ToolError(`There is no workflow "${start.workflow}".`);
    const nowMs = this.clock.now();
    const startsHere = !handler.durable || this.driver.startsHere;
    const owner = startsHere ? randomUUID() : null;
    const { version = '' } = start.definition ?? handler;
    const dueAtMs = handler.durable ? nowMs + (startsHere ? this.leaseMs : 0) : null;
    const deadlineMs = nowMs + this.timeoutMs;
    const declared = start.definition ? [] : this.functions.childrenOf(start.workflow);
    // What a child may start was named in the question of the run that it is a step of.
    const children = start.parent ? declared.filter((name) => start.parent?.children.includes(name)) : declared;
    const isNew = await this.leases.begin(start, { version, owner, nowMs, dueAtMs, deadlineMs, children });
    if (owner === null) await this.driver.wake(start);
    else if (isNew) {
      const fresh = { endsAs: null, error: null, errorIsShown: false, toldCount: 0, takeovers: 0 };
      const run: TakenRun = { ...start, ...fresh, version, owner, children, parentRunId: start.parent?.runId ?? null };
      this.atWork.launch(run, handler);
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
    const planned = this.functions.plannedSteps(stored.workflow, stored.version, stored.definition);
    return statusOf(stored, await this.steps.of(key), planned, this.clock.now());
  }

  async cancel(key: RunKey): Promise<WorkflowRun | undefined> {
    const here = this.atWork.cancel(key);
    // Also where it is at work here: it may be about to wait, or be another process's by now.
    await this.requests.cancel(key, this.clock.now());
    if (here) await this.endOf(key);
    if (!here || (await this.status(key))?.endedAtMs === null) {
      await this.driver.goOn(key, CANCEL_WAIT_MS);
      await this.endOf(key);
    }
    const run = await this.status(key);
    if (run?.status === 'RUNNING' && !run.endsAs && !here) {
      throw new ToolError('The run is at work in another process and goes on.');
    }
    return run;
  }

  /** @param approvals by whom runs ask their users from now on */
  askBy(approvals: RunApprovals): void {
    this.atWork.askBy(approvals);
  }

  /**
   * Gives a run the answer that it waits for; false where it has ended, or has had it.
   * @param asked what it is an answer to, as `RunApprovals.digestOf` has it
   */
  decide(key: RunKey, step: string, outcome: ApprovalOutcome, asked: string): Promise<boolean> {
    return this.waking(key, this.answers.decide(key, step, { ...outcome, asked }, this.clock.now()));
  }

  /** The run that a consent has started, and that this one is a part of; itself, where it is no step of another one. */
  async startedBy({ conversationId, runId }: RunKey): Promise<string> {
    const run = await this.runs.find({ conversationId, runId });
    return run?.parentRunId ? this.startedBy({ conversationId, runId: run.parentRunId }) : runId;
  }

  noteTold(key: RunKey): Promise<void> {
    return this.newsStore.noteTold(key, this.clock.now());
  }

  /**
   * @param listener called when a run that this process worked on has ended, waits or is held
   * @returns ends that
   */
  onNews(listener: () => void): () => void {
    return this.atWork.onNews(listener);
  }

  /** What became of runs, in whichever process, and is not in the audit yet; the oldest first. */
  news(limit: number): Promise<RunNews[]> {
    return this.newsStore.unrecorded(limit);
  }

  noteRecorded(news: RunNews): Promise<void> {
    return this.newsStore.noteRecorded(news);
  }

  /** The newest runs of a conversation that have not ended, with what is known of each. */
  async open(conversationId: string, limit: number): Promise<WorkflowRun[]> {
    const open = (await this.runs.of(conversationId, limit, 'agreed to')).filter(({ endedAtMs }) => endedAtMs === null);
    const runs = await Promise.all(open.map((run) => this.status(run)));
    return runs.filter((run) => run !== undefined && run.status !== 'INTERRUPTED') as WorkflowRun[];
  }

  signal(key: RunKey, name: string, payload: JsonValue): Promise<boolean> {
    return this.waking(key, this.answers.signal(key, name, payload, this.clock.now()));
  }

  /** Those of a conversation, the newest first, or those that wait for a person, the oldest first. */
  list(which: { conversationId: string } | 'held', limit: number): Promise<ListedRun[]> {
    return which === 'held' ? this.runs.held(limit) : this.runs.of(which.conversationId, limit);
  }

  /** Has a held run go on where it stood; false where it is not held. */
  retry(key: RunKey): Promise<boolean> {
    return this.waking(key, this.requests.retry(key, this.clock.now()));
  }

  /** Settles a step of a held run that nobody knows the end of, as somebody found it out; false where there is none. */
  async settle(key: RunKey, step: string, { happened, result }: StepFinding): Promise<boolean> {
    const run = await this.runs.find(key);
    if (run?.status !== 'HELD') return false;
    return this.answers.settle(key, step, happened ? { result } : undefined);
  }

  /**
   * Goes on with runs that are due, as many as this process works on at once.
   * @returns whether there are more
   */
  look(): Promise<boolean> {
    return this.due.look();
  }

  /** Keeps the durable runs that this process works on, and learns which of them are another one's or are to be cancelled. */
  renew(): Promise<void> {
    return this.atWork.renew();
  }

  /** Waits for everything that this process works on: until it has ended, waits, or is held. */
  settled(): Promise<void> {
    return this.atWork.settled();
  }

  /** Lets what is at work come to a step's end, and stores that. */
  async beforeApplicationShutdown(): Promise<void> {
    this.stopping.abort();
    await this.watching;
    await this.atWork.stop();
    await this.driver.close();
  }

  /** Waits until this process works on a run no more, as long as a cancellation waits. */
  private async endOf(key: RunKey): Promise<void> {
    await Promise.race([this.atWork.endOf(key), sleep(CANCEL_WAIT_MS, undefined, { ref: false })]);
  }

  /** Has a run gone on with where it was told something. */
  private async waking(key: RunKey, telling: Promise<boolean>): Promise<boolean> {
    const isTold = await telling;
    if (isTold) await this.driver.wake(key);
    return isTold;
  }

  private startChild(parent: TakenRun, step: string, workflow: string, args: JsonObject): Promise<WorkflowRun> {
    if (!this.functions.find(workflow)?.durable) throw new ToolError(`There is no durable workflow "${workflow}".`);
    const { conversationId, runId, owner, children } = parent;
    const key = { conversationId, runId: childRunId(runId, step) };
    return this.start({ ...key, workflow, arguments: args, parent: { runId, owner, children } });
  }

  private async undoChild({ conversationId, runId }: TakenRun, step: string): Promise<WorkflowRun | undefined> {
    const key = { conversationId, runId: childRunId(runId, step) };
    await this.requests.undoChild(key, this.clock.now());
    if (!this.atWork.cancel(key)) await this.driver.wake(key);
    return this.status(key);
  }
}
