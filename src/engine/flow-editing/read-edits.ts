import { EngineError, messageOf } from '../../platform/common/errors.js';
import { toStorableText } from '../../platform/common/json.js';
import {
  type FlowColumn,
  type FlowRow,
  type FlowTable,
  type FlowValue,
  WRITTEN_TABLES,
  type WrittenRows,
} from '../../platform/persistence/index.js';
import { FlowProblems } from '../../tools/flow-problem.js';
import { type RowChange, rowsByKey } from '../flow/index.js';
import type { EditScope } from './edit-scope.js';

/** What somebody wants to do to one row. */
export interface RowEdit {
  readonly table: string;
  /** The key of the row; left out for a new one. */
  readonly row?: string | undefined;
  /** The columns that get another value; null takes the row away. */
  readonly values: Readonly<Record<string, FlowValue>> | null;
}

/** What edits come to, and the values that no table takes. */
export interface ReadEdits {
  readonly changes: readonly RowChange[];
  readonly problems: FlowProblems;
}

/**
 * Reads edits as changes of these rows, which are those that the caller sees. New rows get the next key, until the database gives them theirs.
 * @throws EngineError INVALID_REQUEST where a table, row or column is not there, or a row is edited twice
 */
export function readEdits(rows: Partial<WrittenRows>, edits: readonly RowEdit[], scope: EditScope): ReadEdits {
  const problems = new FlowProblems();
  const known = new Map<string, Map<string, FlowRow>>();
  const seen = new Set<string>();
  const changes = edits.map((edit, index) => {
    const table = WRITTEN_TABLES.find(({ name }) => name === edit.table);
    if (!table) throw refused(index, 'table', `is no table of the flow: ${edit.table}`);
    const own = known.get(table.name) ?? rowsByKey(table, rows);
    known.set(table.name, own);
    const change = readEdit(table, own, edit, index, scope);
    const place = `${table.name} ${change.row}`;
    if (seen.has(place)) throw refused(index, 'row', `is edited twice: ${change.row}`);
    seen.add(place);
    if (!change.before && change.after) {
      if (own.has(change.row))
        problems.error(table.name, change.row, table.key.name, `"${change.row}" is there already`);
      own.set(change.row, change.after);
    }
    if (change.after) checkValues(table, change.row, change.after, problems);
    return change;
  });
  return { changes, problems };
}

function readEdit(
  table: FlowTable,
  own: ReadonlyMap<string, FlowRow>,
  edit: RowEdit,
  index: number,
  scope: EditScope,
): RowChange {
  const { row, values } = edit;
  const before = row === undefined ? null : own.get(row);
  if (before === undefined) throw refused(index, 'row', `is not in ${table.name}: ${row}`);
  if (values === null) {
    if (row === undefined || before === null) throw refused(index, 'row', 'names the row that is taken away');
    return { table: table.name, row, before, after: null };
  }
  for (const name of Object.keys(values)) {
    if (name === 'tenant_id' && table.hasTenants && before === null) continue;
    const column = table.columns.find((one) => one.name === name);
    if (!column) throw refused(index, `values.${name}`, `is no column of ${table.name}`);
    const isFixed = column === table.key && (before !== null || table.hasGeneratedKey);
    if (isFixed && values[name] !== before?.[name]) throw refused(index, `values.${name}`, 'is the key, and stays');
  }
  const after = before
    ? { ...before, ...values }
    : scope.written(table, { ...newRow(table, own), ...values }, scope.ofNewRow(table, values));
  return { table: table.name, row: String(after[table.key.name] ?? ''), before, after };
}

function newRow(table: FlowTable, own: ReadonlyMap<string, FlowRow>): FlowRow {
  const defaults = Object.fromEntries(table.columns.map((column) => [column.name, column.default]));
  if (!table.hasGeneratedKey) return defaults;
  const highest = [...own.keys()].reduce((most, key) => Math.max(most, Number(key)), 0);
  return { ...defaults, [table.key.name]: highest + 1 };
}

function checkValues(table: FlowTable, row: string, values: FlowRow, problems: FlowProblems): void {
  for (const column of table.columns) {
    const problem = problemOf(column, values[column.name] ?? null);
    if (problem !== undefined) problems.error(table.name, row, column.name, problem);
  }
}

function problemOf(column: FlowColumn, value: FlowValue): string | undefined {
  if (value === null) return column.isNullable ? undefined : 'is needed';
  if (column.type === 'boolean') return typeof value === 'boolean' ? undefined : 'is neither true nor false';
  if (column.type === 'integer') return Number.isSafeInteger(value) ? undefined : 'is no whole number';
  if (column.type === 'number') return Number.isFinite(value) ? undefined : 'is no number';
  if (typeof value !== 'string') return 'is no text';
  if (value !== toStorableText(value)) return 'has characters that databases do not store';
  if (!column.mayBeBlank && value.trim() === '') return 'is needed';
  if (column.choices.length > 0 && !column.choices.includes(value)) {
    return `"${value}" is unknown; use ${column.choices.join(', ')}`;
  }
  return column.type === 'json' ? jsonProblem(value) : undefined;
}

function jsonProblem(text: string): string | undefined {
  try {
    JSON.parse(text);
    return undefined;
  } catch (error) {
    return `is not JSON: ${messageOf(error)}`;
  }
}

function refused(index: number, field: string, message: string): EngineError {
  const place = `edits.${index}.${field}`;
  return new EngineError('INVALID_REQUEST', `${place} ${message}.`, { problems: [{ field: place, message }] });
}
