/**
 * The time that all processes of one database share, for whatever is stored or compared between them; tests move it, so
 * that an hour of waiting takes none. `ServiceClock` is the one of a service.
 */
export interface Clock {
  /** Milliseconds since 1970-01-01 UTC. */
  now(): number;
}

/** The machine's clock, for commands that are soon over. */
export const systemClock: Clock = { now: () => Date.now() };

/**
 * Milliseconds since 1970-01-01 UTC as the machine's clock said when the process began, and counted on from there: for
 * deadlines, which nobody is to move by setting the machine's clock.
 */
export function steadyNow(): number {
  return Math.floor(performance.timeOrigin + performance.now());
}

/** A timer of more milliseconds ends at once. */
export const LONGEST_TIMER_MS = 2_147_483_647;
