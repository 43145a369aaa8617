import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { inTenant } from '../../platform/common/tenant.js';
import { Troubles } from '../../platform/common/troubles.js';
import { loadConfig } from '../../platform/config/index.js';
import { TurnGate } from './turn-gate.js';

function gate(turnsInProgress: number, troubles = new Troubles(), ofTenant = 0): TurnGate {
  const overrides = {
    'convengine.limits.turns-in-progress': turnsInProgress,
    'convengine.limits.turns-in-progress-of-tenant': ofTenant,
  };
  return new TurnGate(loadConfig({ env: {}, directory: '/nonexistent', overrides }).config, troubles);
}

describe('the gate of turns', () => {
  it('refuses what is too much at the same time, says when to come back, and takes the next when one has ended', async () => {
    const one = gate(2);
    const goOn = Promise.withResolvers<void>();
    const running = [one.count(() => goOn.promise), one.count(() => Promise.resolve())];
    await running[1];
    const second = one.count(() => goOn.promise);
    const refused = await one.count(async () => undefined).catch((error: unknown) => error);
    expect(refused).toMatchObject({ code: 'SERVICE_OVERLOADED', data: { retryAfterSeconds: expect.any(Number) } });
    await expect(one.check()).rejects.toThrow('More messages come in');
    goOn.resolve();
    await Promise.all([...running, second]);
    expect(await one.count(async () => 'done')).toBe('done');
  });

  it('gives the place of a turn that failed to the next one', async () => {
    const one = gate(1);
    await expect(one.count(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(await one.count(async () => 'done')).toBe('done');
  });

  it('refuses while the thread is more than a second late at everything, and takes the next when it has caught up', async () => {
    const one = gate(1_000);
    let answer: unknown = 'done';
    for (let round = 0; round < 8 && answer === 'done'; round += 1) {
      answer = await one.count(async () => 'done').catch((error: unknown) => error);
      const endMs = performance.now() + 1_200;
      while (performance.now() < endMs);
      await sleep(1);
    }
    expect(answer).toMatchObject({ code: 'SERVICE_OVERLOADED' });
    await expect.poll(() => one.count(async () => 'done').catch(() => 'refused')).toBe('done');
    one.onApplicationShutdown();
  });

  it('refuses a tenant that has as many as it may, leaves the others their places, and calls nobody overloaded', async () => {
    const troubles = new Troubles();
    const one = gate(3, troubles, 1);
    const goOn = Promise.withResolvers<void>();
    const running = inTenant('acme', () => one.count(() => goOn.promise));
    await expect(inTenant('acme', () => one.count(async () => 'done'))).rejects.toThrow('of this tenant');
    expect(await inTenant('globex', () => one.count(async () => 'done'))).toBe('done');
    expect(troubles.current()).toEqual([]);
    goOn.resolve();
    await running;
    expect(await inTenant('acme', () => one.count(async () => 'done'))).toBe('done');
  });

  it('lets nobody who comes back at once take the time of those who are answered', async () => {
    const one = gate(1);
    const goOn = Promise.withResolvers<void>();
    const running = one.count(() => goOn.promise);
    let refusals = 0;
    const endMs = performance.now() + 600;
    while (performance.now() < endMs) refusals += await one.count(async () => 0).catch(() => 1);
    expect(refusals).toBeLessThanOrEqual(3);
    goOn.resolve();
    await running;
  });

  it('has health tell that requests were refused', async () => {
    const troubles = new Troubles();
    const one = gate(1, troubles);
    expect(troubles.current()).toEqual([]);
    const goOn = Promise.withResolvers<void>();
    const running = one.count(() => goOn.promise);
    await expect(one.check()).rejects.toThrow();
    expect(troubles.current()).toEqual([expect.stringContaining('requests were refused')]);
    goOn.resolve();
    await running;
  });
});
