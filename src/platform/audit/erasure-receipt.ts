import { createHash } from 'node:crypto';
import { canonicalJson, isJsonObject, type JsonObject, parseJson } from '../common/json.js';
import { type Row, readJsonObject, type SqlRunner } from '../persistence/index.js';

const ROWS_AT_ONCE = 500;

/** What was erased at somebody's request. It names no person; times are ISO 8601, UTC. */
export interface ErasureReceipt {
  /** Receipts are counted from 1 without gaps. */
  readonly receipt: number;
  readonly scope: 'SUBJECT' | 'CONVERSATION';
  /** Keyed hash of the subject, or of the conversation. */
  readonly about: string;
  readonly requestedBy: string;
  readonly startedAt: string;
  readonly endedAt: string;
  readonly conversations: number;
  readonly turns: number;
  /** How many rows of each table were deleted. */
  readonly rows: Readonly<Record<string, number>>;
  /** SHA-256 over the tombstones of these conversations. */
  readonly tombstones: string;
  /** How many consents are kept in reduced form, and SHA-256 over them. */
  readonly keptConsents: number;
  readonly kept: string;
}

/** What tombstones and kept consents of an erasure add up to. */
export type ErasedSum = Pick<
  ErasureReceipt,
  'conversations' | 'turns' | 'rows' | 'tombstones' | 'keptConsents' | 'kept'
>;

const TOMBSTONES = `
  SELECT conversation_hash, erased_at_ms, last_record_hash, turns, rows_json FROM ce_erased_conversation
   WHERE erasure_no = $1 ORDER BY conversation_hash, erased_at_ms LIMIT $2 OFFSET $3`;

const KEPT = `
  SELECT * FROM ce_kept_consent WHERE erasure_no = $1
   ORDER BY conversation_hash, erased_at_ms, consent_no LIMIT $2 OFFSET $3`;

const TOMBSTONE_COLUMNS = ['conversation_hash', 'erased_at_ms', 'last_record_hash', 'turns'] as const;

/** The columns of `ce_kept_consent` in the order in which they are hashed. */
export const KEPT_COLUMNS = [
  'erasure_no',
  'conversation_hash',
  'erased_at_ms',
  'consent_no',
  'action_key',
  'revision',
  'status',
  'reason',
  'question_hash',
  'arguments_hash',
  'confirmed_by',
  'confirmed_via',
  'approved_by',
  'asked_at_ms',
  'confirmed_at_ms',
  'closed_at_ms',
] as const;

/** The text of a receipt, by which it is hashed and stored. */
export function receiptText(receipt: ErasureReceipt): string {
  return canonicalJson(receipt as unknown as JsonObject);
}

/** SHA-256 of a receipt's text, as hex: whoever has kept it knows a receipt that was changed since. */
export function receiptHash(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** A receipt from its text; undefined where it is none. */
export function readReceipt(text: unknown): ErasureReceipt | undefined {
  const value = typeof text === 'string' ? parseJson(text) : text;
  return isJsonObject(value) ? (value as unknown as ErasureReceipt) : undefined;
}

/**
 * Adds up what tombstones and kept consents say.
 * @throws EngineError DATABASE_UNAVAILABLE
 */
export async function sumOfErasure(sql: SqlRunner, erasureNo: number): Promise<ErasedSum> {
  const rows: Record<string, number> = {};
  const [tombstones, kept] = [createHash('sha256'), createHash('sha256')];
  let [conversations, turns, keptConsents] = [0, 0, 0];
  for await (const tombstone of rowsOf(sql, TOMBSTONES, erasureNo)) {
    const counts = readJsonObject(tombstone.rows_json);
    for (const [table, count] of Object.entries(counts)) rows[table] = (rows[table] ?? 0) + Number(count);
    conversations += 1;
    turns += Number(tombstone.turns);
    const values = TOMBSTONE_COLUMNS.map((name) => plain(tombstone[name]));
    tombstones.update(`${canonicalJson([...values, counts])}\n`);
  }
  for await (const row of rowsOf(sql, KEPT, erasureNo)) {
    kept.update(`${canonicalJson(KEPT_COLUMNS.map((name) => plain(row[name])))}\n`);
    keptConsents += 1;
  }
  return { conversations, turns, rows, tombstones: tombstones.digest('hex'), keptConsents, kept: kept.digest('hex') };
}

async function* rowsOf(sql: SqlRunner, statement: string, erasureNo: number): AsyncGenerator<Row> {
  for (let read = 0; ; read += ROWS_AT_ONCE) {
    const page = await sql.query(statement, [erasureNo, ROWS_AT_ONCE, read]);
    yield* page;
    if (page.length < ROWS_AT_ONCE) return;
  }
}

/** Numbers are text where PostgreSQL gives a bigint. */
function plain(value: unknown): string | null {
  return value == null ? null : String(value);
}
