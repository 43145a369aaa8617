import type { SqlRunner } from '../persistence/index.js';

/**
 * How much was recorded of conversations.
 * @param some a condition on `conversation_id` that says which ones, and its parameters
 */
export async function countAudit(sql: SqlRunner, some: string, parameters: readonly unknown[]): Promise<number> {
  const [row] = await sql.query(`SELECT count(*) AS n FROM ce_audit WHERE ${some}`, parameters);
  return Number(row?.n ?? 0);
}

/** Deletes what was recorded of conversations, which `some` says as above. */
export async function deleteAudit(sql: SqlRunner, some: string, parameters: readonly unknown[]): Promise<void> {
  await sql.query(`DELETE FROM ce_audit WHERE ${some}`, parameters);
}
