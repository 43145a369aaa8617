import type { QueryClient } from '@tanstack/react-query';
import { Store } from './store';

const ASK_AGAIN_MS = 1_500;

/** Whether the service answers; `undefined` before it was asked anything. */
export const isReachable = new Store<boolean | undefined>(undefined);

let queries: QueryClient | undefined;
let timer: number | undefined;

/** What to read again once the service is back. */
export function connect(client: QueryClient): void {
  queries = client;
}

export function noteAnswer(): void {
  const wasAway = isReachable.get() === false;
  isReachable.set(true);
  if (wasAway) void queries?.invalidateQueries();
}

/** The service does not know who asks: a session may be over. */
export function noteRefusal(): void {
  void queries?.invalidateQueries({ queryKey: ['me'] });
}

/** Asks until the service answers again. */
export function noteSilence(): void {
  isReachable.set(false);
  window.clearTimeout(timer);
  timer = window.setTimeout(async () => {
    try {
      await fetch('/api/v1/health', { cache: 'no-store' });
      noteAnswer();
    } catch {
      noteSilence();
    }
  }, ASK_AGAIN_MS);
}
