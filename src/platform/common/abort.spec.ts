import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { untilAborted, withinTime } from './abort.js';

describe('work within its time', () => {
  it('ends with its value, and leaves no timer behind', async () => {
    const timers = () => process.getActiveResourcesInfo().filter((each) => each === 'Timeout').length;
    const before = timers();
    let signal: AbortSignal | undefined;
    await expect(
      withinTime(60_000, [], async (own) => {
        signal = own;
        return 'done';
      }),
    ).resolves.toBe('done');
    expect(signal?.aborted).toBe(false);
    expect(timers()).toBe(before);
  });

  it('is told when the time is over, with a TimeoutError', async () => {
    const work = withinTime(5, [], (signal) => untilAborted(sleep(10_000, undefined, { signal }), signal));
    await expect(work).rejects.toMatchObject({ name: 'TimeoutError' });
  });

  it('is told when another signal says so, with its reason', async () => {
    const outer = new AbortController();
    const work = withinTime(60_000, [outer.signal], (signal) => untilAborted(new Promise(() => undefined), signal));
    outer.abort(new Error('left'));
    await expect(work).rejects.toThrow('left');
  });

  it('has a time beyond the longest timer', async () => {
    const aborted = await withinTime(2 ** 40, [], async (signal) => {
      await sleep(20);
      return signal.aborted;
    });
    expect(aborted).toBe(false);
  });
});
