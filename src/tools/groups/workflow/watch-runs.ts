import { setTimeout as sleep } from 'node:timers/promises';
import { Logger } from '@nestjs/common';
import { messageOf } from '../../../platform/common/errors.js';
import type { DueRuns } from './due-runs.js';
import type { RunFunctions } from './run-functions.js';
import type { RunsAtWork } from './runs-at-work.js';

/** How often a process looks for runs that are due, in milliseconds. */
const LOOK_MS = 1_000;

/** The same where none of its workflows is durable, as what was left behind. */
const RARE_LOOK_MS = 60_000;

/**
 * Goes on with runs that are due, and keeps those at work, until the signal is aborted.
 * @param leaseMs how long a process keeps a run without a sign of life, in milliseconds; it gives one three times as often
 * @returns resolves when that is over
 */
export async function watchRuns(
  due: DueRuns,
  atWork: RunsAtWork,
  functions: RunFunctions,
  leaseMs: number,
  signal: AbortSignal,
): Promise<void> {
  const lookMs = () => (functions.hasDurable() ? LOOK_MS : RARE_LOOK_MS);
  const renewMs = () => leaseMs / 3;
  await Promise.all([again(lookMs, () => due.lookAndFollow(), signal), again(renewMs, () => atWork.renew(), signal)]);
}

async function again(pauseMs: () => number, work: () => Promise<void>, signal: AbortSignal): Promise<void> {
  const logger = new Logger('EmbeddedWorkflows');
  while (!signal.aborted) {
    try {
      await work();
    } catch (error) {
      logger.warn(`looking after workflows failed, and is tried again: ${messageOf(error)}`);
    }
    // Processes that were started together do not look at the same moment for ever.
    await sleep(pauseMs() * (1 - Math.random() / 4), undefined, { signal, ref: false }).catch(() => undefined);
  }
}
