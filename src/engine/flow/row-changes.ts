import { createHash } from 'node:crypto';
import {
  FLOW_TABLES,
  type FlowRow,
  type FlowRows,
  type FlowTable,
  tenantOfRow,
  valuesOf,
  type WrittenRows,
  withRows,
} from '../../platform/persistence/index.js';

/** One row of a flow table, before and after. */
export interface RowChange {
  readonly table: string;
  /** Its key, as text. */
  readonly row: string;
  /** Null for a row that is added. */
  readonly before: FlowRow | null;
  /** Null for a row that is taken away. */
  readonly after: FlowRow | null;
}

/** SHA-256 of all rows: equal rows have the same, whenever and by whatever they were written. */
export function hashRows(rows: FlowRows): string {
  const hash = createHash('sha256');
  for (const table of FLOW_TABLES) {
    hash.update(`${table.name}\n`);
    for (const row of rows[table.rows]) hash.update(`${JSON.stringify(valuesOf(table, row))}\n`);
  }
  return hash.digest('hex');
}

/** The rows of a table by their keys; none of a table whose rows are not there. */
export function rowsByKey(table: FlowTable, rows: Partial<WrittenRows>): Map<string, FlowRow> {
  const own: readonly object[] = rows[table.rows] ?? [];
  return new Map(
    own.map((row) => {
      const values = valuesOf(table, row);
      return [String(values[table.key.name]), values];
    }),
  );
}

/** What has to be done to the first rows to get the second. */
export function diffRows(before: FlowRows, after: FlowRows): RowChange[] {
  return FLOW_TABLES.flatMap((table) => {
    const [old, now] = [rowsByKey(table, before), rowsByKey(table, after)];
    return [...new Set([...old.keys(), ...now.keys()])]
      .map((row) => ({ table: table.name, row, before: old.get(row) ?? null, after: now.get(row) ?? null }))
      .filter((change) => !isSameRow(change.before, change.after));
  });
}

/** The rows with these changes made; those of knowledge are not among them. */
export function applyChanges(rows: FlowRows, changes: readonly RowChange[]): FlowRows {
  return FLOW_TABLES.reduce((changed, table) => {
    const own = changes.filter((change) => change.table === table.name);
    return own.length === 0 ? changed : withRows(changed, table, new Map(own.map(({ row, after }) => [row, after])));
  }, rows);
}

/** Whose row is changed; a row stays whose it is. */
export function tenantOfChange({ before, after }: RowChange): string {
  return tenantOfRow(before ?? after ?? {});
}

export function isSameRow(one: FlowRow | null, other: FlowRow | null): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
