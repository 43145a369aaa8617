import { setTimeout as sleep } from 'node:timers/promises';
import { untilAborted } from '../../../../platform/common/abort.js';
import { type Clock, steadyNow } from '../../../../platform/common/clock.js';
import { messageOf } from '../../../../platform/common/errors.js';
import { type JsonObject, toJson } from '../../../../platform/common/json.js';
import type { StepCall, StepOptions } from '../../../../platform/handlers-api/index.js';
import type { Database } from '../../../../platform/persistence/index.js';
import { ToolError } from '../../../tool-error.js';
import { persistently } from '../persistently.js';
import type { TakenRun } from '../rows/run-rows.js';
import type { KeptResult, StepEnd, WorkflowSteps } from '../rows/workflow-steps.js';
import type { RunApprovals } from '../run-approvals.js';
import { reasonOf } from '../shown-errors.js';
import { GivenUp } from '../stretch-end.js';
import type { WorkflowRun } from '../workflow-engine.js';
import { Parked } from './run-pause.js';

/** How long a wait between two attempts is at most, in milliseconds. */
const MAX_RETRY_WAIT_MS = 60_000;

/** What the steps of a run need. */
export interface StepSettings {
  readonly clock: Clock;
  readonly database: Database;
  /** Whether the run goes on in another process; if not, it cannot wait. */
  readonly isDurable: boolean;
  /** How long a process keeps a run without a sign of life, in milliseconds. */
  readonly leaseMs: number;
  /** How long an answer may be that is kept, in bytes of JSON. */
  readonly resultBytes: number;
  /** Undefined where nobody can be asked. */
  readonly approvals?: RunApprovals | undefined;
  /** Starts other runs as steps of this one. */
  readonly children?: ChildRuns | undefined;
  /** Why a step, or its undoing, must not begin: its run is held until a person has seen to it. */
  readonly obstacle?: ((step: string, what: 'step' | 'undo') => string | undefined) | undefined;
}

/** The runs that are steps of others. */
export interface ChildRuns {
  /** Starts a child, once however often it is called, and gives how it stands. */
  start(parent: TakenRun, step: string, workflow: string, args: JsonObject): Promise<WorkflowRun>;
  /** Has a child undone, and gives how it stands; undefined where it never began. */
  undo(parent: TakenRun, step: string): Promise<WorkflowRun | undefined>;
}

export type Work<T> = (call: StepCall) => Promise<T> | T;

/** A step as its function describes it. */
export interface DescribedStep<T> {
  readonly step: string;
  readonly work: Work<T>;
  readonly options: StepOptions<T>;
}

/** How what a step does, or what undoes it, is treated. */
export type Treatment = Pick<StepOptions<never>, 'policy' | 'retry'>;

/** How a step is undone. */
export type DescribedUndo = Pick<DescribedStep<unknown>, 'step' | 'work'> & { readonly options: Treatment };

/** Whether a step may be done twice without harm, or leaves nothing where it was not finished. */
export function mayRepeat({ policy = 'at-most-once' }: Treatment): boolean {
  return policy !== 'at-most-once';
}

/** Does what the steps of a run do, and writes down how it ended. */
export class StepWork {
  constructor(
    private readonly run: TakenRun,
    private readonly steps: WorkflowSteps,
    private readonly signal: AbortSignal,
    private readonly settings: StepSettings,
  ) {}

  /**
   * Does a step that is written as begun.
   * @param askedAt when that was asked for, by the process's monotonic clock
   * @throws GivenUp or Parked where nobody goes on with it here, else why it failed
   */
  async perform<T>(described: DescribedStep<T>, askedAt: number): Promise<T> {
    const { step, options } = described;
    let isBegun = false;
    let result: T;
    try {
      const once = (attempt: number) => {
        isBegun = true;
        return this.once(described, attempt);
      };
      result = await this.attempt({ step, status: 'RUNNING', once, options, signal: this.signal, askedAt });
    } catch (error) {
      if (this.signal.aborted && this.signal.reason instanceof GivenUp) throw this.signal.reason;
      const isTransactional = options.policy === 'transactional';
      const isOver = isTransactional || !isBegun || (!this.signal.aborted && hasDoneNothing(error));
      const isWritten =
        !(error instanceof GivenUp) &&
        (await this.end(step, { status: isOver ? 'FAILED' : 'IN_DOUBT', ...reasonOf(error) }));
      // Its rows know more of it, as of a COMMIT whose answer was lost: whoever has the run looks at them anew.
      if (!isWritten && this.settings.isDurable) throw new Parked(this.settings.clock.now());
      throw error;
    }
    await this.end(step, { status: 'DONE', ...this.kept(result) });
    return result;
  }

  /** Undoes a step that is written as about to be; as `perform` does it. */
  async undo({ step, work, options }: DescribedUndo, askedAt: number, signal: AbortSignal): Promise<void> {
    const once = (attempt: number) => bounded(work, this.callOf(`${step}.undo`, signal, attempt));
    try {
      await this.attempt({ step, status: 'UNDOING', once, options, signal, askedAt });
      await this.end(step, { status: 'UNDONE' });
    } catch (error) {
      if (mayRepeat(options) && signal.aborted && signal.reason instanceof GivenUp) throw signal.reason;
      if (!signal.aborted && error instanceof GivenUp) throw error;
      const { error: why, isShown } = reasonOf(error);
      await this.end(step, { status: 'IN_DOUBT', error: `It could not be undone: ${why}`, isShown });
    }
  }

  /** False where it had ended before, or is not there any more. */
  async end(step: string, end: StepEnd): Promise<boolean> {
    return (await persistently(() => this.steps.end(this.run, step, end, this.settings.clock.now()))).value;
  }

  /** What is written down of a result, as JSON: nothing of one that is too long or no JSON, since the step is done all the same. */
  kept(result: unknown): KeptResult {
    const { resultBytes } = this.settings;
    try {
      const value = result === undefined ? undefined : toJson(result);
      const bytes = Buffer.byteLength(JSON.stringify(value) ?? '');
      if (bytes <= resultBytes) return { value };
      return { value: undefined, problem: `it answered ${bytes} bytes; at most ${resultBytes} can be kept` };
    } catch (error) {
      return { value: undefined, problem: `what it answered cannot be kept: ${messageOf(error)}` };
    }
  }

  /**
   * Tries it as often as its options say, and again only what is harmless to do twice or has not happened.
   * @throws GivenUp where the run is not this owner's any more, or the step has ended
   */
  private async attempt<T>({ step, status, once, options, signal, ...begun }: Attempts<T>): Promise<T> {
    const { attempts = 1, waitMs = 1_000 } = options.retry ?? {};
    let { askedAt } = begun;
    const askAgain = async () => {
      askedAt = steadyNow();
      const { value: isOurs } = await persistently(() => this.steps.beginAgain(this.run, step, status));
      if (!isOurs) throw new GivenUp(`The step "${step}" is not this owner's any more.`);
    };
    for (let attempt = 1; ; attempt += 1) {
      // Over a process that was paused since, the run may be taken, and the step be settled or done by others.
      while (steadyNow() - askedAt > this.settings.leaseMs / 2) await askAgain();
      signal.throwIfAborted();
      try {
        return await once(attempt);
      } catch (error) {
        if (error instanceof GivenUp) throw error;
        const isHarmless = mayRepeat(options) || hasDoneNothing(error);
        if (attempt >= attempts || signal.aborted || !isHarmless) throw error;
      }
      const pauseMs = Math.min(waitMs * 2 ** (attempt - 1), MAX_RETRY_WAIT_MS);
      await untilAborted(sleep(pauseMs, undefined, { ref: false }), signal);
      await askAgain();
    }
  }

  /**
   * A transactional step is written as done in the transaction that it works in: both are there, or neither. Neither is where the run is
   * another one's by now, or has ended.
   */
  private once<T>({ step, work, options }: DescribedStep<T>, attempt: number): Promise<T> {
    const call = this.callOf(step, this.signal, attempt);
    if (options.policy !== 'transactional') return bounded(work, call);
    return this.settings.database.transaction(async (sql) => {
      const result = await bounded(work, { ...call, transaction: sql });
      const end = { status: 'DONE', ...this.kept(result) } as const;
      if (!(await this.steps.endOwned(this.run, step, end, this.settings.clock.now(), sql)))
        throw new GivenUp(`The step "${step}" is not this owner's any more.`);
      return result;
    });
  }

  private callOf(name: string, signal: AbortSignal, attempt: number): StepCall {
    return { signal, attempt, idempotencyKey: `${this.run.runId}.${name}` };
  }
}

/** What is tried, and under which status it is written meanwhile. */
interface Attempts<T> {
  readonly step: string;
  readonly status: 'RUNNING' | 'UNDOING';
  readonly once: (attempt: number) => Promise<T>;
  readonly options: Treatment;
  readonly signal: AbortSignal;
  /** When its beginning was asked for, by the process's monotonic clock. */
  readonly askedAt: number;
}

/** Does some work, and does not wait for it any more once its signal is aborted. */
function bounded<T>(work: Work<T>, call: StepCall): Promise<T> {
  return untilAborted(
    Promise.resolve().then(() => work(call)),
    call.signal,
  );
}

/** What fails in another way may have had its effect before. */
function hasDoneNothing(error: unknown): boolean {
  return error instanceof ToolError && !error.mayHaveHappened;
}
