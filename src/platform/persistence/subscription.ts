import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from '@nestjs/common';
import { ExponentialBackoff } from 'cockatiel';
import type { NotificationListener } from './notifications.js';
import { OutageLog } from './outage-log.js';

/** Before a listener that failed is told of a gap; later pauses grow, with jitter. */
const FIRST_PAUSE = new ExponentialBackoff({ initialDelay: 100, maxDelay: 10_000 }).next();

/**
 * Somebody who listens to one channel. Where that fails they have missed something, and are told of a gap after a pause, until
 * they have followed: of one at a time, however much fails meanwhile.
 */
export class Subscription {
  readonly #attempts: OutageLog;
  readonly #ending = new AbortController();
  /** Something failed since the last gap that they were told of. */
  #hasMissed = false;
  #isCatchingUp = false;

  constructor(
    private readonly listener: NotificationListener,
    logger: Logger,
  ) {
    this.#attempts = new OutageLog(logger, 'following news of other processes');
  }

  /** Never fails. @param payload what was published; empty for a gap */
  async tell(payload: string): Promise<void> {
    if (this.#ending.signal.aborted) return;
    await this.#follow(() => (payload === '' ? this.listener.onGap() : this.listener.onNotice(payload)));
    if (this.#hasMissed && !this.#isCatchingUp) await this.#catchUp();
  }

  /** Tells nothing any more, nor again. */
  end(): void {
    this.#ending.abort();
  }

  async #catchUp(): Promise<void> {
    const { signal } = this.#ending;
    this.#isCatchingUp = true;
    for (let pause = FIRST_PAUSE; this.#hasMissed; pause = pause.next(undefined)) {
      await sleep(pause.duration, undefined, { signal, ref: false }).catch(() => undefined);
      if (signal.aborted) break;
      // Before the call: what fails during it may be newer than what it reads.
      this.#hasMissed = false;
      await this.#follow(() => this.listener.onGap());
    }
    this.#isCatchingUp = false;
  }

  async #follow(call: () => Promise<void> | void): Promise<void> {
    try {
      await call();
      this.#attempts.worked();
    } catch (error) {
      this.#hasMissed = true;
      if (!this.#ending.signal.aborted) this.#attempts.failed(error);
    }
  }
}
