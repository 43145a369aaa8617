/** The time as somebody else has told it. All in milliseconds. */
export interface TimeReading {
  /** When it was asked for and when the answer was there, by this process's monotonic clock. */
  readonly askedAt: number;
  readonly answeredAt: number;
  /** Milliseconds since 1970 UTC; it was no earlier and no later than this when it was read in between. */
  readonly earliestMs: number;
  readonly latestMs: number;
}

/** How much the two clocks may drift apart: half a millisecond in each second, which is what NTP corrects at most. */
const DRIFT = 1 / 2_000;

/**
 * How far another clock is ahead of this process's monotonic one, between two bounds. Each reading narrows them; while
 * none comes they slowly grow apart. A reading that contradicts them says that the other clock was set.
 */
export class TimeEstimate {
  #least = Number.NEGATIVE_INFINITY;
  #most = Number.POSITIVE_INFINITY;
  #asOf = 0;

  /** Takes a reading in. @returns by how much the other clock was set since the last one: 0 where it was not */
  observe({ askedAt, answeredAt, earliestMs, latestMs }: TimeReading): number {
    const grown = Math.max(0, answeredAt - this.#asOf) * DRIFT;
    const [least, most] = [earliestMs - answeredAt, latestMs - askedAt];
    const narrowed = { least: Math.max(this.#least - grown, least), most: Math.min(this.#most + grown, most) };
    const isSet = narrowed.least > narrowed.most;
    const before = this.offset;
    this.#least = isSet ? least : narrowed.least;
    this.#most = isSet ? most : narrowed.most;
    this.#asOf = answeredAt;
    return isSet ? this.offset - before : 0;
  }

  /** What has to be added to the monotonic clock. */
  get offset(): number {
    return (this.#least + this.#most) / 2;
  }

  /** How far the truth may be from that. */
  uncertaintyAt(monotonicMs: number): number {
    return (this.#most - this.#least) / 2 + Math.max(0, monotonicMs - this.#asOf) * DRIFT;
  }
}
