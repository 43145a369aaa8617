import { randomUUID } from 'node:crypto';
import type { Clock } from '../../../platform/common/clock.js';
import { messageOf } from '../../../platform/common/errors.js';
import { acrossTenants, inTenant } from '../../../platform/common/tenant.js';
import type { RunLeases } from './rows/run-leases.js';
import type { RunList } from './rows/run-list.js';
import type { RunOutcomes } from './rows/run-outcomes.js';
import type { DueRun, TakenRun } from './rows/run-rows.js';
import type { WorkflowSteps } from './rows/workflow-steps.js';
import type { RunFunction, RunFunctions } from './run-functions.js';
import type { RunsAtWork } from './runs-at-work.js';
import type { RunKey } from './workflow-engine.js';

/** How many runs that are due a process works on at once. */
const AT_ONCE = 64;

/** How often in a row processes may end over a run before it is left to a person. */
const MAX_TAKEOVERS = 5;

/** How long a run may be due that no process knows the function of, as while new processes take the place of old ones. */
const UNKNOWN_MS = 300_000;

/** What is due in less, in milliseconds, is asked for again by itself: who has asked for it now came early, as clocks differ. */
const SOON_MS = 60_000;

/** A run that is to be asked for again. */
export interface DueAgain {
  readonly key: RunKey;
  /** In how many milliseconds. */
  readonly inMs: number;
  /** What is asked for with the same word is so once; left out where that is soon. */
  readonly once?: string;
}

/** What taking up a run needs. */
interface DueParts {
  readonly list: RunList;
  readonly leases: RunLeases;
  readonly outcomes: RunOutcomes;
  readonly steps: WorkflowSteps;
  readonly clock: Clock;
  /** How long a process keeps a run without a sign of life, in milliseconds. */
  readonly leaseMs: number;
}

/** The runs that are due: their time has come, they were told something, or their process has ended. */
export class DueRuns {
  /** @param stopping aborted when no more are to be taken up */
  constructor(
    private readonly parts: DueParts,
    private readonly functions: RunFunctions,
    private readonly atWork: RunsAtWork,
    private readonly stopping: AbortSignal,
  ) {}

  /**
   * Goes on with them, as many as this process works on at once.
   * @returns whether there are more
   */
  async look(): Promise<boolean> {
    for await (const due of this.parts.list.due(this.parts.clock.now())) {
      if (this.stopping.aborted) return false;
      if (this.atWork.size >= AT_ONCE) return true;
      await this.takeUp(due);
    }
    return false;
  }

  /** Looks, and where there is more to do than at once, goes on as soon as something has ended. */
  async lookAndFollow(): Promise<void> {
    while (await this.look()) await this.atWork.oneSettled();
  }

  /** Goes on with one of them from now on, where it is due. */
  async begin(key: RunKey): Promise<void> {
    const due = await this.find(key);
    if (due && due.dueAtMs <= this.parts.clock.now()) await this.takeUp(due);
  }

  /**
   * Works on a run, where it is due, until it ends, waits or is held.
   * @param by who asks. A run that the same caller has asked for before, and that a dead process has left, is taken
   *   up at once
   * @returns which runs are to be asked for again, and when
   * @throws Error where another process is to be asked
   */
  async follow(key: RunKey, by: string): Promise<DueAgain[]> {
    const due = await this.find(key);
    if (!due) return [];
    const nowMs = this.parts.clock.now();
    const isTheirs = due.owner?.startsWith(`${by} `) ?? false;
    if (due.dueAtMs > nowMs && !isTheirs) return [dueAgain(due, nowMs)];
    while (this.atWork.size >= AT_ONCE) await this.atWork.oneSettled();
    if (this.stopping.aborted) throw new Error('This process ends.');
    await this.takeUp(due, `${by} ${randomUUID()}`);
    await this.atWork.endOf(key);
    const next = await this.find(key);
    if (next?.dueAtMs === due.dueAtMs) throw new Error(`This process has no workflow "${due.workflow}".`);
    return next ? [dueAgain(next, this.parts.clock.now())] : parentOf(due);
  }

  private find(key: RunKey): Promise<DueRun | undefined> {
    return acrossTenants(() => this.parts.list.dueOf(key));
  }

  /** Works on a run from now on, unless somebody was faster, or nobody here can. */
  private takeUp(due: DueRun, owner: string = randomUUID()): Promise<void> {
    return inTenant(due.tenant, async () => {
      const { leases, outcomes, steps, clock, leaseMs } = this.parts;
      if (!this.functions.canFollow(due)) return this.leave(due);
      if (this.atWork.has(due)) return;
      const run = await leases.take(due, owner, clock.now() + leaseMs);
      if (!run) return;
      if (run.takeovers > MAX_TAKEOVERS) {
        return outcomes.hold(run, `Its process ended over it ${run.takeovers} times.`, clock.now());
      }
      const handler = await this.functionOf(run);
      if (handler) this.atWork.launch(run, handler, await steps.of(run));
    });
  }

  /** What a run that was taken does; one that this service cannot read is held. */
  private async functionOf(run: TakenRun): Promise<RunFunction | undefined> {
    try {
      return this.functions.find(run.workflow, run.version, run.definition);
    } catch (error) {
      await this.parts.outcomes.hold(run, messageOf(error), this.parts.clock.now());
      return undefined;
    }
  }

  /** Another process may have the function. Where none takes the run for long, a person is to know. */
  private async leave(due: DueRun): Promise<void> {
    const nowMs = this.parts.clock.now();
    if (nowMs - due.dueAtMs < UNKNOWN_MS) return;
    const what = due.version === '' ? `"${due.workflow}"` : `"${due.workflow}" in version "${due.version}"`;
    const reason = `No process has the workflow ${what}: start one that has it, and retry the run.`;
    await this.parts.outcomes.holdDue(due, reason, nowMs);
  }
}

function dueAgain({ conversationId, runId, dueAtMs }: DueRun, nowMs: number): DueAgain {
  const inMs = Math.max(0, dueAtMs - nowMs);
  return { key: { conversationId, runId }, inMs, ...(inMs > SOON_MS && { once: `due at ${dueAtMs}` }) };
}

/** The run that one is a step of: it was told if that has ended. */
function parentOf({ conversationId, parentRunId }: DueRun): DueAgain[] {
  return parentRunId === null ? [] : [{ key: { conversationId, runId: parentRunId }, inMs: 0 }];
}
