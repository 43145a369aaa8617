import { Logger } from '@nestjs/common';
import { messageOf } from '../../../platform/common/errors.js';
import { acrossTenants } from '../../../platform/common/tenant.js';
import { OutageLog } from '../../../platform/persistence/index.js';
import type { TakenRun } from './rows/run-rows.js';
import type { StoredStep } from './rows/workflow-steps.js';
import type { RunApprovals } from './run-approvals.js';
import type { RunFunction } from './run-functions.js';
import { RunStretch, type StretchParts } from './run-stretch.js';
import type { RunKey } from './workflow-engine.js';

interface Working {
  readonly stretch: RunStretch;
  readonly ended: Promise<void>;
  renewedAtMs: number;
}

/** The runs that this process works on, and keeps. */
export class RunsAtWork {
  private readonly logger = new Logger('EmbeddedWorkflows');
  private readonly renewals = new OutageLog(this.logger, 'keeping runs of workflows');
  private readonly working = new Map<string, Working>();
  private tell: () => void = () => undefined;

  constructor(private parts: StretchParts) {}

  get size(): number {
    return this.working.size;
  }

  has(key: RunKey): boolean {
    return this.working.has(nameOf(key));
  }

  /** Settles when this process works on a run no more; undefined where it does not. */
  endOf(key: RunKey): Promise<void> | undefined {
    return this.working.get(nameOf(key))?.ended;
  }

  /** @param approvals by whom runs ask their users from now on */
  askBy(approvals: RunApprovals): void {
    this.parts = { ...this.parts, approvals };
  }

  /**
   * @param listener called when a run that this process worked on has ended, waits or is held, instead of the one before
   * @returns ends that
   */
  onNews(listener: () => void): () => void {
    this.tell = listener;
    return () => {
      if (this.tell === listener) this.tell = () => undefined;
    };
  }

  /**
   * Works on a run from now on, and does not wait for it.
   * @param stored what is written of it already; nothing where it has just begun
   */
  launch(run: TakenRun, handler: RunFunction, stored?: readonly StoredStep[]): void {
    const name = nameOf(run);
    const stretch = new RunStretch(run, handler, this.parts, stored);
    const ended = this.workOn(stretch).finally(() => this.working.delete(name));
    this.working.set(name, { stretch, ended, renewedAtMs: this.parts.clock.now() });
  }

  /** Ends a run that this process works on, and has it undone; false where it does not. */
  cancel(key: RunKey): boolean {
    const here = this.working.get(nameOf(key));
    here?.stretch.cancel();
    return here !== undefined;
  }

  /** Keeps the durable ones, and learns which of them are another one's or are to be cancelled. */
  async renew(): Promise<void> {
    const mine = [...this.working.values()].filter(({ stretch }) => stretch.isDurable);
    const { leaseMs } = this.parts;
    for (const working of mine) {
      const { run } = working.stretch;
      const nowMs = this.parts.clock.now();
      try {
        const kept = await acrossTenants(() => this.parts.leases.renew(run, nowMs + leaseMs));
        this.renewals.worked();
        if (kept) working.renewedAtMs = nowMs;
        else if (this.working.get(nameOf(run)) === working) working.stretch.lose();
        if (kept?.endsAs === 'CANCELLED' && run.endsAs === null) working.stretch.cancel();
      } catch (error) {
        this.renewals.failed(error);
        if (nowMs - working.renewedAtMs >= leaseMs) working.stretch.lose();
      }
    }
  }

  /** Waits until one of them has ended, waits, or is held. */
  async oneSettled(): Promise<void> {
    await Promise.race([...this.working.values()].map(({ ended }) => ended));
  }

  /** Waits for all of them: until each has ended, waits, or is held. */
  async settled(): Promise<void> {
    while (this.working.size > 0) await Promise.all([...this.working.values()].map(({ ended }) => ended));
  }

  /** Lets them come to a step's end, and stores that. */
  async stop(): Promise<void> {
    const all = [...this.working.values()];
    await Promise.all(all.map(({ stretch, ended }) => Promise.race([stretch.stop(), ended])));
    await Promise.all(all.map(({ ended }) => ended));
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
}

function nameOf({ conversationId, runId }: RunKey): string {
  return `${conversationId} ${runId}`;
}
