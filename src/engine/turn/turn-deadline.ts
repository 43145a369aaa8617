import { untilAborted, withinTime } from '../../platform/common/abort.js';
import { EngineError } from '../../platform/common/errors.js';

/** How much later than its deadline a turn that failed may still write that down, in milliseconds. */
const GRACE_MS = 1_000;

/** The time a turn has, from when it asks for its conversation until it is stored. */
export class TurnDeadline {
  private readonly over = new AbortController();
  private readonly timer: NodeJS.Timeout;
  private readonly endsAt: number;

  /** Begins now; `clear` ends it. */
  constructor(milliseconds: number) {
    this.endsAt = performance.now() + milliseconds;
    this.timer = setTimeout(() => this.over.abort(turnTimeout()), milliseconds);
  }

  /** Aborted with TURN_TIMEOUT when the time is over. */
  get signal(): AbortSignal {
    return this.over.signal;
  }

  /** What is left, in milliseconds. */
  get leftMs(): number {
    return Math.max(0, Math.ceil(this.endsAt - performance.now()));
  }

  /** @throws EngineError TURN_TIMEOUT when the time is over first; what the work does then is not waited for */
  within<T>(work: Promise<T>): Promise<T> {
    return untilAborted(work, this.signal);
  }

  /** As `within`, for the last that a failed turn does. */
  withinGrace<T>(work: Promise<T>): Promise<T> {
    return withinTime(this.leftMs + GRACE_MS, [], (signal) => untilAborted(work, signal));
  }

  /** Lets go of the timer once the turn has ended; its signal is not aborted any more. */
  clear(): void {
    clearTimeout(this.timer);
  }
}

function turnTimeout(): EngineError {
  return new EngineError('TURN_TIMEOUT', 'The turn did not finish in time.');
}
