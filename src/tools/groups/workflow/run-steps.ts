import { setImmediate } from 'node:timers/promises';
import type { JsonObject, JsonValue } from '../../../platform/common/json.js';
import { isJsonObject } from '../../../platform/common/json.js';
import type { ApprovalOutcome, ApprovalRequest, StepOptions } from '../../../platform/handlers-api/index.js';
import { ToolError } from '../../tool-error.js';
import { persistently } from './persistently.js';
import { type DescribedStep, mayRepeat, type StepSettings, StepWork, type Treatment, type Work } from './step-work.js';
import { GivenUp } from './stretch-end.js';
import type { StepKind, WorkflowRun } from './workflow-engine.js';
import type { TakenRun } from './workflow-runs.js';
import type { StepBeginning, StoredStep, WorkflowSteps } from './workflow-steps.js';

/** How many steps a run may have. */
const MAX_STEPS = 1_000;

/** How long the name of a step may be. */
const MAX_NAME = 200;

/** Why a run does not go on for now: it waits until a time (null: for a signal, however long), or for a person. */
export type Pause =
  | { readonly kind: 'waiting'; readonly untilMs: number | null }
  | { readonly kind: 'held'; readonly reason: string };

/** Thrown inside where a step is not to settle, since the function of the run is called again when it goes on. */
class Parked {
  constructor(readonly untilMs: number | null) {}
}

interface Undoable {
  readonly step: string;
  readonly stepNo: number;
  /** Whether somebody has begun to undo it already. */
  readonly wasBegun: boolean;
  readonly options: Treatment;
  /** Undefined for another run. */
  readonly undo: Work<unknown> | undefined;
}

/**
 * The steps of one run while it is at work. Each is written down before it begins and when it has ended. The function of a run
 * that was left, or has waited, is called again from its start: steps that are done give back what they answered, and nothing is
 * done twice. A name stands for one step, which begins once.
 */
export class RunSteps {
  /** Settles when nothing of the run can go on now. */
  readonly paused: Promise<Pause>;
  private readonly pause: (pause: Pause) => void;
  private readonly work: StepWork;
  private readonly stored: ReadonlyMap<string, StoredStep>;
  private readonly asked = new Set<string>();
  private readonly undoable: Undoable[] = [];
  private readonly atWork = new Set<Promise<unknown>>();
  private readonly waits: (number | null)[] = [];
  private begins = true;
  private nextNo: number;
  /** Counts what happens, so that a look can tell whether something has since. */
  private events = 0;
  private closed = false;

  /** @param stored what is written of the run already */
  constructor(
    private readonly run: TakenRun,
    private readonly steps: WorkflowSteps,
    private readonly signal: AbortSignal,
    private readonly settings: StepSettings,
    stored: readonly StoredStep[] = [],
  ) {
    ({ promise: this.paused, resolve: this.pause } = Promise.withResolvers<Pause>());
    this.work = new StepWork(run, steps, signal, settings);
    this.stored = new Map(stored.map((step) => [step.step, step]));
    this.nextNo = Math.max(-1, ...stored.map(({ stepNo }) => stepNo)) + 1;
  }

  /** Runs a step, or gives back what it answered when it was run. */
  step<T>(step: string, work: Work<T>, options: StepOptions<T> = {}): Promise<T> {
    return this.enter(() => this.runStep({ step, work, options }));
  }

  /** Resolves when the time is over, in whichever process the run is then. */
  async sleep(step: string, milliseconds: number): Promise<void> {
    await this.enter(() => this.awaitRow(step, 'SLEEP', milliseconds));
  }

  /** What the signal brings; undefined where it has not come in time. */
  async waitForSignal(step: string, timeoutMs?: number): Promise<JsonValue | undefined> {
    const result = await this.enter(() => this.awaitRow(step, 'SIGNAL', timeoutMs));
    return result !== undefined && isJsonObject(result) ? result.signal : undefined;
  }

  /** What the user, or an approver, has answered. */
  async waitForApproval(step: string, request: ApprovalRequest): Promise<ApprovalOutcome> {
    const result = await this.enter(() => this.awaitApproval(step, request));
    return result as unknown as ApprovalOutcome;
  }

  /** What another run has returned that is a step of this one. */
  child(step: string, workflow: string, args: JsonObject): Promise<JsonValue> {
    return this.enter(() => this.runChild(step, workflow, args));
  }

  /** From now on only gives back what was done before, so that the run can be undone or left. */
  beginNothing(): void {
    this.begins = false;
    void this.lookWhetherIdle();
  }

  /** Begins no step any more, and waits for those at work. */
  async close(): Promise<void> {
    this.closed = true;
    await Promise.allSettled(this.atWork);
  }

  /** The steps that were done before, and that the function has not come to this time. */
  forgotten(): string[] {
    const isMeant = ({ kind }: StoredStep) => kind === 'WORK' || kind === 'CHILD';
    return this.storedNames((stored) => isMeant(stored) && stored.status === 'DONE' && !this.asked.has(stored.step));
  }

  /** The steps that can be undone as their rows say, and for which the function has not said how. */
  notUndoable(): string[] {
    const known = new Set(this.undoable.map(({ step }) => step));
    const isLeft = ({ status, kind }: StoredStep) =>
      status === 'DONE' || status === 'UNDOING' || (kind === 'CHILD' && status === 'WAITING');
    return this.storedNames((stored) => stored.undoable && isLeft(stored) && !known.has(stored.step));
  }

  /** Why some step must not be undone for now; undefined where all can. */
  undoObstacle(): string | undefined {
    return this.undoable.map(({ step }) => this.settings.obstacle?.(step, 'undo')).find((one) => one !== undefined);
  }

  /**
   * Undoes what is done, the last first; what cannot be undone is noted, and the others are undone all the same.
   * @returns false where a child is still being undone, which tells this run when it is over
   * @throws the reason of the signal
   */
  async undo(signal: AbortSignal): Promise<boolean> {
    for (const { step, wasBegun, options, undo } of this.undoable.toSorted((a, b) => b.stepNo - a.stepNo)) {
      signal.throwIfAborted();
      if (!undo) {
        if (!(await this.undoChild(step))) return false;
      } else if (wasBegun && !mayRepeat(options)) {
        await this.work.end(step, {
          status: 'IN_DOUBT',
          error: 'Its process ended while it was being undone.',
          isShown: true,
        });
      } else if (await this.beginUndoing(step, wasBegun)) {
        await this.work.undo(step, undo, options, signal);
      }
    }
    return true;
  }

  private async runChild(step: string, workflow: string, args: JsonObject): Promise<JsonValue> {
    const { children, isDurable } = this.settings;
    if (!isDurable || !children) throw new Error(`only a durable workflow has children, as in the step "${step}"`);
    if (!this.run.children.includes(workflow)) {
      throw new Error(`"${workflow}" was not among the children that the user agreed to: name it in "children"`);
    }
    const stored = this.ask(step, 'CHILD');
    if (stored?.status === 'FAILED') {
      throw new ToolError(stored.error ?? `the step "${step}" failed`, { isForOperators: !stored.errorIsShown });
    }
    if (!stored && !this.begins) throw new Parked(null);
    const stepNo = stored?.stepNo ?? this.nextNo++;
    if (!stored) await this.store({ step, stepNo, kind: 'CHILD', undoable: true, dueAtMs: null });
    this.undoable.push({ step, stepNo, wasBegun: false, options: {}, undo: undefined });
    if (stored && stored.status !== 'WAITING') return stored.result ?? null;
    if (!this.begins) throw new Parked(null);
    return this.endOf(step, await persistently(() => children.start(this.run, step, workflow, args)));
  }

  private async endOf(step: string, { value: child }: { readonly value: WorkflowRun }): Promise<JsonValue> {
    if (child.status === 'DONE') {
      await this.work.end(step, { status: 'DONE', result: child.result });
      return child.result;
    }
    if (child.endedAtMs === null) throw new Parked(null);
    const error = child.error ?? `the step "${step}" failed`;
    await this.work.end(step, { status: 'FAILED', error, isShown: child.errorIsShown });
    throw new ToolError(error, { isForOperators: !child.errorIsShown });
  }

  /** False while the child is being undone. */
  private async undoChild(step: string): Promise<boolean> {
    for (const from of ['WAITING', 'DONE'] as const) {
      await persistently(() => this.steps.beginUndoing(this.run, step, from));
    }
    const { value: child } = await persistently(async () => this.settings.children?.undo(this.run, step));
    if (child && child.endedAtMs === null) return false;
    const isUnclear = child?.steps.some(({ status }) => status === 'IN_DOUBT') ?? false;
    const error = 'Of some of its steps nobody knows whether they were undone.';
    await this.work.end(step, isUnclear ? { status: 'IN_DOUBT', error, isShown: true } : { status: 'UNDONE' });
    return true;
  }

  private async runStep<T>(described: DescribedStep<T>): Promise<T> {
    const { step, options } = described;
    const stored = this.ask(step, 'WORK');
    if (!stored) return this.begin(described);
    const { status, stepNo, error, errorIsShown } = stored;
    if (status === 'DONE' || status === 'UNDOING' || status === 'UNDONE') {
      const result = stored.result as T;
      if (status !== 'UNDONE') this.noteUndo(described, stepNo, result, status === 'UNDOING');
      return result;
    }
    if (status !== 'RUNNING')
      throw new ToolError(error ?? `the step "${step}" failed`, {
        mayHaveHappened: status === 'IN_DOUBT',
        isForOperators: error !== null && !errorIsShown,
      });
    if (!this.begins) throw new Parked(null);
    if (!mayRepeat(options))
      return this.hold(`Nobody knows whether the step "${step}" has happened: its process ended over it.`);
    this.refuseObstacle(step);
    const { value: isOurs } = await persistently(() => this.steps.beginAgain(this.run, step));
    if (!isOurs) throw new Parked(null);
    return this.perform(described, stepNo);
  }

  private async begin<T>(described: DescribedStep<T>): Promise<T> {
    if (!this.begins) throw new Parked(null);
    const { step, options } = described;
    this.refuseObstacle(step);
    const stepNo = this.nextNo++;
    await this.store({ step, stepNo, kind: 'WORK', undoable: options.undo !== undefined, dueAtMs: null });
    return this.perform(described, stepNo);
  }

  private async perform<T>(described: DescribedStep<T>, stepNo: number): Promise<T> {
    const result = await this.work.perform(described);
    this.noteUndo(described, stepNo, result, false);
    const { problem } = this.work.kept(result);
    if (problem && this.settings.isDurable) throw new ToolError(`the step "${described.step}" is done, but ${problem}`);
    return result;
  }

  private noteUndo<T>({ step, options }: DescribedStep<T>, stepNo: number, result: T, wasBegun: boolean): void {
    const { undo, policy, undoPolicy = policy, undoRetry } = options;
    if (!undo) return;
    const treatment = { ...(undoPolicy && { policy: undoPolicy }), ...(undoRetry && { retry: undoRetry }) };
    this.undoable.push({ step, stepNo, wasBegun, options: treatment, undo: (call) => undo(result, call) });
  }

  private refuseObstacle(step: string): void {
    const obstacle = this.settings.obstacle?.(step, 'step');
    if (obstacle !== undefined) this.hold(obstacle);
  }

  private async beginUndoing(step: string, wasBegun: boolean): Promise<boolean> {
    const { value, wasUncertain } = await persistently(() =>
      this.steps.beginUndoing(this.run, step, wasBegun ? 'UNDOING' : 'DONE'),
    );
    if (value || !wasUncertain) return value;
    return (await persistently(() => this.steps.beginUndoing(this.run, step, 'UNDOING'))).value;
  }

  /** Waits until a row is done: by its time, or by a signal. */
  private async awaitRow(
    step: string,
    kind: 'SLEEP' | 'SIGNAL',
    milliseconds?: number,
  ): Promise<JsonValue | undefined> {
    if (!this.settings.isDurable) throw new Error(`only a durable workflow can wait, as in the step "${step}"`);
    if (milliseconds !== undefined && !(milliseconds >= 0))
      throw new Error(`"${step}" cannot wait for ${milliseconds} ms`);
    const nowMs = this.settings.clock.now();
    const stored = this.ask(step, kind);
    if (stored?.status === 'DONE') return stored.result;
    if (stored) {
      if (!this.begins || stored.dueAtMs === null || stored.dueAtMs > nowMs) throw new Parked(stored.dueAtMs);
      await this.work.end(step, { status: 'DONE', result: undefined });
      return undefined;
    }
    if (!this.begins) throw new Parked(null);
    const dueAtMs = milliseconds === undefined ? null : Math.ceil(nowMs + milliseconds);
    const early = await this.store({ step, stepNo: this.nextNo++, kind, undoable: false, dueAtMs });
    if (early) return early.result;
    throw new Parked(dueAtMs);
  }

  /** Waits for an answer: the row first, so that it has a place to come to, and then the question. */
  private async awaitApproval(step: string, request: ApprovalRequest): Promise<JsonValue> {
    const { approvals, isDurable } = this.settings;
    if (!isDurable || !approvals)
      throw new Error(`only a durable workflow of a service can ask, as in the step "${step}"`);
    const stored = this.ask(step, 'APPROVAL');
    if (stored?.status === 'DONE' && stored.result !== undefined) return stored.result;
    if (!this.begins) throw new Parked(null);
    if (!stored) await this.store({ step, stepNo: this.nextNo++, kind: 'APPROVAL', undoable: false, dueAtMs: null });
    try {
      await persistently(() => approvals.ask(this.run, step, request, this.signal));
    } catch (error) {
      this.signal.throwIfAborted();
      throw error;
    }
    throw new Parked(null);
  }

  /** Writes a step that begins; gives the row of a signal that has come before it is waited for. */
  private async store(beginning: StepBeginning): Promise<StoredStep | undefined> {
    const { step, kind } = beginning;
    const { clock } = this.settings;
    const { value, wasUncertain } = await persistently(() => this.steps.begin(this.run, beginning, clock.now()));
    if (value) return undefined;
    const { value: rows } = await persistently(() => this.steps.of(this.run));
    const row = rows.find((stored) => stored.step === step);
    if (!row) throw new Parked(null);
    if (kind === 'SIGNAL' && row.kind === 'SIGNAL' && row.status === 'DONE') return row;
    // The attempt whose answer was lost has stored it, where the run is still this owner's.
    if (wasUncertain && kind !== 'WORK' && row.kind === kind) return undefined;
    if (wasUncertain && (await persistently(() => this.steps.beginAgain(this.run, step))).value) return undefined;
    throw twice(step);
  }

  /** Checks a name that the function asks for, and gives what is written of it. */
  private ask(step: string, kind: StepKind): StoredStep | undefined {
    this.signal.throwIfAborted();
    if (this.closed) throw new Error(`the step "${step}" came after the end of its run`);
    if (step === '' || step.length > MAX_NAME) throw new Error(`the name of a step has 1 to ${MAX_NAME} characters`);
    if (this.asked.has(step)) throw twice(step);
    if (this.asked.size >= MAX_STEPS) throw new Error(`a run has at most ${MAX_STEPS} steps`);
    this.asked.add(step);
    const stored = this.stored.get(step);
    if (stored && stored.kind !== kind) return this.hold(`The step "${step}" was of another kind when it began.`);
    return stored;
  }

  private hold(reason: string): never {
    this.pause({ kind: 'held', reason });
    throw new Parked(null);
  }

  /** Counts a step as work until it settles, or waits; one that waits never settles. */
  private async enter<T>(work: () => Promise<T>): Promise<T> {
    this.events += 1;
    const task = work();
    this.atWork.add(task);
    try {
      return await task;
    } catch (error) {
      if (!(error instanceof Parked || error instanceof GivenUp)) throw error;
      this.waits.push(error instanceof Parked ? error.untilMs : null);
    } finally {
      this.atWork.delete(task);
      this.events += 1;
      void this.lookWhetherIdle();
    }
    return new Promise<never>(() => undefined);
  }

  /** The run pauses when all that it does is to wait, and its function has asked for nothing more since. */
  private async lookWhetherIdle(): Promise<void> {
    const before = this.events;
    await setImmediate();
    await setImmediate();
    if (this.waits.length === 0 || this.events !== before || this.atWork.size > 0) return;
    const times = this.waits.filter((time) => time !== null);
    this.pause({ kind: 'waiting', untilMs: times.length === 0 ? null : Math.min(...times) });
  }

  private storedNames(isMeant: (stored: StoredStep) => boolean): string[] {
    return [...this.stored.values()].filter(isMeant).map(({ step }) => step);
  }
}

function twice(step: string): Error {
  return new Error(`the step "${step}" has begun before: each name stands for one step of a run`);
}
