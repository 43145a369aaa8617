import { LruCache } from '../../platform/common/lru-cache.js';
import { currentTenant } from '../../platform/common/tenant.js';

/** Messages that are remembered at most. */
const MOST = 10_000;

/**
 * When messages with an Idempotency-Key first came to this process, for those that could not be answered: so that a
 * repetition answers nothing newer also where the database could not be told of the first try.
 */
export class KnownArrivals {
  private readonly firstAtMs = new LruCache<number>(MOST);

  note(conversationId: string, idempotencyKey: string, atMs: number): void {
    this.firstAtMs.get(keyOf(conversationId, idempotencyKey), () => atMs);
  }

  /** Milliseconds since 1970 UTC; null where no earlier try is known. */
  find(conversationId: string, idempotencyKey: string | undefined): number | null {
    if (idempotencyKey === undefined) return null;
    return this.firstAtMs.peek(keyOf(conversationId, idempotencyKey)) ?? null;
  }
}

function keyOf(conversationId: string, idempotencyKey: string): string {
  return `${currentTenant()} ${conversationId} ${idempotencyKey}`;
}
