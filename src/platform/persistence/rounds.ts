import type { Logger } from '@nestjs/common';
import { repeat } from '../common/repeat.js';
import { OutageLog } from './outage-log.js';

/** When rounds are made. */
interface Rhythm {
  /** The pause behind each round, in milliseconds. */
  readonly pauseMs: () => number;
  /** Whether there is a pause before the first round, too. */
  readonly pausesFirst?: boolean;
}

/** Work that a service repeats in the background, from `start` until `stop`. `OutageLog` says what the log is told of it. */
export class Rounds {
  private readonly stopping = new AbortController();
  private readonly log: OutageLog;
  private running: Promise<void> = Promise.resolve();

  /** @param what the work, as the beginning of a sentence: `looking after schedules` */
  constructor(logger: Pick<Logger, 'warn' | 'log'>, what: string) {
    this.log = new OutageLog(logger, what);
  }

  /** Aborted by `stop`: what is at work begins nothing new then. */
  get signal(): AbortSignal {
    return this.stopping.signal;
  }

  /** Makes rounds until `stop`. One that fails is logged, and made again behind the pause. */
  start(round: () => Promise<unknown>, rhythm: Rhythm): void {
    const { log, signal } = this;
    const logged = async () => {
      await round();
      log.worked();
    };
    this.running = repeat(logged, { ...rhythm, failed: (error) => log.failed(error), signal });
  }

  /** Begins no other round, and resolves when the one at work has ended. */
  async stop(): Promise<void> {
    this.stopping.abort();
    await this.running;
  }
}
