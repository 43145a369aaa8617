import { EngineError, messageOf } from '../../platform/common/errors.js';
import {
  type Dialect,
  type FlowRow,
  type FlowTable,
  isPermissionDenied,
  isRefusedValue,
  type SqlRunner,
  tenantOfRow,
  valuesOf,
  WRITTEN_TABLES,
} from '../../platform/persistence/index.js';
import { isSameRow, type RowChange } from '../flow/index.js';

/** Whose a row is, which never changes. */
const TENANT = 'tenant_id';

/** Where changes are written. */
interface Target {
  readonly runner: SqlRunner;
  readonly dialect: Dialect;
  /** Whether new rows have the key that they come with; otherwise the database gives them one. */
  readonly keepsKeys: boolean;
}

/** A row that is not what somebody has looked at. */
export class RowMoved extends Error {
  constructor(readonly change: RowChange) {
    super(`${change.table}[${change.row}] has changed.`);
  }
}

/**
 * Writes changes inside a transaction: what is taken away first, and statements of tools before their tools.
 * @returns the changes with the rows as the database has stored them
 * @throws RowMoved where a row is not as it was before; EngineError FLOW_INVALID, FLOW_READ_ONLY where the database refuses
 */
export async function writeChanges(target: Target, changes: readonly RowChange[]): Promise<RowChange[]> {
  const tables = WRITTEN_TABLES.flatMap((table) => {
    const own = changes.filter((change) => change.table === table.name);
    return own.map((change) => ({ table, change }));
  });
  const removed = tables.filter(({ change }) => change.after === null).toReversed();
  const kept = tables.filter(({ change }) => change.after !== null);
  const written: RowChange[] = [];
  for (const { table, change } of [...removed, ...kept]) written.push(await writeChange(target, table, change));
  return written;
}

async function writeChange(target: Target, table: FlowTable, change: RowChange): Promise<RowChange> {
  try {
    if (change.before) await requireUnchanged(target, table, change);
    const after = await writeRow(target, table, change);
    return { ...change, row: String((after ?? change.before)?.[table.key.name]), after };
  } catch (error) {
    throw asRefusal(error, change);
  }
}

async function requireUnchanged({ runner, dialect }: Target, table: FlowTable, change: RowChange): Promise<void> {
  const lock = dialect === 'postgres' ? ' FOR UPDATE' : '';
  const sql = `SELECT ${namesOf(table)} FROM ${table.name} WHERE ${table.key.name} = $1${lock}`;
  const [found] = await runner.query(sql, [keyOf(table, change)]);
  const now = found ? valuesOf(table, found, 'name') : null;
  if (!isSameRow(now, change.before)) throw new RowMoved({ ...change, after: now });
}

/** Every statement of a table has one text, whichever columns change. */
async function writeRow({ runner, keepsKeys }: Target, table: FlowTable, change: RowChange): Promise<FlowRow | null> {
  const { key, columns, hasGeneratedKey } = table;
  const { before, after } = change;
  if (after === null) {
    await runner.query(`DELETE FROM ${table.name} WHERE ${key.name} = $1`, [keyOf(table, change)]);
    return null;
  }
  const others = columns.filter((column) => column !== key);
  const written = before !== null || (hasGeneratedKey && !keepsKeys) ? others : [key, ...others];
  const isNew = before === null && table.hasTenants;
  const given = [...written.map(({ name }) => name), ...(isNew ? [TENANT] : [])];
  const values = given.map((name) => (name === TENANT ? tenantOfRow(after) : (after[name] ?? null)));
  const [row] = before
    ? await runner.query(
        `UPDATE ${table.name} SET ${given.map((name, index) => `${name} = $${index + 2}`).join(', ')}
          WHERE ${key.name} = $1 RETURNING ${namesOf(table)}`,
        [keyOf(table, change), ...values],
      )
    : await runner.query(
        `INSERT INTO ${table.name} (${given.join(', ')})
          VALUES (${given.map((_, index) => `$${index + 1}`).join(', ')}) RETURNING ${namesOf(table)}`,
        values,
      );
  if (!row) throw new RowMoved({ ...change, after: null });
  return valuesOf(table, row, 'name');
}

function keyOf(table: FlowTable, { before, after }: RowChange): unknown {
  return (before ?? after)?.[table.key.name];
}

function namesOf({ columns, hasTenants }: FlowTable): string {
  return [...columns.map(({ name }) => name), ...(hasTenants ? [TENANT] : [])].join(', ');
}

/** What the database says of values is for who has written them. */
function asRefusal(error: unknown, { table, row }: RowChange): unknown {
  if (isPermissionDenied(error)) {
    const text = `The service's role may not write the table ${table}, so nothing was changed.`;
    return new EngineError('FLOW_READ_ONLY', text, {}, { cause: error });
  }
  if (!isRefusedValue(error)) return error;
  const problem = { severity: 'error', table, id: row, column: null, message: messageOf(error) } as const;
  const text = `The database refuses ${table}[${row}]: ${problem.message}`;
  return new EngineError('FLOW_INVALID', text, { problems: [problem] }, { cause: error });
}
