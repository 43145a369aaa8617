import type { Difference } from './behaviour.js';

/** A conversation, or a turn of one, of which another flow makes something else. */
export interface Differing {
  readonly conversationId: string;
  /** What follows it is answered to what was said to the other flow. */
  readonly firstDifference: TurnDifference;
  /** Actions that the other flow alone begins. */
  readonly effectsAdded: readonly string[];
  /** Actions that the other flow does not begin. */
  readonly effectsLost: readonly string[];
  /** Actions, tools and models that the other flow has called, and of which it is not known what they give. */
  readonly unrecorded: readonly string[];
}

/** Where a turn has come to something else. */
export interface TurnDifference {
  readonly turn: number;
  readonly message: string;
  /** The worst first. */
  readonly differences: readonly Difference[];
}

/** What stands in the place of words where a button was pressed. */
export function shownMessage(text: string, decision: 'CONFIRM' | 'REJECT' | undefined): string {
  if (decision === undefined) return text;
  return decision === 'CONFIRM' ? 'the button that says yes' : 'the button that says no';
}

/** What is in the first list more often than in the second. */
export function without(all: readonly string[], others: readonly string[]): string[] {
  const left = [...others];
  return all.filter((one) => {
    const at = left.indexOf(one);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
}
