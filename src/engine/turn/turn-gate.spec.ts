import { describe, expect, it } from 'vitest';
import { Troubles } from '../../platform/common/troubles.js';
import { loadConfig } from '../../platform/config/index.js';
import { TurnGate } from './turn-gate.js';

function gate(turnsInProgress: number, troubles = new Troubles()): TurnGate {
  const overrides = { 'convengine.limits.turns-in-progress': turnsInProgress };
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
    expect(() => one.check()).toThrow('More messages come in');
    goOn.resolve();
    await Promise.all([...running, second]);
    expect(await one.count(async () => 'done')).toBe('done');
  });

  it('gives the place of a turn that failed to the next one', async () => {
    const one = gate(1);
    await expect(one.count(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(await one.count(async () => 'done')).toBe('done');
  });

  it('has health tell that requests were refused', async () => {
    const troubles = new Troubles();
    const one = gate(1, troubles);
    expect(troubles.current()).toEqual([]);
    const goOn = Promise.withResolvers<void>();
    const running = one.count(() => goOn.promise);
    expect(() => one.check()).toThrow();
    expect(troubles.current()).toEqual([expect.stringContaining('requests were refused')]);
    goOn.resolve();
    await running;
  });
});
