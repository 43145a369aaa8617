import {
  FLOW_TABLES,
  type FlowRow,
  type FlowRows,
  type FlowTable,
  withRows,
} from '../../platform/persistence/index.js';
import { rowsByKey } from '../flow/index.js';

/** Rows that have less than this in common are different rows. */
const LEAST_IN_COMMON = 0.5;

/**
 * The same rows with the keys that they have in another flow: a database counts keys up by itself, so the same row has
 * another one wherever it is loaded. Rows that are equal are the same; of the others, those with most in common.
 */
export function alignRows(rows: FlowRows, others: FlowRows): FlowRows {
  return FLOW_TABLES.filter(({ hasGeneratedKey }) => hasGeneratedKey).reduce(
    (aligned, table) => withRows(aligned, table, rekeyed(table, rowsByKey(table, rows), rowsByKey(table, others))),
    rows,
  );
}

/** Each key of `rows` without its row, and each row under its new key. */
function rekeyed(table: FlowTable, rows: ReadonlyMap<string, FlowRow>, others: ReadonlyMap<string, FlowRow>) {
  const free = new Map(others);
  const keys = new Map<string, string>();
  const pair = (key: string, other: string) => {
    keys.set(key, other);
    free.delete(other);
  };
  const byContent = Map.groupBy(others, ([, row]) => content(table, row));
  for (const [key, row] of rows) {
    const same = byContent.get(content(table, row))?.find(([other]) => free.has(other));
    if (same) pair(key, same[0]);
  }
  const unpaired = [...rows].filter(([key]) => !keys.has(key));
  const likely = unpaired
    .flatMap(([key, row]) => [...free].map(([other, its]) => ({ key, other, share: inCommon(table, row, its) })))
    .filter(({ share }) => share > LEAST_IN_COMMON)
    .sort((one, another) => another.share - one.share);
  for (const { key, other } of likely) if (!keys.has(key) && free.has(other)) pair(key, other);
  let next = Math.max(0, ...[...rows.keys(), ...others.keys()].map(Number));
  const changed = new Map<string, FlowRow | null>([...rows.keys()].map((key) => [key, null]));
  for (const [key, row] of rows) {
    const number = Number(keys.get(key) ?? ++next);
    changed.set(String(number), { ...row, [table.key.name]: number });
  }
  return changed;
}

function content(table: FlowTable, row: FlowRow): string {
  return JSON.stringify({ ...row, [table.key.name]: null });
}

function inCommon(table: FlowTable, row: FlowRow, other: FlowRow): number {
  const columns = table.columns.filter(({ name }) => name !== table.key.name);
  return columns.filter(({ name }) => row[name] === other[name]).length / columns.length;
}
