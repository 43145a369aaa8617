import { describe, expect, it } from 'vitest';
import { pauseAfter } from './retry.js';

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
