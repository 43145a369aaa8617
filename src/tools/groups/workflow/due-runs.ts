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

/** How many runs that are due a process reads at once, and how many it works on. */
const BATCH = 200;
const AT_ONCE = 64;

/** How often in a row processes may end over a run before it is left to a person. */
const MAX_TAKEOVERS = 5;

/** How long a run may be due that no process knows the function of, as while new processes take the place of old ones. */
const UNKNOWN_MS = 300_000;

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
    const nowMs = this.parts.clock.now();
    let after: DueRun | undefined;
    do {
      const batch: DueRun[] = await acrossTenants(() => this.parts.list.due(nowMs, BATCH, after));
      for (const due of batch) {
        if (this.stopping.aborted) return false;
        if (this.atWork.size >= AT_ONCE) return true;
        await inTenant(due.tenant, () => this.takeUp(due));
      }
      after = batch.length < BATCH ? undefined : batch.at(-1);
    } while (after);
    return false;
  }

  /** Looks, and where there is more to do than at once, goes on as soon as something has ended. */
  async lookAndFollow(): Promise<void> {
    while (await this.look()) await this.atWork.oneSettled();
  }

  /** Works on a run from now on, unless somebody was faster, or nobody here can. */
  async takeUp(due: DueRun): Promise<void> {
    const { leases, outcomes, steps, clock, leaseMs } = this.parts;
    if (!this.functions.canFollow(due)) return this.leave(due);
    if (this.atWork.has(due)) return;
    const run = await leases.take(due, randomUUID(), clock.now() + leaseMs);
    if (!run) return;
    if (run.takeovers > MAX_TAKEOVERS) {
      return outcomes.hold(run, `Its process ended over it ${run.takeovers} times.`, clock.now());
    }
    const handler = await this.functionOf(run);
    if (handler) this.atWork.launch(run, handler, await steps.of(run));
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
