import { type Database, type SqlRunner, uuidArray } from '../persistence/index.js';
import { BEFORE, changeMonths, createPartition, hasRecords, type RecordMonth } from './record-months.js';

/** The newest record that a conversation has in a month. */
export interface NewestOfMonth {
  readonly conversationId: string;
  readonly lastAuditId: number;
}

/**
 * Conversations that have records in a month, in the order of their ids.
 * @param after only those after this one
 */
export async function conversationsIn(
  sql: SqlRunner,
  { name }: RecordMonth,
  after: string,
  limit: number,
): Promise<NewestOfMonth[]> {
  const rows = await sql.query(
    `SELECT conversation_id, max(last_audit_id) AS newest FROM ${name}
      WHERE conversation_id > $1 GROUP BY conversation_id ORDER BY conversation_id LIMIT $2`,
    [after, limit],
  );
  return rows.map((row) => ({ conversationId: String(row.conversation_id), lastAuditId: Number(row.newest) }));
}

/** True where the clock went back over the end of a month, and a record that comes before one of the month is of later. */
export async function hasStragglers(
  sql: SqlRunner,
  { toMs }: RecordMonth,
  some: readonly NewestOfMonth[],
): Promise<boolean> {
  const rows = await sql.query(STRAGGLERS, [...listsOf(some), new Date(toMs ?? 0)]);
  return rows.length > 0;
}

const STRAGGLERS = `
  SELECT 1 FROM unnest(CAST($1 AS uuid[]), CAST($2 AS bigint[])) AS newest(conversation_id, last_audit_id)
    JOIN ce_turn_record r ON r.conversation_id = newest.conversation_id AND r.last_audit_id < newest.last_audit_id
   WHERE r.created_at >= $3 LIMIT 1`;

/**
 * Notes in the rows of conversations what the newest record of a month is, for those who verify what is left once the month
 * is dropped. Until then it changes nothing. The month before, if there was one, is dropped already.
 */
export async function noteDropped(
  sql: SqlRunner,
  { name }: RecordMonth,
  some: readonly NewestOfMonth[],
): Promise<void> {
  await sql.query(
    `UPDATE ce_conversation c
        SET removed_record_hash =
              COALESCE(NULLIF(split_part(c.removed_record_hash, ' ', 2), ''), c.removed_record_hash, '') || ' ' || r.record_hash
       FROM unnest(CAST($1 AS uuid[]), CAST($2 AS bigint[])) AS newest(conversation_id, last_audit_id)
       JOIN ${name} r ON r.conversation_id = newest.conversation_id AND r.last_audit_id = newest.last_audit_id
      WHERE c.conversation_id = newest.conversation_id AND c.conversation_id = ANY($1::uuid[])
        AND split_part(COALESCE(c.removed_record_hash, ''), ' ', 2) <> r.record_hash`,
    listsOf(some),
  );
}

/**
 * Drops a month and what is before it, which has no records, and gives their space back at once.
 * @returns false where it is gone already, or something is before it
 * @throws EngineError DATABASE_UNAVAILABLE where others used the table all the time; nothing was dropped
 */
export function dropMonth(database: Database, month: RecordMonth): Promise<boolean> {
  return changeMonths(database, async (sql, months) => {
    const toMs = month.toMs;
    const gone = months.filter((one) => toMs !== null && one.toMs !== null && one.toMs <= toMs);
    if (toMs === null || gone.at(-1)?.name !== month.name) return false;
    for (const earlier of gone.slice(0, -1)) if (await hasRecords(sql, earlier)) return false;
    for (const { name } of gone) await sql.query(`DROP TABLE ${name}`);
    await sql.query(createPartition(BEFORE, null, toMs));
    return true;
  });
}

function listsOf(some: readonly NewestOfMonth[]): [string, string] {
  return [
    uuidArray(some.map(({ conversationId }) => conversationId)),
    `{${some.map(({ lastAuditId }) => lastAuditId)}}`,
  ];
}
