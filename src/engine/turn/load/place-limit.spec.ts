import { describe, expect, it } from 'vitest';
import { PlaceLimit } from './place-limit.js';

/** Turns that take `aloneMs` alone, and for which `parallel` of them can be worked on without waiting for each other. */
function settle(limit: PlaceLimit, aloneMs: number, parallel: number, turns = 3_000): number {
  let places = 0;
  for (let turn = 0; turn < turns; turn += 1) {
    const nowMs = turn * aloneMs;
    places = limit.placesAt(nowMs);
    const slower = Math.max(1, places / parallel);
    limit.note(aloneMs * slower, places === 1 ? 'none' : 'waiting', nowMs);
  }
  return limit.placesAt(turns * aloneMs);
}

describe('the number of turns that are worked on at the same time', () => {
  it.each([
    [1, 2],
    [2, 4],
    [8, 16],
  ])('with room for %i side by side becomes so many that each takes about twice as long: %i', (parallel, expected) => {
    const places = settle(new PlaceLimit(), 5, parallel);
    expect(places).toBeGreaterThanOrEqual(Math.min(expected, 2 * parallel * 0.8));
    expect(places).toBeLessThanOrEqual(2 * parallel + 1);
  });

  it('becomes smaller again when turns come to hold each other up', () => {
    const limit = new PlaceLimit();
    const before = settle(limit, 5, 8);
    expect(settle(limit, 5, 1)).toBeLessThan(before / 2);
  });

  it('is one for a moment, every ten seconds, so that it stays known how long a turn takes alone', () => {
    const limit = new PlaceLimit();
    settle(limit, 5, 4);
    limit.note(5, 'waiting', 100_000);
    expect([limit.placesAt(200_000), limit.placesAt(200_300) > 1]).toEqual([1, true]);
  });

  it('grows where those that hold the places wait for others', () => {
    const limit = new PlaceLimit();
    limit.placesAt(0);
    for (let turn = 0; turn < 160; turn += 1) limit.noteLong();
    expect(limit.placesAt(1_000)).toBe(12);
  });
});
