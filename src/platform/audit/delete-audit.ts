import type { SqlRunner } from '../persistence/index.js';

/** The records of turns, and the events that versions before them have recorded. */
const TABLES = ['ce_turn_record', 'ce_audit_event'] as const;

/**
 * How many records of conversations there are.
 * @param some a condition on `conversation_id` that says which ones, and its parameters
 */
export async function countAudit(sql: SqlRunner, some: string, parameters: readonly unknown[]): Promise<number> {
  let count = 0;
  for (const table of TABLES) {
    const [row] = await sql.query(`SELECT count(*) AS n FROM ${table} WHERE ${some}`, parameters);
    count += Number(row?.n ?? 0);
  }
  return count;
}

/** Deletes what was recorded of conversations, which `some` says as above, and notes how far for those who verify the rest. */
export async function deleteAudit(sql: SqlRunner, some: string, parameters: readonly unknown[]): Promise<void> {
  await sql.query(`UPDATE ce_conversation SET removed_record_hash = last_record_hash WHERE ${some}`, parameters);
  for (const table of TABLES) await sql.query(`DELETE FROM ${table} WHERE ${some}`, parameters);
}
