import type { ExecutionResult } from '../index.js';

/** What the audit calls that which came of an action beside a turn; nothing came of one that was not begun. */
export const EVENT_OF: Readonly<Record<Exclude<ExecutionResult['kind'], 'not-claimed' | 'expired'>, string>> = {
  executed: 'EXECUTED',
  failed: 'FAILED',
  retryable: 'REOPENED',
  'in-doubt': 'IN_DOUBT',
};
