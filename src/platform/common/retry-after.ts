/** `Retry-After` in seconds or as a date, as milliseconds from now; undefined where it says neither. */
export function readRetryAfter(header: string | null | undefined, nowMs: number): number | undefined {
  if (header === null || header === undefined) return undefined;
  const waitMs = /^\s*\d+\s*$/.test(header) ? Number(header) * 1_000 : Date.parse(header) - nowMs;
  return waitMs >= 0 ? waitMs : undefined;
}
