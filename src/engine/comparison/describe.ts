import { counted } from '../../platform/common/counted.js';
import type { FlowRow } from '../../platform/persistence/index.js';
import type { RowChange } from '../flow/index.js';
import type { ComparisonReport, CountedWay, ReportGroup } from './report.js';

/** Of each cause, so many ways are told. */
const MOST_WAYS = 8;
const MOST_CHARACTERS = 160;

const TITLES = {
  TOGETHER: 'Because of the changed rows, and of none of them alone',
  NOT_TRIED: 'Because of the changed rows; which one was not tried',
  NOT_BY_ROWS: 'With the present rows, too: something else has changed since, or was not recorded',
} as const;

/** A report as lines for people: what goes otherwise, by its causes, and what was left out. */
export function describeComparison({ kind, groups, untriable, leftOut }: ComparisonReport): string[] {
  const unit = kind === 'REPLAY' ? 'conversation' : 'turn';
  const left = Object.entries(leftOut).filter(([, count]) => count > 0);
  return [
    ...groups.flatMap((group) => describeGroup(group, unit)),
    ...untriable.flatMap(({ change, problem }) => [
      '',
      `${describeChange(change)}: not tried, it cannot be as it was beside the others: ${problem}`,
    ]),
    ...(left.length === 0
      ? []
      : ['', `Not compared, or not to the end: ${left.map(([reason, count]) => `${count} ${reason}`).join(', ')}.`]),
  ];
}

function describeGroup({ reason, change, count, ways }: ReportGroup, unit: string): string[] {
  const title = reason === 'ROW' ? change && describeChange(change) : TITLES[reason];
  const left = ways.slice(MOST_WAYS);
  const others = left.reduce((sum, way) => sum + way.count, 0);
  return [
    '',
    `${title}: ${counted(count, unit)}`,
    ...ways.slice(0, MOST_WAYS).flatMap(describeWay),
    ...(left.length === 0 ? [] : [`  … and ${counted(others, unit)} in ${left.length} other ways`]),
  ];
}

/** With one example, where there is one. */
function describeWay(way: CountedWay): string[] {
  const { count, examples } = way;
  const [example] = examples;
  const first = example?.firstDifference;
  const such =
    example && first ? ` such as ${example.conversationId}, turn ${first.turn}: ${shown(first.message)}` : '';
  const { effectsAdded, effectsLost } = example ?? way;
  return [
    `  ${count} ×${such}`,
    ...effectsAdded.map((effect) => `      executes, which it did not: ${effect}`),
    ...effectsLost.map((effect) => `      does not execute, which it did: ${effect}`),
    ...(first ?? way).differences.map(({ aspect, before, after }) =>
      example || before !== null || after !== null
        ? `      ${aspect}: ${shown(before)} → ${shown(after)}`
        : `      ${aspect}`,
    ),
    ...(example?.unrecorded ?? []).map((name) => `      ${name} was called, and was not then`),
  ];
}

function describeChange({ table, row, before, after }: RowChange): string {
  if (before === null) return `${table} ${row}, added`;
  if (after === null) return `${table} ${row}, taken away`;
  const columns = Object.keys(after).filter((column) => before[column] !== after[column]);
  return `${table} ${row}, ${columns.map((column) => describeColumn(column, before, after)).join(', ')}`;
}

function describeColumn(column: string, before: FlowRow, after: FlowRow): string {
  return `${column} ${shown(before[column])} → ${shown(after[column])}`;
}

function shown(value: unknown): string {
  if (value === null || value === undefined) return 'nothing';
  const text = typeof value === 'string' ? JSON.stringify(value) : String(value);
  return text.length <= MOST_CHARACTERS ? text : `${text.slice(0, MOST_CHARACTERS)}…`;
}
