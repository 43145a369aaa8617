import type { RowChange } from '../flow/index.js';

/** Why a shadow has ended. NOT_USABLE: its rows cannot be loaded beside those that run. */
export const ENDINGS = ['STOPPED', 'FLOW_CHANGED', 'TOO_SLOW', 'NOT_USABLE'] as const;
export type Ending = (typeof ENDINGS)[number];

/** How many turns; each is counted in one of the processes. */
export interface ShadowCounts {
  /** Answered by both flows. */
  readonly compared: number;
  readonly differing: number;
  /** Left out because too many waited. */
  readonly dropped: number;
  /** Could not be compared. */
  readonly failed: number;
}

/** A flow that answers turns beside the one that runs, and is heard by nobody. Times are milliseconds since 1970 UTC. */
export interface Shadow extends ShadowCounts {
  /** Counted from 1. */
  readonly shadowNo: number;
  /** The version of the flow that it is beside; it ends with it. */
  readonly baseVersionId: number;
  /** Of the conversations: above 0, at most 1. */
  readonly share: number;
  /** Each row of that version that is another one here. */
  readonly changes: readonly RowChange[];
  readonly startedAtMs: number;
  readonly startedBy: string;
  readonly note: string;
  /** Null while it goes on. */
  readonly endedAtMs: number | null;
  /** Null where it ended by itself. */
  readonly endedBy: string | null;
  readonly endedWhy: Ending | null;
}

export const NOTHING_COUNTED: ShadowCounts = { compared: 0, differing: 0, dropped: 0, failed: 0 };
