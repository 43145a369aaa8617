import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { OutageLog } from './outage-log.js';

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));
afterEach(() => void vi.useRealTimers());

/** Fails once a second. */
function failFor(seconds: number, log: OutageLog, reason = 'away'): void {
  for (let second = 0; second < seconds; second += 1) {
    log.failed(new Error(reason));
    vi.advanceTimersByTime(1_000);
  }
}

function logged() {
  const lines: string[] = [];
  const logger = { warn: (text: string) => lines.push(`WARN ${text}`), log: (text: string) => lines.push(text) };
  return { log: new OutageLog(logger, 'sweeping'), lines };
}

const FAILED = 'WARN sweeping failed, and is tried again: away';

it('tells when work begins to fail and when it goes on, and nothing of work that does not', () => {
  const { log, lines } = logged();
  log.worked();
  failFor(42, log);
  log.worked();
  log.worked();
  expect(lines).toEqual([FAILED, 'sweeping works again, after 42.0 s']);
  failFor(1, log);
  expect(lines.slice(2)).toEqual([FAILED]);
});

it('tells again after five minutes, and of another reason at once', () => {
  const { log, lines } = logged();
  failFor(299, log);
  failFor(1, log, 'a table is missing');
  expect(lines).toEqual([FAILED, FAILED.replace('away', 'a table is missing')]);
  failFor(2, log);
  expect(lines.slice(2)).toEqual([FAILED]);
});
