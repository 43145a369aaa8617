import { afterEach, expect, it, vi } from 'vitest';
import { MessageArrivals } from './message-arrivals.js';

afterEach(() => vi.restoreAllMocks());

it('a message that gets no place among those that wait is told to come again, and does not try for ever', async () => {
  vi.spyOn(Math, 'random').mockReturnValue(0);
  let attempts = 0;
  const query = async () => {
    attempts += 1;
    return [];
  };
  const arrivals = new MessageArrivals({ query, keepsTenantsApart: async () => false }, { now: () => 0 });
  await expect(
    arrivals.note({ conversationId: 'c', idempotencyKey: null, process: 'p1', waitMs: 1_000 }),
  ).rejects.toMatchObject({ code: 'DATABASE_UNAVAILABLE' });
  expect(attempts).toBeGreaterThan(3);
});
