import { type ErasureMarks, KEPT_COLUMNS } from '../../platform/audit/index.js';
import type { SqlRunner } from '../../platform/persistence/index.js';
import { idIn } from '../principal/index.js';

const CONSENTS = `
  SELECT action_key, revision, status, reason, question, arguments_hash, confirmed_by, confirmed_via, approved_by,
         asked_at_ms, in_progress_at_ms, closed_at_ms
    FROM ce_action_proposal
   WHERE conversation_id = $1 AND in_progress_at_ms IS NOT NULL ORDER BY proposal_id`;

const KEEP = `
  INSERT INTO ce_kept_consent (${KEPT_COLUMNS.join(', ')})
  VALUES (${KEPT_COLUMNS.map((_, at) => `$${at + 1}`).join(', ')})`;

/**
 * Keeps of each action that was begun who said yes, to which question and arguments, when, and what came of it: people,
 * question and arguments as keyed hashes, which can be compared with what somebody shows and not be read.
 */
export async function keepConsents(
  sql: SqlRunner,
  conversationId: string,
  { mark, erasureNo, nowMs, marks }: { mark: string; erasureNo: number; nowMs: number; marks: ErasureMarks },
): Promise<void> {
  const rows = await sql.query(CONSENTS, [conversationId]);
  for (const [at, row] of rows.entries()) {
    const { action_key, revision, status, reason, confirmed_via, asked_at_ms, in_progress_at_ms, closed_at_ms } = row;
    const name = (value: unknown) => (value == null ? null : hashedName(String(value), marks));
    const approver = row.approved_by == null ? null : marks.of('subject', String(row.approved_by));
    await sql.query(KEEP, [
      ...[erasureNo, mark, nowMs, at + 1, action_key, revision, status, reason],
      marks.of('question', String(row.question)),
      marks.of('arguments', String(row.arguments_hash)),
      ...[name(row.confirmed_by), confirmed_via, approver, asked_at_ms, in_progress_at_ms, closed_at_ms],
    ]);
  }
}

/** `USER:ann` as `USER:` and the keyed hash of the name, `USER` as it is. */
function hashedName(principal: string, marks: ErasureMarks): string {
  const id = idIn(principal);
  return id === '' ? principal : `${principal.slice(0, -id.length)}${marks.of('subject', id)}`;
}
