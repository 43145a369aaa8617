import { type Database, type Row, readTimestamp } from '../persistence/index.js';
import { recordHash, type TurnRecordRow } from './record-hash.js';

const CONVERSATIONS_AT_ONCE = 200;
const RECORDS_AT_ONCE = 100;

const CONVERSATIONS = `
  SELECT conversation_id, last_audit_id, last_record_hash, removed_record_hash FROM ce_conversation
   WHERE conversation_id > $1 ORDER BY conversation_id LIMIT $2`;
const CONVERSATION = `
  SELECT conversation_id, last_audit_id, last_record_hash, removed_record_hash FROM ce_conversation WHERE conversation_id = $1`;

/**
 * Up to `$4`, the newest that the conversation's row knew of when it was read: turns may be stored meanwhile. The text as
 * it is stored: PostgreSQL's driver would read `json`.
 */
const RECORDS = `
  SELECT conversation_id, last_audit_id, first_audit_id, turn_no, created_at, intent_code, state_code, error_code,
         duration_ms, principal, previous_hash, record_hash, CAST(events_json AS text) AS events_text FROM ce_turn_record
   WHERE conversation_id = $1 AND last_audit_id > $2 AND last_audit_id <= $4 ORDER BY last_audit_id LIMIT $3`;

const UNKNOWN = `
  SELECT r.turn_no FROM ce_conversation c JOIN ce_turn_record r ON r.conversation_id = c.conversation_id
   WHERE c.conversation_id = $1 AND r.last_audit_id > c.last_audit_id ORDER BY r.last_audit_id LIMIT 1`;

/** One thing that is not as the engine has written it. */
export interface RecordProblem {
  readonly conversationId: string;
  /** The turn at which it was found; null where it is the end that is missing. */
  readonly turnNo: number | null;
  readonly problem:
    | 'altered'
    | 'records before it are missing or in another order'
    | 'the newest records are missing'
    | 'not written by the service';
}

export interface VerifiedRecords {
  readonly conversations: number;
  readonly records: number;
  readonly problems: readonly RecordProblem[];
}

/**
 * Computes the hashes of all turn records anew, and follows them from each record to the one before. It finds what was
 * changed, taken out or exchanged by somebody who did not also compute all later hashes of that conversation; whoever
 * keeps the newest hash elsewhere notices that, too.
 *
 * @param onProgress told the number of records so far, now and then
 */
export async function verifyRecords(
  database: Database,
  { conversationId, onProgress }: { conversationId?: string; onProgress?: (records: number) => void } = {},
): Promise<VerifiedRecords> {
  const problems: RecordProblem[] = [];
  let [conversations, records] = [0, 0];
  for await (const conversation of readConversations(database, conversationId)) {
    const found = await verifySettled(database, conversation);
    records += found.records;
    problems.push(...found.problems);
    conversations += 1;
    onProgress?.(records);
  }
  return { conversations, records, problems };
}

async function* readConversations(database: Database, conversationId?: string): AsyncGenerator<Row> {
  if (conversationId !== undefined) {
    yield* await database.query(CONVERSATION, [conversationId]);
    return;
  }
  let after = '00000000-0000-0000-0000-000000000000';
  for (;;) {
    const rows = await database.query(CONVERSATIONS, [after, CONVERSATIONS_AT_ONCE]);
    yield* rows;
    if (rows.length < CONVERSATIONS_AT_ONCE) return;
    after = String(rows.at(-1)?.conversation_id);
  }
}

/** What was found in one conversation. */
type VerifiedConversation = Omit<VerifiedRecords, 'conversations'>;

/** Retention may take records away after the conversation's row was read, and says so there: then it is verified again. */
async function verifySettled(database: Database, conversation: Row): Promise<VerifiedConversation> {
  const found = await verifyConversation(database, conversation);
  if (found.problems.length === 0) return found;
  const [now] = await database.query(CONVERSATION, [conversation.conversation_id]);
  if (now === undefined) return { records: 0, problems: [] };
  return now.removed_record_hash === conversation.removed_record_hash ? found : verifyConversation(database, now);
}

async function verifyConversation(database: Database, conversation: Row): Promise<VerifiedConversation> {
  const conversationId = String(conversation.conversation_id);
  const problems: RecordProblem[] = [];
  const find = (turnNo: number | null, problem: RecordProblem['problem']) =>
    problems.push({ conversationId, turnNo, problem });
  const mayBegin = hashesBefore(conversation.removed_record_hash);
  let count = 0;
  let before: TurnRecordRow | undefined;
  for await (const record of readRecords(database, conversationId, conversation.last_audit_id)) {
    count += 1;
    if (recordHash(record) !== record.recordHash) find(record.turnNo, 'altered');
    const isNext =
      before === undefined
        ? mayBegin.includes(record.previousHash)
        : record.previousHash === before.recordHash && record.firstAuditId === before.lastAuditId + 1;
    if (!isNext) find(record.turnNo, 'records before it are missing or in another order');
    before = record;
  }
  const newest = textOrNull(conversation.last_record_hash);
  const isWhole = before === undefined ? mayBegin.includes(newest) : before.recordHash === newest;
  if (!isWhole) find(null, 'the newest records are missing');
  const [unknown] = await database.query(UNKNOWN, [conversationId]);
  if (unknown) find(Number(unknown.turn_no), 'not written by the service');
  return { records: count, problems };
}

async function* readRecords(
  database: Database,
  conversationId: string,
  newestId: unknown,
): AsyncGenerator<TurnRecordRow> {
  let after = 0;
  for (;;) {
    const rows = await database.query(RECORDS, [conversationId, after, RECORDS_AT_ONCE, newestId]);
    yield* rows.map(turnRecordOf);
    if (rows.length < RECORDS_AT_ONCE) return;
    after = Number(rows.at(-1)?.last_audit_id);
  }
}

function turnRecordOf(row: Row): TurnRecordRow {
  return {
    conversationId: String(row.conversation_id),
    firstAuditId: Number(row.first_audit_id),
    lastAuditId: Number(row.last_audit_id),
    turnNo: Number(row.turn_no),
    createdAtMs: readTimestamp(row.created_at).getTime(),
    intent: textOrNull(row.intent_code),
    state: textOrNull(row.state_code),
    errorCode: textOrNull(row.error_code),
    durationMs: row.duration_ms == null ? null : Number(row.duration_ms),
    principal: textOrNull(row.principal),
    previousHash: textOrNull(row.previous_hash),
    eventsText: String(row.events_text),
    recordHash: String(row.record_hash),
  };
}

/** Behind which records what is left may begin; null: at the first one. Two, once a month is about to be dropped. */
function hashesBefore(removed: unknown): readonly (string | null)[] {
  return (textOrNull(removed) ?? '').split(' ').map((hash) => (hash === '' ? null : hash));
}

function textOrNull(value: unknown): string | null {
  return value == null ? null : String(value);
}
