import type { RowChange } from '../flow/index.js';
import type { Difference } from './behaviour.js';
import type { Differing } from './differing.js';

/**
 * Why something goes otherwise. ROW: because of one changed row. TOGETHER: because of the changed rows, and of none of them
 * alone. NOT_TRIED: because of the changed rows; which one was not tried. NOT_BY_ROWS: without them as well.
 */
export const REASONS = ['ROW', 'TOGETHER', 'NOT_TRIED', 'NOT_BY_ROWS'] as const;
export type Reason = (typeof REASONS)[number];

/** Where things differ in the same way, whatever was said. */
export interface Way {
  /** Keys of actions. */
  readonly effectsAdded: readonly string[];
  readonly effectsLost: readonly string[];
  /** The worst first. Both sides are null where they are other words each time. */
  readonly differences: readonly Difference[];
}

/** A way in which things differ, and how often. */
export interface CountedWay extends Way {
  readonly count: number;
  readonly examples: readonly Differing[];
}

/** What goes otherwise for one reason. */
export interface ReportGroup {
  readonly reason: Reason;
  /** The changed row of the reason ROW; otherwise null. */
  readonly change: RowChange | null;
  readonly count: number;
  /** The worst first. */
  readonly ways: readonly CountedWay[];
}

/** What a flow makes of what another has answered; the same for conversations that are held again and for turns beside live ones. */
export interface ComparisonReport {
  /** What is counted: conversations of a REPLAY, turns of a SHADOW. */
  readonly kind: 'REPLAY' | 'SHADOW';
  readonly compared: number;
  readonly differing: number;
  /** The rows in which the flows differ. */
  readonly changes: readonly RowChange[];
  /** The worst first. What has several causes, which are needed together, is counted for each. */
  readonly groups: readonly ReportGroup[];
  /** How many were not compared, or not to the end, by the reason. */
  readonly leftOut: Readonly<Record<string, number>>;
  /** Rows that cannot be as they were beside the others: whether they are a cause is not known. */
  readonly untriable: readonly { readonly change: RowChange; readonly problem: string }[];
}

/** In what something differs, without the words and values that are others each time. */
export function wayOf({ firstDifference, effectsAdded, effectsLost }: Differing): Way {
  const named = (effects: readonly string[]) => effects.map((effect) => effect.split(' ')[0] ?? '');
  const differences = firstDifference.differences.map((one) =>
    one.aspect === 'intent' || one.aspect === 'state' || one.aspect === 'act'
      ? one
      : { ...one, before: null, after: null },
  );
  return { effectsAdded: named(effectsAdded), effectsLost: named(effectsLost), differences };
}

/** What differs, by the ways in which it does, the worst first. */
export function countWays(differing: readonly Differing[]): CountedWay[] {
  const ways = Map.groupBy(differing, (one) => JSON.stringify(wayOf(one)));
  return [...ways]
    .map(([way, examples]) => ({ ...(JSON.parse(way) as Way), count: examples.length, examples }))
    .sort(byWorst);
}

/** Groups in the order in which they are shown: what is not because of the rows comes last. */
export function inOrder(groups: readonly ReportGroup[]): ReportGroup[] {
  const isByRows = ({ reason }: ReportGroup) => (reason === 'NOT_BY_ROWS' ? 0 : 1);
  const worst = ({ ways: [first] }: ReportGroup) => (first ? badness(first) : 0);
  return groups
    .filter(({ count }) => count > 0)
    .sort((a, b) => isByRows(b) - isByRows(a) || worst(b) - worst(a) || b.count - a.count);
}

export function byWorst(one: CountedWay, other: CountedWay): number {
  return badness(other) - badness(one) || other.count - one.count;
}

/** An effect that was not there is worst, then one that is missing, then the other aspects in their order. */
function badness({ effectsAdded, effectsLost, differences }: Way): number {
  if (effectsAdded.length > 0) return 4;
  if (effectsLost.length > 0) return 3;
  const worst = differences[0]?.aspect;
  return worst === 'executes' || worst === 'asks' ? 2 : worst === 'reply' ? 0 : 1;
}
