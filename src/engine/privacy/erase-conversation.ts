import type { ErasureMarks } from '../../platform/audit/index.js';
import { conversationTables, type Database, type Row, type SqlRunner } from '../../platform/persistence/index.js';
import { keepConsents } from './kept-consents.js';

/** How many rows there are, by table; those without any are left out. */
export type RowCounts = Readonly<Record<string, number>>;

/**
 * What became of a conversation: `busy` while a turn, an action or a workflow is at work in it, or a workflow waits; `in doubt`
 * while nobody can tell how an action or a step of it has ended; `gone` where there is none of this id.
 */
export type Erased =
  | { readonly outcome: 'erased'; readonly counts: RowCounts }
  | { readonly outcome: 'busy' | 'in doubt' | 'gone' };

/** Under which erasure, and how. */
export interface ErasingOptions {
  readonly erasureNo: number;
  readonly nowMs: number;
  readonly marks: ErasureMarks;
  /** Whether consents are kept in reduced form. */
  readonly keepConsent: boolean;
}

/** Locks the conversation, so that a turn that wants to begin waits, and begins a new one. */
const CONVERSATION = {
  sqlite: `
    SELECT turn_no, last_record_hash, lease_owner, lease_expires_at FROM ce_conversation WHERE conversation_id = $1`,
  postgres: `
    SELECT turn_no, last_record_hash, lease_owner, lease_expires_at FROM ce_conversation WHERE conversation_id = $1
       FOR UPDATE`,
} as const;

const BEGUN = `
  SELECT claim_owner, claim_expires_at FROM ce_action_proposal WHERE conversation_id = $1 AND status = 'IN_PROGRESS'`;

const UNFINISHED_RUNS = `
  SELECT status FROM ce_workflow_run
   WHERE conversation_id = $1 AND (status IN ('WAITING', 'HELD') OR (status = 'RUNNING' AND (due_at_ms IS NOT NULL OR deadline_ms > $2)))`;

const BURY = `
  INSERT INTO ce_erased_conversation (conversation_hash, erasure_no, erased_at_ms, last_record_hash, turns, rows_json)
  VALUES ($1, $2, $3, $4, $5, $6)`;

/** Where requests were counted, under the id of a conversation: `limits.per-minute`. */
const FORGET_RATE = 'DELETE FROM ce_request_rate WHERE key = $1';

/** Deletes everything of a conversation and leaves a tombstone, in the transaction at hand. */
export async function eraseConversation(
  database: Pick<Database, 'dialect'>,
  sql: SqlRunner,
  conversationId: string,
  { erasureNo, nowMs, marks, keepConsent }: ErasingOptions,
): Promise<Erased> {
  const [row] = await sql.query(CONVERSATION[database.dialect], [conversationId]);
  const work = row ? await workIn(sql, conversationId, row, nowMs) : undefined;
  if (work) return { outcome: work };
  const mark = marks.of('conversation', conversationId);
  if (row && keepConsent) await keepConsents(sql, conversationId, { mark, erasureNo, nowMs, marks });
  const counts = await countRows(sql, conversationId);
  // Of a conversation that was never stored there may be a log of model calls, and places of messages.
  if (Object.keys(counts).length === 0) return { outcome: 'gone' };
  for (const table of conversationTables().toReversed()) {
    if (counts[table]) await sql.query(`DELETE FROM ${table} WHERE conversation_id = $1`, [conversationId]);
  }
  await sql.query(FORGET_RATE, [`conversation:${conversationId}`]);
  const newest = row?.last_record_hash ?? null;
  await sql.query(BURY, [mark, erasureNo, nowMs, newest, Number(row?.turn_no ?? 0), JSON.stringify(counts)]);
  return { outcome: 'erased', counts };
}

/** How many rows a conversation has. */
export async function countRows(sql: SqlRunner, conversationId: string): Promise<RowCounts> {
  const counts: Record<string, number> = {};
  for (const table of conversationTables()) {
    const [row] = await sql.query(`SELECT count(*) AS n FROM ${table} WHERE conversation_id = $1`, [conversationId]);
    if (Number(row?.n) > 0) counts[table] = Number(row?.n);
  }
  return counts;
}

async function workIn(sql: SqlRunner, conversationId: string, row: Row, nowMs: number) {
  const isHeld = (owner: unknown, expiresAtMs: unknown) => owner != null && Number(expiresAtMs) > nowMs;
  if (isHeld(row.lease_owner, row.lease_expires_at)) return 'busy';
  const begun = await sql.query(BEGUN, [conversationId]);
  if (begun.some(({ claim_owner, claim_expires_at }) => isHeld(claim_owner, claim_expires_at))) return 'busy';
  if (begun.length > 0) return 'in doubt';
  const runs = await sql.query(UNFINISHED_RUNS, [conversationId, nowMs]);
  if (runs.some(({ status }) => status === 'HELD')) return 'in doubt';
  return runs.length > 0 ? 'busy' : undefined;
}
