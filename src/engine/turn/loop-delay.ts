import { monitorEventLoopDelay } from 'node:perf_hooks';

const RESOLUTION_MS = 20;
const LATE_MS = 250;
/** What is measured over less than this, by fewer measurements, or a long time ago, says nothing of now. */
const LEAST_WINDOW_MS = 1_000;
const LEAST_COUNT = 3;
const LONGEST_WINDOW_MS = 10_000;

/** How late the one thread of this process is at what it has to do, half of the time, over the last second or so. */
export class LoopDelay {
  readonly #histogram = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  #lateMs = 0;
  /** Not known before the first measurement: what it covers is the start of the process. */
  #measuredAtMs = Number.NEGATIVE_INFINITY;

  constructor() {
    this.#histogram.enable();
  }

  stop(): void {
    this.#histogram.disable();
  }

  trouble(): string | undefined {
    const lateMs = this.lateMs();
    return lateMs > LATE_MS ? `The process is ${Math.round(lateMs)} ms late at all that it does.` : undefined;
  }

  /** Milliseconds; 0 while that is not known. */
  lateMs(): number {
    const nowMs = performance.now();
    const windowMs = nowMs - this.#measuredAtMs;
    const isNew = windowMs >= LONGEST_WINDOW_MS;
    // The later the thread is, the longer it takes to be measured often enough.
    if (!isNew && (windowMs < LEAST_WINDOW_MS || this.#histogram.count < LEAST_COUNT)) return this.#lateMs;
    this.#lateMs = isNew ? 0 : Math.max(0, this.#histogram.percentile(50) / 1e6 - RESOLUTION_MS);
    this.#measuredAtMs = nowMs;
    this.#histogram.reset();
    return this.#lateMs;
  }
}
