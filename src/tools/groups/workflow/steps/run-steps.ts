import type { JsonObject, JsonValue } from '../../../../platform/common/json.js';
import { isJsonObject } from '../../../../platform/common/json.js';
import type { ApprovalOutcome, ApprovalRequest, StepOptions } from '../../../../platform/handlers-api/index.js';
import type { TakenRun } from '../rows/run-rows.js';
import type { StoredStep, WorkflowSteps } from '../rows/workflow-steps.js';
import { runChild } from './child-steps.js';
import { type Pause, RunPause } from './run-pause.js';
import { RunUndo } from './run-undo.js';
import type { StepContext } from './step-context.js';
import { StepLog } from './step-log.js';
import { type StepSettings, StepWork, type Work } from './step-work.js';
import { awaitApproval, awaitRow } from './waiting-steps.js';
import { runWorkStep } from './work-steps.js';

/**
 * The steps of one run while it is at work. Each is written down before it begins and when it has ended. The function of a run
 * that was left, or has waited, is called again from its start: steps that are done give back what they answered, and nothing is
 * done twice. A name stands for one step, which begins once.
 */
export class RunSteps {
  private readonly context: StepContext;
  private readonly log: StepLog;
  private readonly pause = new RunPause();
  private readonly undoing = new RunUndo();

  /** @param stored what is written of the run already */
  constructor(
    run: TakenRun,
    steps: WorkflowSteps,
    signal: AbortSignal,
    private readonly settings: StepSettings,
    stored: readonly StoredStep[] = [],
  ) {
    const { pause, undoing: undo } = this;
    this.log = new StepLog(run, steps, settings.clock, signal, pause, stored);
    const work = new StepWork(run, steps, signal, settings);
    this.context = { run, steps, signal, settings, log: this.log, work, pause, undo };
  }

  /** Settles when nothing of the run can go on now. */
  get paused(): Promise<Pause> {
    return this.pause.paused;
  }

  /** Runs a step, or gives back what it answered when it was run. */
  step<T>(step: string, work: Work<T>, options: StepOptions<T> = {}): Promise<T> {
    return this.pause.enter(() => runWorkStep(this.context, { step, work, options }));
  }

  /** Resolves when the time is over, in whichever process the run is then. */
  async sleep(step: string, milliseconds: number): Promise<void> {
    await this.pause.enter(() => awaitRow(this.context, step, 'SLEEP', milliseconds));
  }

  /** What the signal brings; undefined where it has not come in time. */
  async waitForSignal(step: string, timeoutMs?: number): Promise<JsonValue | undefined> {
    const result = await this.pause.enter(() => awaitRow(this.context, step, 'SIGNAL', timeoutMs));
    return result !== undefined && isJsonObject(result) ? result.signal : undefined;
  }

  /** What the user, or an approver, has answered. */
  async waitForApproval(step: string, request: ApprovalRequest): Promise<ApprovalOutcome> {
    const result = await this.pause.enter(() => awaitApproval(this.context, step, request));
    return result as unknown as ApprovalOutcome;
  }

  /** What another run has returned that is a step of this one. */
  child(step: string, workflow: string, args: JsonObject): Promise<JsonValue> {
    return this.pause.enter(() => runChild(this.context, step, workflow, args));
  }

  /** From now on only gives back what was done before, so that the run can be undone or left. */
  beginNothing(): void {
    this.log.begins = false;
    void this.pause.lookWhetherIdle();
  }

  /** Begins no step any more, and waits for those at work. */
  async close(): Promise<void> {
    this.log.close();
    await this.pause.settled();
  }

  /** The steps that were done before, and that the function has not come to this time. */
  forgotten(): string[] {
    return this.log.forgotten();
  }

  /** The steps that can be undone as their rows say, and for which the function has not said how. */
  notUndoable(): string[] {
    const known = new Set(this.undoing.names());
    return this.log.undoable().filter((step) => !known.has(step));
  }

  /** Why some step must not be undone for now; undefined where all can. */
  undoObstacle(): string | undefined {
    const obstacles = this.undoing.names().map((step) => this.settings.obstacle?.(step, 'undo'));
    return obstacles.find((one) => one !== undefined);
  }

  /**
   * Undoes what is done, the last first; what cannot be undone is noted, and the others are undone all the same.
   * @returns false where a child is still being undone, which tells this run when it is over
   * @throws the reason of the signal
   */
  undo(signal: AbortSignal): Promise<boolean> {
    return this.undoing.undo(signal);
  }
}
