import { setTimeout as sleep } from 'node:timers/promises';
import { untilAborted } from '../../../../platform/common/abort.js';
import type { Clock } from '../../../../platform/common/clock.js';
import { messageOf } from '../../../../platform/common/errors.js';
import { type JsonObject, type JsonValue, toJson } from '../../../../platform/common/json.js';
import type { StepCall, StepOptions } from '../../../../platform/handlers-api/index.js';
import type { Database } from '../../../../platform/persistence/index.js';
import { ToolError } from '../../../tool-error.js';
import { persistently } from '../persistently.js';
import type { TakenRun } from '../rows/run-rows.js';
import type { StepEnd, WorkflowSteps } from '../rows/workflow-steps.js';
import type { RunApprovals } from '../run-approvals.js';
import { reasonOf } from '../shown-errors.js';
import { GivenUp } from '../stretch-end.js';
import type { WorkflowRun } from '../workflow-engine.js';

/** How long a wait between two attempts is at most, in milliseconds. */
const MAX_RETRY_WAIT_MS = 60_000;

/** What the steps of a run need. */
export interface StepSettings {
  readonly clock: Clock;
  readonly database: Database;
  /** Whether the run goes on in another process; if not, it cannot wait. */
  readonly isDurable: boolean;
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
   * @throws GivenUp where nobody goes on with it here, else why it failed
   */
  async perform<T>(described: DescribedStep<T>): Promise<T> {
    const { step, options } = described;
    let result: T;
    try {
      result = await this.attempt(step, (attempt) => this.once(described, attempt), options, this.signal);
    } catch (error) {
      if (this.signal.aborted && this.signal.reason instanceof GivenUp) throw this.signal.reason;
      const isOver = options.policy === 'transactional' || (!this.signal.aborted && hasDoneNothing(error));
      await this.end(step, { status: isOver ? 'FAILED' : 'IN_DOUBT', ...reasonOf(error) });
      throw error;
    }
    await this.end(step, { status: 'DONE', result: this.kept(result).value });
    return result;
  }

  /** Undoes a step that is written as about to be. */
  async undo(step: string, undo: Work<unknown>, options: Treatment, signal: AbortSignal): Promise<void> {
    try {
      await this.attempt(step, (attempt) => undo(this.callOf(`${step}.undo`, signal, attempt)), options, signal);
      await this.end(step, { status: 'UNDONE' });
    } catch (error) {
      if (mayRepeat(options) && signal.aborted && signal.reason instanceof GivenUp) throw signal.reason;
      const { error: why, isShown } = reasonOf(error);
      await this.end(step, { status: 'IN_DOUBT', error: `It could not be undone: ${why}`, isShown });
    }
  }

  async end(step: string, end: StepEnd): Promise<void> {
    await persistently(() => this.steps.end(this.run, step, end, this.settings.clock.now()));
  }

  /** What is written down of a result, as JSON: nothing of one that is too long or no JSON, since the step is done all the same. */
  kept(result: unknown): { readonly value: JsonValue | undefined; readonly problem?: string } {
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

  /** Tries it as often as its options say, and again only what is harmless to do twice or has not happened. */
  private async attempt<T>(
    step: string,
    once: (attempt: number) => Promise<T> | T,
    options: Treatment,
    signal: AbortSignal,
  ): Promise<T> {
    const { attempts = 1, waitMs = 1_000 } = options.retry ?? {};
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await untilAborted(
          Promise.resolve().then(() => once(attempt)),
          signal,
        );
      } catch (error) {
        const isHarmless = mayRepeat(options) || hasDoneNothing(error);
        if (attempt >= attempts || signal.aborted || !isHarmless) throw error;
      }
      const pauseMs = Math.min(waitMs * 2 ** (attempt - 1), MAX_RETRY_WAIT_MS);
      await untilAborted(sleep(pauseMs, undefined, { ref: false }), signal);
      await persistently(() => this.steps.beginAgain(this.run, step));
    }
  }

  /** A transactional step is written as done in the transaction that it works in: both are there, or neither. */
  private async once<T>({ step, work, options }: DescribedStep<T>, attempt: number): Promise<T> {
    const call = this.callOf(step, this.signal, attempt);
    if (options.policy !== 'transactional') return work(call);
    return this.settings.database.transaction(async (sql) => {
      const result = await work({ ...call, transaction: sql });
      const end: StepEnd = { status: 'DONE', result: this.kept(result).value };
      await this.steps.end(this.run, step, end, this.settings.clock.now(), sql);
      return result;
    });
  }

  private callOf(name: string, signal: AbortSignal, attempt: number): StepCall {
    return { signal, attempt, idempotencyKey: `${this.run.runId}.${name}` };
  }
}

/** What fails in another way may have had its effect before. */
function hasDoneNothing(error: unknown): boolean {
  return error instanceof ToolError && !error.mayHaveHappened;
}
