import { isDeepStrictEqual } from 'node:util';
import type { Database, Row } from '../persistence/index.js';
import { type ErasedSum, readReceipt, receiptHash, sumOfErasure } from './erasure-receipt.js';

const AT_ONCE = 100;

const RECEIPTS = `
  SELECT erasure_no, scope, about_hash, requested_by, started_at_ms, ended_at_ms, receipt_hash,
         CAST(receipt_json AS text) AS receipt_text
    FROM ce_erasure WHERE erasure_no > $1 ORDER BY erasure_no LIMIT $2`;

const RECEIPT = RECEIPTS.replace('erasure_no > $1 ORDER BY erasure_no LIMIT $2', 'erasure_no = $1');

/** One, for each erasure that nothing is known of. */
const UNKNOWN = `
  SELECT min(t.erasure_no) AS erasure_no FROM ce_erased_conversation t
   WHERE NOT EXISTS (SELECT 1 FROM ce_erasure e WHERE e.erasure_no = t.erasure_no)`;

const OF_CONVERSATION = `
  SELECT DISTINCT erasure_no FROM ce_erased_conversation WHERE conversation_hash = $1 ORDER BY erasure_no`;

/** One thing about erasures that is not as the service has written it. */
export interface ErasureProblem {
  readonly receipt: number;
  readonly problem:
    | 'is missing'
    | 'was altered'
    | 'does not fit the tombstones'
    | 'does not fit the consents that are kept'
    | 'has tombstones, and there is no such receipt';
}

export interface VerifiedErasures {
  readonly receipts: number;
  /** Conversations that were erased under them. */
  readonly conversations: number;
  /** Erasures that were begun, and still have something to erase. */
  readonly unfinished: readonly number[];
  readonly problems: readonly ErasureProblem[];
}

/**
 * Computes the receipts of erasures anew from their tombstones, and finds tombstones that no receipt stands for. Somebody
 * who writes a whole receipt with its tombstones is found by whoever has kept the hash of the receipts of before, as there
 * is then one too many.
 */
export async function verifyErasures(database: Database): Promise<VerifiedErasures> {
  const problems: ErasureProblem[] = [];
  const unfinished: number[] = [];
  let [receipts, conversations, last] = [0, 0, 0];
  for await (const row of receiptsAfter(database)) {
    const no = Number(row.erasure_no);
    for (let missing = last + 1; missing < no; missing += 1) problems.push({ receipt: missing, problem: 'is missing' });
    last = no;
    receipts += 1;
    const sum = await sumOfErasure(database, no);
    conversations += sum.conversations;
    if (row.ended_at_ms == null) unfinished.push(no);
    else problems.push(...problemsOf(row, sum));
  }
  const [unknown] = await database.query(UNKNOWN);
  if (unknown?.erasure_no != null) {
    problems.push({ receipt: Number(unknown.erasure_no), problem: 'has tombstones, and there is no such receipt' });
  }
  return { receipts, conversations, unfinished, problems };
}

/** A receipt, and what is wrong with it. */
export interface FoundReceipt {
  readonly receipt: number;
  readonly hash: string | null;
  /** The receipt as it is stored; undefined while the erasure has not ended. */
  readonly content: ReturnType<typeof readReceipt>;
  readonly problems: readonly ErasureProblem[];
}

/**
 * One receipt, computed anew.
 * @returns undefined where there is none of this number
 */
export async function findReceipt(database: Database, erasureNo: number): Promise<FoundReceipt | undefined> {
  const [row] = await database.query(RECEIPT, [erasureNo]);
  if (!row) return undefined;
  const isOver = row.ended_at_ms != null;
  return {
    receipt: erasureNo,
    hash: row.receipt_hash == null ? null : String(row.receipt_hash),
    content: isOver ? readReceipt(row.receipt_text) : undefined,
    problems: isOver ? problemsOf(row, await sumOfErasure(database, erasureNo)) : [],
  };
}

/** Under which receipts a conversation was erased; more than one where it was begun anew with the same id. */
export async function receiptsOf(database: Database, conversationHash: string): Promise<number[]> {
  return (await database.query(OF_CONVERSATION, [conversationHash])).map(({ erasure_no }) => Number(erasure_no));
}

async function* receiptsAfter(database: Database): AsyncGenerator<Row> {
  let after = 0;
  for (;;) {
    const page = await database.query(RECEIPTS, [after, AT_ONCE]);
    yield* page;
    if (page.length < AT_ONCE) return;
    after = Number(page.at(-1)?.erasure_no);
  }
}

function problemsOf(row: Row, sum: ErasedSum): ErasureProblem[] {
  const receipt = Number(row.erasure_no);
  const text = String(row.receipt_text);
  const content = readReceipt(text);
  const iso = (ms: unknown) => new Date(Number(ms)).toISOString();
  const isAsWritten =
    content !== undefined &&
    receiptHash(text) === row.receipt_hash &&
    content.receipt === receipt &&
    content.scope === row.scope &&
    content.about === row.about_hash &&
    content.requestedBy === row.requested_by &&
    content.startedAt === iso(row.started_at_ms) &&
    content.endedAt === iso(row.ended_at_ms);
  if (!isAsWritten) return [{ receipt, problem: 'was altered' }];
  const { conversations, turns, rows, tombstones, keptConsents, kept } = sum;
  const fits = isDeepStrictEqual(
    { conversations, turns, rows, tombstones },
    {
      conversations: content.conversations,
      turns: content.turns,
      rows: { ...content.rows },
      tombstones: content.tombstones,
    },
  );
  const keepsAll = content.keptConsents === keptConsents && content.kept === kept;
  return [
    ...(fits ? [] : [{ receipt, problem: 'does not fit the tombstones' } as const]),
    ...(keepsAll ? [] : [{ receipt, problem: 'does not fit the consents that are kept' } as const]),
  ];
}
