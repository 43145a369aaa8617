import {
  isJsonObject,
  type JsonObject,
  type JsonValue,
  parseJson,
  toStorableJson,
} from '../../platform/common/json.js';
import { type Dialect, type Row, readJson } from '../../platform/persistence/index.js';
import { askedOnceMore, idempotencyKeyOf, type Proposal } from '../pending-action/index.js';
import { type Conversation, type Handover, type HistoryEntry } from './conversation.js';
import type { StoredReply } from './turn-store.js';

const OF_CONVERSATION = 'SELECT * FROM ce_action_proposal WHERE conversation_id = $1 AND schedule_id IS NULL';
const CLOSED = `${OF_CONVERSATION} AND closed_at_ms IS NOT NULL`;

/** What can still change. */
const UNFINISHED: Readonly<Record<Dialect, string>> = {
  // The very words that its index was made with: SQLite uses it for no others.
  sqlite: `${OF_CONVERSATION} AND status IN ('OPEN', 'IN_PROGRESS')`,
  // In the order of its index, so that it is read by that one, also where the server has no statistics yet.
  postgres: ['OPEN', 'IN_PROGRESS']
    .map((status) => `(${OF_CONVERSATION} AND status = '${status}' ORDER BY expires_at_ms, claim_expires_at)`)
    .join(' UNION ALL '),
};

/** What was asked together with it and is closed. On PostgreSQL, the OFFSET keeps all others of the conversation from being read for it. */
const CLOSED_BESIDE: Readonly<Record<Dialect, string>> = {
  sqlite: `${CLOSED} AND created_turn IN (SELECT created_turn FROM unfinished)`,
  postgres: `
    SELECT closed.* FROM (SELECT DISTINCT created_turn FROM unfinished) asked,
           LATERAL (${CLOSED} AND created_turn = asked.created_turn OFFSET 0) closed`,
};

/** The one that was closed last: the first entry of the index of these. */
const LAST_CLOSED = `${CLOSED} ORDER BY created_turn DESC, closed_at_ms DESC, proposal_id DESC LIMIT 1`;

const proposalsOn = (dialect: Dialect) => `
  WITH unfinished AS (${UNFINISHED[dialect]})
  SELECT * FROM unfinished UNION ALL ${CLOSED_BESIDE[dialect]} UNION ALL SELECT * FROM (${LAST_CLOSED}) newest`;

/**
 * The proposals of conversation `$1` that a turn is given: those that can still change, the closed ones that were
 * asked together with them, and the one that was closed last. Single times of schedules are left out, because no turn
 * asks about them.
 */
export const PROPOSALS: Readonly<Record<Dialect, string>> = {
  sqlite: proposalsOn('sqlite'),
  postgres: proposalsOn('postgres'),
};

/** Gives the lease `$2` of conversation `$1` back, with its context as it is where `$3` is null. No row where it is another's, or nobody's. */
export const RELEASE = `
  UPDATE ce_conversation
     SET lease_owner = NULL, lease_expires_at = NULL, context_json = COALESCE($3, context_json)
   WHERE conversation_id = $1 AND lease_owner = $2
   RETURNING conversation_id`;

/** What `readConversation` reads. */
export const CONVERSATION_COLUMNS = [
  'conversation_id',
  'kind',
  'user_id',
  'status',
  'intent_code',
  'state_code',
  'context_json',
  'last_user_text',
  'last_assistant_json',
  'turn_no',
  'last_audit_id',
  'last_record_hash',
  'handover_at_ms',
  'handover_queue',
  'handover_note',
  'handover_by',
];

/** How proposals are sorted. */
export function newestFirst(a: Pick<Proposal, 'createdAtMs'>, b: Pick<Proposal, 'createdAtMs'>): number {
  return b.createdAtMs - a.createdAtMs;
}

/** Reads a row of `ce_conversation`. A context that is no object counts as an empty one. */
export function readConversation(row: Row): Conversation {
  const context = readJson(row.context_json);
  return {
    conversationId: String(row.conversation_id),
    kind: row.kind === 'TOOL' ? 'TOOL' : 'CHAT',
    user: row.user_id == null ? null : String(row.user_id),
    status: row.status === 'BLOCKED' ? 'BLOCKED' : 'RUNNING',
    intent: String(row.intent_code),
    state: String(row.state_code),
    context: isJsonObject(context) ? context : {},
    lastUserText: row.last_user_text === null ? null : String(row.last_user_text),
    lastAssistant: (readJson(row.last_assistant_json) ?? null) as JsonValue,
    turnNo: Number(row.turn_no),
    lastAuditId: Number(row.last_audit_id),
    lastRecordHash: row.last_record_hash == null ? null : String(row.last_record_hash),
    handover: readHandover(row),
    isNew: Number(row.turn_no) === 0,
  };
}

/** Undefined columns are those of nobody who answers, too. */
export function readHandover(row: Row): Handover | null {
  if (row.handover_at_ms == null) return null;
  const text = (name: string) => String(row[name] ?? '');
  const [queue, note, by] = [text('handover_queue'), text('handover_note'), text('handover_by')];
  return { sinceMs: Number(row.handover_at_ms), queue, note, by };
}

/** The person who gave a reply, as turns store it; undefined where the engine did. */
export function personOf(assistant: JsonValue): string | undefined {
  return isJsonObject(assistant) && typeof assistant.by === 'string' ? assistant.by : undefined;
}

/** Reads a row of `ce_conversation_history`: one exchange. */
export function readHistory(row: Row): HistoryEntry {
  const output = (readJson(row.assistant_output) ?? null) as JsonValue;
  const by = personOf(output);
  return {
    turnNo: Number(row.turn_no),
    user: String(row.user_input),
    assistant: assistantText(output),
    ...(by !== undefined && { by }),
  };
}

/** Reads a row of `ce_turn_reply`. */
export function readReply(row: Row): StoredReply {
  return {
    requestHash: String(row.request_hash),
    httpStatus: Number(row.http_status),
    responseText: String(row.response_text),
  };
}

/**
 * The context to store when a reply that asks something is given once more (a repeated request). The user has read
 * this reply last, so a yes without an address means what it asks, even if something newer was asked in between. Null
 * where nothing changes.
 */
export function contextAfterRepeating({ context_json }: Row, { responseText }: StoredReply): string | null {
  const [context, body] = [readJson(context_json), parseJson(responseText)];
  if (!isJsonObject(context) || !isJsonObject(body) || !Array.isArray(body.pendingActions)) return null;
  const asked = body.pendingActions
    .filter(isJsonObject)
    .map(({ actionId, revision }) => idempotencyKeyOf(String(actionId), Number(revision)));
  const changed = askedOnceMore(context, asked);
  return changed ? toStorableJson(changed) : null;
}

/** Where the words of a stored reply stand, in the order they are looked for. */
const TEXT_KEYS = ['text', 'value', 'output', 'question'];

function assistantText(output: JsonValue): string {
  if (typeof output === 'string') return output;
  if (!isJsonObject(output)) return output === null ? '' : JSON.stringify(output);
  const text = textIn(output) ?? (isJsonObject(output.data) ? textIn(output.data) : undefined);
  return text ?? JSON.stringify(output);
}

function textIn(object: JsonObject): string | undefined {
  const found = TEXT_KEYS.map((key) => object[key]).find((value) => typeof value === 'string');
  return typeof found === 'string' ? found : undefined;
}
