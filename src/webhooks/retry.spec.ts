import { describe, expect, it } from 'vitest';
import { pauseAfter, readRetryAfter } from './retry.js';

describe('the pause after a failed delivery', () => {
  it.each([
    [1, 500, 1_000],
    [2, 1_000, 2_000],
    [5, 8_000, 16_000],
    [10, 150_000, 300_000],
    [2_000, 150_000, 300_000],
  ])('is after attempt %i between %i and %i ms', (attempts, least, most) => {
    for (let sample = 0; sample < 50; sample += 1) {
      const pause = pauseAfter(attempts, undefined);
      expect(pause).toBeGreaterThanOrEqual(least);
      expect(pause).toBeLessThanOrEqual(most);
    }
  });

  it('is what the receiver asked for where that is longer, up to an hour', () => {
    expect(pauseAfter(1, 60_000)).toBe(60_000);
    expect(pauseAfter(1, 10)).toBeGreaterThanOrEqual(500);
    expect(pauseAfter(1, 86_400_000)).toBe(3_600_000);
  });
});

describe('reading Retry-After', () => {
  const now = Date.parse('2026-01-31T12:00:00Z');
  it.each([
    ['7', 7_000],
    ['0', 0],
    ['Sat, 31 Jan 2026 12:01:00 GMT', 60_000],
    ['Sat, 31 Jan 2026 11:59:00 GMT', undefined],
    ['soon', undefined],
    ['-5', undefined],
    [null, undefined],
  ])('takes %j as %j ms', (header, waitMs) => {
    expect(readRetryAfter(header, now)).toBe(waitMs);
  });
});
