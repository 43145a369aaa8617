import { expect, it } from 'vitest';
import { BUCKET_MS, TurnStatistics } from './turn-statistics.js';

const NOW = 1_000 * BUCKET_MS + 17;

it('counts turns by the five minutes in which they ended', () => {
  const statistics = new TurnStatistics();
  statistics.count(NOW - BUCKET_MS, 10, true);
  statistics.count(NOW, 10, false);
  statistics.count(NOW, 20, false);
  const counts = statistics.buckets(NOW, 3).map(({ atMs, turns, errors }) => [atMs / BUCKET_MS, turns, errors]);
  expect(counts).toEqual([
    [998, 0, 0],
    [999, 1, 1],
    [1000, 2, 0],
  ]);
});

it('tells how long turns took to within a fifth', () => {
  const statistics = new TurnStatistics();
  for (let ms = 1; ms <= 1_000; ms += 1) statistics.count(NOW, ms, false);
  const [{ p50Ms, p95Ms } = { p50Ms: 0, p95Ms: 0 }] = statistics.buckets(NOW, 1);
  expect(p50Ms).toBeGreaterThanOrEqual(500);
  expect(p50Ms).toBeLessThan(600);
  expect(p95Ms).toBeGreaterThanOrEqual(950);
  expect(p95Ms).toBeLessThan(1_140);
});

it('takes any duration, and tells none where there was none', () => {
  const statistics = new TurnStatistics();
  statistics.count(NOW, -5, false);
  statistics.count(NOW, 1e12, false);
  expect(statistics.buckets(NOW, 2)).toMatchObject([
    { p50Ms: null, p95Ms: null },
    { turns: 2, p50Ms: 0 },
  ]);
});

it('forgets what is older than a day', () => {
  const statistics = new TurnStatistics();
  for (let no = 0; no < 300; no += 1) statistics.count(NOW + no * BUCKET_MS, 1, false);
  const all = statistics.buckets(NOW + 299 * BUCKET_MS, 300);
  expect(all.filter(({ turns }) => turns > 0)).toHaveLength(288);
});
