import { LruCache } from '../platform/common/lru-cache.js';

/** Scope value that matches every intent or every state. `UNKNOWN` is no wildcard: it means "not known yet". */
export const ANY = 'ANY';

/** Anything a DBA scopes to an intent and a state. */
export interface Scoped {
  readonly id: number;
  readonly intent: string;
  readonly state: string;
  /** Smaller comes first. */
  readonly priority: number;
}

/** Codes are compared without regard to case and surrounding blanks. */
export function sameCode(a: string, b: string): boolean {
  return normalizeCode(a) === normalizeCode(b);
}

/** A code as it is compared and found by. */
export function normalizeCode(code: string): string {
  return code.trim().toUpperCase();
}

/**
 * Rows by scope, found without looking at the others, however many there are.
 * Specific rows come before general ones; within one scope, smaller priority comes first, and of the same priority
 * what is given first: rows are given in the order of their ids, those of a tenant before the shared ones.
 */
export class ScopeIndex<T extends Scoped> {
  private readonly rowsByScope = new Map<string, T[]>();
  private readonly found = new LruCache<readonly T[]>(1_000);

  constructor(rows: readonly T[]) {
    const ordered = rows.toSorted((a, b) => a.priority - b.priority);
    for (const row of ordered) {
      const key = scopeKey(row.intent, row.state);
      const bucket = this.rowsByScope.get(key);
      if (bucket) bucket.push(row);
      else this.rowsByScope.set(key, [row]);
    }
  }

  /** Matching rows: exact scope, then any state, then any intent, then any of both. */
  lookup(intent: string, state: string): readonly T[] {
    return this.found.get(`${intent}|${state}`, () => this.collect(intent, state));
  }

  private collect(intent: string, state: string): readonly T[] {
    const keys = new Set([scopeKey(intent, state), scopeKey(intent, ANY), scopeKey(ANY, state), scopeKey(ANY, ANY)]);
    return [...keys].flatMap((key) => this.rowsByScope.get(key) ?? []);
  }

  first(intent: string, state: string): T | undefined {
    return this.lookup(intent, state)[0];
  }
}

/** Of rows that mean the same thing in different scopes, the one for this intent and state. */
export function bestInScope<T extends Scoped>(rows: readonly T[], intent: string, state: string): T | undefined {
  return new ScopeIndex(rows).first(intent, state);
}

function scopeKey(intent: string, state: string): string {
  return `${normalizeCode(intent)}|${normalizeCode(state)}`;
}
