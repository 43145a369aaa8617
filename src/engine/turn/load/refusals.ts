import { setTimeout as sleep } from 'node:timers/promises';
import { EngineError } from '../../../platform/common/errors.js';

/** Over how long refusals are counted, in milliseconds. */
const WINDOW_MS = 5_000;
/** Who was refused is to come back within so many seconds. */
const LATEST_S = 30;
/** How long a refusal is held back, and up to half as much again. */
const LEAST_PAUSE_MS = 200;
const MOST_PAUSE_MS = 2_000;
/** More than these are not held back. */
const MOST_PAUSED = 10_000;
/** So many are refused for each turn that is answered, where callers come back at once: a refusal is not free. */
const PER_TURN = 0.5;

/** Says to whom it has to refuse when to come back: spread out, so that all of them can be answered then. */
export class Refusals {
  #windowEndsMs = 0;
  #inWindow = 0;
  #before = 0;
  #paused = 0;

  /**
   * Holds a refusal back for a moment, the longer the more are.
   * @param perSecond turns that can be answered in a second
   * @throws EngineError SERVICE_OVERLOADED
   */
  async next(perSecond: number): Promise<never> {
    const latest = Math.min(LATEST_S, 2 + Math.ceil(this.#count() / perSecond));
    const retryAfterSeconds = 1 + Math.floor(Math.random() * latest);
    const text = 'More messages come in than can be answered, so nothing was done for this one.';
    this.#paused += 1;
    try {
      if (this.#paused <= MOST_PAUSED) await sleep(this.#pauseMs(perSecond), undefined, { ref: false });
    } finally {
      this.#paused -= 1;
    }
    throw new EngineError('SERVICE_OVERLOADED', text, { retryAfterSeconds });
  }

  #pauseMs(perSecond: number): number {
    const pauseMs = (1000 * this.#paused) / (PER_TURN * perSecond);
    return Math.min(MOST_PAUSE_MS, Math.max(LEAST_PAUSE_MS, pauseMs)) * (1 + Math.random() / 2);
  }

  #count(): number {
    const nowMs = performance.now();
    if (nowMs > this.#windowEndsMs) {
      this.#before = nowMs > this.#windowEndsMs + WINDOW_MS ? 0 : this.#inWindow;
      this.#inWindow = 0;
      this.#windowEndsMs = nowMs + WINDOW_MS;
    }
    this.#inWindow += 1;
    return Math.max(this.#inWindow, this.#before);
  }
}
