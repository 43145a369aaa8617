import type { Differing } from '../../engine/comparison/index.js';
import type { LeftOut } from './recorded-conversations.js';

/** What conversations have come to. */
export interface Held {
  /** Those that come to something else than recorded. */
  readonly differing: Differing[];
  /** Of which at least the first message was held again. */
  conversations: number;
  turns: number;
  /** How many were left out, or cut short. */
  readonly leftOut: Partial<Record<LeftOut, number>>;
}

export function nothingHeld(): Held {
  return { differing: [], conversations: 0, turns: 0, leftOut: {} };
}

/** Adds what others have come to. */
export function addHeld(held: Held, { differing, conversations, turns, leftOut }: Held): void {
  held.differing.push(...differing);
  held.conversations += conversations;
  held.turns += turns;
  for (const [reason, count] of Object.entries(leftOut) as [LeftOut, number][]) {
    held.leftOut[reason] = (held.leftOut[reason] ?? 0) + count;
  }
}
