import type { Severity } from '../rule.js';

/** What is shown at least: everything, all but INFO and PASS, or FAIL alone. */
export type SeverityFilter = 'fail' | 'warn' | 'info';

const LEAST: Readonly<Record<SeverityFilter, readonly Severity[]>> = {
  fail: ['FAIL'],
  warn: ['FAIL', 'WARN'],
  info: ['FAIL', 'WARN', 'INFO', 'PASS'],
};

/** Whether a result of this severity is asked for. */
export function isShown(severity: Severity, filter: SeverityFilter): boolean {
  return LEAST[filter].includes(severity);
}
