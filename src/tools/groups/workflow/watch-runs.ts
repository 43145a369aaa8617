import { Logger } from '@nestjs/common';
import { messageOf } from '../../../platform/common/errors.js';
import { repeat } from '../../../platform/common/repeat.js';
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
  const logger = new Logger('EmbeddedWorkflows');
  const again = (work: () => Promise<void>, pauseMs: () => number) =>
    repeat(work, {
      // Processes that were started together do not look at the same moment for ever.
      pauseMs: () => pauseMs() * (1 - Math.random() / 4),
      failed: (error) => {
        if (signal.aborted) return;
        logger.warn(`looking after workflows failed, and is tried again: ${messageOf(error)}`);
      },
      signal,
    });
  const look = again(
    () => driver.look(signal),
    () => driver.pauseMs(),
  );
  const renew = again(
    () => atWork.renew(),
    () => leaseMs / 3,
  );
  await Promise.all([look, renew]);
}
