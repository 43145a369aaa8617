import { afterEach, describe, expect, it, vi } from 'vitest';
import { Troubles } from '../common/troubles.js';
import { ServiceClock } from './service-clock.js';
import type { TimeReading } from './time-estimate.js';
import { timeOfMachine } from './time-sources.js';

const HOUR = 3_600_000;

afterEach(() => void vi.restoreAllMocks());

/** A server whose clock is so many milliseconds ahead of this machine's, and whose answers take `tookMs`. */
function server(aheadMs = 0, tookMs = 2) {
  const told = { aheadMs, tookMs };
  const source = async (): Promise<TimeReading> => {
    const answeredAt = performance.now();
    const epochMs = performance.timeOrigin + answeredAt - told.tookMs / 2 + told.aheadMs;
    return { askedAt: answeredAt - told.tookMs, answeredAt, earliestMs: epochMs, latestMs: epochMs };
  };
  return { told, source };
}

async function clockOf(source: () => Promise<TimeReading>) {
  const troubles = new Troubles();
  const clock = await new ServiceClock(source, 'the database', troubles).begin();
  return { clock, troubles };
}

/** How far a clock is ahead of the machine's as it was when the process began. */
const aheadOf = (clock: ServiceClock) => clock.now() - performance.timeOrigin - performance.now();

describe('the clock of a service', () => {
  it("goes by the server's time, and stays there where the machine's clock is set", async () => {
    const { clock } = await clockOf(server(2 * HOUR).source);
    expect(Math.abs(aheadOf(clock) - 2 * HOUR)).toBeLessThan(10);
    const real = Date.now;
    for (const byMs of [2_000, 2 * HOUR, -2 * HOUR]) {
      vi.spyOn(Date, 'now').mockImplementation(() => real() + byMs);
      await clock.measure();
      expect(Math.abs(aheadOf(clock) - 2 * HOUR)).toBeLessThan(10);
    }
  });

  it('is told precisely by one quick answer among slow ones', async () => {
    const { source, told } = server(HOUR, 900);
    const { clock } = await clockOf(source);
    told.tookMs = 2;
    await clock.measure();
    told.tookMs = 4_000;
    await clock.measure();
    expect(Math.abs(aheadOf(clock) - HOUR)).toBeLessThan(10);
  });

  it("follows the server's clock where that is set, and stands still rather than go back by a little", async () => {
    const { source, told } = server();
    const { clock } = await clockOf(source);
    told.aheadMs = HOUR;
    await clock.measure();
    const then = clock.now();
    expect(Math.abs(aheadOf(clock) - HOUR)).toBeLessThan(10);
    told.aheadMs = HOUR - 800;
    await clock.measure();
    expect(clock.now()).toBe(then);
    told.aheadMs = 0;
    await clock.measure();
    expect(Math.abs(aheadOf(clock))).toBeLessThan(10);
  });

  it('says where the time is not known well, and does not begin where it is hardly known', async () => {
    const { source, told } = server(0, 1_500);
    const { clock, troubles } = await clockOf(source);
    expect(troubles.current()).toEqual([
      expect.stringMatching(/^The time of the database is known to 7\d\d ms only\.$/),
    ]);
    told.tookMs = 2;
    await clock.measure();
    expect(troubles.current()).toEqual([]);
    await expect(clockOf(server(0, 3_000).source)).rejects.toThrow('cannot be told to within 1000 ms');
  });

  it("says where the machine's clock is seconds away from it", async () => {
    const { clock, troubles } = await clockOf(server().source);
    const now = clock.now();
    vi.spyOn(Date, 'now').mockImplementation(() => now + 2_000);
    expect(troubles.current()).toEqual([]);
    vi.spyOn(Date, 'now').mockImplementation(() => now - 7_000);
    expect(troubles.current()).toEqual([
      'The clock of this machine is 7 s behind the time of the database, which counts.',
    ]);
  });

  it("is the machine's as it was at the beginning where there is no server, and knows that the machine slept", async () => {
    let [wall, upSeconds] = [Date.now(), 1_000];
    const { clock } = await clockOf(
      timeOfMachine(
        () => wall,
        () => upSeconds,
      ),
    );
    const ahead = aheadOf(clock);
    wall += 2 * HOUR;
    await clock.measure();
    expect(Math.abs(aheadOf(clock) - ahead)).toBeLessThan(10_000);
    upSeconds += 3_600;
    await clock.measure();
    expect(Math.abs(aheadOf(clock) - ahead - HOUR)).toBeLessThan(10_000);
  });
});
