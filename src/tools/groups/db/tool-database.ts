import type { JsonObject } from '../../../platform/common/json.js';
import type { BoundSql } from '../../sql-guard/index.js';

/** One statement that may run, and how far it may go. */
export interface BoundedQuery extends BoundSql {
  readonly mode: 'read' | 'write';
  /** Rows that are given at most. */
  readonly maxRows: number;
  /** Bytes of all rows together, as JSON; with more, reading stops and the query fails. */
  readonly maxBytes: number;
  readonly signal: AbortSignal;
  /** When the signal will be aborted, in milliseconds since 1970 UTC. */
  readonly deadline: number;
}

/** Rows, or how many were changed by a statement that gives none. */
export type QueryAnswer =
  | { readonly rows: readonly JsonObject[]; readonly isCut: boolean }
  | { readonly changed: number };

/** The database that SQL tools run on. Each query is a transaction of its own. */
export interface ToolDatabase {
  /** @throws Error with the database's message; the signal's reason once it is aborted */
  run(query: BoundedQuery): Promise<QueryAnswer>;
  /** Releases connections and processes. */
  close(): Promise<void>;
}
