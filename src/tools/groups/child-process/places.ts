import { untilAborted } from '../../../platform/common/abort.js';

/** A number of places, given to whoever waits longest. */
export class Places {
  readonly #waiting: (() => void)[] = [];
  #taken = 0;

  constructor(private readonly size: number) {}

  /** Does the work in a place of its own. @throws the signal's reason when it is aborted before there is one */
  async use<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    await this.#enter(signal);
    try {
      return await work();
    } finally {
      this.#leave();
    }
  }

  async #enter(signal: AbortSignal): Promise<void> {
    if (this.#taken < this.size) {
      this.#taken += 1;
      return;
    }
    const { promise: turn, resolve: enter } = Promise.withResolvers<void>();
    this.#waiting.push(enter);
    try {
      await untilAborted(turn, signal);
    } catch (error) {
      const place = this.#waiting.indexOf(enter);
      if (place >= 0) this.#waiting.splice(place, 1);
      else this.#leave();
      throw error;
    }
  }

  /** Hands the place on to whoever waits longest. */
  #leave(): void {
    const next = this.#waiting.shift();
    if (next) next();
    else this.#taken -= 1;
  }
}
