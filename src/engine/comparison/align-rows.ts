import { canonicalJson, parseJson } from '../../platform/common/json.js';
import {
  FLOW_TABLES,
  type FlowRow,
  type FlowRows,
  type FlowTable,
  type FlowValue,
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
    const written = inTextOf(table, row, others.get(String(number)));
    changed.set(String(number), { ...written, [table.key.name]: number });
  }
  return changed;
}

function content(table: FlowTable, row: FlowRow): string {
  const json = jsonColumns(table).map(({ name }) => [name, meaning(row[name])]);
  return JSON.stringify({ ...row, ...Object.fromEntries(json), [table.key.name]: null });
}

function inCommon(table: FlowTable, row: FlowRow, other: FlowRow): number {
  const columns = table.columns.filter(({ name }) => name !== table.key.name);
  const common = columns.filter(({ name, type }) =>
    type === 'json' ? meaning(row[name]) === meaning(other[name]) : row[name] === other[name],
  );
  return common.length / columns.length;
}

/** JSON as the other row writes it, where it means the same: PostgreSQL keeps no spaces and no order. */
function inTextOf(table: FlowTable, row: FlowRow, other: FlowRow = row): FlowRow {
  const same = jsonColumns(table).filter(({ name }) => meaning(row[name]) === meaning(other[name]));
  return { ...row, ...Object.fromEntries(same.map(({ name }) => [name, other[name] ?? null])) };
}

function jsonColumns({ columns }: FlowTable) {
  return columns.filter(({ type }) => type === 'json');
}

function meaning(value: FlowValue = null): FlowValue {
  const read = parseJson(String(value));
  return read === undefined ? value : canonicalJson(read);
}
