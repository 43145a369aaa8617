/** Whether everything is tried, as `npm run test:full` does, or so much of it that a change can be let through. */
export const TRIES_ALL = process.env.TESTS === 'full';

/**
 * All cases where everything is tried, else one of each `step`. Tests that could each have all of them share them out by
 * beginning at different ones: `at` is the number of the test among them.
 */
export function someOf<T>(cases: readonly T[], step: number, at = 0): readonly T[] {
  return TRIES_ALL ? cases : cases.filter((_, index) => index % step === at % step);
}
