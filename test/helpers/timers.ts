import { vi } from 'vitest';

/** A time that no other timer has: where it is set for so long, a test decides when it is over. */
export const NEVER_BY_ITSELF_MS = 54_321;

/** Notes the timers that are set from now on, until the test file ends. @returns has the last one of that time run out */
export function watchTimers(): () => void {
  const timers = vi.spyOn(globalThis, 'setTimeout');
  return () => {
    const [runOut] = timers.mock.calls.findLast(([, milliseconds]) => milliseconds === NEVER_BY_ITSELF_MS) ?? [];
    if (typeof runOut !== 'function') throw new Error(`no timer of ${NEVER_BY_ITSELF_MS} ms was set`);
    runOut();
  };
}
