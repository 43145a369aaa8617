import { AsyncLocalStorage } from 'node:async_hooks';

/** A place among those that are worked on at the same time. */
export interface WorkPlace {
  /** Somebody else may have it for now. */
  leave(): void;
  /** It is needed again, at once. */
  comeBack(): void;
}

const current = new AsyncLocalStorage<WorkPlace>();

/** Runs `work` in a place. */
export function inPlace<T>(place: WorkPlace, work: () => Promise<T>): Promise<T> {
  return current.run(place, work);
}

/**
 * Runs what waits for others (a handler, a tool, a model), without holding the place that the turn has, where it has one.
 * Rejects where `work` throws.
 */
export async function elsewhere<T>(work: () => T | Promise<T>): Promise<T> {
  const place = current.getStore();
  place?.leave();
  try {
    return await work();
  } finally {
    place?.comeBack();
  }
}
