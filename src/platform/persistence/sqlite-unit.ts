import type { SqliteConnection } from './sqlite-connection.js';

/** Work on a SQLite connection that waits for nothing, and what its caller is told once it is stored. */
export interface SqliteUnit {
  /** A `statement` leaves nothing where it fails; a `transaction` takes a savepoint for that. */
  readonly kind: 'read' | 'statement' | 'transaction';
  /** Whether the disk has to have it before the caller goes on. */
  readonly isDurable: boolean;
  work(): unknown;
  resolve(value: unknown): void;
  reject(error: unknown): void;
}

/** What a statement can be stored with others as; undefined for one that has to be on its own, as PRAGMA has. */
export function unitKindOf(sql: string): SqliteUnit['kind'] | undefined {
  if (/^\s*SELECT\b/i.test(sql)) return 'read';
  return /^\s*(INSERT|UPDATE|DELETE|WITH)\b/i.test(sql) ? 'statement' : undefined;
}

/** Does the unit's work inside the transaction that is open: where it throws, nothing of it is left. */
export function workInside(connection: SqliteConnection, unit: SqliteUnit): unknown {
  if (unit.kind !== 'transaction') return unit.work();
  connection.run('SAVEPOINT unit', []);
  try {
    const value = unit.work();
    connection.run('RELEASE unit', []);
    return value;
  } catch (error) {
    // SQLite ends the whole transaction by itself after some errors.
    if (connection.inTransaction) {
      connection.run('ROLLBACK TO unit', []);
      connection.run('RELEASE unit', []);
    }
    throw error;
  }
}
