import { useSyncExternalStore } from 'react';
import { serviceNow } from '../api/clock';

const SECOND_MS = 1_000;
let now = serviceNow();
let timer: number | undefined;
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  if (timer === undefined) {
    // It has stood still while nothing showed it.
    now = serviceNow();
    timer = window.setInterval(tick, SECOND_MS);
  }
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    window.clearInterval(timer);
    timer = undefined;
  };
}

function tick(): void {
  now = serviceNow();
  for (const listener of listeners) listener();
}

/** The time, every second: one clock for all that shows it. Epoch milliseconds. */
export function useNow(): number {
  return useSyncExternalStore(subscribe, () => now);
}

/** The time as often as the value of `round` changes, so that what shows minutes is not drawn every second. */
export function useRounded<T>(round: (now: number) => T): T {
  return useSyncExternalStore(subscribe, () => round(now));
}
