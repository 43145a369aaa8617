/** Divides the tables of conversations into partitions by a hash of the conversation. */
export function divideTables(
  query: (sql: string) => Promise<Record<string, unknown>[]>,
  partitions: number,
): Promise<void>;
