/** What each new measurement counts in a mean. */
const WEIGHT = 0.05;
/** Turns together may take so many times as long as one alone; less than `ROOM` times, and one more is let in. */
const MOST = 2;
const ROOM = 1.7;
/** Measurements between two changes of the number. */
const BETWEEN_CHANGES = 16;
/** With one alone, it would not be seen how long two take. */
const LEAST_PLACES = 2;
const MOST_PLACES = 64;
/** How many turns have to have been measured alone, and how often that is done anew where they never are. */
const ALONE_TURNS = 20;
const ALONE_EVERY_MS = 10_000;
const ALONE_FOR_MS = 200;

/**
 * How many turns are worked on at the same time: as many as let each one take no longer than twice what it takes alone.
 * Beyond that they only wait for each other, for the one thread of this process or for the database. The number is found
 * by measuring; while turns never are alone, they are for a moment every ten seconds, so that it is known how long one takes.
 */
export class PlaceLimit {
  #places = LEAST_PLACES;
  #aloneMs = 0;
  #togetherMs = 0;
  #aloneTurns = 0;
  #counted = 0;
  #long = 0;
  #aloneAtMs = Number.NEGATIVE_INFINITY;
  #probeEndsMs = Number.NEGATIVE_INFINITY;

  /** How many turns may be worked on now. Called only where somebody waits for a place. */
  placesAt(nowMs: number): number {
    const isDue = nowMs - this.#aloneAtMs > ALONE_EVERY_MS;
    if (isDue) {
      this.#aloneAtMs = nowMs;
      this.#probeEndsMs = nowMs + ALONE_FOR_MS;
      this.#aloneTurns = 0;
    }
    return nowMs < this.#probeEndsMs && this.#aloneTurns < ALONE_TURNS ? 1 : this.#places;
  }

  /** What a turn takes alone, on average, in milliseconds. */
  get aloneMs(): number {
    return this.#aloneMs;
  }

  /** How long it takes until the next place is free, on average, while all are taken; in milliseconds. */
  get intervalMs(): number {
    return Math.max(this.#togetherMs, this.#aloneMs) / this.#places;
  }

  /**
   * Notes how long a turn was worked on.
   * @param others `none`: no other one was at the same time; `waiting`: all places were taken; `some`: neither
   */
  note(tookMs: number, others: 'none' | 'some' | 'waiting', nowMs: number): void {
    if (others === 'none') {
      this.#aloneMs = mean(this.#aloneMs, tookMs, Math.max(WEIGHT, 1 / (this.#aloneTurns + 1)));
      this.#aloneTurns += 1;
      this.#aloneAtMs = nowMs;
      return;
    }
    this.#togetherMs = mean(this.#togetherMs, tookMs, WEIGHT);
    this.#count(others === 'waiting');
  }

  /** Notes a turn that has given its place back, because it waits for somebody else: a model, or a handler. */
  noteLong(): void {
    this.#long += 1;
    this.#count(true);
  }

  #count(isWanted: boolean): void {
    this.#counted += 1;
    if (this.#counted < BETWEEN_CHANGES) return;
    const ratio = this.#togetherMs / this.#aloneMs;
    const isIdle = this.#long > BETWEEN_CHANGES / 2;
    this.#counted = 0;
    this.#long = 0;
    if (isIdle || (isWanted && ratio < ROOM)) this.#places = Math.min(MOST_PLACES, this.#places + 1);
    else if (ratio > MOST) this.#places = Math.max(LEAST_PLACES, Math.floor(this.#places * 0.9));
  }
}

function mean(before: number, value: number, weight: number): number {
  return before === 0 ? value : before + weight * (value - before);
}
