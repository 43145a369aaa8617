import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { elsewhere } from '../../../platform/common/elsewhere.js';
import { Troubles } from '../../../platform/common/troubles.js';
import { loadConfig } from '../../../platform/config/index.js';
import { TurnGate } from './turn-gate.js';

const gate = (settings: Record<string, unknown> = {}, troubles = new Troubles()) => {
  const overrides = Object.fromEntries(
    Object.entries(settings).map(([key, value]) => [`convengine.limits.${key}`, value]),
  );
  return new TurnGate(loadConfig({ env: {}, directory: '/nonexistent', overrides }).config, troubles);
};

/** Keeps the thread busy, as a turn does. */
function work(milliseconds: number): Promise<void> {
  const endsAt = performance.now() + milliseconds;
  while (performance.now() < endsAt);
  return Promise.resolve();
}

describe('the gate of turns', () => {
  it('lets them in in the order in which they came', async () => {
    const order: number[] = [];
    const one = gate();
    const turns = Array.from({ length: 10 }, (_, turn) => one.run(async () => void order.push(turn)));
    await Promise.all(turns);
    expect(order).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
  });

  it('answers those it lets in soon while more come than can be answered, and refuses the others', async () => {
    const troubles = new Troubles();
    const one = gate({ 'burst-ms': 100 }, troubles);
    const waits: number[] = [];
    const codes = new Set<string>();
    const endsAt = performance.now() + 1_500;
    const client = async () => {
      while (performance.now() < endsAt) {
        const startedAt = performance.now();
        try {
          await one.count(() => one.run(() => work(4)));
          if (startedAt > endsAt - 1_000) waits.push(performance.now() - startedAt);
        } catch (error) {
          codes.add((error as { code: string }).code);
        }
        await sleep(1);
      }
    };
    await Promise.all(Array.from({ length: 50 }, client));
    waits.sort((a, b) => a - b);
    expect([...codes]).toEqual(['SERVICE_OVERLOADED']);
    // Fifty of them would wait for 200 ms.
    expect(waits[Math.floor(waits.length / 2)]).toBeLessThan(60);
    expect(troubles.current().join()).toContain('More comes in than can be answered');
  });

  it('lets others in while a turn waits elsewhere', async () => {
    const one = gate();
    const goOn = Promise.withResolvers<void>();
    const waiting = Array.from({ length: 10 }, () => one.run(() => elsewhere(() => goOn.promise)));
    await one.run(() => work(1));
    goOn.resolve();
    await Promise.all(waiting);
  });

  it('keeps no place for what was given up elsewhere, when it comes to its end after all', { retry: 2 }, async () => {
    const one = gate();
    const goOn = Promise.withResolvers<void>();
    const abandoned: Promise<void>[] = [];
    const giveUp = async () => void abandoned.push(elsewhere(() => goOn.promise));
    await Promise.all(Array.from({ length: 50 }, () => one.run(giveUp)));
    goOn.resolve();
    await Promise.all(abandoned);
    const startedAt = performance.now();
    await Promise.all(Array.from({ length: 10 }, () => one.run(() => sleep(1))));
    // A place that is held for nothing is free after 100 ms at the earliest.
    expect(performance.now() - startedAt).toBeLessThan(90);
  });

  it('lets others in while a turn waits for it is not known what', async () => {
    const one = gate();
    const goOn = Promise.withResolvers<void>();
    const waiting = Array.from({ length: 6 }, () => one.run(() => goOn.promise));
    await one.run(() => work(1));
    goOn.resolve();
    await Promise.all(waiting);
  });

  it('refuses nothing where it is switched off', async () => {
    const one = gate({ 'burst-ms': 0 });
    await Promise.all(Array.from({ length: 200 }, () => one.count(() => one.run(() => work(1)))));
  });

  it('refuses what is too much at the same time', async () => {
    const one = gate({ 'turns-in-progress': 1 });
    const goOn = Promise.withResolvers<void>();
    const first = one.count(() => goOn.promise);
    await expect(one.count(async () => undefined)).rejects.toMatchObject({ code: 'SERVICE_OVERLOADED' });
    goOn.resolve();
    await first;
    await one.count(async () => undefined);
  });
});
