import { LONGEST_TIMER_MS } from '../common/clock.js';

/** How long this process waits for PostgreSQL; in milliseconds, 0 for as long as it takes. As in `convengine.database`. */
export interface WaitLimits {
  /** For a statement of its own. */
  readonly statementTimeoutMs: number;
  /** For a lock that another transaction holds. */
  readonly lockTimeoutMs: number;
  /** For a statement or a lock inside a transaction of a handler, and for the handler between two statements. */
  readonly transactionTimeoutMs: number;
}

/** Of those who wait at a terminal. */
export const NO_LIMITS: WaitLimits = { statementTimeoutMs: 0, lockTimeoutMs: 0, transactionTimeoutMs: 0 };

/** How much later than the server the driver gives a statement up: the server's own answer is to come first. */
const GRACE_MS = 1_000;

/** When the driver gives a statement up that the server ends after `timeoutMs`, in milliseconds. */
export function driverTimeoutMs(timeoutMs: number): number {
  return timeoutMs === 0 ? LONGEST_TIMER_MS : timeoutMs + GRACE_MS;
}
