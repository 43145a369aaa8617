import { LONGEST_TIMER_MS } from './clock.js';

/**
 * The value of a piece of work, or a rejection with the signal's reason as soon as it is aborted; what the work does
 * after that is not waited for.
 */
export function untilAborted<T>(work: T | Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const onAbort = () => reject(signal.reason);
    if (signal.aborted) onAbort();
    signal.addEventListener('abort', onAbort, { once: true });
    Promise.resolve(work)
      .then(resolve, reject)
      .finally(() => signal.removeEventListener('abort', onAbort));
  });
}

/**
 * Does a piece of work under a signal of its own, which is aborted with one of `others`, or with a TimeoutError when the time is over. The
 * timer ends with the work: that of `AbortSignal.timeout` keeps all that it was called in for as long as it runs.
 */
export async function withinTime<T>(
  milliseconds: number,
  others: readonly AbortSignal[],
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const over = new AbortController();
  const timer = setTimeout(() => over.abort(timedOut()), Math.min(milliseconds, LONGEST_TIMER_MS));
  timer.unref();
  try {
    return await work(AbortSignal.any([...others, over.signal]));
  } finally {
    clearTimeout(timer);
  }
}

/** As `AbortSignal.timeout` has it. */
function timedOut(): DOMException {
  return new DOMException('The operation was aborted due to timeout', 'TimeoutError');
}
