import { Logger } from '@nestjs/common';
import { repeat } from '../../../platform/common/repeat.js';
import { OutageLog } from '../../../platform/persistence/index.js';
import type { RunDriver } from './run-driver.js';
import type { RunsAtWork } from './runs-at-work.js';

/**
 * Goes on with runs that are due, and keeps those at work, until the signal is aborted.
 * @param leaseMs how long a process keeps a run without a sign of life, in milliseconds; it gives one three times as often
 * @returns resolves when that is over
 */
export async function watchRuns(
  driver: RunDriver,
  atWork: RunsAtWork,
  leaseMs: number,
  signal: AbortSignal,
): Promise<void> {
  const looks = new OutageLog(new Logger('EmbeddedWorkflows'), 'looking after workflows');
  const again = (work: () => Promise<void>, pauseMs: () => number) =>
    repeat(work, {
      // Processes that were started together do not look at the same moment for ever.
      pauseMs: () => pauseMs() * (1 - Math.random() / 4),
      failed: (error) => {
        if (!signal.aborted) looks.failed(error);
      },
      signal,
    });
  const look = again(
    async () => {
      await driver.look(signal);
      looks.worked();
    },
    () => driver.pauseMs(),
  );
  const renew = again(
    () => atWork.renew(),
    () => leaseMs / 3,
  );
  await Promise.all([look, renew]);
}
