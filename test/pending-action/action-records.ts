import type { TestDatabase } from '../helpers/databases.js';

/** One action as the database has it. */
export interface ActionRecord {
  readonly status: string;
  readonly reason: string | null;
}

/** What has happened in the world for a conversation: how often each method had its effect, and under which keys. */
export interface Effects {
  readonly cancel: number;
  readonly notify: number;
  readonly keys: readonly string[];
  /** Which attempt each call said it was, in order. */
  readonly attempts: readonly number[];
}

export async function actionsOf({ database }: TestDatabase, conversationId: string): Promise<ActionRecord[]> {
  const rows = await database.query('SELECT status, reason FROM ce_action_proposal WHERE conversation_id = $1', [
    conversationId,
  ]);
  return rows.map((row) => ({ status: String(row.status), reason: row.reason === null ? null : String(row.reason) }));
}

export async function effectsOf({ database }: TestDatabase, conversationId: string): Promise<Effects> {
  const rows = await database.query('SELECT * FROM effect WHERE conversation_id = $1', [conversationId]);
  const count = (method: string) => rows.filter((row) => row.method === method).length;
  const attempts = rows.map((row) => Number(row.attempt)).sort();
  const keys = [...new Set(rows.map((row) => String(row.idempotency_key)))];
  return { cancel: count('cancel'), notify: count('notify'), keys, attempts };
}
