import type { SqlRunner } from '../persistence/index.js';

/**
 * Deletes what was recorded of conversations.
 * @param some a condition on `conversation_id` that says which ones
 * @param parameters of that condition
 * @param dryRun counts alone
 * @returns how many records it is
 */
export async function deleteAudit(
  sql: SqlRunner,
  some: string,
  parameters: readonly unknown[],
  dryRun: boolean,
): Promise<number> {
  const [row] = await sql.query(`SELECT count(*) AS n FROM ce_audit WHERE ${some}`, parameters);
  if (!dryRun) await sql.query(`DELETE FROM ce_audit WHERE ${some}`, parameters);
  return Number(row?.n ?? 0);
}
