import { setTimeout as sleep } from 'node:timers/promises';
import { untilAborted } from '../../../platform/common/abort.js';
import type { WorkflowCall } from '../../../platform/handlers-api/index.js';
import { normalizeResult } from '../../run/index.js';
import { ToolError } from '../../tool-error.js';
import { persistently } from './persistently.js';
import type { RunLeases } from './rows/run-leases.js';
import type { RunEnd, RunOutcomes, TurnedBack } from './rows/run-outcomes.js';
import { CANCELLED } from './rows/run-requests.js';
import type { TakenRun } from './rows/run-rows.js';
import type { StoredStep, WorkflowSteps } from './rows/workflow-steps.js';
import type { RunFunction } from './run-functions.js';
import { reasonOf } from './shown-errors.js';
import type { Pause } from './steps/run-pause.js';
import { RunSteps } from './steps/run-steps.js';
import type { StepSettings } from './steps/step-work.js';
import { GivenUp, RunStopped } from './stretch-end.js';

/** How long a stop waits for steps that are at work, in milliseconds. */
const GRACE_MS = 3_000;

/** What the work on a run needs. */
export interface StretchParts extends Omit<StepSettings, 'isDurable' | 'obstacle'> {
  readonly leases: RunLeases;
  readonly outcomes: RunOutcomes;
  readonly steps: WorkflowSteps;
  /** How long one stretch takes at most, and undoing as long again, in milliseconds. */
  readonly timeoutMs: number;
}

/** What became of calling the function of a run. */
type Outcome = RunEnd | Pause | { readonly kind: 'given up' };

/**
 * One stretch of a run: from when somebody takes it until it ends, waits, is held, or is left to another process. What ends with
 * its process has one stretch.
 */
export class RunStretch {
  private readonly abort = new AbortController();
  /** Ends the undoing, too. */
  private readonly leaving = new AbortController();
  private readonly steps: RunSteps;
  /** Whether another process is to go on with it. */
  private isLeft = false;

  /** @param stored what is written of the run already; nothing where it has just begun */
  constructor(
    readonly run: TakenRun,
    private readonly handler: RunFunction,
    private readonly parts: StretchParts,
    stored: readonly StoredStep[] = [],
  ) {
    const settings = { ...parts, isDurable: this.isDurable, obstacle: handler.obstacle };
    this.steps = new RunSteps(run, parts.steps, this.abort.signal, settings, stored);
    if (run.endsAs !== null) this.steps.beginNothing();
  }

  get isDurable(): boolean {
    return this.handler.durable === true;
  }

  /** Ends the run, and has it undone. */
  cancel(): void {
    this.abort.abort(new RunStopped('CANCELLED', CANCELLED));
  }

  /** Works on it no more: it is another one's. */
  lose(): void {
    const reason = new GivenUp('Another process has taken the run.');
    this.leaving.abort(reason);
    this.abort.abort(reason);
  }

  /** For the end of the process: lets steps that are at work come to their end, and leaves the rest to whoever takes the run. */
  async stop(): Promise<void> {
    const text = 'The service was stopped.';
    if (!this.isDurable) {
      this.leaving.abort(new RunStopped('INTERRUPTED', text));
      return this.abort.abort(new RunStopped('INTERRUPTED', text));
    }
    this.isLeft = true;
    this.steps.beginNothing();
    await sleep(GRACE_MS, undefined, { ref: false });
    this.leaving.abort(new GivenUp(text));
    this.abort.abort(new GivenUp(text));
  }

  /** @throws what the database says where the end could not be stored */
  async work(): Promise<void> {
    const { timeoutMs } = this.parts;
    const late = () => this.abort.abort(new RunStopped('INTERRUPTED', `It did not get on within ${timeoutMs} ms.`));
    const timer = setTimeout(late, timeoutMs);
    try {
      const outcome = await Promise.race([this.call(), this.steps.paused]);
      await this.steps.close();
      await this.conclude(outcome);
    } finally {
      clearTimeout(timer);
    }
  }

  /** Calls its function, from a later tick on, so that a workflow that works at once does not hold up the turn. */
  private async call(): Promise<Outcome> {
    const { resultBytes, database } = this.parts;
    const { signal } = this.abort;
    const { conversationId, runId, workflow, arguments: args } = this.run;
    const call: WorkflowCall = {
      conversationId,
      runId,
      workflow,
      arguments: args,
      signal,
      database,
      step: (name, work, options) => this.steps.step(name, work, options),
      sleep: (name, milliseconds) => this.steps.sleep(name, milliseconds),
      waitForApproval: (name, request) => this.steps.waitForApproval(name, request),
      child: (name, child, childArgs = {}) => this.steps.child(name, child, childArgs),
      waitForSignal: (name, options) => this.steps.waitForSignal(name, options?.timeoutMs),
    };
    try {
      const work = Promise.resolve().then(() => this.handler.run(call));
      const result = normalizeResult(await untilAborted(work, signal));
      const bytes = Buffer.byteLength(JSON.stringify(result));
      if (bytes > resultBytes) throw new ToolError(`it answered ${bytes} bytes; at most ${resultBytes} are allowed`);
      return { status: 'DONE', result };
    } catch (error) {
      if (error instanceof GivenUp) return { kind: 'given up' };
      return { status: error instanceof RunStopped ? error.status : 'FAILED', ...reasonOf(error) };
    }
  }

  private async conclude(outcome: Outcome): Promise<void> {
    const { run } = this;
    if ('kind' in outcome && outcome.kind === 'given up') return this.release();
    if ('kind' in outcome && outcome.kind === 'held') return this.hold(outcome.reason);
    if (run.endsAs !== null) {
      return this.undo({ status: run.endsAs, error: run.error ?? CANCELLED, isShown: run.errorIsShown });
    }
    if ('kind' in outcome) return this.rest(outcome.untilMs);
    if (outcome.status === 'FAILED' || outcome.status === 'CANCELLED')
      return this.undo({ ...outcome, status: outcome.status });
    if (outcome.status === 'INTERRUPTED' && this.isDurable) return this.hold(outcome.error);
    const [forgotten] = this.steps.forgotten();
    if (outcome.status === 'DONE' && forgotten !== undefined) {
      return this.hold(`The step "${forgotten}" is done, and this function does not know it: ${MEND}`);
    }
    await this.end(outcome);
  }

  private async rest(untilMs: number | null): Promise<void> {
    if (this.isLeft) return this.release();
    const { value: isAsleep, wasUncertain } = await persistently(() => this.parts.leases.suspend(this.run, untilMs));
    // What it was told meanwhile is looked at at once.
    if (!isAsleep && !wasUncertain) await this.release();
  }

  private async undo(why: TurnedBack): Promise<void> {
    const { outcomes, clock, timeoutMs } = this.parts;
    const { value } = await persistently(() => outcomes.turnBack(this.run, why, clock.now() + timeoutMs));
    if (!value) return;
    const [missing] = this.isDurable ? this.steps.notUndoable() : [];
    if (missing !== undefined)
      return this.hold(`This function does not say how the step "${missing}" is undone: ${MEND}`);
    const obstacle = this.steps.undoObstacle();
    if (obstacle !== undefined) return this.hold(obstacle);
    try {
      const isUndone = await this.steps.undo(AbortSignal.any([this.leaving.signal, AbortSignal.timeout(timeoutMs)]));
      if (!isUndone) return this.rest(null);
    } catch (error) {
      if (this.isDurable && error instanceof GivenUp) return this.release();
      if (this.isDurable) return this.hold(`It could not be undone within ${timeoutMs} ms.`);
    }
    await this.end(value);
  }

  private async hold(reason: string): Promise<void> {
    await persistently(() => this.parts.outcomes.hold(this.run, reason, this.parts.clock.now()));
  }

  private async release(): Promise<void> {
    await persistently(() => this.parts.leases.release(this.run, this.parts.clock.now()));
  }

  private async end(end: RunEnd): Promise<void> {
    await persistently(() => this.parts.outcomes.end(this.run, end, this.parts.clock.now()));
  }
}

const MEND = 'start a process that has the function as it was, and retry the run.';
