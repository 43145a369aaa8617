import { halfJitterGenerator } from 'cockatiel';

const BACKOFF = { initialDelay: 1_000, maxDelay: 300_000, exponent: 2, generator: halfJitterGenerator };

/** The longest pause a receiver can ask for, in milliseconds. */
const LONGEST_PAUSE_MS = 3_600_000;

/**
 * Milliseconds to wait after a failed attempt: about 1 s after the first, twice as long after each further one, at most
 * 5 min, less up to half at random; or as long as the receiver asked for, where that is longer.
 * @param attempts how many there were
 */
export function pauseAfter(attempts: number, retryAfterMs: number | undefined): number {
  const [backoffMs] = halfJitterGenerator(attempts - 1, BACKOFF);
  return Math.max(backoffMs, Math.min(retryAfterMs ?? 0, LONGEST_PAUSE_MS));
}
