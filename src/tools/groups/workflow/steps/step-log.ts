import type { Clock } from '../../../../platform/common/clock.js';
import { persistently } from '../persistently.js';
import type { TakenRun } from '../rows/run-rows.js';
import type { StepBeginning, StoredStep, WorkflowSteps } from '../rows/workflow-steps.js';
import type { StepKind } from '../workflow-engine.js';
import { Parked, type RunPause } from './run-pause.js';

/** How many steps a run may have. */
const MAX_STEPS = 1_000;

/** How long the name of a step may be. */
const MAX_NAME = 200;

/** What is written of the steps of one run, and what its function has asked for this time. A name stands for one step, which begins once. */
export class StepLog {
  /** Whether steps begin: if not, only what was done before is given back. */
  begins = true;
  private readonly stored: ReadonlyMap<string, StoredStep>;
  private readonly asked = new Set<string>();
  private next: number;
  private closed = false;

  /** @param stored what is written of the run already */
  constructor(
    private readonly run: TakenRun,
    private readonly steps: WorkflowSteps,
    private readonly clock: Clock,
    private readonly signal: AbortSignal,
    private readonly pause: RunPause,
    stored: readonly StoredStep[],
  ) {
    this.stored = new Map(stored.map((step) => [step.step, step]));
    this.next = Math.max(-1, ...stored.map(({ stepNo }) => stepNo)) + 1;
  }

  /** Lets no step begin any more. */
  close(): void {
    this.closed = true;
  }

  /** The number of a step that begins. */
  nextNo(): number {
    return this.next++;
  }

  /** Checks a name that the function asks for, and gives what is written of it. */
  ask(step: string, kind: StepKind): StoredStep | undefined {
    this.signal.throwIfAborted();
    if (this.closed) throw new Error(`the step "${step}" came after the end of its run`);
    if (step === '' || step.length > MAX_NAME) throw new Error(`the name of a step has 1 to ${MAX_NAME} characters`);
    if (this.asked.has(step)) throw twice(step);
    if (this.asked.size >= MAX_STEPS) throw new Error(`a run has at most ${MAX_STEPS} steps`);
    this.asked.add(step);
    const stored = this.stored.get(step);
    if (stored && stored.kind !== kind) return this.pause.hold(`The step "${step}" was of another kind when it began.`);
    return stored;
  }

  /** Writes a step that begins; gives the row of a signal that has come before it is waited for. */
  async store(beginning: StepBeginning): Promise<StoredStep | undefined> {
    const { step, kind } = beginning;
    const { value, wasUncertain } = await persistently(() => this.steps.begin(this.run, beginning, this.clock.now()));
    if (value) return undefined;
    const { value: rows } = await persistently(() => this.steps.of(this.run));
    const row = rows.find((stored) => stored.step === step);
    if (!row) throw new Parked(null);
    if (kind === 'SIGNAL' && row.kind === 'SIGNAL' && row.status === 'DONE') return row;
    // The attempt whose answer was lost has stored it, where the run is still this owner's.
    if (wasUncertain && kind !== 'WORK' && row.kind === kind) return undefined;
    if (wasUncertain && (await persistently(() => this.steps.beginAgain(this.run, step, 'RUNNING'))).value)
      return undefined;
    throw twice(step);
  }

  /** The steps that were done before, and that the function has not come to this time. */
  forgotten(): string[] {
    const isMeant = ({ kind }: StoredStep) => kind === 'WORK' || kind === 'CHILD';
    return this.names((stored) => isMeant(stored) && stored.status === 'DONE' && !this.asked.has(stored.step));
  }

  /** The steps that can be undone as their rows say. */
  undoable(): string[] {
    const isLeft = ({ status, kind }: StoredStep) =>
      status === 'DONE' || status === 'UNDOING' || (kind === 'CHILD' && status === 'WAITING');
    return this.names((stored) => stored.undoable && isLeft(stored));
  }

  private names(isMeant: (stored: StoredStep) => boolean): string[] {
    return [...this.stored.values()].filter(isMeant).map(({ step }) => step);
  }
}

function twice(step: string): Error {
  return new Error(`the step "${step}" has begun before: each name stands for one step of a run`);
}
