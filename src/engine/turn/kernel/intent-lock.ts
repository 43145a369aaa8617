import { type Reads, type Writes } from './turn-fields.js';

/** Whether the intent stays as it is while values are being collected (`context.intent_lock`). */
export function lockOf(turn: Pick<Reads<'context'>, 'context'>): { locked: boolean; reason: string | null } {
  const lock = turn.context.intent_lock;
  if (typeof lock !== 'object' || lock === null || Array.isArray(lock)) return { locked: false, reason: null };
  return { locked: lock.locked === true, reason: typeof lock.reason === 'string' ? lock.reason : null };
}

/** Locks the intent, or frees it when no reason is given. */
export function setLock(turn: Writes<'context'>, reason: string | null): void {
  turn.context.intent_lock = { locked: reason !== null, reason };
}
