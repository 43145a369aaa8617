import { setTimeout as sleep } from 'node:timers/promises';

/** How a piece of work is done again and again. */
interface Repetition {
  /** The pause behind each time, in milliseconds. */
  readonly pauseMs: () => number;
  /** Whether there is a pause before the first time, too. */
  readonly pausesFirst?: boolean;
  /** Told what went wrong; it is tried again behind the pause. */
  readonly failed: (error: unknown) => void;
  readonly signal: AbortSignal;
}

/** Does a piece of work again and again, until the signal is aborted; what is at work then comes to its end. */
export async function repeat(
  work: () => Promise<unknown>,
  { pauseMs, pausesFirst = false, failed, signal }: Repetition,
): Promise<void> {
  const pause = () => sleep(pauseMs(), undefined, { signal, ref: false }).catch(() => undefined);
  if (pausesFirst) await pause();
  while (!signal.aborted) {
    try {
      await work();
    } catch (error) {
      failed(error);
    }
    await pause();
  }
}

/** A pause that is shorter by up to half, by chance: processes that were started together do not look at the same moment for ever. */
export function shortened(pauseMs: number): number {
  return pauseMs * (1 - Math.random() / 2);
}
