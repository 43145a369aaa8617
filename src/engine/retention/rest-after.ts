import { setTimeout as sleep } from 'node:timers/promises';

/** Leaves the database to others for as long as some work took. */
export async function restAfter<T>(signal: AbortSignal | undefined, work: () => Promise<T>): Promise<T> {
  const started = performance.now();
  const result = await work();
  const pauseMs = performance.now() - started;
  await sleep(pauseMs, undefined, { ...(signal && { signal }) }).catch(() => undefined);
  return result;
}
