import { setImmediate } from 'node:timers/promises';
import { GivenUp } from '../stretch-end.js';

/** Why a run does not go on for now: it waits until a time (null: for a signal, however long), or for a person. */
export type Pause =
  | { readonly kind: 'waiting'; readonly untilMs: number | null }
  | { readonly kind: 'held'; readonly reason: string };

/** Thrown inside where a step is not to settle, since the function of the run is called again when it goes on. */
export class Parked {
  constructor(readonly untilMs: number | null) {}
}

/** Finds out when nothing of a run can go on now: what its function does is counted, and what of that waits. */
export class RunPause {
  /** Settles when nothing of the run can go on now. */
  readonly paused: Promise<Pause>;
  private readonly pause: (pause: Pause) => void;
  private readonly atWork = new Set<Promise<unknown>>();
  private readonly waits: (number | null)[] = [];
  /** Counts what happens, so that a look can tell whether something has since. */
  private events = 0;

  constructor() {
    ({ promise: this.paused, resolve: this.pause } = Promise.withResolvers<Pause>());
  }

  /** Leaves the run to a person. */
  hold(reason: string): never {
    this.pause({ kind: 'held', reason });
    throw new Parked(null);
  }

  /** Counts a step as work until it settles, or waits; one that waits never settles. */
  async enter<T>(work: () => Promise<T>): Promise<T> {
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
  async lookWhetherIdle(): Promise<void> {
    const before = this.events;
    await setImmediate();
    await setImmediate();
    if (this.waits.length === 0 || this.events !== before || this.atWork.size > 0) return;
    const times = this.waits.filter((time) => time !== null);
    this.pause({ kind: 'waiting', untilMs: times.length === 0 ? null : Math.min(...times) });
  }

  /** Waits for what is at work. */
  async settled(): Promise<void> {
    await Promise.allSettled(this.atWork);
  }
}
