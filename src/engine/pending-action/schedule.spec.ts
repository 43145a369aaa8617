import { describe, expect, it } from 'vitest';
import { readRecurrence } from '../../platform/common/recurrence.js';
import { stepAt } from './schedule.js';

const HOUR_MS = 3_600_000;
const day = (nth: number) => Date.UTC(2026, 10, nth, 8);

describe('what is to be done about a schedule', () => {
  const daily = readRecurrence('DTSTART:20261101T080000Z\nRRULE:FREQ=DAILY;COUNT=9');

  it.each([
    ['at its time', day(3), { runAtMs: day(3), missed: 0, nextAtMs: day(4) }],
    ['when several times went by', day(5), { runAtMs: day(5), missed: 2, nextAtMs: day(6) }],
    ['when it is too late', day(3) + 2 * HOUR_MS, { runAtMs: null, missed: 1, nextAtMs: day(4) }],
    ['when the clock was set back behind what is done', day(1), { runAtMs: null, missed: 0, nextAtMs: day(3) }],
    ['after its last time', day(20), { runAtMs: null, missed: 7, nextAtMs: null }],
  ])('%s', (_, nowMs, step) => {
    if (!daily) throw new Error('the rule cannot be read');
    expect(stepAt(daily, day(3), nowMs, HOUR_MS)).toEqual(step);
  });
});
