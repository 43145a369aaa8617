import { EngineError } from '../../platform/common/errors.js';
import { type FlowRows, WRITTEN_TABLES, type WrittenRows } from '../../platform/persistence/index.js';
import { diffRows, type FlowVersion, isSameRow, type RowChange, rowsByKey, type VersionedRows } from '../flow/index.js';

/** What somebody meets who has edited rows that are not the newest. */
interface Meanwhile {
  readonly newest: FlowVersion | undefined;
  /** The versions since the one that was edited. */
  readonly since: readonly FlowVersion[];
  /** What the tables say now. */
  readonly rows: FlowRows;
  /** Whether they are those of the newest version. */
  readonly isLoaded: boolean;
  readonly running: VersionedRows;
}

/** Tells who was not the first what has changed. */
export function changedSince({ newest, since, rows, isLoaded, running }: Meanwhile): EngineError {
  const versionId = newest?.versionId ?? 0;
  const made = since.map(describeVersion).join('; ');
  const known = since.flatMap(({ changes }) => changes ?? []);
  if (isLoaded) {
    return new EngineError('FLOW_CHANGED', `There is a newer version: ${made}.`, { versionId, rows: known });
  }
  const changed = running.versionId === versionId ? diffRows(running.rows, rows) : [];
  const text = 'Rows were changed by SQL and nobody has loaded them yet: refresh the flow first.';
  return new EngineError('FLOW_CHANGED', text, { versionId, rows: [...known, ...changed] });
}

function describeVersion({ versionId, madeBy, note }: FlowVersion): string {
  const who = madeBy === null ? 'found after a change by SQL' : `by ${madeBy}`;
  return `version ${versionId}, ${who}${note ? ` (${note})` : ''}`;
}

/**
 * Requires that the rows that a version has changed are still what it made of them.
 * @throws EngineError FLOW_CHANGED
 */
export function requireRowsOf(
  version: FlowVersion,
  newest: { readonly versionId: number; readonly rows: Partial<WrittenRows> },
): void {
  const moved = (version.changes ?? []).flatMap((change): RowChange[] => {
    const table = WRITTEN_TABLES.find(({ name }) => name === change.table);
    const now = (table && rowsByKey(table, newest.rows).get(change.row)) ?? null;
    return isSameRow(now, change.after) ? [] : [{ ...change, before: change.after, after: now }];
  });
  if (moved.length === 0) return;
  const names = moved.map(({ table, row }) => `${table}[${row}]`).join(', ');
  const text = `Version ${version.versionId} cannot be undone: ${names} changed after it.`;
  throw new EngineError('FLOW_CHANGED', text, { versionId: newest.versionId, rows: moved });
}
