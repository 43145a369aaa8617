import type { TurnRecordRow } from '../../platform/audit/index.js';
import { toStorableJson } from '../../platform/common/json.js';
import {
  ADD_OUTBOX_EVENT,
  columnValue,
  confidential,
  outboxValues,
  type SqliteDatabase,
  type SynchronousRun,
} from '../../platform/persistence/index.js';
import { PROPOSAL_COLUMNS, proposalRow, readProposal } from '../pending-action/index.js';
import { RUNS, readRun } from './known-runs.js';
import { readKnownSchedule, SCHEDULES, toldOf } from './known-schedules.js';
import {
  contextAfterRepeating,
  newestFirst,
  PROPOSALS,
  RELEASE,
  readConversation,
  readHistory,
  readReply,
} from './read-turn-rows.js';
import {
  handoverValues,
  type OpenTurnRequest,
  type OpenTurnResult,
  type TurnCommit,
  type TurnFailure,
  type TurnOwner,
  type TurnStore,
  turnRecordRow,
} from './turn-store.js';

const LEASE = `
  INSERT INTO ce_conversation (conversation_id, lease_owner, lease_expires_at, created_at, updated_at, kind, user_id)
  VALUES ($1, $2, $3, $5, $5, $7, $9)
  ON CONFLICT (conversation_id) DO UPDATE SET lease_owner = $2, lease_expires_at = $3
    WHERE (ce_conversation.lease_owner IS NULL OR ce_conversation.lease_expires_at <= $4
           OR substr(ce_conversation.lease_owner, 1, length($6)) = $6)
      AND NOT EXISTS (
        SELECT 1 FROM ce_message_arrival earlier
         WHERE earlier.conversation_id = $1 AND earlier.waits_until_ms > $4 AND earlier.process <> $6
           AND earlier.arrival_no < COALESCE((
             SELECT min(own.arrival_no) FROM ce_message_arrival own
              WHERE $8 IS NOT NULL AND own.conversation_id = $1 AND own.waits_until_ms > $4 AND own.process = $6),
             2147483647))
  RETURNING *`;

const TURN_NO = 'SELECT turn_no FROM ce_conversation WHERE conversation_id = $1';

const SERVED = `
  UPDATE ce_message_arrival SET waits_until_ms = NULL WHERE conversation_id = $1 AND arrival_no = $2`;

const FIRST_SEEN = `
  SELECT min(seen_turn) AS first_seen_turn FROM ce_message_arrival
   WHERE conversation_id = $1 AND idempotency_key = $2`;

const ARRIVED = `
  INSERT INTO ce_message_arrival
         (conversation_id, arrival_no, process, idempotency_key, seen_turn, waits_until_ms, arrived_at_ms)
  SELECT $1, (SELECT COALESCE(max(arrival_no), 0) + 1 FROM ce_message_arrival WHERE conversation_id = $1),
         $2, $3, $4, NULL, $5`;

const REPLY = `SELECT * FROM ce_turn_reply WHERE conversation_id = $1 AND idempotency_key = $2`;

const HISTORY = `
  SELECT turn_no, user_input, assistant_output FROM ce_conversation_history
   WHERE conversation_id = $1 ORDER BY turn_no DESC LIMIT $2`;

const FAIL = `
  UPDATE ce_conversation
     SET turn_no = $3, last_audit_id = last_audit_id + $4, last_record_hash = $6, updated_at = $5,
         lease_owner = NULL, lease_expires_at = NULL
   WHERE conversation_id = $1 AND lease_owner = $2
   RETURNING conversation_id`;

const COMMIT = `
  UPDATE ce_conversation
     SET turn_no = $3, last_audit_id = last_audit_id + $4, updated_at = $5, status = $6, intent_code = $7,
         state_code = $8, context_json = $9, last_user_text = COALESCE($10, last_user_text), last_assistant_json = $11,
         last_record_hash = $12, handover_at_ms = $13, handover_queue = $14, handover_note = $15, handover_by = $16,
         lease_owner = NULL, lease_expires_at = NULL
   WHERE conversation_id = $1 AND lease_owner = $2
   RETURNING conversation_id`;

const RECORD = `
  INSERT INTO ce_turn_record (conversation_id, last_audit_id, first_audit_id, turn_no, created_at, intent_code, state_code,
         error_code, duration_ms, principal, previous_hash, record_hash, events_json)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)`;

const ADD_HISTORY = `
  INSERT INTO ce_conversation_history (conversation_id, turn_no, user_input, assistant_output, created_at, modified_at)
  VALUES ($1, $2, $3, $4, $5, $5)`;

const PUT_PROPOSAL = `
  INSERT INTO ce_action_proposal (${PROPOSAL_COLUMNS.join(', ')})
  VALUES (${PROPOSAL_COLUMNS.map((_, index) => `$${index + 1}`).join(', ')})
  ON CONFLICT (conversation_id, proposal_id) DO UPDATE
     SET ${PROPOSAL_COLUMNS.map((column) => `${column} = excluded.${column}`).join(', ')}
   WHERE ce_action_proposal.status = 'OPEN'
  RETURNING proposal_id`;

const TELL_RUN = `
  UPDATE ce_workflow_run SET told_at_ms = $1 WHERE conversation_id = $2 AND run_id = $3 AND told_at_ms IS NULL`;

const TELL_SCHEDULE = `
  UPDATE ce_schedule SET ${toldOf('$1', '$2')} WHERE conversation_id = $3 AND schedule_id = $4`;

const ADD_REPLY = `
  INSERT INTO ce_turn_reply
         (conversation_id, turn_no, idempotency_key, request_hash, http_status, response_text, created_at)
  VALUES ($1, $2, $3, $4, $5, $6, $7)`;

/** A turn in two synchronous transactions: nothing else can run between their statements. */
export class SqliteTurnStore implements TurnStore {
  constructor(private readonly database: SqliteDatabase) {}

  open(request: OpenTurnRequest): Promise<OpenTurnResult> {
    // A lease need not survive a loss of power: nothing has been done under it that a later, durable commit would not show.
    return this.database.synchronousTransaction((query) => openTurn(query, request), { durable: false });
  }

  commit(turn: TurnCommit): Promise<boolean> {
    return this.database.synchronousTransaction((query) => commitTurn(query, turn));
  }

  fail(turn: TurnFailure): Promise<boolean> {
    return this.database.synchronousTransaction((query) => {
      const now = new Date(turn.nowMs);
      const { conversationId, owner } = turn.lease;
      const record = turnRecordRow(turn);
      const newest = record?.recordHash ?? turn.previousHash;
      const leased = query(FAIL, [conversationId, owner, turn.turnNo, turn.audit.length, now, newest]);
      if (leased.length === 0) return false;
      if (record) addRecord(query, record);
      const { arrived, nowMs } = turn;
      if (arrived) query(ARRIVED, [conversationId, owner, arrived.idempotencyKey, arrived.seenTurn, nowMs]);
      return true;
    });
  }
}

function openTurn(query: SynchronousRun, request: OpenTurnRequest): OpenTurnResult {
  const { kind = 'CHAT', arrivalNo = null, nowMs, idempotencyKey } = request;
  const { conversationId, owner, expiresAtMs } = request.lease;
  const times = [expiresAtMs, nowMs, new Date(nowMs)];
  const user = request.owner?.user ?? null;
  if (request.owner && !isTheirs(query, conversationId, request.owner)) return { outcome: 'not-theirs' };
  if (request.isKnown && query(TURN_NO, [conversationId]).length === 0) return { outcome: 'gone' };
  const about = [conversationId, owner, ...times, request.process, kind, arrivalNo, user];
  const [row] = query(LEASE, about);
  if (!row) {
    const [held] = query(TURN_NO, [conversationId]);
    return { outcome: 'busy', seenTurn: Number(held?.turn_no) };
  }
  if (arrivalNo !== null) query(SERVED, [conversationId, arrivalNo]);
  const [reply] = idempotencyKey === null ? [] : query(REPLY, [conversationId, idempotencyKey]);
  if (reply) {
    const repeated = readReply(reply);
    const context = confidential('context_json', contextAfterRepeating(row, repeated));
    query(RELEASE, [conversationId, owner, context]);
    return { outcome: 'repeated', reply: repeated };
  }
  const conversation = readConversation(row);
  const seen = { seenTurn: conversation.turnNo, firstSeenTurn: firstSeenTurn(query, request) };
  if (conversation.isNew)
    return { outcome: 'opened', conversation, ...seen, proposals: [], history: [], runs: [], schedules: [] };
  return {
    outcome: 'opened',
    conversation,
    ...seen,
    proposals: query(PROPOSALS.sqlite, [conversationId]).map(readProposal).sort(newestFirst),
    history: query(HISTORY, [conversationId, request.historyTurns]).map(readHistory),
    runs: query(RUNS, [conversationId]).map((found) => readRun(found, nowMs)),
    schedules: query(SCHEDULES, [conversationId]).map(readKnownSchedule),
  };
}

function isTheirs(query: SynchronousRun, conversationId: string, { user, mayBegin }: TurnOwner): boolean {
  const [row] = query('SELECT user_id FROM ce_conversation WHERE conversation_id = $1', [conversationId]);
  return row === undefined ? mayBegin : row.user_id === user;
}

function firstSeenTurn(query: SynchronousRun, { lease, idempotencyKey }: OpenTurnRequest): number | null {
  if (idempotencyKey === null) return null;
  const [row] = query(FIRST_SEEN, [lease.conversationId, idempotencyKey]);
  return row?.first_seen_turn == null ? null : Number(row.first_seen_turn);
}

function commitTurn(query: SynchronousRun, turn: TurnCommit): boolean {
  const { conversationId, owner } = turn.lease;
  const now = new Date(turn.nowMs);
  const assistant = confidential('assistant_output', toStorableJson(turn.assistant));
  const record = turnRecordRow(turn);
  const leased = query(COMMIT, [
    conversationId,
    owner,
    turn.turnNo,
    turn.audit.length,
    now,
    turn.status,
    turn.intent,
    turn.state,
    confidential('context_json', toStorableJson(turn.context)),
    confidential('user_input', turn.userText),
    assistant,
    record?.recordHash ?? turn.previousHash,
    ...handoverValues(turn),
  ]);
  if (leased.length === 0) return false;
  const said = confidential('user_input', turn.userText ?? '');
  query(ADD_HISTORY, [conversationId, turn.turnNo, said, assistant, now]);
  if (record) addRecord(query, record);
  const stored = turn.proposals.filter((proposal) => {
    const row = proposalRow(proposal);
    return (
      query(
        PUT_PROPOSAL,
        PROPOSAL_COLUMNS.map((column) => columnValue(column, row[column])),
      ).length > 0
    );
  });
  for (const event of turn.events) {
    const { proposalId: id } = event;
    const isStored = id === undefined || stored.some(({ proposalId }) => proposalId === id);
    if (isStored) query(ADD_OUTBOX_EVENT, outboxValues(event));
  }
  for (const runId of turn.toldRuns ?? []) query(TELL_RUN, [turn.nowMs, conversationId, runId]);
  for (const scheduleId of turn.toldSchedules ?? [])
    query(TELL_SCHEDULE, [turn.turnNo, turn.nowMs, conversationId, scheduleId]);
  if (turn.reply) {
    const { idempotencyKey, requestHash, httpStatus, responseText } = turn.reply;
    const response = confidential('response_text', responseText);
    query(ADD_REPLY, [conversationId, turn.turnNo, idempotencyKey, requestHash, httpStatus, response, now]);
  }
  return true;
}

function addRecord(query: SynchronousRun, record: TurnRecordRow): void {
  query(RECORD, [
    record.conversationId,
    record.lastAuditId,
    record.firstAuditId,
    record.turnNo,
    new Date(record.createdAtMs),
    record.intent,
    record.state,
    record.errorCode,
    record.durationMs,
    record.principal,
    record.previousHash,
    record.recordHash,
    confidential('events_json', record.eventsText),
  ]);
}
