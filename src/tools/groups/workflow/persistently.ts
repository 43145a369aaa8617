import { setTimeout as sleep } from 'node:timers/promises';
import { steadyNow } from '../../../platform/common/clock.js';
import { EngineError } from '../../../platform/common/errors.js';

/** How long a database that does not answer is tried, in milliseconds, and how long the pauses are. */
const PATIENCE_MS = 60_000;
const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 2_000;

/** What came of a write. */
export interface Written<T> {
  readonly value: T;
  /** Whether an attempt before may have been stored without an answer. */
  readonly wasUncertain: boolean;
}

/**
 * Writes again and again while the database is away: what a run has done is not forgotten over that.
 * @throws what the database said at last, or at once where trying again is of no use
 */
export async function persistently<T>(write: () => Promise<T>): Promise<Written<T>> {
  const untilMs = steadyNow() + PATIENCE_MS;
  for (let pauseMs = FIRST_PAUSE_MS, wasUncertain = false; ; pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS)) {
    try {
      return { value: await write(), wasUncertain };
    } catch (error) {
      const isAway = error instanceof EngineError && error.code === 'DATABASE_UNAVAILABLE';
      if (!isAway || steadyNow() + pauseMs > untilMs) throw error;
      wasUncertain = true;
    }
    await sleep(pauseMs, undefined, { ref: false });
  }
}
