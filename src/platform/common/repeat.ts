import { setTimeout as sleep } from 'node:timers/promises';

/** How a piece of work is done again and again. */
interface Repetition {
  /** The pause behind each time, in milliseconds. */
  readonly pauseMs: () => number;
  /** Told what went wrong; it is tried again behind the pause. */
  readonly failed: (error: unknown) => void;
  readonly signal: AbortSignal;
}

/** Does a piece of work at once, and again behind each pause, until the signal is aborted; what is at work then comes to its end. */
export async function repeat(work: () => Promise<unknown>, { pauseMs, failed, signal }: Repetition): Promise<void> {
  while (!signal.aborted) {
    try {
      await work();
    } catch (error) {
      failed(error);
    }
    await sleep(pauseMs(), undefined, { signal, ref: false }).catch(() => undefined);
  }
}
