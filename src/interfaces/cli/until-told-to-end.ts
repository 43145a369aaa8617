const ENDING = ['SIGINT', 'SIGTERM'] as const;

/**
 * Does long work that Ctrl-C or SIGTERM ends where it can be gone on with: they abort the signal that it is given. The same one a
 * second time ends the process at once.
 */
export async function untilToldToEnd<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const stopping = new AbortController();
  const stop = () => stopping.abort();
  for (const signal of ENDING) process.once(signal, stop);
  try {
    return await work(stopping.signal);
  } finally {
    for (const signal of ENDING) process.off(signal, stop);
  }
}
