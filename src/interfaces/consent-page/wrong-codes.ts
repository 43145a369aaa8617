/** So many wrong codes are taken at once, and one of them is forgotten each minute; in milliseconds. */
const MOST_AT_ONCE = 10;
const FORGET_EVERY_MS = 60_000;
/** How long no code is read after the first one too many, twice as long after each further one, up to the longest. */
const FIRST_PAUSE_MS = 5_000;
const LONGEST_PAUSE_MS = 60_000;

interface Tries {
  readonly count: number;
  readonly atMs: number;
  readonly pausedUntilMs: number;
}

/**
 * The wrong codes that came by the links of each client, over all actions: a program can open as many actions as it likes, and
 * guess at each. Whoever mistypes waits for a minute at most, whoever guesses has one guess a minute.
 */
export class WrongCodes {
  private readonly tries = new Map<string, Tries>();

  /** For how long no code is read that comes by a link of this client, in milliseconds; 0 where one is. */
  pauseMs(client: string, nowMs: number): number {
    return Math.max(0, (this.tries.get(client)?.pausedUntilMs ?? 0) - nowMs);
  }

  /** Counts one. */
  note(client: string, nowMs: number): void {
    const { count: before, atMs } = this.tries.get(client) ?? { count: 0, atMs: nowMs };
    const count = Math.max(0, before - (nowMs - atMs) / FORGET_EVERY_MS) + 1;
    const tooMany = Math.ceil(count) - MOST_AT_ONCE;
    const pauseMs = tooMany > 0 ? Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (tooMany - 1)) : 0;
    this.tries.set(client, { count, atMs: nowMs, pausedUntilMs: nowMs + pauseMs });
  }
}
