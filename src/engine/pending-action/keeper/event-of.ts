import type { ExecutionResult } from '../index.js';

/** The audit's name for what came of an action that was run beside a turn. An action that was not begun has none. */
export const EVENT_OF: Readonly<Record<Exclude<ExecutionResult['kind'], 'not-claimed' | 'expired'>, string>> = {
  executed: 'EXECUTED',
  failed: 'FAILED',
  retryable: 'REOPENED',
  'in-doubt': 'IN_DOUBT',
};
