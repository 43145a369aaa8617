import {
  type ComparisonReport,
  countWays,
  type Differing,
  describeComparison,
  inOrder,
  type ReportGroup,
} from '../../engine/comparison/index.js';
import type { RowChange } from '../../engine/flow/index.js';
import { counted } from '../../platform/common/counted.js';
import type { Replay } from './replay-flow.js';

/** A replay as programs and the console read it, with every conversation that goes otherwise. */
export interface ReplayReport extends ComparisonReport {
  readonly turns: number;
  readonly milliseconds: number;
  /** Conversations that differ because of the rows, and with how many of them it was tried which row. */
  readonly byTheRows: number;
  readonly tried: number;
}

/** What a replay came to, the worst first. */
export function replayReport(replay: Replay): ReplayReport {
  const { conversations: compared, turns, milliseconds, changes, asRecorded, untriable, leftOut } = replay;
  const { causes, unexplained, notByTheRows, byTheRows, tried } = replay;
  const groups = [
    ...causes.map(({ change, conversations }) => groupOf('ROW', change, conversations)),
    groupOf('TOGETHER', null, unexplained),
    groupOf('NOT_BY_ROWS', null, notByTheRows),
  ];
  const differing = compared - asRecorded;
  const shown = { kind: 'REPLAY', compared, differing, changes, groups: inOrder(groups), leftOut, untriable } as const;
  return { ...shown, turns, milliseconds, byTheRows: byTheRows.length, tried };
}

function groupOf(reason: ReportGroup['reason'], change: RowChange | null, some: readonly Differing[]): ReportGroup {
  return { reason, change, count: some.length, ways: countWays(some) };
}

/** For people. */
export function describeReplay(report: ReplayReport): string {
  const { compared, differing, turns, milliseconds, changes, byTheRows, tried } = report;
  const seconds = (milliseconds / 1_000).toFixed(1);
  return [
    `${counted(compared, 'conversation')}, ${counted(turns, 'turn')}, replayed in ${seconds} s with ${counted(changes.length, 'changed row')}; nothing outside was called.`,
    `${compared - differing} as recorded, ${differing} not.`,
    ...(tried < byTheRows
      ? [`${byTheRows} differ because of the rows; which row was tried with ${tried} of them.`]
      : []),
    ...describeComparison(report),
  ].join('\n');
}
