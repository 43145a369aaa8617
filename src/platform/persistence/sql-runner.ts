/** One row as the driver gives it: JSON columns are objects on PostgreSQL and text on SQLite (see `readJson`). */
export type Row = Record<string, unknown>;

/** Runs SQL with `$1, $2, …` parameters, on both databases alike. */
export interface SqlRunner {
  /** Gives the rows of a SELECT or RETURNING, and an empty list for any other statement. */
  query<R extends Row = Row>(sql: string, parameters?: readonly unknown[]): Promise<R[]>;
}
