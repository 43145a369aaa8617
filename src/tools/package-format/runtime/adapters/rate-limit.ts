const MINUTE_MS = 60_000;

/** Counts the calls of each tool in the last minute. */
export class RateLimit {
  private readonly calls = new Map<string, number[]>();
  private readonly now: () => number;

  constructor(now: () => number) {
    this.now = now;
  }

  /** Milliseconds until the tool may be called again; 0 when this call is counted and may go ahead. */
  waitFor(tool: string, perMinute: number): number {
    const now = this.now();
    const recent = (this.calls.get(tool) ?? []).filter((time) => time > now - MINUTE_MS);
    this.calls.set(tool, recent);
    const [oldest] = recent.slice(-perMinute);
    if (recent.length >= perMinute && oldest !== undefined) return oldest + MINUTE_MS - now;
    recent.push(now);
    return 0;
  }
}
