import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import type { Compared, Pause } from './shadow-candidate.js';
import type { ShadowStore } from './shadow-store.js';
import type { TallyPage } from './shadow-tally.js';
import { ShadowWork, type WaitingTurn } from './shadow-work.js';

const TURN = { answered: {}, inTenant: (work: () => unknown) => work() } as unknown as WaitingTurn;

/** Holds the thread, as a flow does that is slow. */
function block(ms: number): void {
  const end = performance.now() + ms;
  while (performance.now() < end);
}

describe('turns beside live ones', () => {
  let work: ShadowWork;
  let tooSlow = 0;
  const stored: TallyPage[] = [];
  const store = {
    addCounts: async (_no: number, page: TallyPage) => void stored.push(page),
    keep: async () => undefined,
  } as unknown as ShadowStore;
  const counts = () => stored.map((page) => page.counts);

  const begin = (compare: (pause: Pause) => Promise<Compared> | Compared) => {
    tooSlow = 0;
    stored.length = 0;
    work = new ShadowWork({ compare: async (_, pause) => compare(pause) }, () => {
      tooSlow += 1;
    });
  };
  afterEach(() => work.stop());

  it('are not compared before whoever offers them has gone on', async () => {
    let compared = 0;
    begin(() => {
      compared += 1;
      return 'same';
    });
    work.offer(TURN);
    await Promise.resolve();
    expect(compared).toBe(0);
    await expect.poll(() => compared).toBe(1);
  });

  it('wait up to a number, and are counted where they are dropped', async () => {
    begin(() => 'same');
    for (let offered = 0; offered < 250; offered += 1) work.offer(TURN);
    await expect
      .poll(async () => {
        await work.store(store, 1);
        return counts().reduce((sum, { compared }) => sum + compared, 0);
      })
      .toBe(100);
    expect(counts().reduce((sum, { dropped }) => sum + dropped, 0)).toBe(150);
  });

  it('do no harm where one cannot be compared', async () => {
    let turns = 0;
    begin(() => {
      turns += 1;
      if (turns === 1) throw new Error('broken');
      return 'same';
    });
    work.offer(TURN);
    work.offer(TURN);
    await expect.poll(() => turns).toBe(2);
    await work.stop();
    await work.store(store, 1);
    expect(counts()).toEqual([{ compared: 1, differing: 0, dropped: 0, failed: 1 }]);
  });

  it('leave the thread to others for nine times as long as they take, between the runs of a turn as well', async () => {
    const begun: number[] = [];
    begin(async (pause): Promise<Compared> => {
      begun.push(performance.now());
      block(30);
      await pause();
      begun.push(performance.now());
      return 'same';
    });
    work.offer(TURN);
    await expect.poll(() => begun.length).toBe(2);
    expect((begun[1] ?? 0) - (begun[0] ?? 0)).toBeGreaterThan(290);
  });

  it('end where each of them holds the thread for too long', async () => {
    begin(() => {
      block(260);
      return 'same';
    });
    for (let offered = 0; offered < 4; offered += 1) work.offer(TURN);
    await expect.poll(() => tooSlow, { timeout: 20_000 }).toBe(1);
  }, 30_000);

  it('are counted on where the database has not taken them', async () => {
    begin(() => 'same');
    work.offer(TURN);
    await sleep(50);
    const away = { ...store, addCounts: () => Promise.reject(new Error('away')) } as unknown as ShadowStore;
    await expect(work.store(away, 1)).rejects.toThrow('away');
    await work.store(store, 1);
    expect(counts()).toEqual([{ compared: 1, differing: 0, dropped: 0, failed: 0 }]);
  });
});
